package cli

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) acceptCommand() *cli.Command {
	return &cli.Command{
		Name:      "accept",
		Usage:     "confirm that a sealed report was read",
		ArgsUsage: "FILE",
		Description: `For the agent that reads a report, never for the one that wrote it. The report
must pass, and be sealed and unchanged since. Its status becomes "verified", no
other byte changes, and its .done gets a new time. Suppression comments are
ignored.

Exit codes: 0 accepted, nothing found; 1 accepted, with warnings; 2 not.

Example:
   handofflint accept agent-handoffs/20260531-170546-ad4f12aa/01-researcher-report.md`,
		Flags:  reportFlags("rule"),
		Action: r.accept,
	}
}

func (r *runner) accept(c *cli.Context) error {
	path, f, err := r.checkReport(c, forReader)
	if err != nil {
		return err
	}
	err = acceptable(f)
	if err == nil && f.status() == handoff.StatusVerified {
		r.say(c, "%s is verified already", path)
		return exitFor("warning", []rules.Result{f.result})
	}
	if err == nil {
		err = handoff.Accept(f.doc)
	}
	if err != nil {
		return fmt.Errorf("%s is not accepted: %w", path, err)
	}
	r.say(c, "accepted %s: its status is %q", path, handoff.StatusVerified)
	return exitFor("warning", []rules.Result{f.result})
}

// acceptable says why a report cannot be accepted, nil if it can. What its reader
// relies on holds even if the rules for it are off.
func acceptable(f checkedFile) error {
	switch n := len(f.result.Failures()); {
	case n > 0:
		return fmt.Errorf("%s; send the report back to its writer", plural(n, "error"))
	case f.doc == nil || f.doc.Input.Info.Done.IsZero():
		return errors.New("it is not sealed; its writer runs `handofflint seal`")
	case f.status() != handoff.StatusWritten && f.status() != handoff.StatusVerified:
		return fmt.Errorf("its status is not %q; its writer sets it and seals again", handoff.StatusWritten)
	}
	return nil
}
