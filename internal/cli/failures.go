package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// failuresOptions are the options of `failures`.
type failuresOptions struct {
	format  choice
	suggest bool
	since   string
}

func (r *runner) failuresCommand() *cli.Command {
	o := new(failuresOptions)
	return &cli.Command{
		Name:      "failures",
		Usage:     "count what the failure log holds",
		ArgsUsage: "[LOG]",
		Description: `Reads the failure log, its rotated files first: how often which rule, role
and format failed in this project, on which days, and what failed last. A
failure counts once, however often it was seen. Lines of agent-handoff's own
log count too, under the rule of their error type if that is a single one. A
LOG that you name counts for all its projects.

Examples:
   handofflint failures
   handofflint failures --since 7d
   handofflint failures --suggest --since 30d
   handofflint failures -f json | jq '.rules[0]'`,
		Flags: []cli.Flag{
			formatFlag(&o.format, "text", "json"),
			r.options.outputFlag(outputUsage),
			&cli.BoolFlag{Name: "suggest", Usage: "print what to add to which role's prompt", Destination: &o.suggest},
			&cli.StringFlag{Name: "since", Usage: "leave out what is older than `TIME`: 7d or 2026-05-01", Destination: &o.since},
		},
		Action: func(c *cli.Context) error { return r.failures(c, o) },
	}
}

// failures prints what the failure log holds, even if only a part of it can be read.
func (r *runner) failures(c *cli.Context, o *failuresOptions) error {
	path, named, err := r.logPath(c)
	if err != nil {
		return err
	}
	since, err := parseSince(o.since, r.now())
	if err != nil {
		return err
	}
	catalogue := rules.BuiltIn() // all that counting needs, even if the configuration has mistakes
	if o.suggest {
		catalogue, _, err = r.catalogue()
		if err != nil {
			return err
		}
	}
	project := "" // of a log that is named, all projects count
	if !c.Args().Present() {
		project = files.Root(".")
	}
	stats, readErr := failurelog.Aggregate(path, since, project, catalogue) // what was read is printed, too
	if named && readErr == nil && stats.Files == 0 {
		// Who has mistyped the name must not read that nothing has failed.
		return fmt.Errorf("no failure log %s; without a name it is the one that `handofflint check` writes", path)
	}
	output, object := countsText(stats), any(stats)
	if o.suggest {
		list := stats.Suggest(catalogue)
		output = suggestionsText(list)
		object = map[string]any{"path": path, "skipped": stats.Skipped, "suggestions": list}
	}
	if o.format.value == "json" {
		if output, err = encodeJSON(object); err != nil {
			return err
		}
	}
	if err := errors.Join(r.deliver(output), readErr); err != nil {
		return err
	}
	if stats.Files == 0 {
		r.log.Warnf("no failure log yet: `handofflint check` makes %s when a file fails", path)
	}
	if stats.Elsewhere > 0 {
		r.note("%s of other projects left out: `handofflint failures %s` counts them", text.Count(stats.Elsewhere, "failure"), text.ShellQuote(filepath.ToSlash(path)))
	}
	if stats.Skipped > 0 {
		r.log.Warnf("%s skipped: not entries of a failure log", text.Count(stats.Skipped, "line"))
	}
	return nil
}

// logPath returns the log to read, and whether the command line names it: the argument,
// else the log that check writes.
func (r *runner) logPath(c *cli.Context) (path string, named bool, err error) {
	if c.Args().Present() {
		path, err = oneArgument(c, "the log")
		return path, true, err
	}
	at, err := r.logLocation()
	if err == nil {
		path, err = at.Path()
	}
	return path, at.Option != "", err
}

// parseSince reads an age, 7d or 12h, or a time. A day alone begins at midnight UTC, as the log's days do.
func parseSince(s string, now time.Time) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	if age, err := handoff.ParseAge(s); err == nil {
		return now.Add(-age), nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("--since takes an age or a time, such as 7d, 12h, 2026-05-01 or 2026-05-01T08:00:00Z, not %q", s)
}

// A list shows listLength names at most, each cut to labelLength characters, and the rules
// of a failure cut to rulesLength: names come from handoffs, and a log may hold thousands.
const (
	listLength  = 20
	labelLength = 40
	rulesLength = 120
)

// moreNames returns the line under a list that was cut, "" if it was not.
func moreNames(n int, indent string) string {
	if n <= listLength {
		return ""
	}
	return fmt.Sprintf("%sand %d more; -f json has all\n", indent, n-listLength)
}

// countsText returns the counts of a log, a list for each of rule, role, format and day.
func countsText(s failurelog.Stats) string {
	var out strings.Builder
	period := strings.TrimSuffix(", "+s.Period(), ", ")
	fmt.Fprintf(&out, "%s, %s%s\n", text.Count(s.Entries, "failure"), text.Count(s.Findings, "finding"), period)
	table := tabwriter.NewWriter(&out, 0, 0, 2, ' ', 0)
	writeCounts(table, "By rule", s.Rules)
	writeCounts(table, "By role", s.Roles)
	writeCounts(table, "By format", s.Formats)
	writeCounts(table, "By day", s.Days[max(0, len(s.Days)-listLength):])
	if len(s.Latest) > 0 {
		fmt.Fprint(table, "\nThe latest\n")
	}
	for _, failure := range s.Latest {
		at := "(no time)"
		if !failure.Time.IsZero() {
			at = failure.Time.Format("2006-01-02 15:04")
		}
		fmt.Fprintf(table, "  %s\t%s\t%s\n", at, text.Escape(failure.File), text.Escape(text.Shorten(strings.Join(failure.Rules, ", "), rulesLength)))
	}
	_ = table.Flush() // a builder takes everything
	return out.String()
}

// writeCounts writes a list unless it is empty.
func writeCounts(w io.Writer, title string, counts []failurelog.Count) {
	if len(counts) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s\n", title)
	for _, count := range counts[:min(listLength, len(counts))] {
		fmt.Fprintf(w, "  %s\t%d\n", text.Escape(text.Shorten(cmp.Or(count.Name, "(not said)"), labelLength)), count.Entries)
	}
	fmt.Fprint(w, moreNames(len(counts), "  "))
}

// suggestionsText returns the evidence in the log, and under it the sentence to paste.
func suggestionsText(list []failurelog.Suggestion) string {
	if len(list) == 0 {
		return "no suggestion: the log has too few failures of one kind\n"
	}
	var blocks []string
	for _, s := range list[:min(listLength, len(list))] {
		blocks = append(blocks, fmt.Sprintf("%s\nadd to its prompt:\n\n    %s\n", text.Escape(s.Finding), text.Escape(s.Sentence)))
	}
	if more := moreNames(len(list), ""); more != "" {
		blocks = append(blocks, more)
	}
	return strings.Join(blocks, "\n")
}
