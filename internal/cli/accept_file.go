package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/natefinch/atomic"

	"github.com/handofflint/handofflint/internal/document"
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
// the new file takes the marker's time before it takes the report's place.
func replaceReport(doc *document.Document) error {
	edited, err := verifiedText(doc)
	if err != nil {
		return err
	}
	path := filepath.FromSlash(doc.Input.Path)
	// A link stays one: what it leads to is replaced.
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return errReportChanged
	}
	marker := markerOf(path)
	if err := regular(marker); err != nil {
		return err
	}
	temporary, err := writeBeside(target, edited, doc.Input.Info.Done)
	if err != nil {
		return fmt.Errorf("cannot write to its folder: %w", err)
	}
	defer os.Remove(temporary) // it is gone once it has taken the place
	if _, err := unchanged(target, doc.Source.Bytes()); err != nil {
		return errReportChanged
	}
	if err := atomic.ReplaceFile(temporary, target); err != nil {
		return fmt.Errorf("cannot replace it: %w", err)
	}
	return setMarkerTime(marker, later(time.Now(), doc.Input.Info.Done))
}

var errReportChanged = errors.New("it was changed while it was checked; accept it again when nobody writes to it")

// regular refuses a marker that is a link: it would lead to a file that is
// nobody's marker.
func regular(marker string) error {
	info, err := os.Lstat(marker)
	if err != nil {
		return fmt.Errorf("cannot read its marker: %w", err)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no regular file; remove it, and its writer seals again", marker)
	}
	return nil
}

// writeBeside writes a finished file into the folder of another one, with that
// one's permissions and a time, and gives its path.
func writeBeside(target string, data []byte, at time.Time) (path string, err error) {
	info, err := os.Stat(target)
	if err != nil {
		return "", err
	}
	file, err := os.CreateTemp(filepath.Dir(target), ".handofflint-*")
	if err != nil {
		return "", err
	}
	_, err = file.Write(data)
	err = errors.Join(err, file.Chmod(info.Mode().Perm()), file.Sync(), file.Close())
	if err = errors.Join(err, os.Chtimes(file.Name(), at, at)); err != nil {
		_ = os.Remove(file.Name())
		return "", err
	}
	return file.Name(), nil
}
