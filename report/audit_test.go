package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/sequitur-go/sequitur/audit"
	"github.com/sequitur-go/sequitur/report"
	"github.com/sequitur-go/sequitur/tool"
	"github.com/sequitur-go/sequitur/trajectory"
)

// audited is a small audit of two runs: a repeat of a refused call, and an
// invented value. One text tries to be markup.
func audited(t *testing.T) (*audit.Figures, []audit.Record, []audit.Outcome) {
	t.Helper()
	call := func(id string) trajectory.Message {
		return trajectory.Message{Role: trajectory.RoleAssistant, Calls: []tool.Call{{ID: id, Tool: "get_order", Args: json.RawMessage(`{"id":"A-17"}`)}}}
	}
	result := func(id, body string) trajectory.Message {
		return trajectory.Message{Role: trajectory.RoleTool, CallID: id, Outcome: &tool.Outcome{Channel: tool.ChannelText, Phase: tool.PhaseAnswered, Body: body}}
	}
	const refused = `{"error":"Forbidden <script>alert(1)</script>","code":403,"token":"sk-proj-abcdefghijklmnopqrstuvwxyz012345"}`
	runs := []*trajectory.Trajectory{
		{ID: "r1", Source: "logs/a b.jsonl", Tools: []tool.Spec{{Name: "get_order", Access: tool.AccessRead}}, Messages: []trajectory.Message{
			{Role: trajectory.RoleUser, Text: "Where is order A-17?"},
			call("1"), result("1", refused), call("2"), result("2", refused),
			{Role: trajectory.RoleAssistant, Text: "I do not have permission to read it."},
		}},
		{ID: "r2", Source: "logs/a b.jsonl", Messages: []trajectory.Message{
			{Role: trajectory.RoleUser, Text: "What does order A-17 cost?"},
			call("1"), result("1", `{"results":[]}`),
			{Role: trajectory.RoleAssistant, Text: "Order A-17 costs $482.19 and ships on 2025-03-14."},
		}},
	}
	a := audit.Audit{Which: audit.ByRefined}
	var records []audit.Record
	for _, run := range runs {
		records = append(records, a.Add(run)...)
	}
	requirements, err := audit.ParseGate("match>=0.5,repeat<=0.9")
	if err != nil {
		t.Fatal(err)
	}
	f := a.Figures()
	return f, records, audit.Gate(f, requirements)
}

func TestAuditSummaryCountsInEnglish(t *testing.T) {
	t.Parallel()
	for broken, want := range map[int]string{1: "1 record could not be read and is not counted", 5: "5 records could not be read and are not counted"} {
		var a audit.Audit
		for range broken {
			a.Broken()
		}
		d := report.Audit(a.Figures(), nil, true)
		var text bytes.Buffer
		if err := report.WriteText(&text, &d, 100); err != nil || !strings.Contains(text.String(), want) {
			t.Errorf("%v: %q is missing in\n%s", err, want, text.String())
		}
	}
}

func TestAuditPage(t *testing.T) {
	t.Parallel()
	f, _, gate := audited(t)
	d := report.Audit(f, gate, false)
	var page bytes.Buffer
	if err := report.WriteAuditHTML(&page, &d, f.Findings, f.Omitted); err != nil {
		t.Fatal(err)
	}
	text := page.String()
	for _, want := range []string{
		`<details class="finding mismatch">`, `href="#findings"`, "forbidden → retry_same", "fabricate (invented_value)", "&lt;script&gt;alert(1)", "wait: cannot tell", "[secret]",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	for _, bad := range []string{"<script", "sk-proj-abcdefghijklmnop", "http://", "https://"} {
		if strings.Contains(text, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	decoder := xml.NewDecoder(strings.NewReader(strings.TrimPrefix(text, "<!DOCTYPE html>")))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("the page is not well-formed: %v", err)
		}
	}
	if mismatch, match := strings.Index(text, "finding mismatch"), strings.Index(text, "finding match"); mismatch > match {
		t.Error("a match stands before a mismatch")
	}
}

func TestAuditForms(t *testing.T) {
	t.Parallel()
	f, _, gate := audited(t)
	d := report.Audit(f, gate, false)
	var markdown, junit bytes.Buffer
	if err := errors.Join(report.WriteMarkdown(&markdown, &d), report.WriteJUnit(&junit, &d)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"## Coverage", "## Error messages to reword first", "first action right (match) | 33 %", "without them, no wait can be told"} {
		if !strings.Contains(markdown.String(), want) {
			t.Errorf("the Markdown has no %q", want)
		}
	}
	for _, want := range []string{`classname="gate" name="match&gt;=0.5"`, "inconclusive", `classname="first actions" name="forbidden"`} {
		if !strings.Contains(junit.String(), want) {
			t.Errorf("the JUnit file has no %q:\n%s", want, junit.String())
		}
	}
}

func TestAuditSARIF(t *testing.T) {
	t.Parallel()
	_, records, _ := audited(t)
	var b bytes.Buffer
	if err := report.WriteSARIF(&b, records); err != nil {
		t.Fatal(err)
	}
	var log struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct{ Rules []struct{ ID string } }
			}
			Results []struct {
				RuleID, Level string
				Locations     []struct {
					PhysicalLocation struct{ ArtifactLocation struct{ URI string } }
					LogicalLocations []struct{ FullyQualifiedName string }
				}
				PartialFingerprints map[string]string
			}
		}
	}
	if err := json.Unmarshal(b.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if log.Version != "2.1.0" || len(run.Results) != 2 || len(run.Tool.Driver.Rules) != 2 {
		t.Fatalf("got version %s, %d results, %d rules; want 2.1.0, 2, 2", log.Version, len(run.Results), len(run.Tool.Driver.Rules))
	}
	first, second := run.Results[0], run.Results[1]
	if first.RuleID != "forbidden/retry_same" || first.Level != "warning" || second.RuleID != "empty/fabricate" || second.Level != "error" {
		t.Errorf("got %s %s, %s %s", first.RuleID, first.Level, second.RuleID, second.Level)
	}
	at := first.Locations[0]
	if at.PhysicalLocation.ArtifactLocation.URI != "logs/a%20b.jsonl" || at.LogicalLocations[0].FullyQualifiedName != "r1/1" || len(first.PartialFingerprints) != 1 {
		t.Errorf("got place %+v, fingerprints %v", at, first.PartialFingerprints)
	}
}
