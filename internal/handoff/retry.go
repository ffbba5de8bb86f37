package handoff

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
)

// Failure is what a retry has to know about the previous attempt, in the order of the file.
type Failure struct {
	// Reason is one of the context format's reasons.
	Reason string `json:"reason"`
	// ErrorSummary is a sentence or two.
	ErrorSummary string `json:"error_summary"`
	// Attempt counts from 1.
	Attempt int `json:"attempt"`
}

// previousFailure is the field that holds a Failure.
const previousFailure = "previous_failure"

// ErrExhausted is the error of a task that has no retries left.
var ErrExhausted = errors.New("it was retried already")

// RecordFailure returns the text of a context file with a failure added and all other bytes unchanged, and
// the number of the failed attempt. known limits the number of failures; after them the error is
// ErrExhausted. The document must have passed its checks. Even if a team allows them, files of another schema
// version are not changed: their fields may have another meaning.
func RecordFailure(doc *document.Document, f Failure, known *Retry) (data []byte, attempt int, err error) {
	root := doc.Data()
	if root == nil {
		return nil, 0, errors.New("it holds no object")
	}
	version := root.Field("schema_version")
	isKnown := version == nil || version.Kind == document.Int && version.Text == known.Version
	if !isKnown {
		return nil, 0, fmt.Errorf("it is not of schema version %s, the only one that is known: delete it and explore again", known.Version)
	}
	attempt, err = nextAttempt(root.Field(previousFailure), known.Attempts)
	if err != nil {
		return nil, 0, err
	}
	f.Attempt = attempt
	value, err := text.JSON(f)
	return document.JSONText{Data: doc.Source.Bytes(), Root: root}.Set(root, previousFailure, string(value)), attempt, err
}

// nextAttempt returns the number of the attempt that failed after an earlier failure, 1 for none. A failure without a
// number, or with one that is too large, counts as the last that is allowed.
func nextAttempt(earlier *document.Node, most int) (int, error) {
	if earlier == nil || earlier.Kind == document.Null {
		return 1, nil
	}
	number := cmp.Or(earlier.Field("attempt"), &document.Node{})
	attempt, err := strconv.Atoi(number.Text)
	if err != nil || attempt >= most {
		return 0, fmt.Errorf("%w (its last failure: %s)", ErrExhausted, earlier.Field("reason").Str())
	}
	return attempt + 1, nil
}

// Hold takes the lock of the folder of a context file, or of the file that a link leads to. at is that file's
// path, absolute and free of links. An error means that the file does not exist, or that another process
// holds the lock.
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

// Replace atomically replaces the text that was checked. It fails if the file no longer has the old text, is
// not a regular file, or is not writable.
func Replace(path string, old, text []byte) error {
	return swap(path, old, text, files.WriteOptions{NoLinks: true})
}

// swap is files.Swap, but a file that is no longer regular also counts as changed.
func swap(path string, old, text []byte, options files.WriteOptions) error {
	err := files.Swap(path, old, text, options)
	if errors.Is(err, files.ErrNotRegular) && !errors.Is(err, files.ErrTreeLink) {
		return files.ErrChanged
	}
	return files.Reason(err)
}

// Retry limits how a task is retried; see rules/facts/retry.cue.
type Retry struct {
	// Attempts is the maximum number of retries.
	Attempts int `json:"attempts"`
	// Reasons are the values of previous_failure.reason, in the order of the
	// schema.
	Reasons []string `json:"-"`
	// Version is the schema version of the context format.
	Version string `json:"-"`
}

// LoadRetry returns the data of rules/facts/retry.cue, and the context format's reasons and version.
func LoadRetry() *Retry {
	r := table.Load[Retry]("retry")
	for _, reason := range table.Builtin.Definition("#PreviousFailure").Field("reason").Enum {
		r.Reasons = append(r.Reasons, reason.Text)
	}
	r.Version = table.Builtin.Definition("#Context").Field("schema_version").Enum[0].Text
	return &r
}
