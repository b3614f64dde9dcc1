package stream_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/traceformat/stream"
)

func TestShorten(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("A", 5000)
	kept := strings.Repeat("A", 255)
	for _, test := range []struct{ name, head, want string }{
		{"short strings", `{"a":"b","c":[1,"\""]}`, `{"a":"b","c":[1,"\""]}`},
		{"an image before the role", `[{"content":"` + long + `","role":"user"}]`, `[{"content":"` + kept + `","role":"user"}]`},
		{"cut inside", `{"content":"` + long, `{"content":"` + kept + `"`},
		{"cut inside a short one", `{"content":"` + kept, `{"content":"` + kept},
		{"no JSON", "hello", "hello"},
		{"nothing", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, string(stream.Shorten([]byte(test.head)))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestShortenCutsNoEscape(t *testing.T) {
	t.Parallel()
	for shift := range 12 {
		for _, escape := range []string{`\n`, `\\`, `\"`, `\u00e9`} {
			head := `["` + strings.Repeat("x", shift) + strings.Repeat(escape, 1000) + `",1]`
			if got := stream.Shorten([]byte(head)); !json.Valid(got) || len(got) > 300 {
				t.Errorf("%d times x, then %s: %s", shift, escape, got)
			}
		}
	}
}
