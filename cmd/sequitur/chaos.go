package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sequitur-go/sequitur/audit"
	"github.com/sequitur-go/sequitur/chaos"
	"github.com/sequitur-go/sequitur/gateway"
	"github.com/sequitur-go/sequitur/tool"
)

// chaosOptions are the flags of "chaos".
type chaosOptions struct {
	mcp    mcpOptions // how the server is reached
	preset string
	plan   string
	faults []string
	seed   uint64
	guard  bool
	out    string
	gate   string
	rubric string
	quiet  bool
	http   string // the service that requests are passed on to
	listen string
}

func newChaosCommand() *cobra.Command {
	var o chaosOptions
	cmd := &cobra.Command{
		Use:   "chaos [flags] -- COMMAND [ARGUMENT...]",
		Short: "Put faults in front of an MCP server, and judge what the agent does next",
		Long: `Put this line into a client where the server's own command stands, and let the
agent work. Everything passes untouched, and calls fail by plan: answers get lost,
permissions are missing, results are empty. Nothing is run that the agent did not
ask for, and nothing is run twice by us. When the client ends, a verdict is written
to standard error: what came after each fault, and whether that was right.

The plan is a --preset (chaos list), a file (--plan; chaos show prints one to begin
with), or --fault TOOL:KIND[=P][,first=N][,every=N][,until=credential][,always]
[,distinct][,writes], repeated; without TOOL: every tool. The same --seed gives the
same faults for the same calls. With --guard the guard stands in front of the
faults, so that the same plan is seen with and without it.

Exit codes: 0 done, 1 a fault never occurred that was declared, 2 a wrong command
line, 3 a bad plan, 4 a threshold of --gate is missed, 5 it is inconclusive.`,
		Example: `  sequitur chaos --preset lost-writes -- npx -y my-server
  sequitur chaos --preset four-states --guard --out chaos/ -- uvx my-server
  sequitur chaos --fault get_order:timeout=0.3 --fault refund:forbidden -- my-server
  sequitur chaos --preset flaky --http http://localhost:9000 --listen 127.0.0.1:9100
  sequitur chaos --preset flaky --url https://mcp.example.com/mcp --gate "match>=0.8"`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return runChaos(cmd, args, &o) },
	}
	flags := cmd.Flags()
	flags.SetInterspersed(false) // what follows the command is its own
	o.planFlags(flags)
	flags.BoolVar(&o.guard, "guard", false, "put the guard between the agent and the faults")
	flags.StringVar(&o.out, "out", "", "write the run, its verdict and the reports into this folder")
	flags.StringVar(&o.gate, "gate", "", "thresholds that must hold, as for audit")
	flags.StringVar(&o.rubric, "rubric", "refined", "published, refined, or a file of one's own")
	flags.StringVar(&o.http, "http", "", "stand in front of this HTTP service, in place of an MCP server; tools are METHOD and path, such as \"GET /orders/*\"")
	flags.StringVar(&o.listen, "listen", "127.0.0.1:9100", "address of --http on this machine")
	flags.BoolVar(&o.quiet, "quiet", false, "tell nothing while the agent works")
	cmd.AddCommand(newChaosListCommand(), newChaosShowCommand(), newChaosDoctorCommand(), newChaosCompareCommand())
	return cmd
}

// planFlags are the flags that say which plan, and in front of which server.
func (o *chaosOptions) planFlags(flags *pflag.FlagSet) {
	flags.StringVar(&o.preset, "preset", "", "a plan that needs no file")
	flags.StringVar(&o.plan, "plan", "", "a plan's file")
	flags.StringArrayVar(&o.faults, "fault", nil, "one fault; may be repeated")
	flags.Uint64Var(&o.seed, "seed", 1, "draws what is left to chance")
	flags.StringVar(&o.mcp.url, "url", "", "address of a streamable HTTP server, in place of a command")
	flags.StringArrayVar(&o.mcp.headers, "header", nil, "header field for --url, NAME=SOURCE with SOURCE env:NAME, file:PATH or command:LINE")
	flags.StringVar(&o.mcp.token, "token", "", "bearer token for --url, from env:NAME, file:PATH or command:LINE")
	flags.StringVarP(&o.mcp.config, "config", "c", "", "policy file: what the tools do, and the guard's policy")
}

