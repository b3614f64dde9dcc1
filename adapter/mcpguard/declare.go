package mcpguard

import (
	"encoding/json"
	"fmt"

	"github.com/sequitur-go/sequitur/tool"
)

// A Declaration is a tool as a server lists it.
type Declaration struct {
	Name         string          `json:"name"`
	Description  string          `json:"description"`
	InputSchema  json.RawMessage `json:"inputSchema"`
	OutputSchema json.RawMessage `json:"outputSchema"`
	Annotations  Annotations     `json:"annotations"`
}

// Annotations are the hints of a declaration that matter to a guard. A nil
// pointer is a hint that was not given.
type Annotations struct {
	ReadOnly   *bool `json:"readOnlyHint"`
	Idempotent *bool `json:"idempotentHint"`
}

// A Page is one page of a tools/list result.
type Page struct {
	Tools []Declaration
	// Next is the cursor of the next page, "" on the last one.
	Next string
}

// ParsePage reads the result of a tools/list. A declaration that cannot be read
// is left out: its tool then counts as unknown.
func ParsePage(result json.RawMessage) (Page, error) {
	var raw struct {
		Tools []json.RawMessage `json:"tools"`
		Next  string            `json:"nextCursor"`
	}
	if err := json.Unmarshal(result, &raw); err != nil {
		return Page{}, fmt.Errorf("list of tools: %w", err)
	}
	page := Page{Next: raw.Next}
	for _, text := range raw.Tools {
		var d Declaration
		if json.Unmarshal(text, &d) == nil && d.Name != "" {
			page.Tools = append(page.Tools, d)
		}
	}
	return page, nil
}

// Spec returns what a declaration says of its tool. Hints are a peer's word:
// without trust they are left out. A tool without hints counts as a write that
// must not be repeated.
func (d *Declaration) Spec(trust bool) tool.Spec {
	spec := tool.Spec{Name: d.Name, Description: d.Description, Input: d.InputSchema, Output: d.OutputSchema}
	if !trust {
		return spec
	}
	switch read := d.Annotations.ReadOnly; {
	case read == nil:
	case *read:
		spec.Access = tool.AccessRead
	default:
		spec.Access = tool.AccessWrite
	}
	spec.Idempotent = d.Annotations.Idempotent != nil && *d.Annotations.Idempotent
	return spec
}

// Override returns a specification with what the operator says of the tool: the
// operator's word stands before the server's, and the schemas are the server's
// where the operator gives none.
func Override(spec, own tool.Spec) tool.Spec {
	merged := own
	merged.Name = spec.Name
	if own.Access == tool.AccessUnknown {
		merged.Access = spec.Access
		merged.Idempotent = own.Idempotent || spec.Idempotent
	}
	if merged.Description == "" {
		merged.Description = spec.Description
	}
	if merged.Input == nil {
		merged.Input = spec.Input
	}
	if merged.Output == nil {
		merged.Output = spec.Output
	}
	if merged.Upstream == "" {
		merged.Upstream = spec.Upstream
	}
	return merged
}
