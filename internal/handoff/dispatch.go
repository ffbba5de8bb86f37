// Package handoff manages a handoff before and after its checks.
//
// A report's path is reserved, so that no other agent gets it, and named in the prompt of the agent that
// writes it. Reports of a session are numbered in the order in which their agents are launched, possibly in
// parallel: a number is reserved, under a lock, by writing the report's skeleton (see
// skeleton.IsReservation).
//
// A context file belongs to the program that launches agents. It is created for a task, a failure is recorded
// in it before the task is retried, and it is removed when the task is over. docs/formats.md, "context", has
// the rules. Begin with Reserve.
package handoff

import (
	"cmp"
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

// maxNumber is the largest number in a report's name: nine digits, as internal/document parses them.
const maxNumber = 999_999_999

// newFile are the options for creating files of a handoff.
var newFile = files.WriteOptions{NoLinks: true, Mode: 0o644}

// Request says which agent is launched, and for what.
type Request struct {
	// Root is the project's folder, and Folder the path of the session folders in it, with forward slashes.
	Root, Folder string
	// Role becomes part of the report's name; Session is the name of its folder.
	Role, Session string
	// Task is the task's id, one line of text.
	Task string
	// Now is the creation time in the skeleton.
	Now time.Time
}

// Assignment is the report that an agent has to write. Its JSON is a contract with programs, as is Brief's.
type Assignment struct {
	Role    string `json:"role"`
	Task    string `json:"task_id"`
	Session string `json:"session_id"`
	// Sequence is the report's number in its session, from 1.
	Sequence int `json:"sequence"`
	// Path is the report's path, with forward slashes, relative to the project's root unless a caller makes
	// it relative to another folder.
	Path string `json:"path"`
}

// Reserve makes the session's folder and writes a skeleton in it with the next number. It is safe to call
// from several processes at once. An error says what is wrong with the request, or why nothing was reserved.
func Reserve(c *rules.Catalogue, q Request) (Assignment, error) {
	if err := cmp.Or(CheckRole(q.Role), CheckSession(q.Session), checkTask(q.Task)); err != nil {
		return Assignment{}, err
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

// AssignmentAt returns the assignment in the path of a report: its number and role, and its session if it is
// in a session's folder. It is empty for any other path.
func AssignmentAt(report string) Assignment {
	report = filepath.ToSlash(report)
	name, ok := protocol.ReportName(report)
	if !ok {
		return Assignment{}
	}
	a := Assignment{Role: name.Role, Sequence: name.Sequence, Path: report}
	if session, ok := protocol.Session(report); ok {
		a.Session = session
	}
	return a
}

var numbered = text.MustCompile(`^(\d{1,9})-`)

// nextNumber returns one more than the highest number in a folder. Any name that begins with a number takes
// it, so that a marker without its report does not get another report.
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

// ErrWritten is the error of a report that is not a reservation: it was changed after it was reserved.
var ErrWritten = errors.New("somebody has written to it since it was reserved")

// Release removes a reservation, so that its number is free, and its session if that is empty then. It keeps a report
// that is not an unchanged skeleton, and returns ErrWritten.
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
	_, err = at.Beside(at.Base() + protocol.MarkerSuffix()).Lstat()
	isSealed := !errors.Is(err, fs.ErrNotExist) // if that is unknown, it counts as sealed
	if isSealed || !info.Mode().IsRegular() {
		return ErrWritten
	}
	text, _, _, err := at.Read(skeleton.MaxBytes) // a longer text is not a skeleton
	if err != nil {
		return err
	}
	if !skeleton.Is(text) {
		return ErrWritten
	}
	if err := at.Remove(); err != nil {
		return err
	}
	if session, err := files.Named.FindLink(at.Folder().Path()); err == nil {
		_ = session.Remove() // only an empty one, which would be a finding
	}
	return nil
}
