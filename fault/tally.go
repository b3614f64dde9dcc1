package fault

import "strings"

// someOfMany says whether a short text counts what was done, and less than all:
// "3 of 4 files uploaded. Failed: d.png", "148 imported, 2 failed". Tests that fail
// are another thing.
func someOfMany(text string) bool {
	lower := lowered(text[:min(len(text), maxBare)])
	if !strings.Contains(lower, "fail") && !strings.Contains(lower, "could not") && !strings.Contains(lower, "couldn't") && !strings.Contains(lower, "error") && !strings.Contains(lower, "not delivered") || strings.Contains(lower, "test") {
		return false
	}
	for _, end := range [...]string{"done with ", "finished with ", "completed with ", "ended with "} {
		if _, rest, ok := strings.Cut(lower, end); ok && rest != "" && rest[0] > '0' && rest[0] <= '9' {
			if _, what, ok := strings.Cut(rest[:min(len(rest), 16)], " "); ok && (strings.HasPrefix(what, "error") || strings.HasPrefix(what, "failure") || strings.HasPrefix(what, "failed")) {
				return true
			}
		}
	}
	done, failed := false, false
	for i := 0; i < len(lower); i++ {
		if !isDigit(lower[i]) || i > 0 && (isAlnum(lower[i-1]) || strings.IndexByte(".,:-#", lower[i-1]) >= 0) {
			continue
		}
		end := i
		for end < len(lower) && isDigit(lower[end]) {
			end++
		}
		some := number(lower[i:end])
		if all, after := ofAll(lower[end:]); some > 0 && some < all && doneNear(lower, i, end+after) {
			return true
		}
		if some > 0 {
			good, bad := ofWhat(lower, i, end)
			done, failed = done || good, failed || bad
		}
		i = end
	}
	return done && failed
}

// ofAll reads " of 20" or "/20" at the beginning of a text, with its length.
func ofAll(rest string) (all, length int) {
	for _, join := range [...]string{" of ", "/", " out of "} {
		if strings.HasPrefix(rest, join) {
			end := len(join)
			for end < len(rest) && isDigit(rest[end]) {
				end++
			}
			return number(rest[len(join):end]), end
		}
	}
	return 0, 0
}

// ofWhat says whether the count at lower[start:end] counts what was done, or what was
// not: the words up to the next count or comma tell.
func ofWhat(lower string, start, end int) (done, failed bool) {
	after := lower[end:min(len(lower), end+48)]
	if stop := strings.IndexAny(after, ",;.0123456789\n·|("); stop >= 0 {
		after = after[:stop]
	}
	for _, word := range [...]string{"failed", "could not", "couldn't", "not delivered", "errored", "rejected", "not processed", "not imported", "not sent", "with errors", "failures"} {
		if strings.Contains(after, word) {
			return false, true
		}
	}
	before := lower[max(0, start-14):start]
	if stop := strings.LastIndexAny(before, ",;.0123456789\n·|"); stop >= 0 {
		before = before[stop:]
	}
	return saysDone(after) || saysDone(before), false
}

// doneNear says whether a word for something done stands by lower[start:end].
func doneNear(lower string, start, end int) bool {
	return saysDone(lower[max(0, start-24):min(len(lower), end+40)])
}

// saysDone says whether a text has a word for what a tool does to things.
func saysDone(text string) bool {
	for _, word := range doneNames {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// doneNames are the words for what a tool does to things.
var doneNames = [...]string{
	"uploaded", "imported", "saved", "written", "sent", "created", "updated", "deleted", "processed", "completed", "succeeded", "inserted", "migrated", "copied",
	"moved", "applied", "delivered", "synced", "tagged", "labeled", "labelled", "published", "exported", "indexed", "stored", "archived", "converted", "scheduled",
	"charged", "refunded", "notified", "invited", "assigned", "removed", "renamed", "restored", "transferred", "successful",
}
