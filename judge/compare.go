package judge

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// commentTable names arguments that only comment a shell command.
var commentTable = []string{"description", "explanation", "comment", "reason", "toolCallDescription", "thought", "rationale"}

// commandTable names the arguments that hold a command or code.
var commandTable = []string{"command", "cmd", "code", "script", "source", "input", "python_code"}

// fingerprint is what two calls are compared by: the same for the same call, however
// its arguments are spelt.
func (f *Facts) fingerprint(call *tool.Call) string {
	args := call.Args
	if f.Spec(call.Tool).RunsCode || runsCode(call.Tool) {
		args = withoutComments(args)
	}
	return call.Tool + "\x00" + recovery.Fingerprint(args)
}

// withoutComments takes the comments out of a command's arguments.
func withoutComments(args json.RawMessage) json.RawMessage {
	object, ok := objectOf(args)
	if !ok {
		return args
	}
	if _, ok := commandOf(args); !ok {
		return args
	}
	for _, key := range commentTable {
		delete(object, key)
	}
	clean, err := json.Marshal(object)
	if err != nil {
		return args
	}
	return clean
}

func objectOf(args json.RawMessage) (map[string]json.RawMessage, bool) {
	var object map[string]json.RawMessage
	if len(args) == 0 || json.Unmarshal(args, &object) != nil {
		return nil, false
	}
	return object, true
}

// commandOf returns the command line or the code of a call.
func commandOf(args json.RawMessage) (string, bool) {
	object, ok := objectOf(args)
	if !ok {
		return "", false
	}
	for _, key := range commandTable {
		raw, ok := object[key]
		if !ok {
			continue
		}
		var text string
		if json.Unmarshal(raw, &text) == nil {
			return text, true
		}
		var list []string
		if json.Unmarshal(raw, &list) == nil {
			return strings.Join(list, " "), true
		}
	}
	return "", false
}

// A leaf is one plain value of a call's arguments.
type leaf struct {
	path string // with list positions left out
	text string
	kind byte // 's' text, 'n' number, 'b' anything else
}

// leaves returns the plain values of a call's arguments.
func leaves(args json.RawMessage) []leaf {
	decoder := json.NewDecoder(bytes.NewReader(args))
	decoder.UseNumber()
	var value any
	if decoder.Decode(&value) != nil {
		return nil
	}
	return appendLeaves(nil, "", value)
}

func appendLeaves(all []leaf, path string, value any) []leaf {
	switch value := value.(type) {
	case string:
		trimmed := strings.TrimSpace(value)
		if len(trimmed) > 1 && (trimmed[0] == '{' || trimmed[0] == '[') && json.Valid([]byte(trimmed)) {
			return append(all, leaves(json.RawMessage(trimmed))...)
		}
		return append(all, leaf{path, value, 's'})
	case json.Number:
		return append(all, leaf{path, value.String(), 'n'})
	case bool:
		if value {
			return append(all, leaf{path, "true", 'b'})
		}
		return append(all, leaf{path, "false", 'b'})
	case []any:
		for _, item := range value {
			all = appendLeaves(all, path, item)
		}
	case map[string]any:
		names := make([]string, 0, len(value))
		for name := range value {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			at := name
			if path != "" {
				at = path + "." + name
			}
			all = appendLeaves(all, at, value[name])
		}
	}
	return all
}

// lastName returns the last key of a path.
func lastName(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// changed returns the values of a call that another one does not have.
func changed(before, after []leaf) []leaf {
	var all []leaf
	for _, l := range after {
		if !slices.ContainsFunc(before, func(o leaf) bool { return o.text == l.text && o.kind == l.kind }) {
			all = append(all, l)
		}
	}
	return all
}

// targetTable names the arguments that say what a call is about.
var targetTable = []string{"path", "file_path", "filepath", "file", "filename", "file_name", "url", "uri", "notebook_path", "target_file", "absolute_path", "dir", "directory"}

// sharesTarget says whether two calls are about the same file or address.
func sharesTarget(a, b *tool.Call) bool {
	for _, l := range leaves(a.Args) {
		if l.kind != 's' || len(l.text) < 3 || !slices.Contains(targetTable, lastName(l.path)) {
			continue
		}
		if mentions(b, l.text) {
			return true
		}
	}
	return false
}

// mentions says whether a call names a file or an address: as a value, or in a
// command line, there by its last part too.
func mentions(call *tool.Call, target string) bool {
	base := target[strings.LastIndexByte(strings.TrimRight(target, "/"), '/')+1:]
	for _, l := range leaves(call.Args) {
		if l.kind != 's' {
			continue
		}
		if l.text == target {
			return true
		}
		if slices.Contains(commandTable, lastName(l.path)) && (strings.Contains(l.text, target) || len(base) > 4 && strings.Contains(l.text, base)) {
			return true
		}
	}
	return false
}

// sharesObject says whether a reading call asks for the object that another
// acted on: the same identifier, and the object's noun in both names.
func sharesObject(acted, reading *tool.Call) bool {
	nouns := wordsOf(acted.Tool)
	reads := wordsOf(reading.Tool)
	for _, l := range leaves(acted.Args) {
		if l.kind == 'b' || len(l.text) < 2 {
			continue
		}
		key := strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(lastName(l.path)), "id"), "_")
		for _, o := range leaves(reading.Args) {
			if o.text != l.text {
				continue
			}
			if key == "" || slices.Contains(nouns, key) && slices.Contains(reads, key) {
				return true
			}
		}
	}
	return false
}
