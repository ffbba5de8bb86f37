package report

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// textFormat prints findings for people, file by file: the place, the source line
// if the message does not quote what is wrong in it, the help, and a count at the
// end.
type textFormat struct{}

func (textFormat) Write(w io.Writer, run Run) error {
	out := bufio.NewWriter(w)
	colors := palette{run.Color, run.Link}
	blank := ""
	results, more := run.shown()
	if run.Statistics {
		results, more = nil, run.statistics()
	}
	for _, r := range results {
		for _, group := range alike(r.Findings) {
			if _, err := out.WriteString(blank + colors.group(group)); err != nil {
				return err
			}
			blank = ""
		}
		if len(r.Findings) > 0 {
			blank = "\n"
		}
	}
	if more != "" {
		out.WriteString(blank + more)
		blank = "\n"
	}
	if !run.Quiet {
		out.WriteString(blank + tally(run.Summary))
		for _, line := range append(run.left(), run.fixes()...) {
			out.WriteString(line + "\n")
		}
	}
	return out.Flush()
}

// alike groups the findings of a file that one rule has the same advice on, each
// group at the place of its first finding.
func alike(findings []rules.Finding) (groups [][]*rules.Finding) {
	index := map[[3]string]int{}
	for i := range findings {
		f := &findings[i]
		key := [3]string{f.Rule, f.Help}
		if f.Fix != nil {
			key[2] = f.Fix.Message
		}
		g, seen := index[key]
		if !seen {
			g = len(groups)
			index[key] = g
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], f)
	}
	return groups
}

// group is all that is printed of findings with the same advice, which comes once.
func (p palette) group(findings []*rules.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		at := placeOf(f.Range)
		b.WriteString(p.header(f))
		if hasSnippet(f, at) {
			b.WriteString(p.snippet(f, at))
		}
		for _, r := range f.Related {
			note := p.paint(boldCyan, "note")
			fmt.Fprintf(&b, "%s: %s: %s\n", p.at(r.Path, placeOf(r.Range)), note, text.Escape(r.Message))
		}
	}
	first := findings[0]
	if first.Help != "" {
		b.WriteString("  " + p.paint(boldBlue, "=") + " " + text.Escape(first.Help) + "\n")
	}
	if first.Fix != nil {
		b.WriteString("  " + p.paint(boldBlue, "=") + " fix: " + text.Escape(first.Fix.Message) + "\n")
	}
	return b.String()
}

// hasSnippet reports whether the source line says more than the message: it has
// more than brackets, and the message does not quote the marked text.
func hasSnippet(f *rules.Finding, at place) bool {
	return strings.Trim(f.Excerpt.Text, " \t{}[](),-`#") != "" && !quotes(f.Message, marked(f.Excerpt, at))
}

// marked is the text of an excerpt that carets go under.
func marked(e rules.Excerpt, at place) string {
	points := []rune(e.Text)
	first := max(e.Column, 1)
	from := min(max(at.Column-first, 0), len(points))
	to := len(points)
	if at.EndLine == at.Line {
		to = min(max(at.EndColumn-first, from), to)
	}
	return string(points[from:to])
}

// quotes reports whether a message has a text of the source in it, or its
// beginning followed by an ellipsis. A text of one or two letters, which may occur
// in any message, must be in quotes there.
func quotes(message, source string) bool {
	source = strings.Trim(source, "\"'` \t#*-")
	if utf8.RuneCountInString(source) < 3 {
		return source != "" && strings.Contains(message, `"`+source+`"`)
	}
	if strings.Contains(message, source) {
		return true
	}
	before, _, shortened := strings.Cut(message, "…")
	start := strings.LastIndex(before, `"`) + 1
	return shortened && start > 0 && start < len(before) && strings.HasPrefix(source, before[start:])
}

// mostMarked is how many columns carets go under; of a longer text they mark the
// beginning alone.
const mostMarked = 20

// snippet is the source line after its number, with carets under the fault.
func (p palette) snippet(f *rules.Finding, at place) string {
	line, pad, width := underline(f.Excerpt, at)
	if width > mostMarked {
		width = 1
	}
	number := strconv.Itoa(at.Line)
	margin := strings.Repeat(" ", len(number)+1)
	carets := p.paint(colorOf(f.Severity), "^"+strings.Repeat("~", width-1))
	return p.paint(boldBlue, number+" |") + " " + line + "\n" +
		p.paint(boldBlue, margin+"|") + " " + strings.Repeat(" ", pad) + carets + "\n"
}

// fixes says how many findings have a fix, nothing if none has. Whether a fix
// helps shows when it is tried.
func (run Run) fixes() []string {
	n := 0
	for f := range run.findings() {
		if f.Fix != nil {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	have := map[bool]string{true: " has a fix", false: " have a fix"}[n == 1]
	return []string{text.Count(n, "finding") + have + ": apply with --fix, preview with --diff"}
}

// tally counts the files by their worst finding, and the findings.
func tally(s rules.Summary) string {
	line := fmt.Sprintf("%s: %d passed, %d with warnings, %d failed", checked(s), s.Passed, s.Warned, s.Failed)
	if s.Errors+s.Warnings > 0 {
		line += fmt.Sprintf(" (%s, %s)", text.Count(s.Errors, "error"), text.Count(s.Warnings, "warning"))
	}
	return line + "\n"
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
