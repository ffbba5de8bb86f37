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

	"github.com/handofflint/handofflint/internal/terminal"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Text prints findings for people, file by file: the position, the source line, the help, and a count at the end. A
// terminal gets a heading for each file, and lines that are wrapped at its width. For agents and programs, each line
// names its file, and source lines that the message quotes are left out.
func Text(out *bufio.Writer, run Run) error {
	blank := ""
	results, more := run.shown()
	if run.Statistics {
		results = nil
		more = run.statistics()
	}
	for _, r := range results {
		if len(r.Findings) == 0 {
			continue
		}
		out.WriteString(blank + run.Screen.Wrap(run.textOf(r)))
		blank = "\n"
	}
	if more != "" {
		out.WriteString(blank + more)
		blank = "\n"
	}
	if run.Quiet {
		return nil
	}
	lines := slices.Concat([]string{run.summary()}, run.incompleteLines(), run.notReported())
	out.WriteString(blank + run.Screen.Wrap(strings.Join(lines, "\n")+"\n"))
	return nil
}

// summary returns the line that counts files and findings.
func (run Run) summary() string {
	style := terminal.Good
	if run.Summary.Failed > 0 {
		style = terminal.Bad
	} else if run.Summary.Warned > 0 {
		style = terminal.Doubt
	}
	line := run.Screen.Paint(style, strings.TrimSuffix(Tally(run.Summary), "\n"))
	fixable := 0
	for f := range run.findings() {
		if f.Fix != nil {
			fixable++
		}
	}
	if fixable > 0 { // whether a fix helps is only known once it is tried
		line += fmt.Sprintf("; %d with a fix: apply with --fix, preview with --diff", fixable)
	}
	return line
}

// shown returns the results with the first findings, as many as Max allows, and a line about those that are left out,
// or "" for none.
func (run Run) shown() (results []rules.Result, more string) {
	if run.Max == 0 {
		return run.Results, ""
	}
	room, left := run.Max, 0
	for _, r := range run.Results {
		n := min(room, len(r.Findings))
		room -= n
		left += len(r.Findings) - n
		r.Findings = r.Findings[:n]
		results = append(results, r)
	}
	if left > 0 {
		more = fmt.Sprintf("and %d more; --max-findings=0 lists all\n", left)
	}
	return results, more
}

// statistics returns a table of the rules that found something, the most frequent first, or "" for none.
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

// groupedByAdvice groups the findings of a file for which one rule has the same advice. The groups are in the order
// of their first findings.
func groupedByAdvice(findings []rules.Finding) (groups [][]*rules.Finding) {
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

// mostMarked is the maximum number of columns that carets mark. A longer text is marked at its first column.
const mostMarked = 20

// sheet prints the findings of one file.
type sheet struct {
	terminal.Screen
	// path is the path in the heading, margin is before each line below it; both are "" without a heading.
	path, margin string
	// shown is the range whose source line was printed last.
	shown text.Range
}

// textOf returns all that is printed of a file.
func (run Run) textOf(r rules.Result) string {
	s := &sheet{Screen: run.Screen}
	heading, separator := "", ""
	if s.Columns > 0 {
		s.path = r.Path
		s.margin = "  "
		heading = s.LinkFile(r.Path, s.Paint(terminal.Strong, text.Escape(r.Path))) + "\n"
		separator = "\n"
	}
	var groups []string
	for _, group := range groupedByAdvice(r.Findings) {
		groups = append(groups, s.groupText(group))
	}
	return heading + strings.Join(groups, separator)
}

// groupText returns all that is printed of findings with the same advice, which comes once.
func (s *sheet) groupText(findings []*rules.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		b.WriteString(headline(s.Screen, s.at(f.Path, f.Range), f) + "\n" + s.excerpt(f))
		for _, r := range f.Related {
			fmt.Fprintf(&b, "%s: %s: %s\n", s.at(r.Path, r.Range), s.Paint(terminal.Strong, "note"), text.Escape(r.Message))
		}
	}
	advice := s.margin + "  " + s.Paint(terminal.Good, "=") + " "
	first := findings[0]
	if first.Help != "" {
		b.WriteString(advice + text.Escape(first.Help) + "\n")
	}
	if first.Fix != nil {
		b.WriteString(advice + "fix: " + text.Escape(first.Fix.Message) + "\n")
	}
	return b.String()
}

