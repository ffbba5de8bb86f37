package report

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// textFormat prints findings for people: the line that each stands on, carets
// under the fault, what would be right, and a count at the end.
type textFormat struct{}

func (textFormat) Write(w io.Writer, run Run) error {
	out := bufio.NewWriter(w)
	colors := palette(run.Color)
	blank := ""
	for f := range run.findings() {
		if _, err := out.WriteString(blank + colors.finding(f)); err != nil {
			return err
		}
		blank = "\n"
	}
	if !run.Quiet {
		out.WriteString(blank + tally(run.Summary))
		for _, line := range run.left() {
			out.WriteString(line + "\n")
		}
		out.WriteString(run.fixes())
	}
	return out.Flush()
}

// finding is all that is printed of one finding, line ends included.
func (p palette) finding(f *rules.Finding) string {
	at := placeOf(f.Range)
	margin := strings.Repeat(" ", len(strconv.Itoa(at.Line))+1)
	var b strings.Builder
	b.WriteString(p.header(f))
	if hasSnippet(f) {
		b.WriteString(p.snippet(f, at, margin))
	}
	if f.Help != "" {
		b.WriteString(margin + p.paint(boldBlue, "=") + " " + text.Escape(f.Help) + "\n")
	}
	if f.Fix != nil {
		b.WriteString(margin + p.paint(boldBlue, "=") + " fix: " + text.Escape(f.Fix.Message) + "\n")
	}
	for _, r := range f.Related {
		note := p.paint(boldCyan, "note")
		fmt.Fprintf(&b, "%s: %s: %s\n", where(r.Path, placeOf(r.Range)), note, text.Escape(r.Message))
	}
	return b.String()
}

// hasSnippet tells whether there is a line to show. An empty line is worth
// showing too, but not the empty first line that stands for a file as a whole.
func hasSnippet(f *rules.Finding) bool {
	if f.Excerpt.Text != "" {
		return true
	}
	at := placeOf(f.Range)
	return f.Excerpt.Column > 0 && (at.Line > 1 || at.Column > 1)
}

// snippet is the source line in its gutter, with carets under the fault.
func (p palette) snippet(f *rules.Finding, at place, margin string) string {
	line, pad, width := underline(f.Excerpt, at)
	bar := p.paint(boldBlue, margin+"|")
	number := p.paint(boldBlue, strconv.Itoa(at.Line)+" |")
	if line != "" {
		number += " "
	}
	carets := p.paint(colorOf(f.Severity), "^"+strings.Repeat("~", width-1))
	return bar + "\n" + number + line + "\n" + bar + " " + strings.Repeat(" ", pad) + carets + "\n"
}

// fixes says how many findings have a fix, nothing where none has. Whether it
// helps shows when it is tried.
func (run Run) fixes() string {
	n := 0
	for f := range run.findings() {
		if f.Fix != nil {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	if n == 1 {
		return "1 finding has a fix: --fix makes it if it helps, --diff shows it\n"
	}
	return fmt.Sprintf("%d findings have a fix: --fix makes those that help, --diff shows them\n", n)
}

// tally is the last line: how many files fared how.
func tally(s rules.Summary) string {
	return fmt.Sprintf("%s checked: %d passed, %d with warnings, %d blocked\n", checked(s), s.Passed, s.Warned, s.Blocked)
}

// checked counts what was checked, the folders of sessions by themselves.
func checked(s rules.Summary) string {
	files := text.Count(s.Files-s.Folders, "file")
	switch {
	case s.Folders == 0:
		return files
	case s.Folders == s.Files:
		return text.Count(s.Folders, "folder")
	}
	return files + " and " + text.Count(s.Folders, "folder")
}
