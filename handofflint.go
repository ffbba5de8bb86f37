// Package handofflint checks what AI agents hand to each other, and shows what they did. It is the package
// for Go programs:
//
//   - [Check] checks a handoff in memory.
//   - [ReadTimeline] reads a transcript: what its agent changed and ran, and which results are proved.
//   - [Timeline.Judge] compares a message with it: which claims hold, and which are false.
//
// An error means that nothing was checked or read. A fault in a handoff is a [Finding]; what a transcript
// does not show is unknown.
//
// Credentials are masked and control characters escaped in all texts except [Timeline.Message] and the paths
// of transcripts. The wording of messages may change at any time: decide by [Finding.Rule], [State], [Kind]
// and [Verdict].
//
// The other packages of this module are parts of the engine and may change at any time.
package handofflint

import (
	"bytes"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Result is what [Check] found.
type Result struct {
	// Format is the name of the handoff's format, such as "report", or "" if it has none.
	Format string
	// Passed reports whether the file was checked and has no error. It may have warnings.
	Passed bool
	// Skipped is why the file was not checked, or "". JSON that is not a handoff is skipped.
	Skipped string
	// Findings are in the order of the file.
	Findings []Finding
}

// Finding is one fault at one place of a file.
type Finding struct {
	// Rule is the name of the rule, such as "placeholder".
	Rule     string
	Severity Severity
	// Start and End are the range of the finding; the end is exclusive. A finding about the whole file is at
	// its start.
	Start, End Position
	// Pointer is the JSON pointer of the value in the handoff's object, or "".
	Pointer string
	// Message says what is wrong, Help what is right; URL explains the rule.
	Message, Help, URL string
}

// Position is a place in a file: a byte offset from 0, and a line and a column in characters from 1.
type Position struct{ Offset, Line, Column int }

// Severity is the weight of a finding.
type Severity string

// The severities. A file with an error does not pass.
const (
	SeverityError   Severity = "error"
	SeverityWarning Severity = "warning"
)

// Check checks a handoff with the built-in rules, as `handofflint check --stdin-filename NAME` does. The name
// is a path that may determine the format; it is not opened. Check is safe for concurrent use.
func Check(name string, data []byte) (Result, error) {
	engine, err := rules.NewEngine(checks.All(), rules.Options{})
	if err != nil {
		return Result{}, err
	}
	linter := lint.Linter{Engine: engine}
	checked, err := linter.CheckInput(document.Stdin(bytes.NewReader(data), name, engine.Limits().Bytes))
	if err != nil {
		return Result{}, err
	}
	found := checked.Result
	isPassed := found.Skipped == "" && len(found.Failures()) == 0
	result := Result{Format: string(found.Format), Passed: isPassed, Skipped: plain(found.Skipped)}
	for _, f := range found.Findings {
		result.Findings = append(result.Findings, Finding{
			Rule: f.Rule, Severity: Severity(f.Severity), Start: Position(f.Range.Start), End: Position(f.Range.End),
			Pointer: plain(f.Pointer), Message: plain(f.Message), Help: plain(f.Help), URL: f.URL,
		})
	}
	return result, nil
}

// plain returns a text that is safe to print.
func plain(s string) string { return text.Escape(secret.Mask(s)) }
