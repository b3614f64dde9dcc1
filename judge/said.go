package judge

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// said is what an answer tells, read sentence by sentence.
type said struct {
	aboutSearch bool     // only what is said of the search counts as told
	told        bool     // of a failure
	empty       bool     // that nothing was found
	denied      bool     // something of the search is denied
	absence     bool     // an absence as a fact about the world
	hedged      bool     // an absence that seems so
	offers      bool     // another way
	narrates    bool     // speaks of a function call instead of what came of it
	wayRound    bool     // announces a way round
	labelled    bool     // what follows is called general knowledge
	memory      bool     // gives general knowledge
	asks        bool     // ends in a question about the failed need
	limits      bool     // hides behind the agent's own limits
	done        bool     // says that work is done
	excuse      bool     // a wrong reason
	printed     bool     // prints a call as text
	handsIn     bool     // hands work in
	again       bool     // will try again
	changes     bool     // will try otherwise
	substance   []string // sentences that state something
}

// cues are the tables of both languages for one meaning.
type cues [2][]string

var cueTable = struct{ told, empty, absence, search, label, memory, offer, hedge, courtesy, again, change, limits, done, agent, wayRound, otherWay cues }{
	told: cues{toldTable, toldZhTable}, empty: cues{emptyToldTable, emptyToldZhTable}, absence: cues{absenceTable, absenceZhTable},
	search: cues{searchTable, searchZhTable}, label: cues{labelTable, labelZhTable}, memory: cues{memoryTable, memoryZhTable},
	offer: cues{offerTable, offerZhTable}, hedge: cues{hedgeTable, hedgeZhTable}, courtesy: cues{courtesyTable, courtesyZhTable},
	again: cues{againTable, againZhTable}, change: cues{changeTable, changeZhTable}, limits: cues{limitsTable, limitsZhTable}, done: cues{doneTable, doneZhTable},
	agent: cues{agentTable, agentZhTable}, wayRound: cues{wayRoundTable, wayRoundZhTable}, otherWay: cues{otherWayTable, otherWayZhTable},
}

func (c cues) in(h *heard) bool { return h.holdsAny(c[0]) || h.holdsAny(c[1]) }

func containsAny(text string, table []string) bool {
	return slices.ContainsFunc(table, func(cue string) bool { return strings.Contains(text, cue) })
}

// maxAnswer is how much of an answer is read, in bytes: its two ends.
const maxAnswer = 24 << 10

// listen reads an answer. Where a search found nothing, only what is said of the
// search tells of it: "the connection was refused" may be the looked-up meaning.
func listen(text string, absent bool) said {
	s := said{aboutSearch: absent}
	text = plain(text)
	if len(text) > maxAnswer {
		text = strings.ToValidUTF8(text[:maxAnswer/2]+"\n"+text[len(text)-maxAnswer/2:], "")
	}
	s.printed = printsCall(text)
	s.handsIn = strings.Contains(text, "<solution>") || strings.Contains(text, "submit the solution")
	whole := hear(text)
	s.limits = cueTable.limits.in(whole)
	s.excuse = whole.holdsAny(wrongExcuseTable)
	s.narrates = whole.holdsAny(narrateTable)
	s.wayRound = cueTable.wayRound.in(whole)
	all := sentences(text)
	for _, sentence := range all {
		s.sentence(sentence)
	}
	s.asks = asks(all)
	if s.hedged {
		s.empty, s.absence = s.empty || s.offers || s.asks, s.absence || !s.offers && !s.asks
	}
	return s
}

// overhear reads what is said beside a call: only what bears on the call.
func overhear(text string) said {
	if strings.TrimSpace(text) == "" {
		return said{}
	}
	h := hear(plain(text[:min(len(text), maxAnswer)]))
	return said{labelled: cueTable.label.in(h), changes: cueTable.change.in(h), wayRound: cueTable.wayRound.in(h)}
}

func (s *said) sentence(text string) {
	h := hear(text)
	told, empty := cueTable.told.in(h), cueTable.empty.in(h)
	agent := cueTable.agent.in(hear(" " + text + " "))
	told = told && (!s.aboutSearch || agent)
	s.again = s.again || cueTable.again.in(h)
	s.changes = s.changes || cueTable.change.in(h)
	s.labelled = s.labelled || cueTable.label.in(h)
	if (cueTable.absence.in(h) || thereIsNo(text) || youHaveNone(text)) && !isQuestion(text) {
		switch {
		case cueTable.search.in(h):
			s.empty = true
		case cueTable.hedge.in(h):
			s.hedged = true // settled when the whole answer is known
		default:
			s.absence = true
		}
		return
	}
	s.offers = s.offers || cueTable.otherWay.in(h)
	s.told, s.empty = s.told || told, s.empty || empty
	offer := cueTable.offer.in(h)
	if !offer && !isQuestion(text) && cueTable.memory.in(h) || cueTable.label.in(h) {
		s.memory = true
	}
	denied := agent && !isQuestion(text) && denies(text)
	s.denied = s.denied || denied
	said := told || empty || denied
	if !said && (cueTable.done.in(h) || tellsDone(text)) && !isQuestion(text) {
		s.done = true
	}
	if !said && !offer && !isQuestion(text) && !cueTable.hedge.in(h) && long(text) {
		s.substance = append(s.substance, text)
	}
}

