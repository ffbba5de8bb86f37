package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// junitFormat prints JUnit's XML: a test case a file, which fails by what was
// found in it. Jenkins, GitLab and others show it.
type junitFormat struct{}

type junitSuites struct {
	XMLName xml.Name   `xml:"testsuites"`
	Suite   junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Time     int         `xml:"time,attr"`
	Cases    []junitCase `xml:"testcase"`
	// Out says what is not reported.
	Out string `xml:"system-out,omitempty"`
}

// junitCase has at most one of its three outcomes: readers differ in what they
// make of several.
type junitCase struct {
	Name      string        `xml:"name,attr"`
	ClassName string        `xml:"classname,attr"`
	Time      int           `xml:"time,attr"`
	Skipped   *junitOutcome `xml:"skipped"`
	Error     *junitOutcome `xml:"error"`
	Failure   *junitOutcome `xml:"failure"`
}

type junitOutcome struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Text    string `xml:",chardata"`
}

func (junitFormat) Write(w io.Writer, run Run) error {
	suite := junitSuite{Name: "handofflint", Tests: len(run.Results), Out: strings.Join(run.left(), "\n")}
	for _, result := range run.Results {
		c := junitCaseOf(result)
		switch {
		case c.Skipped != nil:
			suite.Skipped++
		case c.Error != nil:
			suite.Errors++
		case c.Failure != nil:
			suite.Failures++
		}
		suite.Cases = append(suite.Cases, c)
	}
	return writeXML(w, junitSuites{Suite: suite})
}

// junitCaseOf is a file as a test case: an error where it could not be judged,
// a failure where something was found.
func junitCaseOf(result rules.Result) junitCase {
	c := junitCase{Name: text.Escape(result.Path), ClassName: "handofflint"}
	if result.Skipped != "" {
		c.Skipped = &junitOutcome{Message: text.Escape(result.Skipped)}
		return c
	}
	if len(result.Findings) == 0 {
		return c
	}
	outcome := junitFindings(result)
	c.Failure = outcome
	for _, f := range result.Findings {
		if f.Unjudged {
			c.Failure, c.Error = nil, outcome
		}
	}
	return c
}

// worst is the finding that a file is told of by: what kept it from being
// judged, else the first error, else the first finding. There is at least one.
func worst(findings []rules.Finding) *rules.Finding {
	for _, weighs := range []func(rules.Finding) bool{
		func(f rules.Finding) bool { return f.Unjudged },
		func(f rules.Finding) bool { return f.Severity == rules.Error },
	} {
		if i := slices.IndexFunc(findings, weighs); i >= 0 {
			return &findings[i]
		}
	}
	return &findings[0]
}

func junitFindings(result rules.Result) *junitOutcome {
	message := text.Escape(worst(result.Findings).Message)
	if more := len(result.Findings) - 1; more > 0 {
		message += fmt.Sprintf(" (and %d more)", more)
	}
	var b strings.Builder
	b.WriteByte('\n')
	for i := range result.Findings {
		f := &result.Findings[i]
		b.WriteString(palette{}.header(f))
		if f.Help != "" {
			b.WriteString("  = " + text.Escape(f.Help) + "\n")
		}
	}
	return &junitOutcome{Message: message, Type: string(result.Worst()), Text: b.String()}
}
