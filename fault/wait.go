package fault

import (
	"strconv"
	"strings"
	"time"
)

// statedWait reads how long a text asks to wait: "try again in 18.6s", "in 2m30s",
// "after 1 minute and 30 seconds", ".NET's 00:01:30", "请30秒后重试". 0 where it
// does not say.
func statedWait(lower string) time.Duration {
	for _, before := range waitNames {
		for rest := lower; ; {
			_, after, found := strings.Cut(rest, before)
			if !found {
				break
			}
			if d := readWait(after); d > 0 {
				return d
			}
			rest = after
		}
	}
	return waitBefore(lower)
}

// readWait reads the wait that a text begins with. A bare number is seconds.
func readWait(text string) time.Duration {
	text = strings.TrimLeft(text, " :=\"'~")
	for _, word := range [...]string{"about ", "approximately ", "at least ", "another ", "a few ", "after "} {
		text = strings.TrimPrefix(text, word)
	}
	if d, ok := clock(text); ok {
		return d
	}
	var total time.Duration
	for n := range 4 {
		amount, rest := leadingNumber(text)
		if rest == text {
			break
		}
		unit, width := unitOf(rest)
		if width == 0 && n > 0 {
			break
		}
		total += time.Duration(amount * float64(unit))
		text = strings.TrimLeft(rest[width:], " ,")
		text = strings.TrimPrefix(text, "and ")
		if width == 0 {
			break
		}
	}
	if total < 0 || total > 366*24*time.Hour {
		return 0
	}
	return total
}

// leadingNumber reads a decimal number, and returns what stands behind it.
func leadingNumber(text string) (float64, string) {
	end := 0
	for end < len(text) && end < 20 && (isDigit(text[end]) || text[end] == '.' && end+1 < len(text) && isDigit(text[end+1])) {
		end++
	}
	n, err := strconv.ParseFloat(text[:end], 64)
	if err != nil {
		return 0, text
	}
	return n, text[end:]
}

// unitNames are the units of time, the longer before those that they begin with.
var unitNames = [...]struct {
	name string
	unit time.Duration
}{
	{"milliseconds", time.Millisecond},
	{"millisecond", time.Millisecond},
	{"ms", time.Millisecond},
	{"毫秒", time.Millisecond},
	{"seconds", time.Second},
	{"second", time.Second},
	{"secs", time.Second},
	{"sec", time.Second},
	{"秒", time.Second},
	{"minutes", time.Minute},
	{"minute", time.Minute},
	{"mins", time.Minute},
	{"min", time.Minute},
	{"分钟", time.Minute},
	{"hours", time.Hour},
	{"hour", time.Hour},
	{"hrs", time.Hour},
	{"hr", time.Hour},
	{"小时", time.Hour},
	{"days", 24 * time.Hour},
	{"day", 24 * time.Hour},
	{"天", 24 * time.Hour},
	{"s", time.Second},
	{"m", time.Minute},
	{"h", time.Hour},
	{"d", 24 * time.Hour},
}

// unitOf reads a unit, and returns how long it stands; without one it is a second.
func unitOf(text string) (unit time.Duration, width int) {
	trimmed := strings.TrimLeft(text, " ")
	for _, u := range unitNames {
		if !strings.HasPrefix(trimmed, u.name) {
			continue
		}
		rest := trimmed[len(u.name):]
		if len(u.name) == 1 && rest != "" && isAlnum(rest[0]) && !isDigit(rest[0]) {
			continue
		}
		return u.unit, len(text) - len(rest)
	}
	return time.Second, 0
}

// clock reads hh:mm:ss, with days before a point and fractions behind one.
func clock(text string) (time.Duration, bool) {
	end := 0
	for end < len(text) && end < 24 && (isDigit(text[end]) || text[end] == ':' || text[end] == '.') {
		end++
	}
	parts := strings.Split(strings.TrimRight(text[:end], ".:"), ":")
	if len(parts) != 3 {
		return 0, false
	}
	days, hours, hasDays := strings.Cut(parts[0], ".")
	if !hasDays {
		days, hours = "0", parts[0]
	}
	var numbers [4]float64
	for i, part := range [...]string{days, hours, parts[1], parts[2]} {
		n, err := strconv.ParseFloat(part, 64)
		if err != nil || n < 0 || n > 1000 {
			return 0, false
		}
		numbers[i] = n
	}
	seconds := ((numbers[0]*24+numbers[1])*60+numbers[2])*60 + numbers[3]
	return time.Duration(seconds * float64(time.Second)), true
}

// waitBefore reads a wait that stands before its word, as in Chinese.
func waitBefore(lower string) time.Duration {
	for _, after := range [...]string{"后再试", "后重试", "后再重试", "后再次"} {
		i := strings.Index(lower, after)
		if i < 0 {
			continue
		}
		start := i
		for start > 0 && i-start < 24 && !isDigit(lower[start-1]) {
			start--
		}
		for start > 0 && (isDigit(lower[start-1]) || lower[start-1] == '.') {
			start--
		}
		if d := readWait(lower[start:i]); d > 0 {
			return d
		}
	}
	return 0
}
