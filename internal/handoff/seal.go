package handoff

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/protocol"
)

// The statuses of a report.
const (
	StatusWriting  = "writing"
	StatusWritten  = "written"
	StatusVerified = "verified"
)

// Seal writes the marker of a report that has not changed since it was checked: its hash, see
// document.SealHash. It reports whether there was a marker before.
func Seal(doc *document.Document) (again bool, err error) {
	path := filepath.FromSlash(doc.Input.Path)
	report, err := files.Named.Find(path)
	if err != nil {
		return false, files.ErrChanged
	}
	info, same := report.Holds(doc.Source.Bytes())
	if !same {
		return false, files.ErrChanged
	}
	_, err = markerOf(path)
	again = !errors.Is(err, fs.ErrNotExist)
	if again && err != nil {
		return true, err
	}
	// Older readers compare times: the marker must not be older than its report, whose time may be in the
	// future.
	now := slices.MaxFunc([]time.Time{time.Now(), info.ModTime()}, time.Time.Compare)
	if err := files.Write(path+protocol.MarkerSuffix(), []byte(doc.SealHash()+"\n"), files.WriteOptions{NoLinks: true, Time: now}); err != nil {
		return again, fmt.Errorf("cannot write its marker: %w", err)
	}
	return again, nil
}

// markerOf returns the marker of a report. A link is an error: it would lead to a file that is not a marker.
func markerOf(report string) (marker files.Place, err error) {
	marker, err = files.Named.FindLink(report + protocol.MarkerSuffix())
	var info fs.FileInfo
	if err == nil {
		info, err = marker.Lstat()
	}
	if err != nil {
		return marker, fmt.Errorf("cannot read its marker: %w", err)
	}
	if !info.Mode().IsRegular() {
		return marker, fmt.Errorf("%s is not a regular file; remove it and seal again", marker.Base())
	}
	return marker, nil
}

// Accept sets the status of a sealed report on disk to verified, and changes no other byte. The report is
// replaced atomically, and its marker never looks older: the new file gets the marker's time before it
// replaces the report. A link in the tree is refused.
func Accept(doc *document.Document) error {
	status := doc.Data().Field("status").Value
	data := doc.Source.Bytes()
	at := strings.Index(doc.Source.Slice(status), StatusWritten)
	if at < 0 {
		// The text contains escapes.
		return fmt.Errorf("its status is written as %s; its writer sets status: %q and seals again", doc.Source.Slice(status), StatusWritten)
	}
	at += status.Start
	verified := slices.Concat(data[:at], []byte(StatusVerified), data[at+len(StatusWritten):])
	path := filepath.FromSlash(doc.Input.Path)
	sealed := doc.Input.Info.Done
	marker, err := markerOf(path)
	if err != nil {
		return err
	}
	if err := swap(path, data, verified, files.WriteOptions{Time: sealed}); err != nil {
		return err
	}
	now := slices.MaxFunc([]time.Time{time.Now(), sealed}, time.Time.Compare)
	if err := marker.Chtimes(now); err != nil {
		return fmt.Errorf("cannot set the time of its marker: %w", err)
	}
	return nil
}
