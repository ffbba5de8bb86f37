package cli

import (
	"errors"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/rules"
)

// logFailures appends every result with findings to the failure log. A log
// that cannot be written is said once and changes no verdict.
func (r *runner) logFailures(c *cli.Context, source string, now time.Time, results []rules.Result) {
	if c.Bool("no-failure-log") {
		return
	}
	at, err := r.logLocation(c)
	if err != nil {
		r.log.Warnf("the failure log was not written: %s", err)
	} else if warning := at.Append(now, "handofflint "+version(), source, results); warning != "" {
		r.log.Warn(warning)
	}
}

// logLocation says where the log is. The configuration is only looked for where it
// has a say.
func (r *runner) logLocation(c *cli.Context) (failurelog.Location, error) {
	at := failurelog.Location{Option: c.String("failure-log"), Getenv: r.streams.Getenv}
	if err := checkLog(c); err != nil || at.Named() {
		return at, err
	}
	settings, err := r.config(c)
	if err == nil {
		at.Config, at.Off = settings.FailureLog()
	}
	return at, err
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
