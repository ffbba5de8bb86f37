package cli

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/discover"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) acceptCommand() *cli.Command {
	return &cli.Command{
		Name:      "accept",
		Usage:     "confirm that a sealed report was read: set its status to verified",
		ArgsUsage: "FILE",
		Description: `For the agent that reads a report, never for the one that wrote it. The report
must pass and be sealed, and unchanged since. Its status becomes "verified", no other byte changes, and its
.done gets a new time. A report that is verified already stays as it is. What it
suppresses counts as any other finding. Findings are printed as by ` + "`handofflint check`" + `.

Exit codes: 0 accepted, nothing found; 1 accepted, with warnings; 2 not accepted.

Example:
   handofflint accept agent-handoffs/20260531-170546-ad4f12aa/01-researcher-report.md`,
		Flags:  sealFlags(),
		Action: r.accept,
	}
}

// The statuses of a report that its writer has finished.
const (
	written  = "written"
	verified = "verified"
)

func (r *runner) accept(c *cli.Context) error {
	options, err := r.sealOptions(c)
	if err != nil {
		return err
	}
	path, err := oneArgument(c, "the report")
	if err != nil {
		return err
	}
	engine, err := options.engineFor(path)
	if err != nil {
		return err
	}
	judged, err := judgeHandoff(engine, discover.File{Path: path, Named: true}, document.Report)
	if err != nil {
		return err
	}
	results := []rules.Result{judged.result}
	if err := r.print(c, options, results, nil); err != nil {
		return err
	}
	r.logFailures(c, "accept", options.now, results)
	if err := judged.unaccepted(); err != nil {
		return fmt.Errorf("%s is not accepted: %w", path, err)
	}
	if err := r.verify(c, judged); err != nil {
		return err
	}
	return options.failOn.exit(results)
}

// verify sets the status, unless it is set, and says so.
func (r *runner) verify(c *cli.Context, j sealedHandoff) error {
	path := j.doc.Input.Path
	if j.status() == verified {
		r.say(c, "%s is verified already", path)
		return nil
	}
	if err := replaceReport(j.doc); err != nil {
		return fmt.Errorf("%s is not accepted: %w", path, err)
	}
	r.say(c, "accepted %s: its status is %q", path, verified)
	return nil
}

// sealedHandoff is a file that an agent is to read, and the verdict on it.
type sealedHandoff struct{ judged }

// judgeHandoff judges a file as its reader does: a report must be sealed. As
// is the format it must have, Unknown for any.
func judgeHandoff(engine *rules.Engine, file discover.File, as document.Format) (sealedHandoff, error) {
	judged, err := judgeFile(engine, file, as)
	asReader(judged.result.Findings)
	return sealedHandoff{judged}, err
}

// unaccepted says why a report cannot be accepted, nil where it can. What its
// reader relies on holds even where the rules for it are off.
func (h sealedHandoff) unaccepted() error {
	switch n := len(h.result.Failures()); {
	case n > 0:
		return fmt.Errorf("%s; send the report back to its writer", blocks(n))
	case h.doc == nil || h.doc.Input.Info.Done.IsZero():
		return errors.New("it is not sealed; its writer runs `handofflint seal`")
	case h.status() != written && h.status() != verified:
		return fmt.Errorf("its status is not %q; its writer sets it and seals again", written)
	}
	return nil
}

// blocks says how many findings keep a file from passing.
func blocks(n int) string {
	if n == 1 {
		return "1 finding blocks it"
	}
	return fmt.Sprintf("%d findings block it", n)
}
