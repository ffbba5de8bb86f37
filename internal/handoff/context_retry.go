package handoff

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strconv"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/rules"
)

// Failure is what a retry has to know of the attempt before it, in the order
// in which the file has it.
type Failure struct {
	// Reason is one that the context format knows.
	Reason string `json:"reason"`
	// ErrorSummary is a sentence or two.
	ErrorSummary string `json:"error_summary"`
	// Attempt counts from 1.
	Attempt int `json:"attempt"`
}

// previousFailure is the field that holds a Failure.
const previousFailure = "previous_failure"

// ErrExhausted says that a task was tried again as often as it may be.
var ErrExhausted = errors.New("it was retried already")

// RecordFailure is the text of a context file with a failure in it, every other byte
// as it is, and the number of the attempt that failed. known says how many
// failures may be recorded; after them the error is ErrExhausted. The document
// has to be one that passes. Whatever a team lets pass, nothing is written into a
// file of another schema version: its fields may mean something else.
func RecordFailure(doc *document.Document, reason, errorSummary string, known *rules.Retry) (data []byte, attempt int, err error) {
	root := doc.Data()
	if root == nil {
		return nil, 0, errors.New("it holds no object")
	}
	if version := root.Field("schema_version"); version != nil && (version.Kind != document.Int || version.Text != strconv.FormatInt(known.Version, 10)) {
		return nil, 0, fmt.Errorf("it is not of schema version %d, the only one that is known: delete it and explore again", known.Version)
	}
	attempt = 1
	if last := root.Field(previousFailure); last != nil && last.Kind != document.Null {
		n := attemptOf(last)
		if n >= known.Attempts {
			return nil, 0, fmt.Errorf("%w (its last failure: %s)", ErrExhausted, last.Field("reason").Str())
		}
		attempt = n + 1
	}
	data, err = setMember(doc.Source.Bytes(), root, previousFailure, Failure{Reason: reason, ErrorSummary: errorSummary, Attempt: attempt})
	return data, attempt, err
}

// attemptOf is the number of the attempt that a failure was of. One that says
// no number, or one too large, is taken for the last.
func attemptOf(failure *document.Node) int {
	attempt := failure.Field("attempt")
	if attempt == nil {
		return math.MaxInt
	}
	n, err := strconv.Atoi(attempt.Text)
	if err != nil {
		return math.MaxInt
	}
	return n
}

// File is a context file that no other process of this program changes or
// removes until it is closed.
type File struct {
	// path is absolute and free of links.
	path   string
	unlock func()
}

// Hold takes the lock of the folder that a context file is in. Where the path
// is a link, it is the file behind it that is held. It waits for others, who
// each take milliseconds; an error says that there is no such file, or that
// another process does not let go.
func Hold(path string) (*File, error) {
	at, err := files.Named.Find(path)
	if err == nil {
		_, err = at.Lstat()
	}
	if err != nil {
		return nil, files.Reason(err)
	}
	real := at.Path()
	unlock, err := files.Lock(filepath.Dir(real))
	if err != nil {
		return nil, err
	}
	return &File{path: real, unlock: unlock}, nil
}

// Close lets go of the file.
func (f *File) Close() { f.unlock() }

// errChanged says that somebody who takes no lock was faster.
var errChanged = files.ErrChanged

// Replace puts another text in the place of the one that was judged, all of it
// or nothing, whatever happens to this process. It fails where the file no
// longer holds the old text, is not a regular file, or may not be written to.
func (f *File) Replace(old, text []byte) error {
	err := files.Swap(f.path, old, text, files.WriteOptions{NoLinks: true})
	if errors.Is(err, files.ErrNotRegular) {
		return errChanged // it was a file when it was read
	}
	return files.Reason(err)
}
