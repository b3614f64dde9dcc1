package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/gateway"
	"github.com/sequitur-go/sequitur/internal/config"
	"github.com/sequitur-go/sequitur/journal"
	"github.com/sequitur-go/sequitur/recovery"
	"github.com/sequitur-go/sequitur/state/sqlite"
)

// mcpOptions are the flags of "mcp".
type mcpOptions struct {
	url      string
	name     string
	headers  []string
	token    string
	config   string
	journal  string
	contents bool
	shadow   bool
	state    string
	deadline time.Duration
	start    time.Duration
}

// newMCPCommand returns "mcp": the guard in front of one MCP server.
func newMCPCommand() *cobra.Command {
	var o mcpOptions
	cmd := &cobra.Command{
		Use:   "mcp [flags] -- COMMAND [ARGUMENT...]",
		Short: "Stand between an MCP client and its server, and guard the tool calls",
		Long: `Put this line into a client where the server's own command stands. Everything
passes untouched in both directions; only tool calls go through the guard. What
may be repeated is repeated, what must not be is not, and each failure becomes a
sentence that tells the model its next step.

Without annotations of the server and without --config every tool counts as a
write: nothing that may have run is repeated. Say in a policy file which tools
read, and more is.

The client speaks over standard input and output. Warnings, and what the server
writes to its standard error, go to standard error.`,
		Example: `  sequitur mcp -- npx -y @modelcontextprotocol/server-filesystem /data
  sequitur mcp --config policy.yaml --journal calls.jsonl -- uvx my-server
  sequitur mcp --url https://mcp.example.com/mcp --token env:MCP_TOKEN
  sequitur mcp --shadow --journal calls.jsonl -- uvx my-server`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runMCP(cmd, args, o)
		},
	}
	flags := cmd.Flags()
	flags.SetInterspersed(false) // what follows the command is its own
	flags.StringVar(&o.url, "url", "", "address of a streamable HTTP server, in place of a command")
	flags.StringVar(&o.name, "name", "", "name of the server in records")
	flags.StringArrayVar(&o.headers, "header", nil, "header field for --url, NAME=SOURCE with SOURCE env:NAME, file:PATH or command:LINE; may be repeated")
	flags.StringVar(&o.token, "token", "", "bearer token for --url, from env:NAME, file:PATH or command:LINE; read again when refused")
	flags.StringVarP(&o.config, "config", "c", "", "policy file: what the tools do, and how to treat their failures")
	flags.StringVar(&o.journal, "journal", "", "append each call to this file (ending in .jsonl) or folder, without contents")
	flags.BoolVar(&o.contents, "journal-contents", false, "write arguments and texts into the journal, too, redacted")
	flags.StringVar(&o.state, "state", "", "keep refusals and idempotency claims in this file, which processes share and which survives them")
	flags.BoolVar(&o.shadow, "shadow", false, "change nothing, and only write into the journal what would have been done")
	flags.DurationVar(&o.deadline, "deadline", 0, "answer each call within this time; without the flag it goes by the client's name")
	flags.DurationVar(&o.start, "start-timeout", 40*time.Second, "tell the client that the server is not there if it does not answer initialize within this time; 0 waits for ever")
	return cmd
}

