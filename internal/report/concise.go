package report

import (
	"bufio"
	"fmt"

	"github.com/handofflint/handofflint/internal/terminal"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// writeConcise prints one line a finding, in the form of compilers, which editors read.
func writeConcise(out *bufio.Writer, run Run) error {
	results, more := run.shown()
	for f := range (Run{Results: results}).findings() {
		out.WriteString(headline(run.Screen, position(f.Path, f.Range), f) + "\n")
	}
	_, err := out.WriteString(more)
	return err
}

// headline returns the first line of a finding: position, severity, message and rule.
func headline(screen terminal.Screen, at string, f *rules.Finding) string {
	severity := screen.Paint(styleOf(f.Severity), text.Escape(string(f.Severity)))
	rule := screen.Link(f.URL, screen.Paint(terminal.Weak, "["+text.Escape(f.Rule)+"]"))
	return fmt.Sprintf("%s: %s: %s %s", at, severity, text.Escape(f.Message), rule)
}

// position returns a position as editors parse it. It begins a line, so it is escaped as a whole: a file may be named
// ":".
func position(path string, r text.Range) string {
	at := regionOf(r)
	return text.Escape(fmt.Sprintf("%s:%d:%d", path, at.Line, at.Column))
}

// styleOf returns the style of a severity and of the carets of its finding.
func styleOf(s rules.Severity) terminal.Style {
	if s == rules.Error {
		return terminal.Bad
	}
	return terminal.Doubt
}
