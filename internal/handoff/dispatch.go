// Package handoff is a handoff's life around its checks.
//
// A report's path is reserved, so that no other agent gets it, and named in the
// prompt of the agent that writes it. Reports of a session are numbered in the
// order in which their agents are sent out, and agents are sent out in parallel:
// a number is reserved, under a lock, by writing the report's skeleton (see
// skeleton.IsReservation).
//
// A context file belongs to the program that sends agents out: it is made, it
// takes note of a failure before the task is tried again, and it is removed once
// nobody works on the task any more. docs/formats.md, "context", has the rules.
package handoff

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"time"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/skeleton"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// maxNumber is the largest number in a report's name: nine digits, as
// internal/document reads them.
const maxNumber = 999_999_999

// newFile is how the files of a handoff are made.
var newFile = files.WriteOptions{NoLinks: true, Mode: 0o644}

// Request says who is sent out, and for what.
type Request struct {
	// Root is the project's folder, and Folder the path of the session folders
	// below it, with forward slashes.
	Root, Folder string
	// Role becomes a part of the report's name, Session the name of its folder.
	Role, Session string
	// Task is the task's id, one line of text.
	Task string
	// Now is the time that the skeleton says it was created.
	Now time.Time
}

// Assignment is the place of a report that an agent is to write. Its JSON is a
// contract with programs, as is that of a Brief.
type Assignment struct {
	Role    string `json:"role"`
	Task    string `json:"task_id"`
	Session string `json:"session_id"`
	// Sequence is the report's number in its session, from 1.
	Sequence int `json:"sequence"`
	// Path is where the report belongs, with forward slashes: from the
	// project's root, unless a caller shows it from elsewhere.
	Path string `json:"path"`
}

// Done returns the path of the report's marker.
func (a Assignment) Done() string { return a.Path + protocol.MarkerSuffix() }

// Reserve makes the session's folder and writes a skeleton there, whose number is
// one above the highest. Any number of processes may call it at once. An error
// says what is wrong with the request, or why nothing could be reserved; then
// nothing was.
func Reserve(c *rules.Catalogue, q Request) (Assignment, error) {
	for _, err := range []error{CheckRole(q.Role), CheckSession(q.Session), checkTask(q.Task)} {
		if err != nil {
			return Assignment{}, err
		}
	}
	skeleton, err := Skeleton(c, q.Role)
	if err != nil {
		return Assignment{}, err
	}
	folder, err := makeFolder(q.Root, q.Folder, q.Session)
	if err != nil {
		return Assignment{}, fmt.Errorf("the session's folder cannot be made: %w", err)
	}
	unlock, err := files.Lock(folder.Path())
	if err != nil {
		return Assignment{}, err
	}
	defer unlock()
	sequence, err := nextNumber(folder)
	if err != nil {
		return Assignment{}, fmt.Errorf("no number can be reserved in %s: %w", filepath.ToSlash(folder.Path()), err)
	}
	for field, value := range map[string]string{
		"agent_role": text.JSONQuote(q.Role),
		"task_id":    text.JSONQuote(q.Task),
		"session_id": text.JSONQuote(q.Session),
		"sequence":   strconv.Itoa(sequence),
		"created":    text.JSONQuote(q.Now.UTC().Format(time.RFC3339)),
	} {
		skeleton = FillField(skeleton, field, value)
	}
	name := protocol.Name{Sequence: sequence, Role: q.Role}.String()
	if err := files.Create(folder.In(name).Path(), []byte(skeleton), newFile); err != nil {
		return Assignment{}, err
	}
	return Assignment{
		Role: q.Role, Task: q.Task, Session: q.Session,
		Sequence: sequence, Path: path.Join(q.Folder, q.Session, name),
	}, nil
}

// AssignmentAt returns what the path of a report says: its number and role, and its
// session if it lies in the folder of one. Of another path it is empty.
func AssignmentAt(report string) (a Assignment) {
	report = filepath.ToSlash(report)
	name, ok := protocol.ReportName(report)
	if !ok {
		return a
	}
	a.Sequence = name.Sequence
	a.Role = name.Role
	a.Path = report
	if session, ok := protocol.Session(report); ok {
		a.Session = session
	}
	return a
}

var numbered = text.MustCompile(`^(\d{1,9})-`)

// nextNumber returns one above the highest in a folder. Whatever begins with a number
// takes it, so that a marker without its report does not get another one.
func nextNumber(folder files.Place) (int, error) {
	entries, err := folder.ReadDir()
	if err != nil {
		return 0, err
	}
	highest := 0
	for _, entry := range entries {
		if m := numbered.FindStringSubmatch(entry.Name()); m != nil {
			number, _ := strconv.Atoi(m[1]) // nine digits always fit
			highest = max(highest, number)
		}
	}
	if highest == maxNumber {
		return 0, fmt.Errorf("the numbers up to %d are taken", maxNumber)
	}
	return highest + 1, nil
}

// ErrWritten is the error of a report that is not a reservation: it was changed since it was
// reserved.
var ErrWritten = errors.New("somebody has written to it since it was reserved")

// Release removes a reservation, so that its number is free. A report that is
// not an unchanged skeleton stays, and the error is ErrWritten.
func Release(report string) error {
	at, err := files.Named.FindLink(report)
	if err != nil {
		return err
	}
	unlock, err := files.Lock(at.Folder().Path())
	if err != nil {
		return err
	}
	defer unlock()
	info, err := at.Lstat()
	if err != nil {
		return err
	}
	if _, err := at.Beside(at.Base() + protocol.MarkerSuffix()).Lstat(); !info.Mode().IsRegular() || !errors.Is(err, fs.ErrNotExist) {
		return ErrWritten
	}
	text, _, _, err := at.Read(skeleton.MaxBytes)
	if err != nil {
		return err
	}
	if !skeleton.Is(text) {
		return ErrWritten
	}
	return at.Remove()
}
