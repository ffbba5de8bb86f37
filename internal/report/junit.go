package report

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/terminal"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// junitSuites is JUnit's XML, which Jenkins, GitLab and others show: one test case a file, which fails if the file has
// findings.
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
	Out      string      `xml:"system-out,omitempty"` // what is not reported
}

// junitCase has at most one of its three outcomes: readers treat several in different ways.
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

// writeJUnit writes a case for each file: an error if it could not be checked, a failure if it has findings.
func writeJUnit(out *bufio.Writer, run Run) error {
	suite := junitSuite{Name: toolName, Tests: len(run.Results), Out: strings.Join(slices.Concat(run.incompleteLines(), run.notReported()), "\n")}
	for _, result := range run.Results {
		c := junitCase{Name: text.Escape(result.Path), ClassName: toolName}
		isUnjudged := slices.ContainsFunc(result.Findings, func(f rules.Finding) bool { return f.Unjudged })
		if result.Skipped != "" {
			suite.Skipped++
			c.Skipped = &junitOutcome{Message: text.Escape(result.Skipped)}
		} else if isUnjudged {
			suite.Errors++
			c.Error = junitFindings(result)
		} else if len(result.Findings) > 0 {
			suite.Failures++
			c.Failure = junitFindings(result)
		}
		suite.Cases = append(suite.Cases, c)
	}
	return writeXML(out, junitSuites{Suite: suite})
}

// junitFindings returns an outcome with all findings as its text. Its message is that of the finding that kept the file
// from being checked, else of the first error, else of the first finding.
func junitFindings(result rules.Result) *junitOutcome {
	worst := slices.IndexFunc(result.Findings, func(f rules.Finding) bool { return f.Unjudged })
	if worst < 0 {
		worst = max(0, slices.IndexFunc(result.Findings, rules.Finding.Failed))
	}
	message := text.Escape(result.Findings[worst].Message)
	if more := len(result.Findings) - 1; more > 0 {
		message += fmt.Sprintf(" (and %d more)", more)
	}
	var b strings.Builder
	b.WriteByte('\n')
	for i := range result.Findings {
		f := &result.Findings[i]
		b.WriteString(headline(terminal.Screen{}, position(f.Path, f.Range), f) + "\n")
		if f.Help != "" {
			b.WriteString("  = " + text.Escape(f.Help) + "\n")
		}
	}
	return &junitOutcome{Message: message, Type: string(result.Worst()), Text: b.String()}
}

// writeXML writes an indented XML document. Its texts must be escaped: encoding/xml escapes markup alone.
func writeXML(out *bufio.Writer, document junitSuites) error {
	out.WriteString(xml.Header)
	encoder := xml.NewEncoder(out)
	encoder.Indent("", "  ")
	if err := encoder.Encode(document); err != nil {
		return err
	}
	return out.WriteByte('\n')
}
