package fault

import "strings"

// findingNames are the words of a heading over what was found.
var findingNames = [...]string{"results", "matches", "matching", "hits", "found", "findings", "search", "结果", "匹配"}

// onlyHeading says whether a text is a heading over results, and no result stands
// below it; or the heading of a table without a row.
func onlyHeading(body string) bool {
	body = strings.TrimSpace(body)
	if body == "" || len(body) > maxBare || strings.IndexByte(":*-|=0_", body[len(body)-1]) < 0 && body[0] != '#' && !strings.Contains(body, "esults for") {
		return false
	}
	kept, n, ruled := "", 0, false
	for line := range strings.SplitSeq(body, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.Trim(line, "-=*_ ") == "":
		case strings.Trim(line, "|-: +") == "":
			ruled = true
		case n > 0 && countsNoThing(line):
		default:
			if n++; n > 1 {
				return false
			}
			kept = line
		}
	}
	if n == 0 {
		return false
	}
	if ruled {
		return kept[0] == '|' || strings.Contains(kept, " | ")
	}
	if kept[0] != '#' && !strings.HasSuffix(strings.TrimRight(kept, "*"), ":") && !strings.Contains(kept, "esults for") || hasDigitOtherThanZero(kept) {
		return false
	}
	lower := lowered(kept)
	for _, word := range findingNames {
		if i := strings.Index(lower, word); i >= 0 && i < 60 && whole(lower, i, i+len(word)) {
			return true
		}
	}
	return false
}

// hasDigitOtherThanZero says whether a heading itself counts what was found.
func hasDigitOtherThanZero(heading string) bool {
	head, _, _ := strings.Cut(heading, " for")
	return strings.ContainsAny(head, "123456789")
}

// countsNoThing says whether a line is a total of none.
func countsNoThing(line string) bool {
	key, value, ok := strings.Cut(lowered(line), ":")
	if !ok || strings.Trim(value, " *`") != "0" {
		return false
	}
	switch strings.Trim(key, " *`-") {
	case "total", "count", "results", "matches", "hits", "total results", "found", "total found", "rows":
		return true
	}
	return false
}

// thingNames are what a search counts.
var thingNames = [...]string{
	"result", "results", "match", "matches", "hit", "hits", "row", "rows", "record", "records", "file", "files", "document", "documents", "entry", "entries",
	"resource", "resources", "object", "objects", "item", "items",
}

// foundNothing says whether the output of a command ends in the report of a search
// that found nothing: "0 matches", "(0 rows)", "No resources found in x". A count of
// what was changed is none.
func foundNothing(body string) bool {
	body = strings.TrimRight(body, " \r\n\t")
	line := strings.TrimLeft(lowered(body[strings.LastIndexByte(body, '\n')+1:]), " \t([")
	if len(body) > maxBare || len(line) > 120 || strings.Count(body, "\n") > 2 {
		return false
	}
	found := strings.HasPrefix(line, "found ")
	line = strings.TrimPrefix(line, "found ")
	count, rest, ok := strings.Cut(line, " ")
	if !ok || !isZeroWord(count) && count != "no" {
		return line == "nothing found" || line == "nothing found."
	}
	for { // "matching", "search"
		word, after, _ := strings.Cut(rest, " ")
		if word != "matching" && word != "search" && word != "such" {
			break
		}
		rest, found = after, true
	}
	end := 0
	for end < len(rest) && isAlnum(rest[end]) {
		end++
	}
	for _, thing := range thingNames {
		if rest[:end] == thing {
			after := strings.TrimLeft(rest[end:], " .)],;")
			return found && after == "" || (count == "0" && after == "") || strings.HasPrefix(after, "found") || strings.HasPrefix(after, "in ") || strings.HasPrefix(after, "match") || strings.HasPrefix(after, "for ")
		}
	}
	return false
}
