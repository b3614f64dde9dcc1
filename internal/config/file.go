package config

import (
	"time"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/tool"
)

// A File is the policy file. A nil pointer is a key that the file leaves out.
type File struct {
	Policy   PolicySection   `yaml:"policy"`
	Feedback Feedback        `yaml:"feedback"`
	Tools    map[string]Tool `yaml:"tools"`
	OwnRules []Rule          `yaml:"rules"`
	MCP      MCP             `yaml:"mcp"`
	// Escalation says who is told of a fault that no retry will cure.
	Escalation Escalation `yaml:"escalation"`
	// Gateway and Upstreams are for a gateway in front of several servers.
	Gateway   Gateway             `yaml:"gateway"`
	Upstreams map[string]Upstream `yaml:"upstreams"`
}

// An Escalation says who is told of a fault that no retry will cure.
type Escalation struct {
	Webhook Webhook `yaml:"webhook"`
}

// A Webhook is an HTTP endpoint that is told.
type Webhook struct {
	URL string `yaml:"url"`
	// Secret says where the secret is that signs the messages.
	Secret string `yaml:"secret"`
}

// A Gateway says where a gateway listens, and to whom.
type Gateway struct {
	// Listen is the address; "" is port 7717 of this machine alone.
	Listen string `yaml:"listen"`
	// Token says where the token is that clients have to show.
	Token string `yaml:"token"`
	// Hosts are the names that it is reached by beside those of this machine,
	// Origins the pages that may.
	Hosts   []string `yaml:"hosts"`
	Origins []string `yaml:"origins"`
}

// An Upstream is one server of a gateway: a command, or a URL.
type Upstream struct {
	Command []string `yaml:"command"`
	Dir     string   `yaml:"dir"`
	URL     string   `yaml:"url"`
	// Token and Headers say where the secrets are that its requests carry.
	Token   string            `yaml:"token"`
	Headers map[string]string `yaml:"headers"`
	OAuth   *OAuth            `yaml:"oauth"`
	// Prefix stands before the names of its tools.
	Prefix string `yaml:"prefix"`
}

// An OAuth says how a server's token is asked for, as a client with a secret.
type OAuth struct {
	TokenURL string `yaml:"token_url"`
	ClientID string `yaml:"client_id"`
	// ClientSecret says where the secret is.
	ClientSecret string   `yaml:"client_secret"`
	Scopes       []string `yaml:"scopes"`
	// Parameters are what the token endpoint wants besides: resource, audience.
	Parameters map[string]string `yaml:"parameters"`
}

// An MCP is what holds for clients and servers that speak MCP.
type MCP struct {
	// Deadline bounds each call, whoever the client is; 0s does not.
	Deadline *time.Duration `yaml:"deadline"`
	// Clients holds the deadlines of clients by their names.
	Clients map[string]time.Duration `yaml:"clients"`
	// TrustAnnotations says whether a server's hints on its tools are believed;
	// they are where the key is left out.
	TrustAnnotations *bool `yaml:"trust_annotations"`
	// MarkAttempts tells guards further in that this one repeats the calls.
	MarkAttempts bool `yaml:"mark_attempts"`
}

// A Feedback says how messages are written.
type Feedback struct {
	Language feedback.Language `yaml:"language"`
	Profile  string            `yaml:"profile"`
}

// A Rule says what an upstream's own error means, for one tool or for all.
type Rule struct {
	Name      string     `yaml:"name"`
	Tool      string     `yaml:"tool"`
	Code      string     `yaml:"code"`
	Exception string     `yaml:"exception"`
	Text      string     `yaml:"text"`
	Kind      fault.Kind `yaml:"kind"`
	Retryable bool       `yaml:"retryable"`
}

// A Raise is a fault that a tool says it raises.
type Raise struct {
	Code      string     `yaml:"code"`
	Exception string     `yaml:"exception"`
	Text      string     `yaml:"text"`
	Kind      fault.Kind `yaml:"kind"`
	Retryable bool       `yaml:"retryable"`
}

