// Package terminal writes for people at a terminal: colours, links, and lines wrapped at words.
// What text of a file may reach one, package text says. Begin with Screen.
package terminal

import (
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"

	"github.com/handofflint/handofflint/internal/text"
)

// Screen is what shows a text. The zero value is a pipe or a file: no text is wrapped, painted or
// linked for it.
type Screen struct {
	// Columns is the width of a terminal, 0 if the reader has none.
	Columns int
	// Color allows ANSI colours, Links OSC 8 hyperlinks.
	Color, Links bool
}

// Style is a parameter of Select Graphic Rendition (ECMA-48, 8.3.117).
type Style string

// The styles, by what they mean.
const (
	Bad    Style = "1;31" // bold red
	Doubt  Style = "33"   // yellow; in bold, many terminals make it too bright for a light background
	Good   Style = "32"   // green
	Strong Style = "1"    // bold
	Weak   Style = "2"    // faint
)

// Paint returns s, which must be escaped already, in a style.
func (screen Screen) Paint(style Style, s string) string {
	if !screen.Color || s == "" || style == "" {
		return s
	}
	return "\x1b[" + string(style) + "m" + s + "\x1b[0m"
}

// Link returns s as a link to a web page, or s if target is none.
func (screen Screen) Link(target, s string) string {
	u, err := url.Parse(target)
	if err != nil || !slices.Contains([]string{"https", "http"}, u.Scheme) {
		return s
	}
	return screen.link(u, s)
}

// LinkFile returns s as a link to a file.
func (screen Screen) LinkFile(path, s string) string {
	absolute, err := filepath.Abs(filepath.FromSlash(path))
	if err != nil {
		return s
	}
	absolute = "/" + strings.TrimPrefix(filepath.ToSlash(absolute), "/")
	return screen.link(&url.URL{Scheme: "file", Path: absolute}, s)
}

func (screen Screen) link(target *url.URL, s string) string {
	address := target.String()
	isUnsafe := strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r > '~' })
	if isUnsafe || !screen.Links {
		return s
	}
	return "\x1b]8;;" + address + "\x1b\\" + s + "\x1b]8;;\x1b\\"
}

// columns counts the columns of characters. The default of the library follows the locale of the
// machine, and what is printed must not.
var columns = &runewidth.Condition{StrictEmojiNeutral: true}

// Width returns how many columns a line takes.
func Width(line string) int {
	return columns.StringWidth(text.WithoutStyles(line))
}

// Cut returns the beginning of a line that has no colours, with an ellipsis if it is wider than most.
func Cut(line string, most int) string { return columns.Truncate(line, most, "…") }

// CutBefore returns a line without its first columns, with an ellipsis in their place.
func CutBefore(line string, first int) string { return columns.TruncateLeft(line, first, "…") }

// Fit returns a line without colours in exactly so many columns.
func Fit(line string, width int) string { return columns.FillRight(Cut(line, width), width) }

// Wrap breaks lines at spaces, never inside words. What is broken off is indented by two columns more
// than its line.
func (screen Screen) Wrap(lines string) string {
	var b strings.Builder
	for line := range strings.Lines(lines) {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		b.WriteString(screen.WrapLine(line, indent+2))
	}
	return b.String()
}

// WrapLine breaks one line, and indents all of it but its beginning. A word that is wider than the screen has a line
// of its own.
func (screen Screen) WrapLine(line string, indent int) string {
	if screen.Columns == 0 || Width(line) <= screen.Columns {
		return line
	}
	var b strings.Builder
	used := 0
	hasWord := false
	for i, word := range strings.Split(line, " ") {
		width := Width(word)
		isFull := hasWord && width > 0 && used+1+width > screen.Columns
		isCommand := strings.HasPrefix(word, "::") // of a CI runner, at the start of a line
		if isFull && !isCommand {
			b.WriteString("\n" + strings.Repeat(" ", indent))
			used = indent
			hasWord = false
		} else if i > 0 {
			b.WriteString(" ")
			used++
		}
		b.WriteString(word)
		used += width
		hasWord = hasWord || width > 0
	}
	return b.String()
}

// HasLinks reports whether the terminal that an environment describes is known to have OSC 8
// hyperlinks. Others may print them as text.
func HasLinks(getenv func(string) string) bool {
	switch getenv("TERM_PROGRAM") {
	case "iTerm.app", "WezTerm", "vscode", "ghostty", "tmux", "zed", "rio", "Tabby":
		return true
	}
	switch getenv("TERM") {
	case "xterm-kitty", "xterm-ghostty", "alacritty", "foot", "foot-extra":
		return true
	}
	isVTE := text.Int(getenv("VTE_VERSION")) >= 5000 // GNOME Terminal and its kind
	return isVTE || getenv("WT_SESSION") != "" || getenv("KONSOLE_VERSION") != ""
}
