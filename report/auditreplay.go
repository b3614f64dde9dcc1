package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sequitur-go/sequitur/audit"
)

// AuditReplay returns a replay as a document.
func AuditReplay(r *audit.ReplayReport) Document {
	t := &r.Total
	s := Section{
		ID: "replay", Title: "What the guard would have done",
		Facts: []string{auditPlural(r.Runs, "run"), auditPlural(t.Faults, "fault") + " that would have reached the guard"},
		Lead: "Nothing was called. What a retry would have given is known only where the agent made the same call again by itself. " +
			"Waits are expected values; budgets and breakers are left out.",
	}
	rows := [][]string{
		{"retried by the guard", strconv.Itoa(t.Would[audit.WouldRetry])},
		{"of these, recovered as the recording shows", strconv.Itoa(t.Outcomes[audit.OutcomeRecovered])},
		{"still failing as the recording shows", strconv.Itoa(t.Outcomes[audit.OutcomeFailing])},
		{"the recording cannot tell", strconv.Itoa(t.Outcomes[audit.OutcomeUnknown])},
		{"cost: further calls of backends", between(t.AtLeast, t.AtMost)},
		{"cost: expected wait for the fewest calls", t.Seconds().String()},
		{"saved: turns that the model spent on the same retries", strconv.Itoa(t.Turns)},
		{"saved: tokens of these turns, where recorded", strconv.FormatInt(t.Tokens, 10)},
		{"saved: calls that agents repeated, now made or answered by the guard", strconv.Itoa(t.Calls)},
		{"answered from memory, since the same call was refused before", strconv.Itoa(t.Would[audit.WouldRecall])},
		{"run stopped, somebody in charge told", strconv.Itoa(t.Would[audit.WouldStop])},
		{"writes of unknown outcome read back", strconv.Itoa(t.Would[audit.WouldVerify])},
		{"tracebacks, paths and secrets that the model would not have read", strconv.Itoa(t.Withheld)},
	}
	s.Tables = []Table{{Title: "Sums", Columns: []Column{worded("figure"), numeric("n")}, Rows: rows}}
	kinds := Table{Title: "By kind of fault", Columns: []Column{
		worded("fault"), numeric("n"), worded("would"), numeric("further calls"), numeric("expected wait"), numeric("turns saved"),
	}}
	for i := range r.Kinds {
		k := &r.Kinds[i]
		kinds.Rows = append(kinds.Rows, []string{
			k.Name, strconv.Itoa(k.Faults), wouldText(k.Would), between(k.AtLeast, k.AtMost), k.Seconds().String(), strconv.Itoa(k.Turns),
		})
	}
	s.Tables = append(s.Tables, kinds)
	return Document{Title: "Replay of recorded faults", Label: "a policy on recorded traffic", Sections: []Section{s}}
}

func between(least, most int) string {
	if least == most {
		return strconv.Itoa(least)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

// wouldText lists what would have been done, most frequent first.
func wouldText(would map[string]int) string {
	names := slices.Sorted(maps.Keys(would))
	slices.SortStableFunc(names, func(a, b string) int { return would[b] - would[a] })
	parts := make([]string, len(names))
	for i, name := range names {
		parts[i] = fmt.Sprintf("%s %d", strings.ReplaceAll(name, "_", " "), would[name])
	}
	return strings.Join(parts, ", ")
}
