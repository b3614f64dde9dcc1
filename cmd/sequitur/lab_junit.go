package main

import (
	"encoding/xml"
	"fmt"

	"github.com/sequitur-go/sequitur/lab"
)

// The JUnit form of a run: a case for each premise, which fails where it is not
// met, and a case for each cell, which is skipped where nothing was measured.
type (
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string     `xml:"classname,attr"`
		Name    string     `xml:"name,attr"`
		Failure *junitNote `xml:"failure,omitempty"`
		Skipped *junitNote `xml:"skipped,omitempty"`
		Out     string     `xml:"system-out,omitempty"`
	}
	junitNote struct {
		Message string `xml:"message,attr"`
	}
)

func labJUnit(s *lab.Summary) ([]byte, error) {
	suite := junitSuite{Name: "sequitur lab " + s.Experiment + ", " + s.Who()}
	for _, p := range s.Premises {
		c := junitCase{Class: s.Experiment + ".premise", Name: p.Text}
		if !p.OK {
			c.Failure = &junitNote{fmt.Sprintf("%d of %d", p.Count, p.Of)}
			suite.Failures++
		}
		suite.Cases = append(suite.Cases, c)
	}
	for i := range s.Cells {
		cell := &s.Cells[i]
		c := junitCase{Class: s.Experiment + "." + cell.Fault, Name: cell.Arm}
		if cell.Round != nil {
			c.Name += fmt.Sprintf(", round %d", *cell.Round)
		}
		if cell.Success == nil {
			c.Skipped = &junitNote{"no trial was measured"}
			suite.Skipped++
		} else {
			c.Out = fmt.Sprintf("success %.4g, n = %d, %s", *cell.Success, cell.N, s.Who())
		}
		suite.Cases = append(suite.Cases, c)
	}
	suite.Tests = len(suite.Cases)
	data, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return nil, err
	}
	return append([]byte(xml.Header), append(data, '\n')...), nil
}
