package cli

import (
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/rules"
)

// logFailures appends every result with findings to the failure log. A log
// that cannot be written is said once and changes no verdict.
func (r *runner) logFailures(c *cli.Context, source string, now time.Time, results []rules.Result) {
	if c.Bool("no-failure-log") || r.keepsNoLog(c) {
		return
	}
	var entries []failurelog.Entry
	meta := failurelog.Meta{Now: now, Tool: "handofflint " + version(), Source: source}
	for _, result := range results {
		if len(result.Findings) > 0 {
			entries = append(entries, failurelog.EntryFrom(result, meta))
		}
	}
	if len(entries) == 0 {
		return
	}
	if err := r.appendLog(c, entries); err != nil {
		r.log.Warnf("the failure log was not written: %s", err)
	}
}

func (r *runner) appendLog(c *cli.Context, entries []failurelog.Entry) error {
	log, err := r.openLog(c)
	if err != nil {
		return err
	}
	return log.Append(entries...)
}

// openLog opens the failure log where the options or the machine put it.
func (r *runner) openLog(c *cli.Context) (*failurelog.Log, error) {
	path, err := r.logPath(c)
	if err != nil {
		return nil, err
	}
	return failurelog.Open(path)
}

// logPath is where the log is. The configuration is only looked for where it
// has a say.
func (r *runner) logPath(c *cli.Context) (string, error) {
	place := failurelog.Location{Flag: c.String("failure-log"), Getenv: r.streams.Getenv}
	if !r.logNamed(c) {
		settings, err := r.config(c)
		if err != nil {
			return "", err
		}
		place.Config, _ = settings.FailureLog()
	}
	return place.Path()
}

// logNamed says whether the command line or the environment names the log.
func (r *runner) logNamed(c *cli.Context) bool {
	return c.String("failure-log") != "" || r.streams.Getenv(failurelog.PathVariable) != ""
}

// keepsNoLog says whether the configuration switches the log off. It has been
// read before: with mistakes in it nothing is judged.
func (r *runner) keepsNoLog(c *cli.Context) bool {
	_, off := r.loaded.FailureLog()
	return off && !r.logNamed(c)
}
