package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/handofflint/handofflint/internal/files"
)

var errChanged = errors.New("it was changed while it was checked; seal it again when nobody writes to it")

// unchanged says whether a file still has the bytes that were judged, and what
// the file system says of it. No more is read than can be the same.
func unchanged(path string, judged []byte) (os.FileInfo, error) {
	file, err := files.Named.Open(path)
	if err != nil {
		return nil, errChanged
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, errChanged
	}
	now, err := io.ReadAll(io.LimitReader(file, int64(len(judged))+1))
	if err != nil || !bytes.Equal(now, judged) {
		return nil, errChanged
	}
	return info, nil
}

// renewMarker gives a marker that is there a new time. A link could lead to a
// file that is nobody's marker, so only a regular file is touched.
func renewMarker(marker string, report os.FileInfo) error {
	info, err := files.Named.Lstat(marker)
	if err != nil {
		return fmt.Errorf("cannot renew its marker: %w", err)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no regular file; remove it and seal again", marker)
	}
	return setMarkerTime(marker, later(time.Now(), report.ModTime()))
}

// notOlder sees to it that a new marker is not older than its report, whose
// time may lie in the future.
func notOlder(marker string, report os.FileInfo) error {
	info, err := files.Named.Lstat(marker)
	if err != nil {
		return fmt.Errorf("cannot read its marker: %w", err)
	}
	if !info.ModTime().Before(report.ModTime()) {
		return nil
	}
	return setMarkerTime(marker, report.ModTime())
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
