package report

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Text prints findings for people, file by file: the position, the source line
// if the message does not quote what is wrong in it, the help, and a count at the
// end.
func Text(out *bufio.Writer, run Run) error {
	colors := palette(run.Color)
	blank := ""
	results, more := run.shown()
	if run.Statistics {
		results, more = nil, run.statistics()
	}
	for _, r := range results {
		for i, group := range alike(r.Findings) {
			if i == 0 {
				out.WriteString(blank)
			}
			out.WriteString(colors.group(group))
			blank = "\n"
		}
	}
	if more != "" {
		out.WriteString(blank + more)
		blank = "\n"
	}
	if run.Quiet {
		return nil
	}
	out.WriteString(blank + Tally(run.Summary))
	for _, line := range slices.Concat(run.incomplete(), run.left()) {
		out.WriteString(line + "\n")
	}
	// Whether a fix helps shows when it is tried.
	fixable := 0
	for f := range run.findings() {
		if f.Fix != nil {
			fixable++
		}
	}
	if fixable > 0 {
		have := map[bool]string{true: "has", false: "have"}[fixable == 1]
		fmt.Fprintf(out, "%s %s a fix: apply with --fix, preview with --diff\n", text.Count(fixable, "finding"), have)
	}
	return nil
}

// shown returns the results with the first findings, as many as Max allows, and a line
// that says how many are left out, or "" for none.
func (run Run) shown() (results []rules.Result, more string) {
	if run.Max == 0 {
		return run.Results, ""
	}
	room, left := run.Max, 0
	for _, r := range run.Results {
		n := min(room, len(r.Findings))
		room, left = room-n, left+len(r.Findings)-n
		r.Findings = r.Findings[:n]
		results = append(results, r)
	}
	if left > 0 {
		more = fmt.Sprintf("and %d more; --max-findings=0 lists all\n", left)
	}
	return results, more
}

// statistics returns a table of the rules that found something, the most frequent
// first, or "" if none did.
func (run Run) statistics() string {
	type row struct {
		rule     string
		severity rules.Severity
	}
	count := map[row]int{}
	fixable := map[row]int{}
	for f := range run.findings() {
		r := row{f.Rule, f.Severity}
		count[r]++
		if f.Fix != nil {
			fixable[r]++
		}
	}
	if len(count) == 0 {
		return ""
	}
	rows := slices.SortedFunc(maps.Keys(count), func(a, b row) int {
		return cmp.Or(count[b]-count[a], cmp.Compare(a.rule, b.rule), cmp.Compare(a.severity, b.severity))
	})
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "rule\tseverity\tcount\tfixable")
	for _, r := range rows {
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\n", text.Escape(r.rule), r.severity, count[r], fixable[r])
	}
	table.Flush() // a strings.Builder takes everything
	return b.String()
}

// alike groups the findings of a file that one rule has the same advice on, each
// group at the position of its first finding.
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

// mostMarked is how many columns carets go under; of a longer text they mark the
// beginning alone.
const mostMarked = 20

// group returns all that is printed of findings with the same advice, which comes once.
func (p palette) group(findings []*rules.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		at := regionOf(f.Range)
		b.WriteString(p.header(f))
		line, marked, pad, width := underline(f.Excerpt, at)
		// A line of brackets says nothing, nor does one that the message quotes.
		if strings.Trim(f.Excerpt.Text, " \t{}[](),-`#") != "" && !quotes(f.Message, marked) {
			if width > mostMarked {
				width = 1
			}
			number := strconv.Itoa(at.Line)
			carets := strings.Repeat(" ", pad) + p.paint(colorOf(f.Severity), "^"+strings.Repeat("~", width-1))
			b.WriteString(p.paint(boldBlue, number+" |") + " " + line + "\n")
			b.WriteString(p.paint(boldBlue, strings.Repeat(" ", len(number)+1)+"|") + " " + carets + "\n")
		}
		for _, r := range f.Related {
			fmt.Fprintf(&b, "%s: %s: %s\n", position(r.Path, r.Range), p.paint(boldCyan, "note"), text.Escape(r.Message))
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

// widths counts terminal columns. The library's default follows the locale of
// the machine; a report must not.
var widths = &runewidth.Condition{StrictEmojiNeutral: true}

// underline returns the line to show for an excerpt, the text in it that carets go under,
// and its columns: pad of them are skipped, width (at least 1) are marked. A position
// beyond the excerpt is marked at its nearer end; a range that goes on in the next
// line is marked to the end of this one.
func underline(e rules.Excerpt, at region) (line, marked string, pad, width int) {
	var before, under, after strings.Builder
	if e.Column > 1 {
		before.WriteString("…") // the line begins before the excerpt
	}
	point := max(e.Column, 1)
	for i := 0; i < len(e.Text); point++ {
		size, unsafe := text.Unsafe(e.Text, i)
		source := e.Text[i : i+size]
		shown := source
		i += size
		switch {
		case shown == "\t":
			shown = "    " // the true stop depends on the margin and on what was cut off
		case unsafe:
			shown = text.EscapePoint(shown)
		}
		switch {
		case point < at.Column:
			before.WriteString(shown)
		case at.EndLine > at.Line || point < at.EndColumn:
			under.WriteString(shown)
			marked += source
		default:
			after.WriteString(shown)
		}
	}
	// Of several code points together, as of an emoji and its colour, terminals draw
	// one character.
	shown := before.String() + under.String()
	pad = widths.StringWidth(before.String())
	width = widths.StringWidth(shown) - pad
	return shown + after.String(), marked, pad, max(width, 1)
}

// Tally counts the files by their worst finding, and the findings. The folders of
// sessions are counted by themselves.
func Tally(s rules.Summary) string {
	checked := text.Count(s.Files-s.Folders, "file")
	switch {
	case s.Folders == 0:
	case s.Folders == s.Files:
		checked = text.Count(s.Folders, "folder")
	default:
		checked += " and " + text.Count(s.Folders, "folder")
	}
	line := fmt.Sprintf("%s: %d passed, %d with warnings, %d failed", checked, s.Passed, s.Warned, s.Failed)
	if s.Errors+s.Warnings > 0 {
		line += fmt.Sprintf(" (%s, %s)", text.Count(s.Errors, "error"), text.Count(s.Warnings, "warning"))
	}
	return line + "\n"
}
