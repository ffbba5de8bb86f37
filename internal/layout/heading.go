package layout

import (
	"strings"
)

// Bold makes headings stand out if colours are wanted.
type Bold bool

// Heading makes a text stand out.
func (b Bold) Heading(s string) string {
	if !b {
		return s
	}
	return "\x1b[1m" + s + "\x1b[0m"
}

// FirstLine makes the heading of a table stand out.
func (b Bold) FirstLine(s string) string {
	first, rest, _ := strings.Cut(s, "\n")
	return b.Heading(first) + "\n" + rest
}
