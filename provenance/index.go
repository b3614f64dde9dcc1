package provenance

import (
	"slices"
	"strings"
	"time"
)

// index looks at the texts that were added since the last time.
func (g *Given) index() {
	if g.indexed == len(g.texts) {
		return
	}
	if g.keys == nil {
		g.keys = make(map[key]int32)
	}
	for ; g.indexed < len(g.texts); g.indexed++ {
		t := &g.texts[g.indexed]
		t.text, _ = fold(t.text)
		at := int32(g.indexed) //nolint:gosec // texts are bounded
		scan(t.text, func(v *value) { g.indexValue(v, t, at) })
		if t.source.Kind.rank() == 0 {
			g.derive(t.text)
		}
	}
	g.numbers = sorted(g.numbers)
	g.derived = sorted(g.derived)
}

func sorted(numbers []float64) []float64 {
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// put puts a key in the index. The first text of a value is its source, but
// what the model itself wrote gives way to any other.
func (g *Given) put(k key, at int32) {
	before, ok := g.keys[k]
	switch {
	case !ok && len(g.keys) >= maxKeys:
		g.cut = true
	case !ok || g.texts[at].source.Kind.rank() < g.texts[before].source.Kind.rank():
		g.keys[k] = at
	}
}

func (g *Given) indexValue(v *value, t *given, at int32) {
	text := t.text[v.start:v.end]
	switch v.kind {
	case KindDate:
		for _, d := range v.days {
			g.putDay(d, at)
		}
		g.putParts(text, at)
		if zoned := v.end < len(t.text) && t.text[v.end] == 't'; zoned && len(v.days) == 1 && v.days[0].day > 0 {
			g.putDay(v.days[0].shifted(1), at)
			g.putDay(v.days[0].shifted(-1), at)
		}
	case KindTime:
		g.put(start(keyMinute).withInt(v.clock.minute), at)
		if v.clock.zoned {
			g.put(start(keyZoned).withInt(v.clock.minute%60), at)
		}
		g.putParts(text, at)
	case KindNumber:
		g.putNumber(v, t, at)
		integers, _, _ := strings.Cut(text, ".")
		g.putParts(integers, at) // a list such as "[100,200]" reads like one number
	case KindIdentifier:
		g.put(v.whole, at)
		g.putParts(text, at)
	case KindName:
	}
}

func (g *Given) putNumber(v *value, t *given, at int32) {
	g.put(v.whole, at)
	for _, n := range v.numbers {
		g.put(n.key, at)
		if len(g.numbers) < maxNumbers && t.source.Kind != FromModel {
			g.numbers = append(g.numbers, n.value)
		}
		if t.source.Kind == FromUser && len(g.told) < maxOperands {
			g.told = append(g.told, n)
		}
	}
}

func (g *Given) putDay(d day, at int32) {
	switch {
	case d.year == 0:
		g.put(d.key(keyYearless), at)
	case d.day == 0:
		g.put(d.key(keyMonth), at)
	default:
		g.put(d.key(keyDay), at)
		g.put(d.key(keyMonth), at)
		g.put(d.key(keyOfYear), at)
	}
}

// putParts puts the parts of a value: those between its signs, and its runs of
// digits, since an answer may name a part only.
func (g *Given) putParts(text string, at int32) {
	for i := 0; i < len(text); {
		if !isAlnum(text[i]) {
			i++
			continue
		}
		end := i
		for end < len(text) && isAlnum(text[end]) {
			end++
		}
		if i > 0 || end < len(text) {
			if k, count := identifierKey(text[i:end]); count > 0 {
				g.put(k, at)
			}
		}
		for i < end {
			if to := run(text, i); to > i {
				g.putRun(text[i:to], at)
				i = to
			} else {
				i++
			}
		}
	}
}

// putRun puts a run of digits: as a number, and as what it may stand for.
func (g *Given) putRun(digits string, at int32) {
	k, _ := identifierKey(digits)
	g.put(k, at)
	if n, ok := integer(digits); ok {
		g.put(n.key, at)
		g.putMoment(n.value, len(digits), at)
	}
	if n := len(digits); n >= 6 {
		g.put(ending(digits[n-4:]), at)
	}
}

func ending(digits string) key {
	k := start(keyEnding)
	for i := range len(digits) {
		k = k.with(digits[i])
	}
	return k
}

// putMoment puts the days that an integer may stand for: YYYYMMDD, or seconds
// or milliseconds since 1970. A zone may shift the latter by a day.
func (g *Given) putMoment(n float64, length int, at int32) {
	seconds := int64(n)
	switch length {
	case 8:
		if d := (day{int(seconds / 1e4), int(seconds / 100 % 100), int(seconds % 100)}); d.valid() && d.day > 0 && d.year >= 1900 {
			g.putDay(d, at)
		}
		return
	case 13:
		seconds /= 1000
	case 10:
	default:
		return
	}
	if seconds < 1e9 || seconds > 4e9 {
		return
	}
	moment := time.Unix(seconds, 0).UTC()
	y, m, d := moment.Date()
	today := day{y, int(m), d}
	for _, shift := range [...]int{-1, 0, 1} {
		g.putDay(today.shifted(shift), at)
	}
	g.put(start(keyZoned).withInt(moment.Minute()), at)
}

// exact finds a value in one of its spellings.
func (g *Given) exact(v *value) (int, bool) {
	for k := range v.keys {
		if at, ok := g.keys[k]; ok {
			return int(at), true
		}
	}
	return 0, false
}

// keys yields the keys under which a value may stand in the index.
func (v *value) keys(yield func(key) bool) {
	switch v.kind {
	case KindIdentifier:
		yield(v.whole)
	case KindNumber:
		for _, n := range v.numbers {
			if !yield(n.key) {
				return
			}
		}
		if v.plain && v.whole != 0 {
			yield(v.whole)
		}
	case KindDate:
		for _, d := range v.days {
			if !d.keys(yield) {
				return
			}
		}
	case KindTime:
		m := v.clock.minute
		if !yield(start(keyMinute).withInt(m)) || !yield(start(keyZoned).withInt(m%60)) {
			return
		}
		if v.clock.vague {
			yield(start(keyMinute).withInt((m + 12*60) % (24 * 60)))
		}
	case KindName:
	}
}

func (d day) keys(yield func(key) bool) bool {
	switch {
	case d.year == 0:
		return yield(d.key(keyYearless)) && yield(d.key(keyOfYear))
	case d.day == 0:
		return yield(d.key(keyMonth))
	default:
		return yield(d.key(keyDay)) && yield(d.key(keyYearless))
	}
}

// lines counts the lines of a text that are not empty.
func lines(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			n++
		}
	}
	return n
}
