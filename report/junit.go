package report

import (
	"encoding/xml"
	"io"
)

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

// WriteJUnit writes the checks of a document as JUnit XML.
func WriteJUnit(w io.Writer, d *Document) error {
	suite := junitSuite{Name: d.Title + ", " + d.Label, Tests: len(d.Checks)}
	for _, c := range d.Checks {
		j := junitCase{Class: c.Suite, Name: c.Name, Out: c.Note}
		switch {
		case c.Failure != "":
			j.Failure = &junitNote{c.Failure}
			suite.Failures++
		case c.Skipped != "":
			j.Skipped = &junitNote{c.Skipped}
			suite.Skipped++
		}
		suite.Cases = append(suite.Cases, j)
	}
	data, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return err
	}
	_, err = w.Write(append([]byte(xml.Header), append(data, '\n')...))
	return err
}