func runMCP(cmd *cobra.Command, args []string, o mcpOptions) error {
	server := gateway.Server{Name: o.name, Command: args, URL: o.url, Stderr: cmd.ErrOrStderr()}
	if err := server.Validate(); err != nil {
		return badUsage(err, "sequitur mcp -- COMMAND, or sequitur mcp --url URL")
	}
	if o.shadow && o.journal == "" {
		return badUsage(errors.New("--shadow without --journal would do nothing"), "add --journal calls.jsonl")
	}
	if o.start < 0 {
		return badUsage(fmt.Errorf("--start-timeout must not be negative, got %s", o.start), "--start-timeout 0 waits for ever")
	}
	if err := o.credentials(&server); err != nil {
		return err
	}
	log := warnings(cmd)
	proxy := gateway.Proxy{Server: server, Shadow: o.shadow, Log: log, Start: o.start}
	if o.start == 0 {
		proxy.Start = -1
	}
	if cmd.Flags().Changed("deadline") {
		proxy.Deadline = &o.deadline
	}
	var file config.File
	if o.config != "" {
		var err error
		if file, err = readPolicy(o.config); err != nil {
			return err
		}
		configure(&proxy, &file)
	}
	tell, told, err := escalation(cmd.Context(), &file, log)
	if err != nil {
		return badFile(err, "")
	}
	defer told()
	proxy.Escalate = tell
	if o.journal != "" {
		writer, err := openJournal(o.journal, o.contents, log)
		if err != nil {
			return badFile(err, "--journal takes a file that ends in .jsonl, or a folder")
		}
		defer func() { _ = writer.Close() }()
		proxy.Recorder = writer
	}
	if o.state != "" {
		store, err := sqlite.Open(cmd.Context(), o.state, nil)
		if err != nil {
			return badFile(err, "--state takes a file that does not exist yet, or that it has made before")
		}
		defer func() { _ = store.Close() }()
		proxy.Store = store
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	t, err := openTelemetry(ctx, false)
	if err != nil {
		return badFile(err, "OTEL_EXPORTER_OTLP_ENDPOINT names where spans and metrics go")
	}
	defer t.end(ctx)
	t.watch(&proxy)
	proxy.Recorder = recorders{proxy.Recorder, warner{log}}
	err = proxy.Serve(ctx, cmd.InOrStdin(), cmd.OutOrStdout())
	if ctx.Err() != nil && cmd.Context().Err() == nil {
		return nil // asked to end: that is how clients stop a server
	}
	return err
}

// warnings returns a log of what an operator has to know.
func warnings(cmd *cobra.Command) *slog.Logger {
	return slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// credentials reads where the header fields come from.
func (o *mcpOptions) credentials(server *gateway.Server) error {
	if o.token == "" && len(o.headers) == 0 {
		return nil
	}
	if o.url == "" {
		return badUsage(errors.New("--header and --token need --url"), "a command takes its secrets from its environment")
	}
	headers := map[string]string{}
	for _, header := range o.headers {
		name, source, _ := strings.Cut(header, "=")
		headers[name] = source
	}
	if err := secrets(server, o.token, headers, nil); err != nil {
		return badUsage(err, "a secret on the command line can be read by others: name where it is")
	}
	return nil
}

// secrets lets a server's requests carry what is in the named places.
func secrets(server *gateway.Server, token string, headers map[string]string, oauth *config.OAuth) error {
	if token == "" && len(headers) == 0 && oauth == nil {
		return nil
	}
	c := &gateway.Credentials{Fields: map[string]gateway.Secret{}}
	for name, source := range headers {
		secret, err := gateway.ParseSecret(source)
		if err != nil {
			return fmt.Errorf("header %s: %w", name, err)
		}
		c.Fields[name] = secret
	}
	if token != "" {
		secret, err := gateway.ParseSecret(token)
		if err != nil {
			return fmt.Errorf("token: %w", err)
		}
		c.Bearer = &secret
	}
	server.Header, server.Source = c.Header, fmt.Sprintf("%q %q", token, headers)
	if oauth != nil {
		secret, err := gateway.ParseSecret(oauth.ClientSecret)
		if err != nil {
			return fmt.Errorf("oauth.client_secret: %w", err)
		}
		c.OAuth = &gateway.OAuth{
			TokenURL: oauth.TokenURL, ClientID: oauth.ClientID, Secret: secret, Scopes: oauth.Scopes, Parameters: oauth.Parameters,
		}
		server.Source += fmt.Sprintf(" %q", *oauth)
	}
	if c.Renewable() {
		server.Refresh = c.Refresh
	}
	return nil
}

// configure takes from a policy file what a proxy heeds.
func configure(proxy *gateway.Proxy, file *config.File) {
	proxy.Policy = func(preset recovery.Policy) recovery.Policy { return file.Apply(preset) }
	proxy.Tools, proxy.Rules, proxy.Renderer = file.Specs(), file.Rules(), file.Renderer()
	proxy.Clients = file.MCP.Clients
	if proxy.Deadline == nil {
		proxy.Deadline = file.MCP.Deadline
	}
	if proxy.Deadline == nil {
		proxy.Deadline = file.Policy.Deadline
	}
	proxy.Mark = file.MCP.MarkAttempts
	proxy.Distrust = file.MCP.TrustAnnotations != nil && !*file.MCP.TrustAnnotations
}

// openJournal opens the journal at a file's path, or in a folder.
func openJournal(path string, contents bool, log *slog.Logger) (*journal.Writer, error) {
	cfg := journal.Config{
		Dir: path, Contents: contents, Redactor: feedback.NewRedactor(),
		OnError: func(err error) { log.Error("a call is missing in the journal", slog.Any("error", err)) },
	}
	if name, ok := strings.CutSuffix(filepath.Base(path), ".jsonl"); ok {
		cfg.Dir, cfg.Name = filepath.Dir(path), name
	}
	return journal.Open(cfg)
}
