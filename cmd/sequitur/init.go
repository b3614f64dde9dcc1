package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/internal/clients"
)

// initFlags are the flags of "init".
type initFlags struct {
	file     string
	servers  []string
	program  string
	policies string
	write    bool
	undo     bool
	tools    bool
	yes      bool
}

func newInitCommand() *cobra.Command {
	var flags initFlags
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Put the guard in front of the MCP servers of your clients",
		Long: `Look for the configurations of MCP clients, in this folder and in their usual
places, and show the edit that puts "sequitur mcp" in front of each server. With
--write it is made; the file as it was is kept beside it, and --undo puts it back.

With --tools each server is started and asked for its tools. Most servers do not
say which of their tools only read; for each a proposal is made, with its reason,
and what you confirm is written to a policy file. A tool that nobody has confirmed,
and that its server does not declare, counts as a write: it is not repeated once it
may have run.`,
		Example: `  sequitur init
  sequitur init --tools --write
  sequitur init --file .mcp.json --server github --write
  sequitur init --undo`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runInit(cmd, &flags) },
	}
	f := cmd.Flags()
	f.StringVar(&flags.file, "file", "", "this configuration file only")
	f.StringArrayVar(&flags.servers, "server", nil, "this server only; may be repeated")
	f.StringVar(&flags.program, "program", "", "the command that clients are to start (default: sequitur, or where this program lies)")
	f.StringVar(&flags.policies, "policies", "", "folder for the policy files (default: sequitur/ in the project, or the user's own configuration)")
	f.BoolVar(&flags.write, "write", false, "make the edits")
	f.BoolVar(&flags.undo, "undo", false, "put the files back as they were")
	f.BoolVar(&flags.tools, "tools", false, "start the servers, list their tools, and ask what each does")
	f.BoolVar(&flags.yes, "yes", false, "take every proposal of --tools without asking")
	return cmd
}

func runInit(cmd *cobra.Command, flags *initFlags) error {
	switch {
	case flags.undo && (flags.write || flags.tools):
		return badUsage(errors.New("--undo stands alone"), "")
	case flags.yes && !flags.tools:
		return badUsage(errors.New("--yes needs --tools"), "it takes the proposals that --tools makes")
	}
	places, err := flags.places()
	if err != nil {
		return err
	}
	if flags.undo {
		return undoAll(cmd.OutOrStdout(), places)
	}
	s := setup{flags: flags, in: newPrompt(cmd.InOrStdin(), cmd.OutOrStdout()), out: cmd.OutOrStdout()}
	return s.run(cmd.Context(), places)
}

// places returns where to look.
func (f *initFlags) places() ([]clients.Place, error) {
	folder, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, badUsage(err, "set HOME, or name a file with --file")
	}
	all := clients.System{Folder: folder, Home: home, OS: runtime.GOOS, AppData: os.Getenv("APPDATA")}.Places()
	if f.file == "" {
		return all, nil
	}
	file, err := filepath.Abs(f.file)
	if err != nil {
		return nil, err
	}
	for _, p := range all {
		if p.File == file {
			return []clients.Place{p}, nil
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, badUsage(err, "--file takes the configuration file of an MCP client")
	}
	key := clients.GuessKey(data)
	if key == "" {
		return nil, badUsage(fmt.Errorf("%s names no MCP servers", f.file), `it has to hold "mcpServers", "servers", "context_servers" or "mcp"`)
	}
	return []clients.Place{{Client: "MCP client", File: file, Key: key, Shared: filepath.Dir(file) == folder}}, nil
}

// undoAll puts back what was edited.
func undoAll(out io.Writer, places []clients.Place) error {
	count := 0
	for _, p := range places {
		done, kept, err := clients.Undo(p)
		if err != nil {
			return exitWith(exitFailed, err, "nothing was changed in this file")
		}
		if done {
			count++
			fmt.Fprintf(out, "%s: the guard is taken away; what was changed since stays.\n", p.File) //nolint:errcheck // a terminal
		}
		for _, name := range kept {
			fmt.Fprintf(out, "  %s is left guarded: it was not there before.\n", name) //nolint:errcheck // a terminal
		}
	}
	if count == 0 {
		_, err := fmt.Fprintln(out, "There is nothing to undo.")
		return err
	}
	return nil
}

// setup is one run of "init".
type setup struct {
	flags  *initFlags
	in     *prompt
	out    io.Writer
	found  int // servers
	broken int // files that cannot be read
	ready  int // that can be edited
}

func (s *setup) say(format string, args ...any) {
	fmt.Fprintf(s.out, format+"\n", args...) //nolint:errcheck // a terminal, or a pipe that nobody reads any more
}