// A PolicySection is what holds for all tools.
type PolicySection struct {
	Deadline      *time.Duration      `yaml:"deadline"`
	Timeout       *time.Duration      `yaml:"timeout"`
	MaxRetryAfter *time.Duration      `yaml:"max_retry_after"`
	Plans         map[fault.Kind]Plan `yaml:"plans"`
	Budget        Budget              `yaml:"budget"`
	Breaker       Breaker             `yaml:"breaker"`
	Memory        Memory              `yaml:"memory"`
	Task          Task                `yaml:"task"`
}

// A Plan is what differs from the preset of one kind.
type Plan struct {
	Attempts *int             `yaml:"attempts"`
	Base     *time.Duration   `yaml:"base"`
	Growth   *float64         `yaml:"growth"`
	Cap      *time.Duration   `yaml:"cap"`
	Jitter   *recovery.Jitter `yaml:"jitter"`
}

// A Budget is what differs from the preset of the retry budget.
type Budget struct {
	Ratio  *float64       `yaml:"ratio"`
	Floor  *int           `yaml:"floor"`
	Window *time.Duration `yaml:"window"`
}

// A Breaker is what differs from the preset of the circuit breaker.
type Breaker struct {
	Failures *float64       `yaml:"failures"`
	Minimum  *int           `yaml:"minimum"`
	Window   *time.Duration `yaml:"window"`
	Open     *time.Duration `yaml:"open"`
}

// A Memory is what differs from the preset of the verdict memory.
type Memory struct {
	TTL       *time.Duration `yaml:"ttl"`
	StopAfter *int           `yaml:"stop_after"`
}

// A Task is what differs from the preset of a run's bounds.
type Task struct {
	Retries *int           `yaml:"retries"`
	Time    *time.Duration `yaml:"time"`
	Tokens  *int           `yaml:"tokens"`
}

// A Tool is the contract of one tool.
type Tool struct {
	Upstream      string               `yaml:"upstream"`
	Description   string               `yaml:"description"`
	Access        tool.Access          `yaml:"access"`
	Idempotent    bool                 `yaml:"idempotent"`
	RunsCode      bool                 `yaml:"runs_code"`
	EmptyIsNormal bool                 `yaml:"empty_is_normal"`
	Subject       string               `yaml:"subject"`
	Key           *Key                 `yaml:"key"`
	Verify        *Verify              `yaml:"verify"`
	StandIns      []string             `yaml:"stand_ins"`
	Credentials   []string             `yaml:"credentials"`
	Parameters    map[string]Parameter `yaml:"parameters"`
	Raises        []Raise              `yaml:"raises"`
	NeverRetry    []fault.Kind         `yaml:"never_retry"`
	Plans         map[fault.Kind]Plan  `yaml:"plans"`
	Deadline      time.Duration        `yaml:"deadline"`
	Timeout       time.Duration        `yaml:"timeout"`
	// LastGood is how old a result may be that is given where the tool fails.
	LastGood time.Duration `yaml:"last_good"`
}

// A Key says where the idempotency key travels.
type Key struct {
	Argument string `yaml:"argument"`
	Header   string `yaml:"header"`
	Meta     string `yaml:"meta"`
}

// A Verify is the read that tells whether a write happened.
type Verify struct {
	Tool   string            `yaml:"tool"`
	Args   map[string]string `yaml:"args"`
	Settle time.Duration     `yaml:"settle"`
}

// A Parameter is what is known of one parameter beyond the schema.
type Parameter struct {
	Closed  bool    `yaml:"closed"`
	Values  []Value `yaml:"values"`
	Lookup  string  `yaml:"lookup"`
	Source  string  `yaml:"source"`
	Type    string  `yaml:"type"`
	Example string  `yaml:"example"`
}

// A Value is one allowed value: a bare name, or a mapping.
type Value struct {
	Name    string   `yaml:"name"`
	Meaning string   `yaml:"meaning"`
	Aliases []string `yaml:"aliases"`
}
