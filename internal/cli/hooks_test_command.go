package cli

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/hook"
	"github.com/handofflint/handofflint/internal/text"
)

// testHooks tries the installed hooks out and prints what it saw.
func (r *runner) testHooks(c *cli.Context) error {
	t, err := r.hooksTarget(c)
	if err != nil {
		return err
	}
	checks, err := t.Test(c.Context, os.Environ(), r.streams.Getenv)
	if err != nil {
		return r.refuse(c, t, err)
	}
	if err := r.printText(fmt.Sprintf("%s, %s\n", t.Host.Title, text.Escape(t.show))); err != nil {
		return err
	}
	failed, untrusted := 0, false
	for _, check := range checks {
		if !check.OK {
			failed++
			untrusted = untrusted || check.What == hook.TheFolder
		}
		if err := r.printText(checkLine(check)); err != nil {
			return err
		}
	}
	if t.Host.Trust != "" {
		r.say(c, "note: %s", t.Host.Trust)
	}
	if failed == 1 && untrusted {
		return errors.New("handoffs are not being checked until the folder is trusted")
	}
	if failed > 0 {
		return fmt.Errorf("handoffs are not being checked, or not all; `%s` puts the hooks in order", t.command("install"))
	}
	r.say(c, "the hooks for %s work", t.Host.Title)
	return nil
}

// checkLine is the line of a check: "ok    what: result (12 ms)".
func checkLine(check hook.Check) string {
	verdict := "ok  "
	if !check.OK {
		verdict = "FAIL"
	}
	line := fmt.Sprintf("  %s  %s: %s", verdict, text.Escape(check.What), text.Escape(check.Result))
	if check.Took > 0 {
		line += fmt.Sprintf(" (%d ms)", check.Took.Round(time.Millisecond).Milliseconds())
	}
	return line + "\n"
}