func (s *setup) run(ctx context.Context, places []clients.Place) error {
	program, err := s.flags.command()
	if err != nil {
		return err
	}
	for _, p := range places {
		f, err := clients.Read(p)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			s.say("%s (%s) cannot be read and is left alone: %v", p.File, p.Client, err)
			s.broken++
			continue
		}
		if err := s.file(ctx, f, program); err != nil {
			return err
		}
	}
	switch {
	case s.broken > 0 && s.found == 0:
		return exitWith(exitFailed, fmt.Errorf("%d configurations cannot be read", s.broken), "mend them, or name another one with --file")
	case s.found == 0:
		s.say("No MCP server is configured in the places that were looked at:")
		for _, p := range places {
			s.say("  %s (%s)", p.File, p.Client)
		}
		s.say("\nPut this in front of a server's own command: %s mcp --", program)
	case s.ready > 0 && !s.flags.write:
		s.say("\nNothing was changed. Make the edits with: sequitur init --write")
	}
	return nil
}

// file shows, and on request makes, the edit of one file.
func (s *setup) file(ctx context.Context, f *clients.File, program string) error {
	servers := f.Servers()
	if len(servers) == 0 {
		return nil
	}
	s.say("%s (%s)", f.File, f.Client)
	edits := 0
	for i := range servers {
		server := &servers[i]
		if len(s.flags.servers) > 0 && !slices.Contains(s.flags.servers, server.Name) {
			continue
		}
		s.found++
		policy := s.policyFile(&f.Place, server.Name)
		switch {
		case server.Refused != "":
			s.say("  %s: left alone, %s", server.Name, server.Refused)
			continue
		case s.flags.tools:
			if err := s.tools(ctx, server, policy); err != nil {
				return err
			}
		}
		guard := clients.Guard{Program: program}
		if s.confirmed(server, policy) {
			guard.Config = shownPath(&f.Place, policy)
		}
		if server.Guarded {
			if guard.Config == "" || server.Config != "" {
				s.say("  %s: guarded already", server.Name)
				continue
			}
			if err := f.Configure(server, guard.Config); err != nil {
				return err
			}
			s.say("  %s: guarded already, now with %s", server.Name, guard.Config)
			edits++
			continue
		}
		if err := f.Edit(server, guard); err != nil {
			return err
		}
		s.say("  %s: the guard goes in front of it%s", server.Name, unproven(guard))
		edits++
	}
	if edits == 0 {
		return nil
	}
	s.ready += edits
	before, after := f.Shown()
	s.say("\n%s", diff.Diff(f.File, before, f.File, after))
	if !s.flags.write {
		return nil
	}
	if err := f.Write(); err != nil {
		return exitWith(exitFailed, err, "nothing was changed in this file")
	}
	s.say("Written. As it was: %s. Undo it with: sequitur init --undo", f.Backup())
	return nil
}

// confirmed says whether the policy file was written for this very server: a
// server of the same name elsewhere has other tools.
func (s *setup) confirmed(server *clients.Server, policy string) bool {
	text, err := os.ReadFile(policy)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false
	case err == nil && strings.HasPrefix(string(text), policyHead(server)):
		return true
	}
	s.say("  %s: %s is not from init for this server and is not used; --config in its line would", server.Name, policy)
	return false
}

// unproven says what is not repeated, where nobody has confirmed anything.
func unproven(g clients.Guard) string {
	if g.Config != "" {
		return " with " + g.Config
	}
	return "; tools that it does not declare as reading count as writes and are not repeated (--tools lists them)"
}

// command returns what clients are to start.
func (f *initFlags) command() (string, error) {
	if f.program != "" {
		return f.program, nil
	}
	if _, err := exec.LookPath("sequitur"); err == nil {
		return "sequitur", nil
	}
	return os.Executable()
}

// policyFile is where the policy of a server is kept.
func (s *setup) policyFile(p *clients.Place, server string) string {
	folder := s.flags.policies
	switch own, err := os.UserConfigDir(); {
	case folder != "":
	case p.Shared || err != nil:
		folder = filepath.Join(projectOf(p), "sequitur")
	default:
		folder = filepath.Join(own, "sequitur")
	}
	return filepath.Join(folder, fileName(server)+".yaml")
}

// projectOf is the folder that a client starts the servers of a shared file in:
// the one that holds the file, or the client's own folder with it.
func projectOf(p *clients.Place) string {
	folder := filepath.Dir(p.File)
	if name := filepath.Base(folder); len(name) > 1 && name[0] == '.' {
		return filepath.Dir(folder)
	}
	return folder
}

// shownPath is a policy file as the client is told it: relative where the
// project is shared, since others have it elsewhere.
func shownPath(p *clients.Place, policy string) string {
	if p.Shared {
		if short, err := filepath.Rel(projectOf(p), policy); err == nil && filepath.IsLocal(short) {
			return filepath.ToSlash(short)
		}
	}
	return policy
}

// fileName makes a server's name one that every file system takes.
func fileName(server string) string {
	name := []rune(server)
	for i, r := range name {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
		default:
			name[i] = '_'
		}
	}
	return string(name)
}
