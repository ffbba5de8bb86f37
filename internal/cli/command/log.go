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
	if c.Bool("no-failure-log") {
		return
	}
	at, err := r.LogLocation(c)
	if err != nil {
		r.Log.Warnf("the failure log was not written: %s", err)
	} else if warning := at.Append(now, "handofflint "+Version(), source, results); warning != "" {
		r.Log.Warn(warning)
	}
}

// LogLocation says where the log is. The configuration is only looked for where it
// has a say.
func (r *Runner) LogLocation(c *cli.Context) (failurelog.Location, error) {
	at := failurelog.Location{Option: c.String("failure-log"), Getenv: r.Streams.Getenv}
	if err := checkLog(c); err != nil || at.Named() {
		return at, err
	}
	settings, err := r.Config(c)
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
