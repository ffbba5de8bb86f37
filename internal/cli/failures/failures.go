package failures

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/cli/command"
	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/internal/layout"
)

func (r *runner) failuresCommand() *cli.Command {
	return &cli.Command{
		Name:      "failures",
		Usage:     "count what the failure log holds",
		ArgsUsage: "[LOG]",
		Description: `Reads the failure log, its rotated files first: how often which rule, role and
format failed, and on which days. A failure is one file with findings, judged
once. Lines of the agent-handoff project's own log count too, under the
rule that their error type stands for where that is a single one.

Examples:
   handofflint failures
   handofflint failures --since 7d
   handofflint failures --suggest --since 30d
   handofflint failures --last 5 -f json | jq '.entries[].file'`,
		Flags: append([]cli.Flag{
			command.FormatFlag("text", "json"),
			&cli.IntFlag{Name: "last", Usage: "show the newest `N` failures instead of counting"},
			&cli.BoolFlag{Name: "suggest", Usage: "propose what to tell which role, instead of counting; changes nothing"},
			&cli.StringFlag{Name: "since", Usage: "leave out what is older than `TIME`: 7d, 12h, 2026-05-01 or an RFC 3339 time"},
			&cli.StringFlag{Name: "failure-log", Usage: "read the log at `PATH`", TakesFile: true},
			command.ColorFlag(),
			&cli.TimestampFlag{Name: "now", Layout: time.RFC3339, Hidden: true, Usage: "the time to measure ages from, for tests"},
		}, command.ConfigFlags()...),
		Action: r.failures,
	}
}

func (r *runner) failures(c *cli.Context) error {
	format, err := command.FormatOf(c, "text", "json")
	if err != nil {
		return err
	}
	color, err := r.UseColor(c)
	if err != nil {
		return err
	}
	if err := checkLast(c); err != nil {
		return err
	}
	path, err := r.failuresPath(c)
	if err != nil {
		return err
	}
	since, err := parseSince(c.String("since"), command.NowOf(c))
	if err != nil {
		return err
	}
	reader := failurelog.Read(path, failurelog.ReadOptions{Since: since})
	named := c.Args().Present() || c.String("failure-log") != ""
	view := failuresView{path: path, named: named, reader: reader, json: format == "json", bold: layout.Bold(color)}
	switch {
	case c.IsSet("last"):
		return r.showLast(view, c.Int("last"))
	case c.Bool("suggest"):
		return r.showSuggestions(c, view)
	}
	return r.showCounts(view)
}

// checkLast says what is wrong with --last, nil where nothing is.
func checkLast(c *cli.Context) error {
	switch {
	case !c.IsSet("last"):
		return nil
	case c.Int("last") < 1:
		return fmt.Errorf("--last must be at least 1, this is %d", c.Int("last"))
	case c.Bool("suggest"):
		return errors.New("--last and --suggest do not go together: proposals rest on all failures, and --since leaves out old ones")
	}
	return nil
}

// failuresPath is the log to read: the argument, else where check writes it.
func (r *runner) failuresPath(c *cli.Context) (string, error) {
	if !c.Args().Present() {
		return r.LogPath(c)
	}
	path, err := command.OneArgument(c, "the log")
	switch {
	case err != nil:
		return "", err
	case c.IsSet("failure-log"):
		return "", fmt.Errorf("the log is named twice: %s and --failure-log %s", path, c.String("failure-log"))
	case path == "":
		return "", errors.New("the path of the log is empty; without one it is the log that `handofflint check` writes")
	}
	return path, nil
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

// failuresView is a log and the way to show it.
type failuresView struct {
	path string
	// named says that the command line names the log: then it has to be there.
	named  bool
	reader *failurelog.Reader
	json   bool
	bold   layout.Bold
}

func (r *runner) showCounts(v failuresView) error {
	stats, readErr := failurelog.Aggregate(v.reader)
	err := v.missing(readErr)
	if err != nil {
		return err
	}
	if v.json {
		err = r.PrintJSON(struct {
			Path string `json:"path"`
			failurelog.Stats
		}{v.path, stats})
	} else {
		err = r.PrintText(countsText(stats, v.bold))
	}
	return r.closeLog(v, err, readErr)
}

func (r *runner) showLast(v failuresView, n int) error {
	entries, readErr := v.reader.Last(n)
	err := v.missing(readErr)
	if err != nil {
		return err
	}
	if v.json {
		err = r.PrintJSON(struct {
			Path    string             `json:"path"`
			Skipped int                `json:"skipped"`
			Entries []failurelog.Entry `json:"entries"`
		}{v.path, v.reader.Skipped(), append([]failurelog.Entry{}, entries...)})
	} else {
		err = r.PrintText(entriesText(entries, v.bold))
	}
	return r.closeLog(v, err, readErr)
}

// missing says that the log which the command line names is not there: who has
// mistyped the name must not read that nothing has failed. It is nil for a log
// that was read, and for the usual one, which the first failure makes.
func (v failuresView) missing(readErr error) error {
	if !v.named || readErr != nil || v.reader.Files() > 0 {
		return nil
	}
	return fmt.Errorf("there is no failure log %s; without a name it is the one that `handofflint check` writes", v.path)
}

// closeLog says what the output does not: that there is no log yet, and what
// of it is no entry or could not be read.
func (r *runner) closeLog(v failuresView, writeErr, readErr error) error {
	switch {
	case writeErr != nil:
		return writeErr
	case readErr != nil:
		return fmt.Errorf("the failure log was not read to its end: %w", readErr)
	case v.reader.Files() == 0:
		r.Log.Warnf("there is no failure log yet: `handofflint check` makes %s when a file fails", v.path)
	case v.reader.Skipped() > 0:
		r.Log.Warnf("%s skipped: not entries of a failure log", command.Plural(v.reader.Skipped(), "line"))
	}
	return nil
}
