// Package strictyaml decodes YAML in which every key has to be known.
package strictyaml

import (
	"errors"

	"github.com/goccy/go-yaml"
)

// errBroken stands for a document on which the library itself gives up.
var errBroken = errors.New("no YAML that can be read: look for a tag or an anchor without a value")

// Unmarshal decodes a document. Unknown keys are refused; a document that makes
// the library panic is one that cannot be read.
func Unmarshal(data []byte, v any) (err error) {
	defer func() {
		if recover() != nil {
			err = errBroken
		}
	}()
	return yaml.UnmarshalWithOptions(data, v, yaml.Strict())
}
