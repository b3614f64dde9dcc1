package tool_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sequitur-go/sequitur/tool"
)

func ExampleEnrichment_Input() {
	spec := tool.Spec{
		Name:  "get_metric",
		Input: json.RawMessage(`{"type": "object", "properties": {"metric": {"type": "string", "description": "What to look up."}, "top": {"type": "integer", "maximum": 1.0e2}}}`),
		Parameters: map[string]tool.Parameter{"metric": {Closed: true, Values: []tool.Value{
			{Name: "net_margin", Meaning: "profit after all costs, of revenue"}, {Name: "order_count"},
		}}},
	}
	fmt.Println(string(tool.Enrichment{}.Input(&spec)))
	// Output:
	// {"type": "object", "properties": {"metric": {"type": "string", "description": "What to look up. net_margin: profit after all costs, of revenue.","enum":["net_margin","order_count"]}, "top": {"type": "integer", "maximum": 1.0e2}}}
}

func known(names ...string) tool.Parameter {
	p := tool.Parameter{Closed: true}
	for _, name := range names {
		name, meaning, _ := strings.Cut(name, "=")
		p.Values = append(p.Values, tool.Value{Name: name, Meaning: meaning})
	}
	return p
}

func TestEnrichmentInput(t *testing.T) {
	t.Parallel()
	const object = `{"type":"object","properties":{"p":%s}}`
	for name, c := range map[string]struct {
		schema string
		p      tool.Parameter
		limits tool.Enrichment
		want   string // "" for unchanged
	}{
		"text":                      {`{"type":"string"}`, known("a", "b"), tool.Enrichment{}, `{"type":"string","enum":["a","b"]}`},
		"no type":                   {`{}`, known("a", "b"), tool.Enrichment{}, `{"enum":["a","b"]}`},
		"no type, with meanings":    {`{ }`, known("a=first", "b"), tool.Enrichment{}, `{"enum":["a","b"],"description":"a: first." }`},
		"no type, numbers":          {`{}`, known("1", "2"), tool.Enrichment{}, ``},
		"integers":                  {`{"type":"integer"}`, known("10", "20"), tool.Enrichment{}, `{"type":"integer","enum":[10,20]}`},
		"numbers keep their digits": {`{"type":"number"}`, known("0.10", "1e3"), tool.Enrichment{}, `{"type":"number","enum":[0.10,1e3]}`},
		"no integer":                {`{"type":"integer"}`, known("10", "ten"), tool.Enrichment{}, ``},
		"no number":                 {`{"type":"number"}`, known("1.5", "true"), tool.Enrichment{}, ``},
		"null is kept":              {`{"type":["string","null"]}`, known("a"), tool.Enrichment{}, `{"type":["string","null"],"enum":["a",null]}`},
		"nullable":                  {`{"type":"string","nullable":true}`, known("a"), tool.Enrichment{}, `{"type":"string","nullable":true,"enum":["a",null]}`},
		"choice of text and null":   {`{"anyOf":[{"type":"string"},{"type":"null"}]}`, known("a"), tool.Enrichment{}, `{"anyOf":[{"type":"string","enum":["a"]},{"type":"null"}]}`},
		"two choices":               {`{"anyOf":[{"type":"string"},{"type":"integer"}]}`, known("a"), tool.Enrichment{}, ``},
		"choice with an enum":       {`{"oneOf":[{"enum":["x"]},{"type":"string"}]}`, known("a"), tool.Enrichment{}, ``},
		"list":                      {`{"type":"array","items":{"type":"string"}}`, known("a"), tool.Enrichment{}, `{"type":"array","items":{"type":"string","enum":["a"]}}`},
		"list of anything":          {`{"type":"array"}`, known("a"), tool.Enrichment{}, ``},
		"truth value":               {`{"type":"boolean"}`, known("a"), tool.Enrichment{}, ``},
		"own enum":                  {`{"enum":["x","y"]}`, known("a", "b"), tool.Enrichment{}, ``},
		"own enum, meanings":        {`{"enum":["x","y"]}`, known("x=the first", "z=gone"), tool.Enrichment{}, `{"enum":["x","y"],"description":"x: the first."}`},
		"own constant":              {`{"const":"x"}`, known("a=b"), tool.Enrichment{}, ``},
		"reference":                 {`{"$ref":"#/$defs/E"}`, known("a=b"), tool.Enrichment{}, ``},
		"description is continued":  {`{"type":"string","description":"Which one? "}`, known("a=x \n y."), tool.Enrichment{}, `{"type":"string","description":"Which one? a: x y.","enum":["a"]}`},
		"description is no text":    {`{"type":"string","description":7}`, known("a=x"), tool.Enrichment{}, `{"type":"string","description":7,"enum":["a"]}`},
		"quotes and signs":          {`{"type":"string","description":"\u00e9"}`, known(`a"<=x&"y`), tool.Enrichment{}, `{"type":"string","description":"\u00e9 a\"<: x&\"y.","enum":["a\"<"]}`},
		"too many":                  {`{"type":"string"}`, known("a=x", "b", "c"), tool.Enrichment{MaxValues: 2}, ``},
		"meanings too long":         {`{"type":"string"}`, known("a=a long meaning"), tool.Enrichment{MaxMeanings: 5}, `{"type":"string","enum":["a"]}`},
		"a value that is not shown": {`{"type":"string"}`, known("a", "b\x1b[2J"), tool.Enrichment{}, ``},
		"not closed":                {`{"type":"string"}`, tool.Parameter{Values: []tool.Value{{Name: "a"}}}, tool.Enrichment{}, ``},
		"twice the same":            {`{"type":"string"}`, known("a", "a"), tool.Enrichment{}, `{"type":"string","enum":["a"]}`},
		"broken":                    {`{"type":"string"`, known("a"), tool.Enrichment{}, ``},
		"key twice":                 {`{"type":"string","type":"integer"}`, known("a"), tool.Enrichment{}, ``},
		"true":                      {`true`, known("a"), tool.Enrichment{}, ``},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			spec := tool.Spec{Input: fmt.Appendf(nil, object, c.schema), Parameters: map[string]tool.Parameter{"p": c.p, "absent": known("z")}}
			want := fmt.Sprintf(object, c.want)
			if c.want == "" {
				want = string(spec.Input)
			}
			got := c.limits.Input(&spec)
			if string(got) != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			spec.Input = got
			if again := c.limits.Input(&spec); !bytes.Equal(again, got) {
				t.Errorf("a second time: %s", again)
			}
		})
	}
}

