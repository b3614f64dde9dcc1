package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/gateway"
	"github.com/sequitur-go/sequitur/internal/config"
	"github.com/sequitur-go/sequitur/state/sqlite"
)

// gatewayOptions are the flags of "gateway".
type gatewayOptions struct {
	config   string
	listen   string
	stdio    bool
	journal  string
	contents bool
	shadow   bool
	state    string
}

// defaultListen is where a gateway listens unless it is told otherwise.
const defaultListen = "127.0.0.1:7717"

// newGatewayCommand returns "gateway": several MCP servers behind one address.
func newGatewayCommand() *cobra.Command {
	var o gatewayOptions
	cmd := &cobra.Command{
		Use:   "gateway --config FILE",
		Short: "Put several MCP servers behind one guarded address",
		Long: `The servers of the policy file's "upstreams" look like one to each client. Their
tools are listed together, with a prefix where one is given; a server that is not
there is left out, and delays no other's list. Each client's session has servers
of its own.

It listens to this machine alone unless told otherwise; with a public address,
clients have to show a token.`,
		Example: `  sequitur gateway --config sequitur.yaml
  sequitur gateway --config sequitur.yaml --stdio`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runGateway(cmd, o) },
	}
	flags := cmd.Flags()
	flags.StringVarP(&o.config, "config", "c", "", "policy file with the servers under upstreams")
	flags.StringVar(&o.listen, "listen", "", "address to listen to, in place of the file's (default "+defaultListen+")")
	flags.BoolVar(&o.stdio, "stdio", false, "serve one client over standard input and output instead")
	flags.StringVar(&o.journal, "journal", "", "append each call to this file (ending in .jsonl) or folder, without contents")
	flags.BoolVar(&o.contents, "journal-contents", false, "write arguments and texts into the journal, too, redacted")
	flags.StringVar(&o.state, "state", "", "keep refusals and idempotency claims in this file, which processes share and which survives them")
	flags.BoolVar(&o.shadow, "shadow", false, "change nothing, and only write into the journal what would have been done")
	return cmd
}

func runGateway(cmd *cobra.Command, o gatewayOptions) error {
	if o.config == "" {
		return badUsage(errors.New("--config is needed"), "its upstreams name the servers")
	}
	if o.shadow && o.journal == "" {
		return badUsage(errors.New("--shadow without --journal would do nothing"), "add --journal calls.jsonl")
	}
	file, err := readPolicy(o.config)
	if err != nil {
		return err
	}
	log := warnings(cmd)
	tell, told, err := escalation(cmd.Context(), &file, log)
	if err != nil {
		return badFile(err, "")
	}
	defer told()
	var common gateway.Proxy // what all servers have in common
	if o.state != "" {
		store, err := sqlite.Open(cmd.Context(), o.state, nil)
		if err != nil {
			return badFile(err, "--state takes a file that does not exist yet, or that it has made before")
		}
		defer func() { _ = store.Close() }()
		common.Store = store
	}
	if o.journal != "" {
		writer, err := openJournal(o.journal, o.contents, log)
		if err != nil {
			return badFile(err, "--journal takes a file that ends in .jsonl, or a folder")
		}
		defer func() { _ = writer.Close() }()
		common.Recorder = writer
	}
	t, err := openTelemetry(cmd.Context(), !o.stdio)
	if err != nil {
		return badFile(err, "OTEL_EXPORTER_OTLP_ENDPOINT names where spans and metrics go")
	}
	defer t.end(cmd.Context())
	t.watch(&common)
	common.Recorder = recorders{common.Recorder, warner{log}}
	common.Shadow, common.Escalate, common.Log = o.shadow, tell, log
	parts, err := gatewayParts(cmd, &file, common)
	g := &gateway.Gateway{Parts: parts, Version: moduleVersion(), Log: log}
	if err = errors.Join(err, g.Validate()); err != nil {
		return badFile(fmt.Errorf("%s: %w", o.config, err), "upstreams: {files: {command: [npx, -y, a-server]}}")
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	again := &reload{cmd: cmd, path: o.config, common: common, gateway: g, log: log}
	if o.stdio {
		defer again.watch(ctx)()
		err = g.Serve(ctx, cmd.InOrStdin(), cmd.OutOrStdout())
	} else {
		err = listen(ctx, cmd, again, &file, o.listen, t.metrics)
	}
	if ctx.Err() != nil && cmd.Context().Err() == nil {
		return nil // asked to end
	}
	return err
}

// gatewayParts returns the servers of a policy file.
func gatewayParts(cmd *cobra.Command, file *config.File, common gateway.Proxy) ([]gateway.Part, error) {
	var parts []gateway.Part
	for _, name := range slices.Sorted(maps.Keys(file.Upstreams)) {
		u := file.Upstreams[name]
		server := gateway.Server{Name: name, Command: u.Command, Dir: u.Dir, URL: u.URL, Stderr: cmd.ErrOrStderr()}
		if err := secrets(&server, u.Token, u.Headers, u.OAuth); err != nil {
			return nil, fmt.Errorf("upstreams.%s: %w", name, err)
		}
		proxy := common
		proxy.Server = server
		configure(&proxy, file)
		tools := proxy.Tools
		proxy.Tools = nil
		for _, spec := range tools {
			if spec.Upstream == "" || spec.Upstream == name {
				spec.Upstream = name
				proxy.Tools = append(proxy.Tools, spec)
			}
		}
		parts = append(parts, gateway.Part{Name: name, Prefix: u.Prefix, Proxy: proxy})
	}
	return parts, nil
}

func moduleVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return info.Main.Version
}

// listen serves the gateway over HTTP until ctx ends.
func listen(ctx context.Context, cmd *cobra.Command, again *reload, file *config.File, address string, metrics http.Handler) error {
	if address == "" {
		address = file.Gateway.Listen
	}
	if address == "" {
		address = defaultListen
	}
	token, err := clientToken(ctx, file, address)
	if err != nil {
		return badFile(err, "listen to 127.0.0.1, or set gateway.token: env:NAME")
	}
	handler := &gateway.Handler{Gateway: again.gateway, Hosts: file.Gateway.Hosts, Origins: file.Gateway.Origins, Token: token}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("/mcp", handler)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	mux.Handle("GET /metrics", shown(metrics, handler))
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 64 << 10}
	_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "listening on http://%s/mcp\n", listener.Addr())
	again.handler, again.address, again.listen = handler, address, file.Gateway.Listen
	defer again.watch(ctx)()
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err = <-ended:
	case <-ctx.Done():
		handler.Close()
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		err = server.Shutdown(closing)
	}
	return err
}

// shown asks for the token that clients have to show, where there is one.
func shown(page http.Handler, handler *gateway.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !handler.Knows(r) {
			http.Error(w, http.StatusText(http.StatusUnauthorized), http.StatusUnauthorized)
			return
		}
		page.ServeHTTP(w, r)
	})
}

// clientToken reads what clients have to show. Whoever listens to others needs it.
func clientToken(ctx context.Context, file *config.File, address string) (string, error) {
	if file.Gateway.Token == "" {
		if !local(address) {
			return "", fmt.Errorf("%s can be reached by others, and gateway.token is not set", address)
		}
		return "", nil
	}
	secret, err := gateway.ParseSecret(file.Gateway.Token)
	if err != nil {
		return "", fmt.Errorf("gateway.token: %w", err)
	}
	token, err := secret.Read(ctx)
	if err != nil {
		return "", fmt.Errorf("gateway.token: %w", err)
	}
	return token, nil
}

// local says whether an address can be reached from this machine only.
func local(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