// at returns a position, without the file if the heading has it.
func (s *sheet) at(path string, r text.Range) string {
	if path != s.path {
		return s.margin + position(path, r)
	}
	at := regionOf(r)
	return fmt.Sprintf("%s%d:%d", s.margin, at.Line, at.Column)
}

// excerpt returns the source line of a finding with the finding marked below it, or "" if the line says nothing
// new: it is bare, the message quotes it (for agents and programs), or it was shown for the finding before. It sets
// s.shown.
func (s *sheet) excerpt(f *rules.Finding) string {
	at := regionOf(f.Range)
	line, marked, pad, width := underline(f.Excerpt, at)
	isQuoted := s.Columns == 0 && quotes(f.Message, marked)
	if f.Excerpt.IsBare() || isQuoted || f.Range == s.shown {
		return ""
	}
	s.shown = f.Range
	if width > mostMarked {
		width = 1
	}
	number := strconv.Itoa(at.Line)
	if s.Columns > 0 {
		line, pad, width = clip(line, pad, width, s.Columns-2*len(s.margin)-len(number)-len(" | "))
	}
	margin := func(shown string) string {
		return s.margin + s.margin + s.Paint(terminal.Weak, fmt.Sprintf("%*s |", len(number), shown)) + " "
	}
	carets := strings.Repeat(" ", pad) + s.Paint(styleOf(f.Severity), "^"+strings.Repeat("~", width-1))
	return margin(number) + line + "\n" + margin("") + carets + "\n"
}

// clip returns the part of a line that fits into a number of columns, and where in it the carets are: width of
// them after pad columns.
func clip(line string, pad, width, room int) (string, int, int) {
	room = max(room, mostMarked)
	if pad+width > room {
		wide := max(terminal.Width(line), pad+width)
		// The carets begin after a third of the columns, or the line ends at the last one.
		hidden := max(min(pad-room/3, wide-room+1), 1)
		line = terminal.CutBefore(line, hidden)
		pad -= hidden - 1 // an ellipsis takes the place of what is hidden
	}
	return terminal.Cut(line, room), pad, min(width, max(room-pad, 1))
}

// quotes reports whether a message contains a text of the source, or its beginning followed by an ellipsis. A text of one
// or two letters, which any message may contain, must be in quotes.
func quotes(message, source string) bool {
	source = strings.Trim(source, "\"'` \t#*-")
	if utf8.RuneCountInString(source) < 3 {
		return strings.Contains(message, `"`+source+`"`)
	}
	if strings.Contains(message, source) {
		return true
	}
	before, _, shortened := strings.Cut(message, "…") // of a quotation that was shortened
	start := strings.LastIndex(before, `"`) + 1
	return shortened && strings.HasPrefix(source, before[start:])
}

// underline returns the line to show for an excerpt, the text in it that carets mark, and its columns: width of
// them (at least 1) after pad others. A position outside of the excerpt is marked at its nearer end; a range that
// goes on in the next line is marked to the end of this one.
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
		if shown == "\t" {
			shown = "    " // the true stop depends on the margin and on what was cut off
		} else if unsafe {
			shown = text.EscapePoint(shown)
		}
		if point < at.Column {
			before.WriteString(shown)
		} else if at.EndLine > at.Line || point < at.EndColumn {
			under.WriteString(shown)
			marked += source
		} else {
			after.WriteString(shown)
		}
	}
	// The widths of texts are measured as a whole: terminals draw some code points as one character, such as an emoji
	// and its colour.
	shown := before.String() + under.String()
	pad = terminal.Width(before.String())
	width = terminal.Width(shown) - pad
	return shown + after.String(), marked, pad, max(width, 1)
}

// Tally returns a line that counts the files by their worst finding, and the findings. Session folders are counted
// separately.
func Tally(s rules.Summary) string {
	checked := text.Count(s.Files-s.Folders, "file")
	switch s.Folders {
	case 0:
	case s.Files:
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