func TestEnrichmentFollowsPaths(t *testing.T) {
	t.Parallel()
	spec := tool.Spec{
		Input: json.RawMessage("{\n  \"properties\": {\n    \"filter\": {\"properties\": {\"status\": {\"type\": \"string\"}}},\n    \"unit\": {\"type\": \"string\"}\n  }\n}\n"),
		Parameters: map[string]tool.Parameter{
			"filter.status": known("open"), "unit": known("kg"), "filter.none": known("x"), "unit.deeper": known("y"),
		},
	}
	const want = "{\n  \"properties\": {\n    \"filter\": {\"properties\": {\"status\": {\"type\": \"string\",\"enum\":[\"open\"]}}},\n    \"unit\": {\"type\": \"string\",\"enum\":[\"kg\"]}\n  }\n}\n"
	if got := (tool.Enrichment{}).Input(&spec); string(got) != want {
		t.Errorf("got %s", got)
	}
}

// Taking the additions out again gives the schema as it was, byte for byte.
func TestEnrichmentOnlyAdds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z"\\é<]{1,6}`), 1, 5, rapid.ID).Draw(t, "names")
		before := rapid.SampledFrom([]string{`"x":1.50,`, ` "z" : [1e5 , 2] , `, ``}).Draw(t, "before")
		schema := `{"properties":{"a":{` + before + `"type":"string"},"b":{"maximum":10000000000000000001}}}`
		spec := tool.Spec{Input: json.RawMessage(schema), Parameters: map[string]tool.Parameter{"a": known(names...)}}
		got := tool.Enrichment{}.Input(&spec)
		if !json.Valid(got) {
			t.Fatalf("no JSON: %s", got)
		}
		start := bytes.Index(got, []byte(`,"enum":`))
		end := bytes.Index(got, []byte(`},"b"`))
		if string(got[:start])+string(got[end:]) != schema {
			t.Fatalf("changed: %s", got)
		}
		var list []string
		if err := json.Unmarshal(got[start+len(`,"enum":`):end], &list); err != nil || len(list) != len(names) {
			t.Fatalf("enum %v of %v: %v", list, names, err)
		}
	})
}

func FuzzEnrichment(f *testing.F) {
	f.Add(`{"properties":{"p":{"type":"string","description":"d"}}}`, "a", "meaning")
	f.Add(`{"properties":{"p":{"anyOf":[{"type":["null","number"]},{"type":"null"}]}}}`, "1.0", "")
	f.Add(`{"properties":{"p":{ }}}`, "\x00", "\xff")
	f.Fuzz(func(t *testing.T, schema, value, meaning string) {
		spec := tool.Spec{Input: json.RawMessage(schema), Parameters: map[string]tool.Parameter{"p": {Closed: true, Values: []tool.Value{{Name: value, Meaning: meaning}}}}}
		got := tool.Enrichment{}.Input(&spec)
		if json.Valid([]byte(schema)) != json.Valid(got) {
			t.Errorf("Input(%q) = %q", schema, got)
		}
		if len(got) < len(schema) {
			t.Errorf("Input(%q) = %q lost something", schema, got)
		}
		spec.Input = got
		if again := (tool.Enrichment{}).Input(&spec); !bytes.Equal(again, got) {
			t.Errorf("Input(%q) = %q, and again %q", schema, got, again)
		}
	})
}
