package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/adapter/mcpguard"
	"github.com/sequitur-go/sequitur/gateway"
	"github.com/sequitur-go/sequitur/inject"
	"github.com/sequitur-go/sequitur/tool"
)

// newChaosDoctorCommand checks before a run that its plan can fire.
func newChaosDoctorCommand() *cobra.Command {
	var o chaosOptions
	cmd := &cobra.Command{
		Use:   "doctor [flags] -- COMMAND [ARGUMENT...]",
		Short: "Check before a run that every fault of the plan can occur",
		Long: `Start the server, ask for its tools, and say for each fault of the plan which of
them it can hit, and of which nobody has said whether they only read. A fault that
can never occur is told, and the exit code is then 1.`,
		Example: "  sequitur chaos doctor --preset lost-writes -- npx -y my-server",
		Args:    cobra.ArbitraryArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return examine(cmd, args, &o) },
	}
	cmd.Flags().SetInterspersed(false)
	o.planFlags(cmd.Flags())
	return cmd
}

func examine(cmd *cobra.Command, args []string, o *chaosOptions) error {
	server := gateway.Server{Command: args, URL: o.mcp.url, Stderr: cmd.ErrOrStderr()}
	if err := server.Validate(); err != nil {
		return badUsage(err, "sequitur chaos doctor --preset NAME -- COMMAND, or --url URL")
	}
	plan, err := o.readPlan()
	if err != nil {
		return err
	}
	if err := o.mcp.credentials(&server); err != nil {
		return err
	}
	own := map[string]tool.Spec{}
	if o.mcp.config != "" {
		file, err := readPolicy(o.mcp.config)
		if err != nil {
			return err
		}
		for _, spec := range file.Specs() {
			own[spec.Name] = spec
		}
	}
	list, err := listTools(cmd.Context(), server)
	if err != nil {
		return exitWith(exitFailed, fmt.Errorf("the server's tools: %w", err), "does it run without sequitur?")
	}
	specs := make([]tool.Spec, len(list))
	for i := range list {
		specs[i] = list[i].Spec(true)
		if said, ok := own[list[i].Name]; ok {
			specs[i] = mcpguard.Override(specs[i], said)
		}
	}
	report, sick := diagnose(plan.Faults, specs)
	if _, err := fmt.Fprint(cmd.OutOrStdout(), report); err != nil {
		return err
	}
	if sick > 0 {
		return exitWith(exitFailed, fmt.Errorf("%d of %d faults can never occur", sick, len(plan.Faults)), "sequitur init --tools asks what each tool does; --config takes the answers")
	}
	return nil
}

// diagnose says which tools each fault can hit, and how many faults can hit none.
func diagnose(faults []inject.Plan, specs []tool.Spec) (report string, sick int) {
	var b strings.Builder
	unknown := map[string]bool{}
	for i := range specs {
		if specs[i].Access == tool.AccessUnknown {
			unknown[specs[i].Name] = true
		}
	}
	fmt.Fprintf(&b, "The server has %d tools", len(specs))
	if len(unknown) > 0 {
		fmt.Fprintf(&b, "; of %d of them nobody says whether they only read, so they count as writes", len(unknown))
	}
	b.WriteString(".\n")
	for i := range faults {
		f := &faults[i]
		hit, err := reachable(f, specs)
		if err != nil {
			sick++
			fmt.Fprintf(&b, "  %-32s can never occur: %v\n", faultName(f), err)
			continue
		}
		doubt := 0
		for _, name := range hit {
			if unknown[name] {
				doubt++
			}
		}
		fmt.Fprintf(&b, "  %-32s can hit %d tools: %s", faultName(f), len(hit), some(hit))
		if f.Writes && doubt > 0 {
			fmt.Fprintf(&b, " (%d of them may only read)", doubt)
		}
		b.WriteByte('\n')
	}
	return b.String(), sick
}

// reachable returns the tools that a fault can hit, or why it can hit none.
func reachable(f *inject.Plan, specs []tool.Spec) ([]string, error) {
	var hit []string
	named := false
	for i := range specs {
		s := &specs[i]
		if !f.Matches(s.Name) {
			continue
		}
		named = true
		if f.Writes && s.Access == tool.AccessRead || f.Reads && s.Access != tool.AccessRead {
			continue
		}
		hit = append(hit, s.Name)
	}
	switch {
	case len(hit) > 0:
		return hit, nil
	case !named && f.Tool != "":
		return nil, fmt.Errorf("the server has no tool %q", f.Tool)
	case f.Writes:
		return nil, errors.New("every tool is known to read")
	default:
		return nil, errors.New("no tool is known to read")
	}
}

// some names the first few.
func some(names []string) string {
	const few = 5
	if len(names) <= few {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:few], ", "), len(names)-few)
}
