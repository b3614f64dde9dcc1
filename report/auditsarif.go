package report

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"

	"github.com/sequitur-go/sequitur/audit"
)

const sarifSchema = "https://json.schemastore.org/sarif-2.1.0.json"

type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool    sarifTool     `json:"tool"`
		Results []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name  string      `json:"name"`
		Rules []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID   string    `json:"id"`
		Text sarifText `json:"shortDescription"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifLocation struct {
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifLogical struct {
		Name string `json:"fullyQualifiedName"`
		Kind string `json:"kind"`
	}
)

// WriteSARIF writes the mismatches of an audit as SARIF 2.1.0: one rule for each
// pair of fault and first action.
func WriteSARIF(w io.Writer, records []audit.Record) error {
	run := sarifRun{Tool: sarifTool{Driver: sarifDriver{Name: "sequitur audit", Rules: []sarifRule{}}}, Results: []sarifResult{}}
	for i := range records {
		r := &records[i]
		if r.Verdict != "mismatch" {
			continue
		}
		id := r.Fault + "/" + r.FirstAction
		if !slices.ContainsFunc(run.Tool.Driver.Rules, func(rule sarifRule) bool { return rule.ID == id }) {
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{id, sarifText{"after " + r.Fault + ": " + r.FirstAction}})
		}
		run.Results = append(run.Results, sarifResult{
			RuleID: id, Level: sarifLevel(r),
			Message: sarifText{fmt.Sprintf("%s: after %s, the first action was %s: %s.", r.Tool, r.Fault, r.FirstAction, r.Why)},
			Locations: []sarifLocation{{
				Physical: sarifPhysical{sarifArtifact{(&url.URL{Path: filepath.ToSlash(r.Source)}).EscapedPath()}},
				Logical:  []sarifLogical{{Name: r.Trajectory + "/" + r.CallID, Kind: "function"}},
			}},
			Fingerprints: map[string]string{"sequitur/v1": r.Trajectory + "/" + r.CallID + "/" + id},
		})
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

// sarifLevel is "error" for what deceives a user or may do harm.
func sarifLevel(r *audit.Record) string {
	switch r.FirstAction {
	case "fabricate", "claim_success", "crash":
		return "error"
	}
	if slices.Contains(r.Traits, "unsafe") && r.FirstAction == "retry_same" {
		return "error"
	}
	return "warning"
}
