package cli

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
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
	options, path, j, err := r.judgeReport(c, asReader)
	if err != nil {
		return err
	}
	err = acceptable(j)
	if err == nil && j.status() == statusVerified {
		r.say(c, "%s is verified already", path)
		return options.failOn.exit([]rules.Result{j.result})
	}
	if err == nil {
		err = replaceReport(j.doc)
	}
	if err != nil {
		return fmt.Errorf("%s is not accepted: %w", path, err)
	}
	r.say(c, "accepted %s: its status is %q", path, statusVerified)
	return options.failOn.exit([]rules.Result{j.result})
}

// acceptable says why a report cannot be accepted, nil if it can. What its reader
// relies on holds even if the rules for it are off.
func acceptable(j judged) error {
	switch n := len(j.result.Failures()); {
	case n > 0:
		return fmt.Errorf("%s; send the report back to its writer", plural(n, "error"))
	case j.doc == nil || j.doc.Input.Info.Done.IsZero():
		return errors.New("it is not sealed; its writer runs `handofflint seal`")
	case j.status() != statusWritten && j.status() != statusVerified:
		return fmt.Errorf("its status is not %q; its writer sets it and seals again", statusWritten)
	}
	return nil
}

// verifiedText is the report with the status verified instead of written, and
// every other byte as it is.
func verifiedText(doc *document.Document) ([]byte, error) {
	span := doc.Data().Field("status").Value
	value := doc.Source.Slice(span)
	at := strings.Index(value, statusWritten)
	if at < 0 {
		// An alias, or a text with escapes.
		return nil, fmt.Errorf("its status is written as %s; its writer sets status: %q and seals again", value, statusWritten)
	}
	word := text.Span{Start: span.Start + at, End: span.Start + at + len(statusWritten)}
	data := doc.Source.Bytes()
	return bytes.Join([][]byte{data[:word.Start], data[word.End:]}, []byte(statusVerified)), nil
}

var errReportChanged = errors.New("it was changed while it was checked; accept it again when nobody writes to it")

// replaceReport sets the status of a report on disk. At every moment the path
// holds the old report or the new one, and a marker that does not look older:
// the new file takes the marker's time before it takes the report's place. A
// link in the tree is refused.
func replaceReport(doc *document.Document) error {
	edited, err := verifiedText(doc)
	if err != nil {
		return err
	}
	path := filepath.FromSlash(doc.Input.Path)
	marker := markerOf(path)
	if err := regularMarker(marker); err != nil {
		return err
	}
	sealed := doc.Input.Info.Done
	err = files.Swap(path, doc.Source.Bytes(), edited, files.WriteOptions{Time: sealed})
	switch {
	case errors.Is(err, files.ErrChanged), errors.Is(err, files.ErrNotRegular) && !errors.Is(err, files.ErrTreeLink):
		return errReportChanged
	case err != nil:
		return fmt.Errorf("cannot replace it: %w", files.Reason(err))
	}
	return setMarkerTime(marker, later(time.Now(), sealed))
}
