package result

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// A Result is the content of result.json.
type Result struct {
	Experiment string    `json:"experiment"`
	Title      string    `json:"title"`
	Question   string    `json:"question"`
	Model      string    `json:"model"`
	Scripted   bool      `json:"scripted"`
	Seed       uint64    `json:"seed"`
	RubricHash string    `json:"rubric_hash"`
	Cells      []Cell    `json:"cells"`
	Premises   []Premise `json:"premises"`
	Warnings   []string  `json:"warnings"`
	// Infra counts trials that failed for the model's server; they are in no cell.
	Infra         int             `json:"infrastructure_failures"`
	Published     []Published     `json:"published,omitempty"`
	Amplification []Amplification `json:"amplification,omitempty"`
	Courses       []Course        `json:"courses,omitempty"`
}

// A Cell is one arm under one fault: means of a trial, and ratios ("X") to the
// clean twin. A figure that does not apply is nil.
type Cell struct {
	Arm              string      `json:"arm"`
	Fault            string      `json:"fault"`
	Framework        *string     `json:"framework"`
	Round            *int        `json:"round"`
	N                int         `json:"n"`
	Success          *float64    `json:"success"`
	SuccessCI        *[2]float64 `json:"success_ci"`
	BackendCalls     *float64    `json:"backend_calls"`
	BackendX         *float64    `json:"backend_x"`
	BackendXCI       *[2]float64 `json:"backend_x_ci"`
	ModelCalls       *float64    `json:"model_calls"`
	ModelX           *float64    `json:"model_x"`
	ModelXCI         *[2]float64 `json:"model_x_ci"`
	TokensIn         *float64    `json:"tokens_in"`
	TokensOut        *float64    `json:"tokens_out"`
	Seconds          *float64    `json:"seconds"`
	USD              *float64    `json:"usd"`
	SelfHealed       *float64    `json:"self_healed"`
	ChangedArgs      *float64    `json:"changed_args"`
	MissingArg       *float64    `json:"missing_arg"`
	DuplicateEffects *float64    `json:"duplicate_effects"`
	Invented         *float64    `json:"invented"`
	Waited           *float64    `json:"waited"`
	WrongSpent       *float64    `json:"wrong_spent"`
	Wasted           *float64    `json:"wasted_calls"`
	RootNamed        *float64    `json:"root_named"`
}

// A Premise is what a run takes for granted, and how often it was so.
type Premise struct {
	Text  string `json:"text"`
	Count int    `json:"count"`
	Of    int    `json:"of"`
	OK    bool   `json:"ok"`
}

// Published is a figure of the source. It was not measured by the run.
type Published struct {
	Arm          string  `json:"arm"`
	Fault        string  `json:"fault"`
	Round        int     `json:"round,omitempty"`
	Of           int     `json:"of"`
	Success      int     `json:"success"`
	BackendCalls float64 `json:"backend_calls,omitempty"`
	ModelCalls   float64 `json:"model_calls,omitempty"`
	BackendX     float64 `json:"backend_x,omitempty"`
	ModelX       float64 `json:"model_x,omitempty"`
}

// Amplification is what an intermittent fault costs an arm, by calculation and
// in a larger run.
type Amplification struct {
	Arm            string  `json:"arm"`
	Fault          string  `json:"fault"`
	Tries          int     `json:"tries"`
	P              float64 `json:"p"`
	Expected       Ratios  `json:"expected"`
	Large          Ratios  `json:"large"`
	N              int     `json:"n"`
	Low            Ratios  `json:"low"`
	High           Ratios  `json:"high"`
	CostPerSuccess float64 `json:"cost_per_success"`
}

// Ratios are an arm's success and its cost against the clean twin.
type Ratios struct {
	Success  float64 `json:"success"`
	BackendX float64 `json:"backend_x"`
	ModelX   float64 `json:"model_x"`
}

// A Course is the load on a backend that was down and came back.
type Course struct {
	Arm      string    `json:"arm"`
	Step     float64   `json:"step"`
	Down     float64   `json:"down"`
	Capacity float64   `json:"capacity"`
	Attempts []int     `json:"attempts"`
	Waits    []float64 `json:"waits"`
	Overload int       `json:"overload"`
}

// Parse reads a result.json. A field that it does not know is an error: a
// report that left a figure out in silence would mislead.
func Parse(data []byte) (Result, error) {
	var r Result
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return Result{}, fmt.Errorf("read result: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Result{}, errors.New("read result: something follows the result")
	}
	return r, nil
}

// Who says where the figures come from.
func (r *Result) Who() string {
	if r.Scripted {
		return "scripted model " + strings.TrimPrefix(r.Model, "scripted:")
	}
	return "model " + r.Model
}
