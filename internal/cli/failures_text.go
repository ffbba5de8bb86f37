package cli

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"

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
	fmt.Fprintf(&out, "%s, %s%s\n", plural(s.Entries, "failure"), plural(s.Findings, "finding"), spanText(s))
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

// suggestionsText is what the log shows, and under it the sentence to paste.
func suggestionsText(list []failurelog.Suggestion, b layout.Bold) string {
	if len(list) == 0 {
		return "no suggestion: the log has too few failures of one kind\n"
	}
	var out strings.Builder
	for i, s := range list[:min(listLength, len(list))] {
		if i > 0 {
			out.WriteString("\n")
		}
		to := "its prompt"
		if len(s.Roles) > 1 {
			to = "all their prompts"
		}
		fmt.Fprintf(&out, "%s\nadd to %s:\n\n    %s\n", b.Heading(text.Escape(s.Finding)), to, text.Escape(s.Sentence))
	}
	if hidden := len(list) - listLength; hidden > 0 {
		fmt.Fprintf(&out, "\nand %d more; -f json has all\n", hidden)
	}
	return out.String()
}
