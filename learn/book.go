package learn

import (
	"cmp"
	"maps"
	"slices"

	"github.com/sequitur-go/sequitur/tool"
)

// A Book holds what was learnt, the latest lesson of each parameter. The zero Book
// is empty. It is no more safe for concurrent use than a slice.
type Book struct {
	lessons []Lesson
}

// NewBook returns a book of lessons that were stored before.
func NewBook(lessons []Lesson) *Book {
	b := new(Book)
	for _, l := range lessons {
		b.Learn(l)
	}
	return b
}

// Lessons returns what was learnt, by tool and parameter, to be shown or stored.
func (b *Book) Lessons() []Lesson {
	lessons := append([]Lesson{}, b.lessons...) // never nil, which JSON would call null
	for i := range lessons {
		lessons[i].Values = slices.Clone(lessons[i].Values)
	}
	return lessons
}

// find returns where the lesson of a parameter stands, or belongs.
func (b *Book) find(toolName, parameter string) (int, bool) {
	return slices.BinarySearchFunc(b.lessons, Lesson{Tool: toolName, Parameter: parameter}, func(a, b Lesson) int {
		return cmp.Or(cmp.Compare(a.Tool, b.Tool), cmp.Compare(a.Parameter, b.Parameter))
	})
}

// Learn takes a lesson in, in place of an older one of the same parameter. It
// reports whether the values changed, so that the clients have to be told.
func (b *Book) Learn(l Lesson) bool {
	if l.Tool == "" || l.Parameter == "" || !whole(l.Values) {
		return false
	}
	l.Values = slices.Clone(l.Values)
	i, ok := b.find(l.Tool, l.Parameter)
	if !ok {
		b.lessons = slices.Insert(b.lessons, i, l)
		return true
	}
	old := b.lessons[i]
	if old.Source.Time.After(l.Source.Time) {
		return false
	}
	b.lessons[i] = l
	return !slices.Equal(slices.Sorted(slices.Values(old.Values)), slices.Sorted(slices.Values(l.Values)))
}

// Refused tells the book that a value was refused which it had learnt: the list is
// out of date, and all of it is forgotten. It reports whether that changed
// anything.
func (b *Book) Refused(toolName, parameter, value string) bool {
	i, ok := b.find(toolName, parameter)
	return ok && slices.Contains(b.lessons[i].Values, value) && b.Revoke(toolName, parameter)
}

// Revoke forgets what was learnt of a parameter; "" stands for every one of the
// tool. It reports whether there was anything.
func (b *Book) Revoke(toolName, parameter string) bool {
	before := len(b.lessons)
	b.lessons = slices.DeleteFunc(b.lessons, func(l Lesson) bool {
		return l.Tool == toolName && (parameter == "" || l.Parameter == parameter)
	})
	return len(b.lessons) < before
}

// Spec returns a tool's specification with what was learnt of it. Values that are
// configured, or that a look-up gives, come first and stay as they are.
func (b *Book) Spec(spec tool.Spec) tool.Spec {
	copied := false
	for _, l := range b.lessons {
		known := spec.Parameters[l.Parameter]
		if l.Tool != spec.Name || len(known.Values) > 0 || known.Lookup != "" {
			continue
		}
		if !copied {
			spec.Parameters = maps.Clone(spec.Parameters)
			copied = true
		}
		if spec.Parameters == nil {
			spec.Parameters = map[string]tool.Parameter{}
		}
		known.Closed = true
		for _, name := range l.Values {
			known.Values = append(known.Values, tool.Value{Name: name})
		}
		spec.Parameters[l.Parameter] = known
	}
	return spec
}
