package result

import (
	_ "embed" // for the schema
	"slices"
)

//go:embed result.schema.json
var schema []byte

// Schema returns the JSON Schema of result.json.
func Schema() []byte { return slices.Clone(schema) }
