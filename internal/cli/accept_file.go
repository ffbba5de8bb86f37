package cli

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/replace"
	"github.com/handofflint/handofflint/internal/text"
)

// verifiedText is the report with the status verified instead of written, and
// every other byte as it is.
func verifiedText(doc *document.Document) ([]byte, error) {
	span := doc.Data().Field("status").Value
	value := doc.Source.Slice(span)
	at := strings.Index(value, written)
	if at < 0 {
		// An alias, or a text with escapes.
		return nil, fmt.Errorf("its status is written as %s; its writer sets status: %q and seals again", value, written)
	}
	word := text.Span{Start: span.Start + at, End: span.Start + at + len(written)}
	data := doc.Source.Bytes()
	edited := bytes.Join([][]byte{data[:word.Start], data[word.End:]}, []byte(verified))
	return edited, nil
}

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
	if err := regular(marker); err != nil {
		return err
	}
	sealed := doc.Input.Info.Done
	err = replace.Swap(path, doc.Source.Bytes(), edited, replace.Options{Time: sealed})
	switch {
	case errors.Is(err, replace.ErrChanged), errors.Is(err, replace.ErrNotRegular) && !errors.Is(err, replace.ErrTreeLink):
		return errReportChanged
	case err != nil:
		return fmt.Errorf("cannot replace it: %w", replace.Reason(err))
	}
	return setMarkerTime(marker, later(time.Now(), sealed))
}

var errReportChanged = errors.New("it was changed while it was checked; accept it again when nobody writes to it")

// regular refuses a marker that is a link: it would lead to a file that is
// nobody's marker.
func regular(marker string) error {
	info, err := files.Named.Lstat(marker)
	if err != nil {
		return fmt.Errorf("cannot read its marker: %w", err)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no regular file; remove it, and its writer seals again", marker)
	}
	return nil
}
