package report

import (
	"bufio"
	"fmt"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// writeConcise prints one line a finding, in the form that editors and grep know
// from compilers.
func writeConcise(out *bufio.Writer, run Run) error {
	results, more := run.shown()
	for f := range (Run{Results: results}).findings() {
		out.WriteString(palette(run.Color).header(f))
	}
	_, err := out.WriteString(more)
	return err
}

// Select Graphic Rendition parameters (ECMA-48, 8.3.117). Only the eight basic
// colours are used: every terminal has them and every theme makes them
// legible.
const (
	boldRed    = "1;31"
	boldYellow = "1;33"
	boldBlue   = "1;34"
	boldCyan   = "1;36"
	cyan       = "36"
)

// palette paints text, if the reader is a terminal.
type palette bool

// header returns the first line of a finding: position, severity, message and rule.
func (p palette) header(f *rules.Finding) string {
	severity := p.paint(colorOf(f.Severity), text.Escape(string(f.Severity)))
	rule := p.paint(cyan, "["+text.Escape(f.Rule)+"]")
	return fmt.Sprintf("%s: %s: %s %s\n", position(f.Path, f.Range), severity, text.Escape(f.Message), rule)
}

// position returns a position as editors parse it. It opens a line, so it is escaped as a
// whole: a file may be called ":".
func position(path string, r text.Range) string {
	at := regionOf(r)
	return text.Escape(fmt.Sprintf("%s:%d:%d", path, at.Line, at.Column))
}

// paint wraps s, which must be escaped already, in a colour.
func (p palette) paint(sgr, s string) string {
	if !p || s == "" {
		return s
	}
	return "\x1b[" + sgr + "m" + s + "\x1b[0m"
}

// colorOf returns the colour of a severity and of the carets of its finding.
func colorOf(s rules.Severity) string {
	if s == rules.Error {
		return boldRed
	}
	return boldYellow
}
