package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sequitur-go/sequitur/audit"
	"github.com/sequitur-go/sequitur/judge"
	"github.com/sequitur-go/sequitur/report"
)

type judgeScoreFlags struct {
	labels, format string
	asJSON         bool
	markdown       bool
	misses         bool
	part           string
}

func newJudgeScoreCommand() *cobra.Command {
	var flags judgeScoreFlags
	cmd := &cobra.Command{
		Use:   "score --labels FILE TRAJECTORIES…",
		Short: "Hold the judge against hand labels of episodes",
		Long: `Hold the judge against hand labels. Labels are JSON lines with trajectory, call_id,
fault (null for no fault), effect, first_action, answer_kind, published, refined,
sure, and alt: other labels that a fair reader may give.

"sure" counts the labels of which the annotator was sure, strictly; "lenient"
counts all labels, and takes an alternative for right. The floor is what always
saying the commonest label would reach. --part held takes the trajectories whose
SHA-256 begins with a byte divisible by three, --part open the others: rules can
be written on the one and measured on the other.

Exit code 4: a figure is below what is wanted of it.`,
		Example: `  sequitur judge score --labels episodes.jsonl trajectories.jsonl
  sequitur judge score --labels episodes.jsonl --part held --misses trajectories.jsonl`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return judgeScore(cmd, args, &flags) },
	}
	cmd.Flags().StringVar(&flags.labels, "labels", "", "the file of labels")
	cmd.Flags().StringVar(&flags.format, "format", formatAuto, "the format of the recordings")
	cmd.Flags().StringVar(&flags.part, "part", "all", "all, open or held")
	cmd.Flags().BoolVar(&flags.misses, "misses", false, "list every disagreement")
	cmd.Flags().BoolVar(&flags.markdown, "markdown", false, "print Markdown, with whole confusion tables")
	cmd.Flags().BoolVar(&flags.asJSON, "json", false, "print JSON")
	return cmd
}

func judgeScore(cmd *cobra.Command, files []string, flags *judgeScoreFlags) error {
	labels, err := readLabels(flags)
	if err != nil {
		return err
	}
	type key struct{ trajectory, call string }
	said := map[key]audit.Judged{}
	var j judge.Judge
	for _, file := range files {
		for t, err := range openRecording(file, flags.format) {
			if err != nil {
				return badUsage(err, "give the trajectories that the labels speak of")
			}
			for _, call := range t.Calls() {
				said[key{t.ID, call.ID}] = audit.Judged{Found: true}
			}
			for _, f := range j.Judge(t) {
				said[key{t.ID, f.CallID}] = audit.Judged{Found: true, Finding: &f}
			}
		}
	}
	s := audit.ScoreLabels(labels, func(l *audit.Label) audit.Judged { return said[key{l.Trajectory, l.CallID}] })
	if err := printJudgeScore(cmd.OutOrStdout(), &s, flags); err != nil {
		return err
	}
	if below := s.Below(); len(below) > 0 {
		return exitWith(exitThreshold, fmt.Errorf("below what is wanted: %s", strings.Join(below, ", ")), "--misses lists every disagreement")
	}
	return nil
}

func readLabels(flags *judgeScoreFlags) ([]audit.Label, error) {
	if flags.labels == "" {
		return nil, badUsage(fmt.Errorf("--labels is missing"), "it names the file of hand labels")
	}
	f, err := os.Open(flags.labels)
	if err != nil {
		return nil, badUsage(err, "--labels names the file of hand labels")
	}
	defer f.Close() //nolint:errcheck // only read
	labels, err := audit.ReadLabels(flags.labels, f)
	if err != nil {
		return nil, badUsage(err, "one JSON object a line")
	}
	switch flags.part {
	case "all":
		return labels, nil
	case "open", "held":
		var part []audit.Label
		for _, l := range labels {
			if audit.Held(l.Trajectory) == (flags.part == "held") {
				part = append(part, l)
			}
		}
		return part, nil
	}
	return nil, badUsage(fmt.Errorf("--part must be all, open or held, got %q", flags.part), "")
}

func printJudgeScore(w io.Writer, s *audit.Score, flags *judgeScoreFlags) error {
	if flags.asJSON {
		return writeJSON(w, s)
	}
	if flags.markdown {
		document := report.AuditScore(s)
		return report.WriteMarkdown(w, &document)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "labels: %d\n\n", s.Labels)
	rows := [][]string{{"figure", "sure", "hits", "95 % interval", "lenient", "hits", "floor", "wanted"}}
	for _, r := range s.Rows {
		wanted := ""
		if r.Wanted > 0 {
			wanted = percent(r.Wanted)
		}
		rows = append(rows, []string{
			r.Name, percent(r.Sure.Share()), fmt.Sprintf("%d of %d", r.Sure.Hits, r.Sure.N), percent(r.Sure.Low) + " to " + percent(r.Sure.High),
			percent(r.Lenient.Share()), fmt.Sprintf("%d of %d", r.Lenient.Hits, r.Lenient.N), percent(r.Floor) + " (always " + r.FloorName + ")", wanted,
		})
	}
	writeColumns(&b, rows)
	for _, field := range s.Fields() {
		fmt.Fprintf(&b, "\nconfusion: %s\n", field)
		rows = [][]string{{"label", "said", "episodes", ""}}
		for _, c := range s.Pairs(field) {
			mark := ""
			if c.Label != c.Said {
				mark = "wrong"
			}
			rows = append(rows, []string{c.Label, c.Said, strconv.Itoa(c.N), mark})
		}
		writeColumns(&b, rows)
	}
	for _, u := range s.Unmatched {
		fmt.Fprintf(&b, "not found in the recordings: %s\n", u)
	}
	if flags.misses {
		b.WriteString("\ndisagreements\n")
		for _, m := range s.Misses {
			mark := "unsure"
			if m.Sure {
				mark = "sure"
			}
			if m.Allowed {
				mark += ", a fair reading"
			}
			fmt.Fprintf(&b, "  %s %s: %s is labelled %s, said %s (%s). %s\n", m.Trajectory, m.CallID, m.Field, m.Label, m.Said, mark, m.Why)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
