package report

import (
	"strings"

	"github.com/handofflint/handofflint/rules"
)

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

// at is a place that opens a line, as a link to its file if the terminal has
// links (OSC 8). Paths of stdin and of no file stay text.
func (p palette) at(path string, at place) string {
	shown := where(path, at)
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
