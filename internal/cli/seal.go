package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/rules"
)

// The statuses of a report.
const (
	statusWriting  = "writing"
	statusWritten  = "written"
	statusVerified = "verified"
)

func (r *runner) sealCommand() *cli.Command {
	return &cli.Command{
		Name:      "seal",
		Usage:     "check a report and, if it passes, create its .done",
		ArgsUsage: "FILE",
		Description: `The .done tells readers that the report is complete. It is not created if the
report has an error, is still being written, or says that its reader has
verified it. If there is one already, it gets a new time. Suppression comments
are ignored.

Exit codes: 0 sealed, nothing found; 1 sealed, with warnings; 2 not sealed.

Example:
   handofflint seal agent-handoffs/20260531-170546-ad4f12aa/01-implementer-report.md`,
		Flags:  reportFlags("rule"),
		Action: r.seal,
	}
}

// reportFlags are the options of a command that prints findings of one handoff.
func reportFlags(more ...string) []cli.Flag {
	return slices.Concat(sharedFlags("format", "output", "quiet"), sharedFlags(more...), generalFlags())
}

func (r *runner) seal(c *cli.Context) error {
	options, path, j, err := r.judgeReport(c, beforeSealing)
	if err != nil {
		return err
	}
	if err := sealable(path, j); err != nil {
		return fmt.Errorf("%s is not sealed: %w", path, err)
	}
	again, err := placeMarker(path, j.doc.Source.Bytes())
	if err != nil {
		return fmt.Errorf("%s is not sealed: %w", path, err)
	}
	if again {
		r.say(c, "%s was sealed already: its .done has a new time", path)
	} else {
		r.say(c, "sealed %s", path)
	}
	return options.failOn.exit([]rules.Result{j.result})
}

// sealable says why a report cannot be sealed, nil if it can.
func sealable(path string, j judged) error {
	switch n := len(j.result.Failures()); {
	case n > 0:
		return fmt.Errorf("%s; correct what is reported and seal again", plural(n, "error"))
	case j.status() == statusWriting:
		return fmt.Errorf("its status is still %q; finish the report, set status: %q and seal again", statusWriting, statusWritten)
	case j.status() == statusVerified:
		if _, err := files.Named.Lstat(markerOf(path)); err != nil {
			return fmt.Errorf("its status is %q, which its reader sets and not its writer; set status: %q and seal again", statusVerified, statusWritten)
		}
	}
	return nil
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
	in, fault := document.Read(files.Named, path, engine.Limits().Bytes)
	in.As = document.Report
	j, err := judge(engine, in, fault)
	if err != nil {
		return err
	}
	j.result.Findings = beforeSealing(j.result.Findings)
	if err := sealable(path, j); err != nil {
		return err
	}
	_, err = placeMarker(path, j.doc.Source.Bytes())
	return err
}

// markerOf is the path of a report's marker.
func markerOf(path string) string { return path + ".done" }

// placeMarker creates the marker of a report that still has the bytes that
// were checked, or renews the time of one that is there, and says which.
func placeMarker(path string, checked []byte) (again bool, err error) {
	report, err := unchanged(path, checked)
	if err != nil {
		return false, err
	}
	marker := markerOf(path)
	at, err := files.Named.FindLink(marker)
	if err != nil {
		return false, fmt.Errorf("cannot create its marker: %w", err)
	}
	if _, err := at.Lstat(); err == nil {
		if err := regularMarker(marker); err != nil {
			return true, err
		}
		return true, setMarkerTime(marker, later(time.Now(), report.ModTime()))
	}
	file, err := at.OpenFile(os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		return false, fmt.Errorf("cannot create its marker: %w", err)
	}
	// A marker must not be older than its report, whose time may be in the future.
	info, err := files.Named.Lstat(marker)
	if err != nil {
		return false, fmt.Errorf("cannot read its marker: %w", err)
	}
	if info.ModTime().Before(report.ModTime()) {
		return false, setMarkerTime(marker, report.ModTime())
	}
	return false, nil
}

var errChanged = errors.New("it was changed while it was checked; seal it again when nobody writes to it")

// unchanged reports whether a file still has the bytes that were checked, and what
// the file system says of it. No more is read than can be the same.
func unchanged(path string, checked []byte) (os.FileInfo, error) {
	file, err := files.Named.Open(path)
	if err != nil {
		return nil, errChanged
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, errChanged
	}
	now, err := io.ReadAll(io.LimitReader(file, int64(len(checked))+1))
	if err != nil || !bytes.Equal(now, checked) {
		return nil, errChanged
	}
	return info, nil
}

// regularMarker refuses a marker that is a link: it would lead to a file that is
// nobody's marker.
func regularMarker(marker string) error {
	info, err := files.Named.Lstat(marker)
	if err != nil {
		return fmt.Errorf("cannot read its marker: %w", err)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file; remove it and seal again", marker)
	}
	return nil
}

func setMarkerTime(marker string, t time.Time) error {
	at, err := files.Named.FindLink(marker)
	if err == nil {
		err = at.Chtimes(t)
	}
	if err != nil {
		return fmt.Errorf("cannot set the time of its marker: %w", err)
	}
	return nil
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}
