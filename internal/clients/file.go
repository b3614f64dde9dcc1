package clients

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// A File is one configuration, as it was read.
type File struct {
	Place
	text []byte
	root hujson.Value
}

// A Server is one entry of a configuration.
type Server struct {
	Name    string
	Command string
	Args    []string
	Env     map[string]string
	URL     string
	Headers map[string]string
	// Guarded says that the guard's line stands there already.
	Guarded bool
	// Config is the policy file that the guard's line names, "" for none.
	Config string
	// Refused says why the entry cannot be guarded, "" where it can.
	Refused string

	path string // JSON pointer to the entry
}

// Read reads a configuration. A place without a file is os.ErrNotExist.
func Read(p Place) (*File, error) {
	text, err := os.ReadFile(p.File)
	if err != nil {
		return nil, err
	}
	return Parse(p, text)
}

// Parse reads a configuration's text: JSON, with the comments and trailing
// commas that clients allow.
func Parse(p Place, text []byte) (*File, error) {
	root, err := hujson.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.File, err)
	}
	if _, ok := root.Value.(*hujson.Object); !ok {
		return nil, fmt.Errorf("%s must be a JSON object", p.File)
	}
	return &File{Place: p, text: text, root: root}, nil
}

// entry is an entry in the dialects of all clients.
type entry struct {
	Type        string            `json:"type"`
	Command     json.RawMessage   `json:"command"` // a text, or in opencode the whole line
	Args        []string          `json:"args"`
	Env         map[string]string `json:"env"`
	Environment map[string]string `json:"environment"` // opencode
	URL         string            `json:"url"`
	HTTPURL     string            `json:"httpUrl"`   // Gemini CLI
	ServerURL   string            `json:"serverUrl"` // Windsurf
	Headers     map[string]string `json:"headers"`
}

// Servers returns the entries, by name. Claude Code also keeps the servers of
// each project in the user's file; they are found, too.
func (f *File) Servers() []Server {
	list := f.under("/" + escape(f.Key))
	projects, _ := f.object("/projects")
	for _, name := range slices.Sorted(maps.Keys(projects)) {
		list = append(list, f.under("/projects/"+escape(name)+"/"+escape(f.Key))...)
	}
	return list
}

func (f *File) under(path string) []Server {
	members, ok := f.object(path)
	if !ok && f.root.Find(path) != nil {
		return []Server{{Name: f.Key, Refused: "it must be an object of servers", path: path}}
	}
	list := make([]Server, 0, len(members))
	for _, name := range slices.Sorted(maps.Keys(members)) {
		s := server(members[name])
		s.Name, s.path = name, path+"/"+escape(name)
		list = append(list, s)
	}
	return list
}

// object returns the members of the object at a path.
func (f *File) object(path string) (map[string]json.RawMessage, bool) {
	v := f.root.Find(path)
	if v == nil {
		return nil, false
	}
	plain := v.Clone()
	plain.Standardize()
	var members map[string]json.RawMessage
	err := json.Unmarshal(plain.Pack(), &members)
	return members, err == nil
}

// server reads one entry.
func server(text json.RawMessage) Server {
	var e entry
	if err := json.Unmarshal(text, &e); err != nil {
		return Server{Refused: "the entry is not of a known form"}
	}
	s := Server{Args: e.Args, Env: e.Env, URL: first(e.URL, e.HTTPURL, e.ServerURL), Headers: e.Headers}
	if s.Env == nil {
		s.Env = e.Environment
	}
	var line []string
	switch {
	case len(e.Command) == 0:
	case json.Unmarshal(e.Command, &s.Command) == nil:
	case json.Unmarshal(e.Command, &line) == nil && len(line) > 0:
		s.Command, s.Args = line[0], line[1:]
	default:
		s.Refused = "its command is not of a known form"
	}
	s.Guarded = isGuard(s.Command) && len(s.Args) > 0 && s.Args[0] == "mcp"
	if i := slices.Index(s.Args, "--config"); s.Guarded && i > 0 && i+1 < len(s.Args) {
		s.Config = s.Args[i+1]
	}
	switch {
	case s.Refused != "" || s.Guarded:
	case s.Command == "" && s.URL == "":
		s.Refused = "it names neither a command nor an address"
	case s.Command == "" && (e.Type == "sse" || strings.HasSuffix(strings.TrimRight(s.URL, "/"), "/sse")):
		s.Refused = "it speaks the old HTTP+SSE transport, which is not guarded"
	}
	return s
}

// Own is the server's own line: its command and arguments, or its address,
// without the guard in front of it.
func (s *Server) Own() []string {
	switch i := slices.Index(s.Args, "--"); {
	case !s.Guarded && s.Command == "":
		return []string{s.URL}
	case !s.Guarded:
		return append([]string{s.Command}, s.Args...)
	case i >= 0:
		return s.Args[i+1:]
	}
	if i := slices.Index(s.Args, "--url"); i >= 0 && i+1 < len(s.Args) {
		return s.Args[i+1 : i+2]
	}
	return nil
}

// isGuard says whether a command is this program.
func isGuard(command string) bool {
	name := strings.TrimSuffix(filepath.Base(strings.ReplaceAll(command, `\`, "/")), ".exe")
	return name == "sequitur"
}

func first(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// escape makes a name a part of a JSON pointer.
func escape(name string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

// GuessKey returns the member of a configuration that names its servers, or "".
func GuessKey(text []byte) string {
	f, err := Parse(Place{}, text)
	if err != nil {
		return ""
	}
	for _, key := range [...]string{"mcpServers", "servers", "context_servers", "mcp"} {
		if _, ok := f.object("/" + key); ok {
			return key
		}
	}
	return ""
}
