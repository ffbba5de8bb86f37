package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/discover"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) sealCommand() *cli.Command {
	return &cli.Command{
		Name:      "seal",
		Usage:     "check a report and, if nothing blocks, create its .done",
		ArgsUsage: "FILE",
		Description: `The .done tells readers that the report is complete. It is created only where
the report has no error, and does not say that it is
still being written, or that its reader has verified it. A report that was sealed
before gets a new time on its .done. What the report suppresses counts as any
other finding. Findings are printed as by ` + "`handofflint check`" + `.

Exit codes: 0 sealed, nothing found; 1 sealed, with warnings; 2 not sealed.

Example:
   handofflint seal agent-handoffs/20260531-170546-ad4f12aa/01-implementer-report.md`,
		Flags:  sealFlags(),
		Action: r.seal,
	}
}

// sealFlags are those of check that make sense for one report. Suppressions in it
// are always ignored: who reads it relies on its marker.
func sealFlags() []cli.Flag {
	without := func(f cli.Flag) bool { return slices.Contains([]string{"as", "no-inline"}, f.Names()[0]) }
	return append(outputFlags(), slices.DeleteFunc(judgeFlags(), without)...)
}

// stillWriting is the status of a report that its writer has not finished.
const stillWriting = "writing"

func (r *runner) seal(c *cli.Context) error {
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
	judged, err := judgeReport(engine, path)
	if err != nil {
		return err
	}
	results := []rules.Result{judged.result}
	if err := r.print(c, options, results, nil); err != nil {
		return err
	}
	r.logFailures(c, "seal", options.now, results)
	if err := judged.blocked(); err != nil {
		return fmt.Errorf("%s is not sealed: %w", path, err)
	}
	return r.createSeal(c, judged, options.failOn.exit(results))
}

// sealOptions are the options of check, as far as seal has them.
func (r *runner) sealOptions(c *cli.Context) (o reportOptions, err error) {
	r.setVerbosity(c)
	if o.judgeOptions, err = r.judgeOptions(c, true); err != nil {
		return o, err
	}
	if o.disabled, err = o.config.Disabled(false); err != nil {
		return o, err
	}
	o.failOn = failOn(rules.Warning)
	o.outputs, err = outputsOf(c)
	return o, err
}

// judgedReport is a report and the verdict on it, as its writer asks for it.
type judgedReport struct {
	path string
	judged
}

// judgeReport judges a report without what sealing sees to.
func judgeReport(engine *rules.Engine, path string) (judgedReport, error) {
	judged, err := judgeFile(engine, discover.File{Path: path, Named: true}, document.Report)
	judged.result.Findings = slices.DeleteFunc(judged.result.Findings, func(f rules.Finding) bool { return f.Sealing })
	return judgedReport{path, judged}, err
}

// blocked says why the report cannot be sealed, nil where it can.
func (j judgedReport) blocked() error {
	switch n := len(j.result.Failures()); {
	case n == 1:
		return errors.New(blocks(n) + "; mend it and seal again")
	case n > 1:
		return errors.New(blocks(n) + "; mend them and seal again")
	case j.status() == stillWriting:
		return fmt.Errorf("its status is still %q; finish the report, set status: %q and seal again", stillWriting, written)
	case j.status() == verified && !isSealed(j.path):
		return fmt.Errorf("its status is %q, which its reader sets and not its writer; set status: %q and seal again", verified, written)
	}
	return nil
}

// isSealed says whether a report has a marker.
func isSealed(path string) bool {
	_, err := files.Named.Lstat(markerOf(path))
	return err == nil
}

// createSeal makes the marker and says so. verdict is the exit code that the
// findings call for.
func (r *runner) createSeal(c *cli.Context, j judgedReport, verdict error) error {
	again, err := placeMarker(j.path, j.doc.Source.Bytes())
	if err != nil {
		return fmt.Errorf("%s is not sealed: %w", j.path, err)
	}
	if again {
		r.say(c, "%s was sealed already: its .done has a new time", j.path)
	} else {
		r.say(c, "sealed %s", j.path)
	}
	return verdict
}

// sealQuietly seals a report by the rules of the command, and prints nothing. An
// error says why the report is not sealed.
func sealQuietly(settings *config.Config, path string) error {
	engines, err := enginesFor(settings, rules.Options{NoInline: true})
	if err != nil {
		return err
	}
	engine, err := engines.For(path)
	if err != nil {
		return err
	}
	judged, err := judgeReport(engine, path)
	if err == nil {
		err = judged.blocked()
	}
	if err == nil {
		_, err = placeMarker(path, judged.doc.Source.Bytes())
	}
	return err
}

// markerOf is the path of a report's marker.
func markerOf(path string) string { return path + ".done" }

// placeMarker creates the marker of a report that still has the bytes that
// were judged, or renews the time of one that is there, and says which.
func placeMarker(path string, judged []byte) (again bool, err error) {
	info, err := unchanged(path, judged)
	if err != nil {
		return false, err
	}
	marker := markerOf(path)
	at, err := files.Named.FindLink(marker)
	if err != nil {
		return false, fmt.Errorf("cannot create its marker: %w", err)
	}
	if _, err := at.Lstat(); err == nil {
		return true, renewMarker(marker, info)
	}
	file, err := at.OpenFile(os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return false, fmt.Errorf("cannot create its marker: %w", err)
	}
	if err := file.Close(); err != nil {
		return false, fmt.Errorf("cannot create its marker: %w", err)
	}
	return false, notOlder(marker, info)
}
