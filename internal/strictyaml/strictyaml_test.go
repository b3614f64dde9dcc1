package strictyaml_test

import (
	"fmt"
	"testing"

	"github.com/sequitur-go/sequitur/internal/strictyaml"
)

func TestUnmarshal(t *testing.T) {
	t.Parallel()
	for text, good := range map[string]bool{
		"faults: [a, b]": true,
		"fautls: [a]":    false,
		"#00\nfaults:\n ! #000000000000000000000000000000000000": false,
	} {
		var v struct {
			Faults []string `yaml:"faults"`
		}
		if err := strictyaml.Unmarshal([]byte(text), &v); (err == nil) != good {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func ExampleUnmarshal() {
	var v struct {
		Name string `yaml:"name"`
	}
	fmt.Println(strictyaml.Unmarshal([]byte("name: flaky"), &v), v.Name)
	// Output: <nil> flaky
}
