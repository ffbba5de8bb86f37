package command

import (
	"errors"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/rules"
)

// LogFailures appends every result with findings to the failure log. A log
// that cannot be written is said once and changes no verdict.
func (r *Runner) LogFailures(c *cli.Context, source string, now time.Time, results []rules.Result) {
	if c.Bool("no-failure-log") || r.keepsNoLog(c) {
		return
	}
	var entries []failurelog.Entry
	meta := failurelog.Meta{Now: now, Tool: "handofflint " + Version(), Source: source}
	for _, result := range results {
		if len(result.Findings) > 0 {
			entries = append(entries, failurelog.EntryFrom(result, meta))
		}
	}
	if len(entries) == 0 {
		return
	}
	if err := r.appendLog(c, entries); err != nil {
		r.Log.Warnf("the failure log was not written: %s", err)
	}
}

func (r *Runner) appendLog(c *cli.Context, entries []failurelog.Entry) error {
	log, err := r.openLog(c)
	if err != nil {
		return err
	}
	return log.Append(entries...)
}

// openLog opens the failure log where the options or the machine put it.
func (r *Runner) openLog(c *cli.Context) (*failurelog.Log, error) {
	path, err := r.LogPath(c)
	if err != nil {
		return nil, err
	}
	return failurelog.Open(path)
}

// LogPath is where the log is. The configuration is only looked for where it
// has a say.
func (r *Runner) LogPath(c *cli.Context) (string, error) {
	if err := checkLog(c); err != nil {
		return "", err
	}
	place := failurelog.Location{Flag: c.String("failure-log"), Getenv: r.Streams.Getenv}
	if !r.logNamed(c) {
		settings, err := r.Config(c)
		if err != nil {
			return "", err
		}
		place.Config, _ = settings.FailureLog()
	}
	return place.Path()
}

// checkLog holds the options about the failure log to each other.
func checkLog(c *cli.Context) error {
	switch {
	case c.IsSet("failure-log") && c.Bool("no-failure-log"):
		return errors.New("--failure-log and --no-failure-log do not go together: choose one")
	case c.IsSet("failure-log") && c.String("failure-log") == "":
		return errors.New("--failure-log names no file: name one, or leave the option out")
	}
	return nil
}

// logNamed says whether the command line or the environment names the log.
func (r *Runner) logNamed(c *cli.Context) bool {
	return c.String("failure-log") != "" || r.Streams.Getenv(failurelog.PathVariable) != ""
}

// keepsNoLog says whether the configuration switches the log off. It has been
// read before: with mistakes in it nothing is judged.
func (r *Runner) keepsNoLog(c *cli.Context) bool {
	_, off := r.loaded.FailureLog()
	return off && !r.logNamed(c)
}
