package mcpguard_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sequitur-go/sequitur/adapter/mcpguard"
	"github.com/sequitur-go/sequitur/tool"
)

// Tools as real servers declare them: what reads is found, and in doubt a tool
// writes.
func TestPropose(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		declaration string
		access      tool.Access
		sure        bool
		reason      string
	}{
		"annotated read":     {`{"name":"delete_nothing","annotations":{"readOnlyHint":true}}`, tool.AccessRead, true, "readOnlyHint is true"},
		"annotated write":    {`{"name":"get_it","annotations":{"readOnlyHint":false}}`, tool.AccessWrite, true, "readOnlyHint is false"},
		"only another hint":  {`{"name":"get_it","annotations":{"idempotentHint":true}}`, tool.AccessRead, false, `"get"`},
		"read a file":        {`{"name":"read_text_file","description":"Read the complete contents of a file from the file system as text. Handles various encodings."}`, tool.AccessRead, false, `"read"`},
		"camel case":         {`{"name":"searchIssues","description":"Searches issues."}`, tool.AccessRead, false, `"search"`},
		"write a file":       {`{"name":"write_file","description":"Create a new file or completely overwrite an existing one."}`, tool.AccessWrite, false, `"write"`},
		"get or create":      {`{"name":"get_or_create_user"}`, tool.AccessWrite, false, `"create"`},
		"what it is given":   {`{"name":"run_query","inputSchema":{"properties":{"sql":{"type":"string"}}}}`, tool.AccessWrite, false, `"run"`},
		"query of sql":       {`{"name":"query","description":"Query the database","inputSchema":{"properties":{"sql":{"type":"string"}}}}`, tool.AccessWrite, false, `takes "sql"`},
		"a read that posts":  {`{"name":"get_report","description":"Sends the report to the user."}`, tool.AccessWrite, false, `"sends"`},
		"later sentences":    {`{"name":"list_orders","description":"Lists orders. Use delete_order to delete one."}`, tool.AccessRead, false, `"list"`},
		"nothing told":       {`{"name":"sequential_thing","description":"A tool."}`, tool.AccessWrite, false, "nothing says"},
		"a word inside":      {`{"name":"budget","description":"The budget of a team"}`, tool.AccessWrite, false, "nothing says"},
		"broken schema":      {`{"name":"list_orders","inputSchema":7}`, tool.AccessRead, false, `"list"`},
		"a name without end": {`{"name":"` + strings.Repeat("get", 2000) + `"}`, tool.AccessWrite, false, "nothing says"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var d mcpguard.Declaration
			if err := json.Unmarshal([]byte(c.declaration), &d); err != nil {
				t.Fatal(err)
			}
			got := mcpguard.Propose(&d)
			if got.Access != c.access || got.Sure != c.sure || !strings.Contains(strings.Join(got.Reasons, "; "), c.reason) {
				t.Errorf("%v, sure %v, %v; want %v, %v, %q", got.Access, got.Sure, got.Reasons, c.access, c.sure, c.reason)
			}
		})
	}
}
