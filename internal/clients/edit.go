package clients

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// A Guard is the line that is put in front of a server.
type Guard struct {
	// Program is the command that clients start.
	Program string
	// Config is the policy file of the server, "" for none.
	Config string
}

// Edit puts the guard in front of a server, in memory: Text is then the new
// file. Everything else in it stays as it is, byte for byte.
func (f *File) Edit(s *Server, g Guard) error {
	switch {
	case s.Guarded:
		return fmt.Errorf("%s: %s is guarded already", f.File, s.Name)
	case s.Refused != "":
		return fmt.Errorf("%s: %s cannot be guarded: %s", f.File, s.Name, s.Refused)
	}
	v := f.root.Find(s.path)
	if v == nil {
		return fmt.Errorf("%s: %s is gone", f.File, s.Name)
	}
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		return fmt.Errorf("%s: %s must be an object", f.File, s.Name)
	}
	if s.Command == "" {
		remote(object, s, g)
	} else {
		local(object, s, g)
	}
	return nil
}

// Configure names the policy file in the line of a server that is guarded already.
func (f *File) Configure(s *Server, config string) error {
	v := f.root.Find(s.path)
	if v == nil || !s.Guarded || s.Config != "" {
		return fmt.Errorf("%s: %s has no guard without a policy", f.File, s.Name)
	}
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		return fmt.Errorf("%s: %s must be an object", f.File, s.Name)
	}
	line := member(object, "args")
	if line == nil {
		line = member(object, "command") // the whole line in one list
	}
	array, ok := line.Value.(*hujson.Array)
	if !ok {
		return fmt.Errorf("%s: the arguments of %s must be a list", f.File, s.Name)
	}
	at := slices.IndexFunc(array.Elements, func(e hujson.ArrayElement) bool { return text(&e) == "mcp" })
	if at < 0 {
		return fmt.Errorf("%s: %s is not of the form that init writes", f.File, s.Name)
	}
	between := hujson.Extra(" ")
	if at+1 < len(array.Elements) {
		between = array.Elements[at+1].BeforeExtra
	}
	array.Elements = slices.Insert(array.Elements, at+1,
		hujson.Value{Value: hujson.String("--config"), BeforeExtra: between}, hujson.Value{Value: hujson.String(config), BeforeExtra: between})
	return nil
}

// Text is the file with its edits.
func (f *File) Text() []byte { return f.root.Pack() }

// Original is the file as it was read.
func (f *File) Original() []byte { return f.text }

// line is the arguments before the server's own.
func (g Guard) line() []string {
	args := []string{"mcp"}
	if g.Config != "" {
		args = append(args, "--config", g.Config)
	}
	return args
}

// local puts the guard in front of a command.
func local(object *hujson.Object, s *Server, g Guard) {
	before := append(g.line(), "--")
	command := member(object, "command")
	if line, ok := command.Value.(*hujson.Array); ok { // opencode: the whole line in one list
		prepend(line, append([]string{g.Program}, before...))
		return
	}
	before = append(before, s.Command)
	command.Value = hujson.String(g.Program)
	if args := member(object, "args"); args != nil {
		if array, ok := args.Value.(*hujson.Array); ok {
			prepend(array, before)
			return
		}
	}
	add(object, layoutOf(object), "args", list(before))
}

// remote puts the guard's command in place of an address. What the header fields
// hold moves to the command's environment, since arguments can be read by others.
func remote(object *hujson.Object, s *Server, g Guard) {
	args := append(g.line(), "--url", s.URL)
	env := maps.Clone(s.Env)
	for _, name := range slices.Sorted(maps.Keys(s.Headers)) {
		variable := "SEQUITUR_HEADER_" + strings.ToUpper(strings.Map(variableRune, name))
		args = append(args, "--header", name+"=env:"+variable)
		if env == nil {
			env = map[string]string{}
		}
		env[variable] = s.Headers[name]
	}
	layout := layoutOf(object)
	kind := member(object, "type")
	opencode := kind != nil && text(kind) == "remote"
	kept := object.Members[:0]
	for _, m := range object.Members {
		switch text(&m.Name) {
		case "url", "httpUrl", "serverUrl", "headers", "env", "environment":
		default:
			kept = append(kept, m)
		}
	}
	object.Members = kept
	kind = member(object, "type") // where it stands now
	switch {
	case opencode:
		kind.Value = hujson.String("local")
		add(object, layout, "command", list(append([]string{g.Program}, args...)))
		if len(env) > 0 {
			add(object, layout, "environment", table(env))
		}
		return
	case kind != nil:
		kind.Value = hujson.String("stdio")
	}
	add(object, layout, "command", hujson.Value{Value: hujson.String(g.Program)})
	add(object, layout, "args", list(args))
	if len(env) > 0 {
		add(object, layout, "env", table(env))
	}
}

