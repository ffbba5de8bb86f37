package report

import "github.com/handofflint/handofflint/rules"

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

// palette paints text where colours are wanted.
type palette bool

// paint wraps s, which must be escaped already, in a colour.
func (p palette) paint(sgr, s string) string {
	if !p || s == "" {
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
