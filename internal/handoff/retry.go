package handoff

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
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

// ErrExhausted is the error of a task that was retried as often as it may be.
var ErrExhausted = errors.New("it was retried already")

// RecordFailure returns the text of a context file with a failure in it, every other byte
// as it is, and the number of the attempt that failed. known says how many
// failures may be recorded; after them the error is ErrExhausted. The document
// has to be one that passes. Whatever a team lets pass, nothing is written into a
// file of another schema version: its fields may mean something else.
func RecordFailure(doc *document.Document, f Failure, known *Retry) (data []byte, attempt int, err error) {
	root := doc.Data()
	if root == nil {
		return nil, 0, errors.New("it holds no object")
	}
	if version := root.Field("schema_version"); version != nil && (version.Kind != document.Int || version.Text != strconv.FormatInt(known.Version, 10)) {
		return nil, 0, fmt.Errorf("it is not of schema version %d, the only one that is known: delete it and explore again", known.Version)
	}
	attempt = 1
	if last := root.Field(previousFailure); last != nil && last.Kind != document.Null {
		// A failure that says no number, or one too large, is taken for the last.
		n := known.Attempts
		if number := last.Field("attempt"); number != nil {
			n, err = strconv.Atoi(number.Text)
		}
		if err != nil || n >= known.Attempts {
			return nil, 0, fmt.Errorf("%w (its last failure: %s)", ErrExhausted, last.Field("reason").Str())
		}
		attempt = n + 1
	}
	f.Attempt = attempt
	value, err := text.JSON(f)
	return document.JSONText{Data: doc.Source.Bytes(), Root: root}.Set(root, previousFailure, string(value)), attempt, err
}

// Hold takes the lock of the folder that a context file is in, or the file that a
// link leads to. at is that file's path, absolute and free of links. An error says that
// there is no such file, or that another process does not let go.
func Hold(path string) (at string, unlock func(), err error) {
	place, err := files.Named.Find(path)
	if err == nil {
		_, err = place.Lstat()
	}
	if err != nil {
		return "", nil, files.Reason(err)
	}
	unlock, err = files.Lock(place.Folder().Path())
	return place.Path(), unlock, err
}

// Replace puts another text in the place of the one that was checked, all of it
// or nothing, whatever happens to this process. It fails if the file no
// longer holds the old text, is not a regular file, or may not be written to.
func Replace(path string, old, text []byte) error {
	return swap(path, old, text, files.WriteOptions{NoLinks: true})
}

// swap returns files.Swap, which has changed a file as well if it is none any more.
func swap(path string, old, text []byte, options files.WriteOptions) error {
	err := files.Swap(path, old, text, options)
	if errors.Is(err, files.ErrNotRegular) && !errors.Is(err, files.ErrTreeLink) {
		return files.ErrChanged
	}
	return files.Reason(err)
}

// Retry says how a task is tried again; see rules/facts/retry.cue.
type Retry struct {
	// Attempts is how often a task is tried again.
	Attempts int `json:"attempts"`
	// Reasons are the values of previous_failure.reason, in the order of the
	// schema.
	Reasons []string `json:"-"`
	// Version is the schema version of the context format.
	Version int64 `json:"-"`
}

// LoadRetry returns the data of rules/facts/retry.cue, and what the context format says of
// a retry.
func LoadRetry() *Retry {
	r := table.Load[Retry]("retry")
	for _, reason := range table.Builtin.Definition("#PreviousFailure").Field("reason").Enum {
		r.Reasons = append(r.Reasons, reason.Text)
	}
	version := table.Builtin.Definition("#Context").Field("schema_version").Enum[0]
	r.Version, _ = strconv.ParseInt(version.Text, 10, 64) // a test compares it
	return &r
}