// readPlan takes the plan from where the flags say.
func (o *chaosOptions) readPlan() (chaos.Plan, error) {
	given := 0
	for _, is := range []bool{o.preset != "", o.plan != "", len(o.faults) > 0} {
		if is {
			given++
		}
	}
	if given != 1 {
		return chaos.Plan{}, badUsage(fmt.Errorf("one of --preset, --plan and --fault is needed, got %d of them", given), "sequitur chaos list names the presets")
	}
	switch {
	case o.preset != "":
		plan, err := chaos.Preset(o.preset)
		return plan, usageOf(err)
	case o.plan != "":
		data, err := os.ReadFile(o.plan)
		if err != nil {
			return chaos.Plan{}, badUsage(err, "sequitur chaos show NAME prints a plan to begin with")
		}
		plan, err := chaos.Parse(o.plan, data)
		if err != nil {
			return plan, badFile(err, "sequitur chaos show NAME prints a plan to begin with")
		}
		return plan, nil
	}
	plan := chaos.Plan{Name: "faults of the command line"}
	for _, text := range o.faults {
		fault, err := chaos.ParseFault(text)
		if err != nil {
			return plan, badUsage(fmt.Errorf("--fault %w", err), "for instance get_order:timeout=0.3 or refund:forbidden,first=2")
		}
		plan.Faults = append(plan.Faults, fault)
	}
	return plan, nil
}

func usageOf(err error) error {
	if err == nil {
		return nil
	}
	return badUsage(err, "sequitur chaos list names the presets")
}

// known is what is known of the server's tools while it runs.
type known struct {
	mu    sync.Mutex
	specs map[string]tool.Spec
	list  []tool.Spec
}

func (k *known) set(specs []tool.Spec) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.list, k.specs = specs, make(map[string]tool.Spec, len(specs))
	for _, s := range specs {
		k.specs[s.Name] = s
	}
}

func (k *known) access(name string) tool.Access {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.specs[name].Access
}

func (k *known) output(name string) json.RawMessage {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.specs[name].Output
}

func (k *known) all() []tool.Spec {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.list
}

func runChaos(cmd *cobra.Command, args []string, o *chaosOptions) error {
	server := gateway.Server{Command: args, URL: o.mcp.url, Stderr: cmd.ErrOrStderr()}
	if err := o.target(&server); err != nil {
		return err
	}
	plan, err := o.readPlan()
	if err != nil {
		return err
	}
	setup, err := newAuditSetup(o.rubric, o.mcp.config)
	if err != nil {
		return err
	}
	var requirements []audit.Requirement
	if o.gate != "" {
		if requirements, err = audit.ParseGate(o.gate); err != nil {
			return badUsage(err, `for instance --gate "match>=0.8,repeat<=0.02"`)
		}
	}
	if err := o.mcp.credentials(&server); err != nil {
		return err
	}
	tools := &known{}
	watch := &watcher{out: cmd.ErrOrStderr(), classify: setup.judge.Classifier.Classify, tools: tools}
	opts := chaos.Options{Seed: o.seed, Access: tools.access, Output: tools.output}
	if o.http != "" {
		opts.Access = chaos.HTTPAccess
	}
	if !o.quiet {
		opts.Live = watch.tell
	}
	run, err := chaos.New(&plan, opts)
	if err != nil {
		return badFile(err, "")
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	if o.http != "" {
		err = o.serveHTTP(ctx, cmd.ErrOrStderr(), run)
	} else {
		err = o.serveMCP(ctx, cmd, server, run, tools)
	}
	if err != nil && ctx.Err() == nil {
		return err
	}
	end := conclusion{out: cmd.ErrOrStderr(), o: o, plan: &plan, setup: setup, requirements: requirements}
	specs := tools.all()
	if o.http != "" {
		specs = httpSpecs(run)
	}
	return end.write(context.WithoutCancel(ctx), run, specs)
}

// target says whether there is something to stand in front of.
func (o *chaosOptions) target(server *gateway.Server) error {
	switch {
	case o.http == "":
		if err := server.Validate(); err != nil {
			return badUsage(err, "sequitur chaos --preset NAME -- COMMAND, or --url URL, or --http URL")
		}
		return nil
	case len(server.Command) > 0 || server.URL != "":
		return badUsage(errors.New("--http excludes a command and --url"), "it stands in front of one service")
	case o.guard:
		return badUsage(errors.New("--guard needs an MCP server"), "guard the HTTP client with adapter/httpguard")
	}
	return nil
}

// serveMCP stands between the client on standard input and output and the server.
func (o *chaosOptions) serveMCP(ctx context.Context, cmd *cobra.Command, server gateway.Server, run *chaos.Run, tools *known) error {
	log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	proxy := gateway.Proxy{Server: server, Unguarded: !o.guard, Log: log, OnTools: tools.set}
	if o.mcp.config != "" {
		file, err := readPolicy(o.mcp.config)
		if err != nil {
			return err
		}
		configure(&proxy, &file)
	}
	proxy.Inner, proxy.Outer = []tool.Middleware{run.Inner}, []tool.Middleware{run.Outer}
	return proxy.Serve(ctx, cmd.InOrStdin(), cmd.OutOrStdout())
}
