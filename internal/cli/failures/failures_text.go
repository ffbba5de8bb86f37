package failures

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"

	"github.com/handofflint/handofflint/internal/cli/command"
	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/internal/layout"
	"github.com/handofflint/handofflint/internal/text"
)

// A list of counts shows listLength names at most, each cut to labelWidth
// columns: names come from handoffs, and a log may hold thousands.
const (
	listLength = 20
	labelWidth = 40
)

// unnamed stands for what a log's lines do not say.
const unnamed = "(not said)"

// countsText is the counts of a log as bars, a list for each of rule, role,
// format and day.
func countsText(s failurelog.Stats, b layout.Bold) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s, %s%s\n", command.Plural(s.Entries, "failure"), command.Plural(s.Findings, "finding"), spanText(s))
	for _, list := range []struct {
		title  string
		counts []failurelog.Count
	}{
		{"By rule", s.Rules},
		{"By role", s.Roles},
		{"By format", s.Formats},
	} {
		out.WriteString(barList(b, list.title, list.counts[:min(listLength, len(list.counts))], len(list.counts)))
	}
	newest := s.Days[max(0, len(s.Days)-listLength):]
	out.WriteString(barList(b, "By day", newest, len(s.Days)))
	return out.String()
}

// spanText is the days from the first to the last entry.
func spanText(s failurelog.Stats) string {
	if s.First.IsZero() {
		return ""
	}
	first, last := s.First.Format(time.DateOnly), s.Last.Format(time.DateOnly)
	if first == last {
		return ", " + first
	}
	return ", " + first + " to " + last
}

// barList draws one line a count: name, bar, number. Of more counts than are
// shown it says so.
func barList(b layout.Bold, title string, counts []failurelog.Count, all int) string {
	if len(counts) == 0 {
		return ""
	}
	labels, width, most := make([]string, len(counts)), 0, 0
	for i, count := range counts {
		labels[i] = runewidth.Truncate(text.Escape(cmp.Or(count.Name, unnamed)), labelWidth, "...")
		width = max(width, runewidth.StringWidth(labels[i]))
		most = max(most, count.Entries)
	}
	room := layout.PageWidth - width - len(strconv.Itoa(most)) - len("  ")*3
	var out strings.Builder
	out.WriteString("\n" + b.Heading(title) + "\n")
	for i, count := range counts {
		bar := strings.Repeat("#", barLength(count.Entries, most, room))
		fmt.Fprintf(&out, "  %s  %s  %d\n", runewidth.FillRight(labels[i], width), bar, count.Entries)
	}
	if hidden := all - len(counts); hidden > 0 {
		fmt.Fprintf(&out, "  and %d more; -f json has all\n", hidden)
	}
	return out.String()
}

// barLength is a count's share of the longest bar, 1 at least. A bar is no
// longer than its count where that fits.
func barLength(count, most, room int) int {
	if most <= room {
		return count
	}
	return max(1, int(int64(count)*int64(room)/int64(most)))
}

// entriesText is entries one after the other, the oldest first.
func entriesText(entries []failurelog.Entry, b layout.Bold) string {
	blocks := make([]string, len(entries))
	for i, e := range entries {
		blocks[i] = entryText(e, b)
	}
	return strings.Join(blocks, "\n")
}

func entryText(e failurelog.Entry, b layout.Bold) string {
	var out strings.Builder
	facts := slices.DeleteFunc([]string{e.Timestamp, e.Severity, e.Source, e.Format, e.Role, e.TaskID, e.SessionID}, func(s string) bool { return s == "" })
	out.WriteString(b.Heading(text.Escape(cmp.Or(e.File, unnamed))) + "\n")
	out.WriteString("  " + text.Escape(strings.Join(facts, "  ")) + "\n")
	for _, line := range findingLines(e) {
		out.WriteString("  " + text.Escape(line) + "\n")
	}
	return out.String()
}

// findingLines are an entry's findings; a line of upstream's has messages, or
// error types alone.
func findingLines(e failurelog.Entry) []string {
	var lines []string
	for _, f := range e.Findings {
		lines = append(lines, fmt.Sprintf("%d: %s [%s]", f.Line, f.Message, f.Rule))
	}
	if lines == nil {
		lines = append(lines, e.Errors...)
	}
	if lines == nil {
		lines = append(lines, e.ErrorTypes...)
	}
	if more := e.Count() - len(lines); more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return lines
}
