package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode"

	"github.com/sequitur-go/sequitur/fault"
	"github.com/sequitur-go/sequitur/feedback"
	"github.com/sequitur-go/sequitur/internal/score"
)

// scoreLine holds one answer against the line's label.
func scoreLine(line inputLine, c failure, got fault.Fault, message string) (score.Line, error) {
	var label struct {
		Kind *fault.Kind `json:"kind"`
		score.Label
	}
	if len(line.Label) == 0 {
		return score.Line{}, errors.New("must be set for --score")
	}
	if err := json.Unmarshal(line.Label, &label); err != nil {
		return score.Line{}, fmt.Errorf("is refused: %w", err)
	}
	if label.Kind == nil {
		return score.Line{}, errors.New("must set kind")
	}
	label.Label.Kind = *label.Kind
	return score.Line{
		ID: line.ID, Strict: !line.Ambiguous && line.Fidelity != "reconstructed",
		Label: label.Label, Got: got, Flag: c.out.Flag, Leaks: leaks(message),
	}, nil
}

// leakTable is what no message may hold. It is written apart from the redactor's
// own rules, so that a hole in those shows.
var leakTable = map[string]*regexp.Regexp{
	"absolute path": regexp.MustCompile(`(?:^|[\s"'(=:])(?:/(?:home|usr|etc|var|opt|root|tmp|Users|srv|mnt|app|workspace|private|data)/[\w.-]|~/[\w.]|[A-Za-z]:\\\w|\\\\\w+\\\w)|\bfile:///`),
	"stack frame":   regexp.MustCompile(`File "[^"]+", line \d+|(?m:^\s*at \S+ ?\(.*:\d+\))|goroutine \d+ \[|\w\.(?:go|py|js|ts|java|rb|rs|cs|php):\d+`),
	"e-mail":        regexp.MustCompile(`[\w.+-]+@[\w-]+\.[A-Za-z]{2,}`),
	"key": regexp.MustCompile(`\b(?:sk-[\w-]{8}|[srp]k_(?:live|test)_\w{6}|gh[pousr]_\w{8}|github_pat_\w{8}|glpat-[\w-]{8}|xox[abprs]-\w|AKIA[0-9A-Z]{12}|AIza[\w-]{30}` +
		`|eyJ[\w-]{10}\.|Bearer [\w.-]{12})|-----BEGIN [A-Z ]*PRIVATE KEY|(?i:\b(?:password|passwd|secret|api_?key)=[^\s&\[])`),
	"private host": regexp.MustCompile(`\b(?:10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|127\.0\.0\.1|169\.254\.\d+\.\d+|localhost` +
		`|[\w-]+\.(?:internal|local|corp|lan|svc)\b)|\[::1\]|://[^\s/@]+:[^\s/@]+@`),
}

// leaks looks at a finished message once more.
func leaks(message string) []string {
	var found []string
	for name, pattern := range leakTable {
		if at := pattern.FindString(message); at != "" {
			found = append(found, fmt.Sprintf("%s %q", name, strings.TrimSpace(at)))
		}
	}
	if strings.ContainsFunc(message, func(r rune) bool {
		return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r))
	}) {
		found = append(found, "control character")
	}
	if len(found) == 0 && feedback.NewRedactor().Redact(message) != message {
		found = append(found, "something that the redactor takes out")
	}
	return found
}

// printScore prints the figures.
func printScore(w io.Writer, report score.Report, format string) error {
	if format == formatJSON {
		return writeJSON(w, report)
	}
	var b strings.Builder
	writeFigures(&b, "strict lines", &report.Strict)
	b.WriteString("\n")
	writeFigures(&b, "all lines", &report.All)
	_, err := io.WriteString(w, b.String())
	return err
}

func writeFigures(b *strings.Builder, title string, f *score.Figures) {
	fmt.Fprintf(b, "%s: %d\n\n", title, f.N)
	rows := [][]string{{"figure", "share", "hits", "95 % interval", "floor"}}
	add := func(name string, r score.Rate, floor string) {
		rows = append(rows, []string{
			name, percent(r.Share()), fmt.Sprintf("%d of %d", r.Hits, r.N), percent(r.Low) + " to " + percent(r.High), floor,
		})
	}
	add("kind", f.Kind, percent(f.Floors.CommonestKind.Share())+" (always "+f.Floors.Commonest.String()+")")
	add("fault or success", f.Floors.Told, percent(f.Floors.FlagAlone.Share())+" (the protocol's flag alone)")
	add("retryable right", f.Floors.Retry, percent(f.Floors.NeverRetry.Share())+" (never retry)")
	add("retryable found", f.Retryable, "")
	add("effect none found", f.EffectNone, "")
	add("traceback", f.Traceback, "")
	add("secret or path", f.Sensitive, "")
	add("next step", f.NextStep, "")
	writeColumns(b, rows)
	writeFindings(b, "dangerous", f.Dangerous)
	writeFindings(b, "leaks", f.Leaks)

	b.WriteString("\nconfusion\n")
	rows = [][]string{{"label", "answer", "lines", ""}}
	for _, p := range f.Confusion {
		mark := ""
		if p.Label != p.Got {
			mark = "wrong"
		}
		rows = append(rows, []string{p.Label.String(), p.Got.String(), strconv.Itoa(p.N), mark})
	}
	writeColumns(b, rows)
}

// writeColumns writes rows in columns.
func writeColumns(b *strings.Builder, rows [][]string) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(w, "  "+strings.TrimRight(strings.Join(row, "\t"), "\t")) //nolint:errcheck // a builder takes everything
	}
	_ = w.Flush() // into a builder, which takes everything
}

func writeFindings(b *strings.Builder, name string, list []score.Finding) {
	fmt.Fprintf(b, "\n%s: %d\n", name, len(list))
	for _, f := range list {
		fmt.Fprintf(b, "  %s: %s\n", f.ID, f.Reason)
	}
}

func percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 1, 64) + " %" }

// parseShare reads "97%" or "0.97".
func parseShare(text string) (float64, error) {
	number, isPercent := strings.CutSuffix(strings.TrimSpace(text), "%")
	share, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if isPercent {
		share /= 100
	}
	if err != nil || !(share >= 0 && share <= 1) {
		return 0, fmt.Errorf("must be a share between 0 and 1, or a percentage, got %q", text)
	}
	return share, nil
}

// threshold holds the strict lines against --min-kind.
func (f *classifyFlags) threshold(report score.Report) error {
	if f.minRaw == "" {
		return nil
	}
	kind := report.Strict.Kind
	switch {
	case kind.N == 0:
		return exitWith(exitInconclusive, errors.New("no strict line was measured"), "strict lines are neither ambiguous nor reconstructed")
	case kind.Share() < f.min:
		return exitWith(exitThreshold, fmt.Errorf("kind is right on %s of the strict lines, at least %s are required", percent(kind.Share()), percent(f.min)), "")
	}
	return nil
}
