package cli

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/mattn/go-runewidth"
	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/internal/text"
)

func (r *runner) failuresCommand() *cli.Command {
	return &cli.Command{
		Name:      "failures",
		Usage:     "count what the failure log holds",
		ArgsUsage: "[LOG]",
		Description: `Reads the failure log, its rotated files first: how often which rule, role and
format failed, and on which days. A failure counts once, however often it was
seen. Lines of agent-handoff's own log count too, under the rule of their error
type if that is a single one.

Examples:
   handofflint failures
   handofflint failures --since 7d
   handofflint failures --suggest --since 30d
   handofflint failures -f json | jq '.rules[0]'`,
		Flags: append([]cli.Flag{
			formatFlag("text", "json"),
			&cli.BoolFlag{Name: "suggest", Usage: "print what to add to which role's prompt"},
			&cli.StringFlag{Name: "since", Usage: "leave out what is older than `TIME`: 7d or 2026-05-01"},
			sharedFlag("failure-log"), sharedFlag("color"), sharedFlag("now"),
		}, configFlags()...),
		Action: r.failures,
	}
}

func (r *runner) failures(c *cli.Context) error {
	path, named, err := r.logPath(c)
	if err != nil {
		return err
	}
	since, err := parseSince(c.String("since"), nowOf(c))
	if err != nil {
		return err
	}
	var object any
	var text string
	var reading failurelog.Reading
	var readErr error
	if c.Bool("suggest") {
		catalogue, _, err := r.catalogue(c)
		if err != nil {
			return err
		}
		var list []failurelog.Suggestion
		list, reading, readErr = failurelog.Suggest(path, since, catalogue)
		object = map[string]any{"path": path, "skipped": reading.Skipped, "suggestions": list}
		text = suggestionsText(list, bold(r.useColor(c)))
	} else {
		var stats failurelog.Stats
		stats, reading, readErr = failurelog.Aggregate(path, since)
		object = struct {
			Path string `json:"path"`
			failurelog.Stats
		}{path, stats}
		text = countsText(stats, bold(r.useColor(c)))
	}
	if named && readErr == nil && reading.Files == 0 {
		// Who has mistyped the name must not read that nothing has failed.
		return fmt.Errorf("no failure log %s; without a name it is the one that `handofflint check` writes", path)
	}
	if c.String("format") == "json" {
		err = r.printJSON(object)
	} else {
		err = r.printText(text)
	}
	switch {
	case err != nil || readErr != nil:
		return errors.Join(err, readErr)
	case reading.Files == 0:
		r.log.Warnf("no failure log yet: `handofflint check` makes %s when a file fails", path)
	case reading.Skipped > 0:
		r.log.Warnf("%s skipped: not entries of a failure log", plural(reading.Skipped, "line"))
	}
	return nil
}

// logPath is the log to read, and whether the command line names it: the argument,
// else where check writes it.
func (r *runner) logPath(c *cli.Context) (path string, named bool, err error) {
	if !c.Args().Present() {
		at, err := r.logLocation(c)
		if err == nil {
			path, err = at.Path()
		}
		return path, at.Option != "", err
	}
	path, err = oneArgument(c, "the log")
	switch {
	case err != nil:
		return "", true, err
	case c.IsSet("failure-log"):
		return "", true, fmt.Errorf("the log is named twice: %s and --failure-log %s", path, c.String("failure-log"))
	case path == "":
		return "", true, errors.New("the path of the log is empty; without one it is the log that `handofflint check` writes")
	}
	return path, true, nil
}

// parseSince reads an age, 7d or 12h, or a time. A day alone begins at
// midnight UTC, as the log's days do.
func parseSince(s string, now time.Time) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	if days, ok := strings.CutSuffix(s, "d"); ok {
		if n, err := strconv.ParseUint(days, 10, 16); err == nil {
			return now.AddDate(0, 0, -int(n)), nil
		}
	}
	if age, err := time.ParseDuration(s); err == nil && age >= 0 {
		return now.Add(-age), nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("--since takes an age or a time, such as 7d, 12h, 2026-05-01 or 2026-05-01T08:00:00Z, not %q", s)
}

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
func countsText(s failurelog.Stats, b bold) string {
	var out strings.Builder
	days := ""
	if first, last := s.First.Format(time.DateOnly), s.Last.Format(time.DateOnly); !s.First.IsZero() {
		days = ", " + first
		if last != first {
			days += " to " + last
		}
	}
	fmt.Fprintf(&out, "%s, %s%s\n", plural(s.Entries, "failure"), plural(s.Findings, "finding"), days)
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

// barList draws one line a count: name, bar, number. Of more counts than are
// shown it says so.
func barList(b bold, title string, counts []failurelog.Count, all int) string {
	if len(counts) == 0 {
		return ""
	}
	labels, width, most := make([]string, len(counts)), 0, 0
	for i, count := range counts {
		labels[i] = runewidth.Truncate(text.Escape(cmp.Or(count.Name, unnamed)), labelWidth, "...")
		width = max(width, runewidth.StringWidth(labels[i]))
		most = max(most, count.Entries)
	}
	room := pageWidth - width - len(strconv.Itoa(most)) - len("  ")*3
	var out strings.Builder
	out.WriteString("\n" + b.Heading(title) + "\n")
	for i, count := range counts {
		// A bar is no longer than its count if that fits, and 1 at least.
		bar := count.Entries
		if most > room {
			bar = max(1, int(int64(bar)*int64(room)/int64(most)))
		}
		fmt.Fprintf(&out, "  %s  %s  %d\n", runewidth.FillRight(labels[i], width), strings.Repeat("#", bar), count.Entries)
	}
	if hidden := all - len(counts); hidden > 0 {
		fmt.Fprintf(&out, "  and %d more; -f json has all\n", hidden)
	}
	return out.String()
}

// suggestionsText is what the log shows, and under it the sentence to paste.
func suggestionsText(list []failurelog.Suggestion, b bold) string {
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
