package model

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
)

// A Ref names a model: "scripted:article-7b", "ollama:qwen2.5:7b", or
// "openai:http://host:port/v1#name".
type Ref struct {
	Kind string // "scripted", "ollama", "openai"
	Name string
	URL  string // base of the API; "" for a scripted model
}

const (
	kindScripted = "scripted"
	kindOllama   = "ollama"
	kindOpenAI   = "openai"

	ollamaURL = "http://localhost:11434/v1"
)

// ParseRef reads a model's name. Its error says what would have been right.
func ParseRef(text string) (Ref, error) {
	kind, rest, found := strings.Cut(text, ":")
	if !found || rest == "" {
		return Ref{}, fmt.Errorf("a model is scripted:NAME, ollama:NAME or openai:URL#NAME, got %q", text)
	}
	switch kind {
	case kindScripted:
		if !slices.Contains(ScriptedNames(), rest) {
			return Ref{}, fmt.Errorf("a scripted model must be one of %s, got %q", strings.Join(ScriptedNames(), ", "), rest)
		}
		return Ref{Kind: kindScripted, Name: rest}, nil
	case kindOllama:
		return Ref{Kind: kindOllama, Name: rest, URL: ollamaURL}, nil
	case kindOpenAI:
		base, name, _ := strings.Cut(rest, "#")
		u, err := url.Parse(base)
		if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || name == "" {
			return Ref{}, fmt.Errorf("an openai model is openai:http://HOST:PORT/v1#NAME, got %q", text)
		}
		if u.User != nil {
			return Ref{}, fmt.Errorf("a model's URL must not hold a password: put the key into the variable %s", KeyVariable)
		}
		return Ref{Kind: kindOpenAI, Name: name, URL: strings.TrimSuffix(base, "/")}, nil
	default:
		return Ref{}, fmt.Errorf("a model is scripted:NAME, ollama:NAME or openai:URL#NAME, got the kind %q", kind)
	}
}

// String writes the reference as it is given on a command line.
func (r Ref) String() string {
	if r.Kind == kindOpenAI {
		return r.Kind + ":" + r.URL + "#" + r.Name
	}
	return r.Kind + ":" + r.Name
}

// KeyVariable names the variable that holds the key of a model's server. It has
// a name of its own, so that a key for one server never goes to another.
const KeyVariable = "LAB_API_KEY"

// Access is how the server of a model is asked.
type Access struct {
	// Key is the server's, "" where it takes none.
	Key string
	// Timeout bounds one request with its answer; 0 is three minutes.
	Timeout time.Duration
	// Retries is how often a request is repeated after a failure that passes.
	Retries int
}

// Open returns the source of the model that the reference names.
func Open(r Ref, access Access) Source {
	if r.Kind == kindScripted {
		return Scripted{name: r.Name}
	}
	return &Chat{URL: r.URL, Name: r.Name, Key: access.Key, Timeout: access.Timeout, Retries: access.Retries}
}