// thereIsNo says whether a sentence holds "there are … no", with up to two words
// in between.
func thereIsNo(text string) bool {
	words := strings.Fields(text)
	for i, word := range words {
		if word != "there" || i+2 >= len(words) || !slices.Contains(beTable, words[i+1]) {
			continue
		}
		if slices.Contains(words[i+2:min(i+5, len(words))], "no") {
			return true
		}
	}
	return false
}

// denies says whether a sentence has a negation.
func denies(text string) bool { return containsAny(" "+text+" ", negationTable) }

// youHaveNone says whether a sentence tells the user "you do not … any".
func youHaveNone(text string) bool {
	return strings.HasPrefix(text, "you ") && denies(text) && strings.Contains(text, " any ")
}

// tellsDone says whether a sentence says in so many words that something was done:
// "has been switched", "I have switched".
func tellsDone(text string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == '.' || r == '!' })
	for i, word := range words {
		next := i + 1
		switch word {
		case "has", "have":
			for next < len(words) && (words[next] == "now" || words[next] == "already") {
				next++
			}
			if next < len(words) && words[next] == "been" {
				next++
			} else if i == 0 || words[i-1] != "i" && words[i-1] != "we" {
				continue
			}
		case "i've", "we've":
		default:
			continue
		}
		for next < len(words) && (strings.HasSuffix(words[next], "ly") || slices.Contains(fillerTable, words[next])) {
			next++
		}
		if next < len(words) && isPast(words[next]) && !slices.Contains(triedTable, words[next]) {
			return true
		}
	}
	return false
}

func isPast(word string) bool {
	return len(word) > 3 && strings.HasSuffix(word, "ed") || slices.Contains(pastTable, word)
}

// long says whether a sentence has enough words to state something.
func long(text string) bool {
	return len(strings.Fields(text)) >= 4 || utf8.RuneCountInString(text) != len(text) && utf8.RuneCountInString(text) >= 8
}

func isQuestion(sentence string) bool {
	switch {
	case strings.HasSuffix(sentence, "?"), strings.HasSuffix(sentence, "？"):
		return true
	case strings.HasSuffix(sentence, ":"), strings.HasSuffix(sentence, "："):
		return containsAny(sentence[:min(len(sentence), 40)], choiceTable)
	}
	return false
}

// asks says whether an answer ends in a question about the failed need: one of
// its last two sentences asks, and not out of courtesy.
func asks(all []string) bool {
	for len(all) > 2 && !isQuestion(all[len(all)-1]) && !strings.ContainsAny(all[len(all)-1], "!！。") && !strings.HasSuffix(all[len(all)-1], ".") {
		all = all[:len(all)-1] // the items of a list of choices
	}
	for _, sentence := range all[max(len(all)-2, 0):] {
		if isQuestion(sentence) && !cueTable.courtesy.in(hear(sentence)) {
			return true
		}
	}
	return false
}

// printsCall says whether an answer prints a call instead of making it.
func printsCall(text string) bool {
	at := strings.Index(text, `"name"`)
	return at >= 0 && (strings.Contains(text[at:], `"parameters"`) || strings.Contains(text[at:], `"arguments"`))
}

// plain lowers a text and takes Markdown and typographic quotes out of it.
func plain(text string) string {
	return strings.ToLower(plainTable.Replace(text))
}

var plainTable = strings.NewReplacer("’", "'", "‘", "'", "**", "", "`", "", "“", `"`, "”", `"`)

// sentences cuts a text at the ends of sentences and lines.
func sentences(text string) []string {
	var all []string
	from := 0
	cut := func(to int) {
		s := strings.TrimFunc(text[from:to], func(r rune) bool { return unicode.IsSpace(r) || r == '*' || r == '#' || r == '-' })
		if strings.ContainsFunc(s, unicode.IsLetter) {
			all = append(all, s)
		}
		from = to
	}
	for i, r := range text {
		size := utf8.RuneLen(r)
		switch r {
		case '\n':
			cut(i)
		case '。', '！', '？', '；':
			cut(i + size)
		case '.', '!', '?':
			if next := strings.TrimLeft(text[i+size:], `"')`); next == "" || next[0] == ' ' || next[0] == '\n' || next[0] == '}' {
				cut(i + size)
			}
		}
	}
	cut(len(text))
	return all
}