func variableRune(r rune) rune {
	if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
		return r
	}
	return '_'
}

// member returns a member's value, or nil.
func member(object *hujson.Object, name string) *hujson.Value {
	for i := range object.Members {
		if text(&object.Members[i].Name) == name {
			return &object.Members[i].Value
		}
	}
	return nil
}

// text returns a literal's text.
func text(v *hujson.Value) string {
	literal, ok := v.Value.(hujson.Literal)
	if !ok {
		return ""
	}
	return literal.String()
}

// prepend puts texts in front of a list, laid out as its elements are: one a
// line, or all on one.
func prepend(array *hujson.Array, texts []string) {
	lead, between := hujson.Extra(nil), hujson.Extra(" ")
	if len(array.Elements) > 0 {
		lead = array.Elements[0].BeforeExtra
		if i := strings.LastIndexByte(string(lead), '\n'); i >= 0 {
			between = lead[i:]
		}
		array.Elements[0].BeforeExtra = between
	}
	elements := make([]hujson.ArrayElement, 0, len(texts)+len(array.Elements))
	for i, t := range texts {
		v := hujson.Value{Value: hujson.String(t), BeforeExtra: between}
		if i == 0 {
			v.BeforeExtra = lead
		}
		elements = append(elements, v)
	}
	array.Elements = append(elements, array.Elements...)
}

// add appends a member, laid out as the others are.
func add(object *hujson.Object, layout hujson.Extra, name string, v hujson.Value) {
	v.BeforeExtra = hujson.Extra(" ")
	if len(layout) == 0 && len(object.Members) > 0 {
		layout = hujson.Extra(" ")
	}
	object.Members = append(object.Members, hujson.ObjectMember{
		Name: hujson.Value{Value: hujson.String(name), BeforeExtra: layout}, Value: v,
	})
}

// layoutOf is what stands before each member: a line's end and its indent, or
// nothing. A comment belongs to its own member, and is left out.
func layoutOf(object *hujson.Object) hujson.Extra {
	if len(object.Members) == 0 {
		return nil
	}
	lead := object.Members[len(object.Members)-1].Name.BeforeExtra
	if i := strings.LastIndexByte(string(lead), '\n'); i >= 0 {
		return lead[i:]
	}
	return nil
}

// list is a list of texts on one line.
func list(texts []string) hujson.Value {
	array := &hujson.Array{}
	for i, t := range texts {
		v := hujson.Value{Value: hujson.String(t)}
		if i > 0 {
			v.BeforeExtra = hujson.Extra(" ")
		}
		array.Elements = append(array.Elements, v)
	}
	return hujson.Value{Value: array}
}

// table is a map of texts on one line.
func table(texts map[string]string) hujson.Value {
	object := &hujson.Object{}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		add(object, nil, name, hujson.Value{Value: hujson.String(texts[name])})
	}
	return hujson.Value{Value: object}
}

// Shown returns the file before and after the edits, for people to read: what
// the environment and the header fields of its servers hold is left out.
func (f *File) Shown() (before, after []byte) {
	original, err := Parse(f.Place, f.text)
	if err != nil {
		return f.text, f.text // it was parsed before
	}
	return original.masked(), f.masked()
}

func (f *File) masked() []byte {
	shown := File{Place: f.Place, root: f.root.Clone()}
	for _, s := range shown.Servers() {
		for _, name := range [...]string{"env", "environment", "headers"} {
			v := shown.root.Find(s.path + "/" + name)
			if v == nil {
				continue
			}
			if object, ok := v.Value.(*hujson.Object); ok {
				for i := range object.Members {
					object.Members[i].Value.Value = hujson.String("<secret>")
				}
			}
		}
	}
	return shown.Text()
}
