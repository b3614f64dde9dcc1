package result

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Result is the content of result.json.
type Result struct {
	Experiment string `json:"experiment"`
	Title      string `json:"title"`
	Question   string `json:"question"`
	// Reading tells how the figures are to be read.
	Reading string `json:"reading,omitempty"`
	Model   string `json:"model"`
	// Scripted says that every figure comes from a scripted model.
	Scripted bool   `json:"scripted"`
	Seed     uint64 `json:"seed"`
	// RubricHash is that of what counts as success.
	RubricHash string `json:"rubric_hash"`
	// Faults and Arms are what is compared.
	Faults   []Term    `json:"faults,omitempty"`
	Arms     []Term    `json:"arms,omitempty"`
	Cells    []Cell    `json:"cells"`
	Premises []Premise `json:"premises"`
	Warnings []string  `json:"warnings"`
	// Infra counts the trials that failed for the model's server; they are in
	// no cell.
	Infra int `json:"infrastructure_failures"`
	// Comparisons hold the arms against the experiment's base arm.
	Comparisons []Comparison `json:"comparisons,omitempty"`
	// Published are the figures of the source. They were not measured here.
	Published     []Published     `json:"published,omitempty"`
	Amplification []Amplification `json:"amplification,omitempty"`
	Courses       []Course        `json:"courses,omitempty"`
}

// A Term is a name that the result uses, and what stands behind it.
type Term struct {
	Name  string `json:"name"`
	About string `json:"about"`
}

// A Premise is something that an experiment takes for granted, as measured.
type Premise struct {
	Text string `json:"text"`
	// Count of Of trials showed it.
	Count int  `json:"count"`
	Of    int  `json:"of"`
	OK    bool `json:"ok"`
}

// A Published is one row of figures that a source gives.
type Published struct {
	Arm          string  `json:"arm" yaml:"arm"`
	Fault        string  `json:"fault" yaml:"fault"`
	Round        int     `json:"round,omitempty" yaml:"round"`
	Of           int     `json:"of" yaml:"of"`
	Success      int     `json:"success" yaml:"success"`
	BackendCalls float64 `json:"backend_calls,omitempty" yaml:"backend_calls"`
	ModelCalls   float64 `json:"model_calls,omitempty" yaml:"model_calls"`
	BackendX     float64 `json:"backend_x,omitempty" yaml:"backend_x"`
	ModelX       float64 `json:"model_x,omitempty" yaml:"model_x"`
}

// An Amplification is what an intermittent fault costs one arm: by calculation,
// and in the larger run.
type Amplification struct {
	Arm   string `json:"arm"`
	Fault string `json:"fault"`
	Tries int    `json:"tries"`
	// P is the chance that an attempt fails.
	P float64 `json:"p"`
	// Expected are the ratios and the rate that probability theory gives.
	Expected Ratios `json:"expected"`
	// Large are those of the larger run, N its size.
	Large Ratios `json:"large"`
	N     int    `json:"n"`
	// Low and High bound what 95 of 100 repetitions with twenty trials show;
	// the larger run is cut into such repetitions.
	Low  Ratios `json:"low"`
	High Ratios `json:"high"`
	// CostPerSuccess is the backend calls that one success takes, 0 where
	// there was none.
	CostPerSuccess float64 `json:"cost_per_success"`
}

// Ratios are an arm's success, and its cost against the clean twin.
type Ratios struct {
	Success  float64 `json:"success"`
	BackendX float64 `json:"backend_x"`
	ModelX   float64 `json:"model_x"`
}

// A Course is how one arm loaded a backend that was down and came back.
type Course struct {
	Arm string `json:"arm"`
	// Step is the width of a step in seconds.
	Step float64 `json:"step"`
	// Down is when the backend came back, in seconds.
	Down float64 `json:"down"`
	// Capacity is what it then served in a step.
	Capacity float64 `json:"capacity"`
	// Attempts counts the calls that arrived, by step.
	Attempts []int `json:"attempts"`
	// Waits are the waits that the tool layer added, by caller, in seconds;
	// only callers that met the outage have one.
	Waits []float64 `json:"waits"`
	// Overload counts the calls that were refused after the backend was back.
	Overload int `json:"overload"`
	// Unasked counts the callers that were refused without a single call.
	Unasked int `json:"unasked"`
}

// Parse reads a result.json. A field that it does not know is an error: a
// report that left a figure out in silence would mislead.
func Parse(data []byte) (Result, error) {
	var r Result
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return Result{}, fmt.Errorf("not a result.json: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Result{}, errors.New("not a result.json: something follows the result")
	}
	if len(r.Cells) == 0 {
		return Result{}, errors.New("not a result.json: it holds no cells")
	}
	return r, nil
}

// Simulated says that the trials are callers of one backend, and that no model
// was asked.
func (r *Result) Simulated() bool {
	return len(r.Courses) > 0 && !slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.ModelCalls != nil })
}

// Who says where the figures come from.
func (r *Result) Who() string {
	switch {
	case r.Simulated():
		return "simulated callers, no model"
	case r.Scripted:
		return "scripted model " + strings.TrimPrefix(r.Model, "scripted:")
	default:
		return "model " + r.Model
	}
}
