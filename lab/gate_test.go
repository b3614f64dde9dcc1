package lab_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sequitur-go/sequitur/lab"
	"github.com/sequitur-go/sequitur/lab/result"
)

func TestParseRequirement(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]lab.Requirement{
		"success[guard,transient]>=0.95":        {Metric: "success", Arm: "guard", Fault: "transient", Op: ">=", Value: 0.95},
		" success [ guard , transient ] >= 95%": {Metric: "success", Arm: "guard", Fault: "transient", Op: ">=", Value: 0.95},
		"backend_x[guard,x,round=2]<1.5":        {Metric: "backend_x", Arm: "guard", Fault: "x", Round: 2, Op: "<", Value: 1.5},
		"model_calls[a,b,framework=crewai]==1":  {Metric: "model_calls", Arm: "a", Fault: "b", Framework: "crewai", Op: "==", Value: 1},
		"invented[a,b]<=0":                      {Metric: "invented", Arm: "a", Fault: "b", Op: "<=", Value: 0},
		"success[a,b]<=100%":                    {Metric: "success", Arm: "a", Fault: "b", Op: "<=", Value: 1},
		"n[a,b]>19":                             {Metric: "n", Arm: "a", Fault: "b", Op: ">", Value: 19},
	} {
		want.Text = text
		got, err := lab.ParseRequirement(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
	for text, want := range map[string]string{
		"":                            "column 1: expected METRIC[ARM,FAULT]>=NUMBER",
		"success>=0.95":               "column 14: expected METRIC[ARM,FAULT]>=NUMBER",
		"sucess[a,b]>=1":              `the metric must be one of success, backend_calls`,
		"success[a,b>=1":              "expected a ] after",
		"success[a]>=1":               `column 9: expected ARM,FAULT, got "a"`,
		"success[a,]>=1":              "column 11: an empty name",
		"success[a,b,3]>=1":           `column 13: after ARM,FAULT only round=N or framework=NAME can follow, got "3"`,
		"success[a,b,round=0]>=1":     "a whole number of at least 1",
		"success[a,b] is 1":           `column 14: expected one of >= <= == > <, got "is 1"`,
		"success[a,b]>=":              `column 15: expected a number, got ""`,
		"success[a,b]>=high":          `expected a number, got "high"`,
		"success[a,b]>=NaN":           `expected a number, got "NaN"`,
		"success[a,b]>=70":            `column 15: success is a share and must be held against a number between 0 and 1, or 0% and 100%, got "70"`,
		"root_named[a,b]>=101%":       "between 0 and 1",
		"found[a,b]<-0.5":             "between 0 and 1",
		"backend_calls[a,b]<=-1":      `no figure is below 0, got "-1"`,
		"success[a,b,framework=]>=.5": "round=N or framework=NAME",
	} {
		if _, err := lab.ParseRequirement(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q in it", text, err, want)
		}
	}
}

const gateResult = `{"experiment":"x","cells":[
 {"arm":"guard","fault":"transient","framework":null,"round":null,"n":20,"success":1,"success_ci":[0.84,1],"usd":null},
 {"arm":"guard","fault":"bad-args","round":1,"n":20,"success":0.9,"success_ci":[0.7,0.97]},
 {"arm":"guard","fault":"bad-args","round":2,"n":20,"success":0.75,"success_ci":[0.53,0.89]},
 {"arm":"raw","fault":"bad-args","round":1,"n":0,"success":0,"success_ci":[0,1],"backend_calls":3}]}`

func TestGate(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"success[guard,transient]>=0.95":        "passed",
		"success[guard,bad-args,round=1]>=0.95": "inconclusive",
		"success[guard,bad-args,round=2]>=0.95": "missed",
		"success[guard,bad-args]>=0.95":         "inconclusive missed",
		"success[guard,bad-args]>=0.7":          "passed passed", //nolint:dupword // one word for each of two cells
		"usd[guard,transient]<=1":               "inconclusive",
		"success[raw,bad-args]>=0.5":            "inconclusive",
		"tokens_in[guard,transient]<5":          "inconclusive",
		"n[guard,transient]>=20":                "passed",
		"n[guard,transient]==21":                "missed",
		"success[guard,transient]<0.5":          "missed",
	} {
		r, err := lab.ParseRequirement(text)
		if err != nil {
			t.Fatal(err)
		}
		results, err := lab.Gate(parsed(t), []lab.Requirement{r})
		if err != nil {
			t.Fatal(err)
		}
		states := make([]string, len(results))
		for i := range results {
			states[i] = string(results[i].State)
		}
		if got := strings.Join(states, " "); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

func parsed(t *testing.T) *result.Result {
	t.Helper()
	r, err := result.Parse([]byte(gateResult))
	if err != nil {
		t.Fatal(err)
	}
	return &r
}

func TestGateOnACellThatIsNotThere(t *testing.T) {
	t.Parallel()
	r, err := lab.ParseRequirement("success[gard,transient]>=0.95")
	if err != nil {
		t.Fatal(err)
	}
	want := "no such cell; there are guard,transient; guard,bad-args,round=1; "
	if _, err := lab.Gate(parsed(t), []lab.Requirement{r}); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q in it", err, want)
	}
}

func FuzzParseRequirement(f *testing.F) {
	for _, seed := range []string{
		"success[guard,transient]>=0.95", "n[a,b]==1%", "x]y[", "success[a,b,round=1]<", "success[,]>=1", "[[[]]]", "success[a,b]>=1e999",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := lab.ParseRequirement(text)
		if err != nil {
			if !strings.Contains(err.Error(), "column ") {
				t.Errorf("%q: the error names no place: %v", text, err)
			}
			return
		}
		selectors := r.Arm + "," + r.Fault
		if r.Round > 0 {
			selectors += fmt.Sprintf(",round=%d", r.Round)
		}
		if r.Framework != "" {
			selectors += ",framework=" + r.Framework
		}
		again, err := lab.ParseRequirement(fmt.Sprintf("%s[%s]%s%v", r.Metric, selectors, r.Op, r.Value))
		again.Text = r.Text
		if err != nil || again != r {
			t.Errorf("%q reads as %+v, and that as %+v, %v", text, r, again, err)
		}
	})
}

func ExampleGate() {
	r, err := lab.ParseRequirement("success[guard,bad-args,round=2]>=95%")
	if err != nil {
		fmt.Println(err)
		return
	}
	of, err := result.Parse([]byte(gateResult))
	if err != nil {
		fmt.Println(err)
		return
	}
	results, err := lab.Gate(&of, []lab.Requirement{r})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(results[0].State, *results[0].Value, *results[0].Interval)
	// Output: missed 0.75 [0.53 0.89]
}
