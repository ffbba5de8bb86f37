package report

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// writeConcise prints one line a finding, in the form that editors and grep know
// from compilers.
func writeConcise(out *bufio.Writer, run Run) error {
	colors := palette{run.Color, run.Link}
	results, more := run.shown()
	for f := range (Run{Results: results}).findings() {
		out.WriteString(colors.header(f))
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

// palette paints text and links paths, if the reader is a terminal.
type palette struct {
	color bool
	link  func(path string) string
}

// header is the first line of a finding: where, how bad, what, and the rule.
func (p palette) header(f *rules.Finding) string {
	severity := p.paint(colorOf(f.Severity), text.Escape(string(f.Severity)))
	rule := p.paint(cyan, "["+text.Escape(f.Rule)+"]")
	return fmt.Sprintf("%s: %s: %s %s\n", p.at(f.Path, regionOf(f.Range)), severity, text.Escape(f.Message), rule)
}

// at is a place as editors parse it, as a link to its file if the terminal has
// links (OSC 8). Paths of stdin and of no file stay text. It opens a line, so it is
// escaped as a whole: a file may be called ":".
func (p palette) at(path string, at region) string {
	shown := text.Escape(fmt.Sprintf("%s:%d:%d", path, at.Line, at.Column))
	if p.link == nil || strings.HasPrefix(path, "<") {
		return shown
	}
	return "\x1b]8;;" + p.link(path) + "\x1b\\" + shown + "\x1b]8;;\x1b\\"
}

// paint wraps s, which must be escaped already, in a colour.
func (p palette) paint(sgr, s string) string {
	if !p.color || s == "" {
		return s
	}
	return "\x1b[" + sgr + "m" + s + "\x1b[0m"
}

// colorOf is the colour of a severity and of the carets of its finding.
func colorOf(s rules.Severity) string {
	if s == rules.Error {
		return boldRed
	}
	return boldYellow
}
