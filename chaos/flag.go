package chaos

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sequitur-go/sequitur/inject"
)

// ParseFault reads a fault of the command line: TOOL:KIND, or KIND for every
// tool, with =PROBABILITY and ,first=N ,every=N ,until=credential ,always behind
// it.
func ParseFault(text string) (inject.Plan, error) {
	head, options, _ := strings.Cut(text, ",")
	var p inject.Plan
	head, chance, drawn := strings.Cut(head, "=")
	if drawn {
		probability, err := strconv.ParseFloat(chance, 64)
		if err != nil {
			return p, fmt.Errorf("%q: the probability must be a number between 0 and 1, got %q", text, chance)
		}
		p.When.Probability = probability
	}
	if i := strings.LastIndexByte(head, ':'); i >= 0 {
		p.Tool, head = head[:i], head[i+1:]
	}
	if p.Fault = head; p.Tool == "*" {
		p.Tool = ""
	}
	if options != "" {
		for option := range strings.SplitSeq(options, ",") {
			if err := setOption(&p, option); err != nil {
				return p, fmt.Errorf("%q: %w", text, err)
			}
		}
	}
	if err := p.Validate(); err != nil {
		return p, fmt.Errorf("%q: %w", text, err)
	}
	return p, nil
}

func setOption(p *inject.Plan, option string) error {
	name, value, _ := strings.Cut(option, "=")
	switch {
	case name == "first" || name == "every":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 {
			return fmt.Errorf("%s must be a whole number from 1, got %q", name, value)
		}
		if name == "first" {
			p.When.First = n
		} else {
			p.When.Every = n
		}
	case option == "until=credential":
		p.When.UntilCredentialChanges = true
	case option == "always":
		p.When.Always = true
	case option == "distinct":
		p.When.Distinct = true
	case option == "writes":
		p.Writes = true
	case option == "reads":
		p.Reads = true
	default:
		return fmt.Errorf("an option must be first=N, every=N, until=credential, always, distinct, reads or writes, got %q", option)
	}
	return nil
}
