package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/sequitur-go/sequitur/adapter/mcpguard"
	"github.com/sequitur-go/sequitur/internal/clients"
	"github.com/sequitur-go/sequitur/internal/config"
	"github.com/sequitur-go/sequitur/tool"
)

// A choice is what a person says of a tool.
type choice struct {
	name       string
	access     tool.Access
	idempotent bool
	reason     string
}

// tools asks a server for its tools, and a person what each does.
func (s *setup) tools(ctx context.Context, server *clients.Server, policy string) error {
	s.say("  %s: asking it for its tools", server.Name)
	list, err := listTools(ctx, reached(server))
	if err != nil {
		s.say("  %s: did not answer, so nothing is known of its tools: %v", server.Name, err)
		return ctx.Err()
	}
	known, err := knownTools(policy)
	if err != nil {
		return err
	}
	var chosen []choice
	for i := range list {
		d := &list[i]
		proposal := mcpguard.Propose(d)
		line := fmt.Sprintf("    %-32s %s: %s", d.Name, accessWord(proposal.Access), strings.Join(proposal.Reasons, ", "))
		switch {
		case known[d.Name]:
			s.say("    %-32s in %s already", d.Name, policy)
		case s.flags.yes:
			s.say("%s", line)
			chosen = append(chosen, proposed(d, &proposal))
		case !s.in.person:
			s.say("%s", line)
		default:
			c, more := s.confirm(line, d, &proposal)
			if c != nil {
				chosen = append(chosen, *c)
			}
			if !more {
				return s.writePolicy(policy, server, chosen)
			}
		}
	}
	if !s.flags.yes && !s.in.person {
		s.say("  %s: nothing is confirmed. Run it on a terminal, or take the proposals with --yes", server.Name)
	}
	return s.writePolicy(policy, server, chosen)
}

// confirm asks about one tool. The second result is false where the person has
// had enough.
func (s *setup) confirm(line string, d *mcpguard.Declaration, p *mcpguard.Proposal) (*choice, bool) {
	c := proposed(d, p)
	c.reason = "confirmed"
	for {
		answer, ok := s.in.ask(line + "\n      Enter takes it; r reads, w writes, i writes and may be repeated, s skips, q ends: ")
		switch {
		case !ok || answer == "q":
			return nil, false
		case answer == "":
			return &c, true
		case answer == "s":
			return nil, true
		case answer == "r":
			c.access, c.idempotent = tool.AccessRead, false
			return &c, true
		case answer == "w" || answer == "i":
			c.access, c.idempotent = tool.AccessWrite, answer == "i"
			return &c, true
		}
	}
}

func proposed(d *mcpguard.Declaration, p *mcpguard.Proposal) choice {
	return choice{
		name: d.Name, access: p.Access, reason: strings.Join(p.Reasons, ", "),
		idempotent: p.Access == tool.AccessWrite && d.Annotations.Idempotent != nil && *d.Annotations.Idempotent,
	}
}

func accessWord(a tool.Access) string {
	if a == tool.AccessRead {
		return "reads"
	}
	return "writes"
}

// knownTools returns the tools that a policy file speaks of.
func knownTools(policy string) (map[string]bool, error) {
	known := map[string]bool{}
	if _, err := os.Stat(policy); errors.Is(err, fs.ErrNotExist) {
		return known, nil
	}
	file, err := readPolicy(policy)
	if err != nil {
		return nil, err
	}
	for name := range file.Tools {
		known[name] = true
	}
	return known, nil
}

// policyHead begins a policy file that "init" wrote for a server, and may add to.
// The server is told by its own line, which may hold what is not to be shown.
func policyHead(server *clients.Server) string {
	sum := sha256.Sum256([]byte(strings.Join(server.Own(), "\x00")))
	return fmt.Sprintf("# What the tools of %s do, as confirmed with sequitur init for the server %x.\n"+
		"# The other keys: sequitur config schema. Check it: sequitur config check FILE\ntools:\n", quoteName(server.Name), sum[:6])
}

// writePolicy adds what was confirmed to the server's policy file.
func (s *setup) writePolicy(policy string, server *clients.Server, chosen []choice) error {
	if len(chosen) == 0 {
		return nil
	}
	if !s.flags.write {
		s.say("  %s: %d tools would be written to %s", server.Name, len(chosen), policy)
		return nil
	}
	text, err := os.ReadFile(policy)
	head := policyHead(server)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		text = []byte(head)
	case err != nil:
		return err
	case !strings.HasPrefix(string(text), head):
		s.say("  %s: %s was not written by init for this server; add these lines to its tools:\n%s", server.Name, policy, policyLines(chosen))
		return nil
	}
	text = append(text, policyLines(chosen)...)
	if _, err := config.Parse(policy, text); err != nil {
		return fmt.Errorf("the policy of %s: %w", server.Name, err)
	}
	if err := os.MkdirAll(filepath.Dir(policy), 0o755); err != nil { //nolint:gosec // it is shared with the project
		return err
	}
	if err := os.WriteFile(policy, text, 0o644); err != nil { //nolint:gosec // the same
		return err
	}
	s.say("  %s: %d tools are in %s", server.Name, len(chosen), policy)
	return nil
}

// policyLines are the tools as a policy file has them.
func policyLines(chosen []choice) string {
	var b strings.Builder
	for _, c := range chosen {
		contract := "{access: " + c.access.String()
		if c.idempotent {
			contract += ", idempotent: true"
		}
		fmt.Fprintf(&b, "  %s: %s} # %s\n", quoteName(c.name), contract, strings.ReplaceAll(c.reason, "\n", " "))
	}
	return b.String()
}

// quoteName is a name as YAML takes it.
func quoteName(name string) string {
	text, err := yaml.Marshal(name)
	if err != nil || strings.Contains(strings.TrimSpace(string(text)), "\n") {
		quoted, _ := json.Marshal(name) //nolint:errchkjson // a string always marshals
		return string(quoted)
	}
	return strings.TrimSpace(string(text))
}
