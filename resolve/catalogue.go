package resolve

import (
	"slices"

	"github.com/sequitur-go/sequitur/tool"
)

// A catalogue is a list of options, read. One tool is asked with the same list
// again and again, so that the last list is kept as it was read.
type catalogue struct {
	arena
	texts     []text
	options   []option
	values    []tool.Value
	explained bool // the meanings are read
}

// maxKept bounds the list that is kept, in values.
const maxKept = 2000

// load reads a list of values, unless it is the one that was read last.
func (c *catalogue) load(values []tool.Value) {
	if slices.EqualFunc(c.values, values, sameValue) {
		return
	}
	c.reset()
	c.texts, c.options, c.values, c.explained = c.texts[:0], c.options[:0], append(c.values[:0], values...), false
	for i := range values {
		o := option{text: c.read(values[i].Name), value: &c.values[i]}
		start := len(c.texts)
		for _, alias := range values[i].Aliases {
			c.texts = append(c.texts, c.read(alias))
		}
		o.names = c.texts[start:len(c.texts):len(c.texts)]
		c.options = append(c.options, o)
	}
}

func sameValue(a, b tool.Value) bool {
	return a.Name == b.Name && a.Meaning == b.Meaning && slices.Equal(a.Aliases, b.Aliases)
}

// explain reads what the options mean, once.
func (c *catalogue) explain() {
	if c.explained {
		return
	}
	c.explained = true
	for i := range c.options {
		if o := &c.options[i]; o.value.Meaning != "" {
			o.meanings, c.texts = c.clauses(c.texts, o.value.Meaning, maxMeaning)
		}
	}
}

// forget drops a list that is too long to be kept.
func (c *catalogue) forget() {
	if len(c.values) > maxKept {
		*c = catalogue{}
	}
}
