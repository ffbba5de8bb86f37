// Package dispatch sends an agent out: it gives the agent a path for its
// report that no other agent gets, and writes the part of its prompt that says
// how the report has to be.
//
// Reports of a session are numbered in the order in which their agents are
// sent out, and agents are sent out in parallel. So a number is claimed, under
// a lock, with a hidden file in the session's folder that stays until the
// report is there.
package dispatch

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// handoffsFolder holds the session folders, from the project's root
// (docs/formats.md, report).
const handoffsFolder = ".claude/agent-handoffs"

// maxName bounds role and session, which become names of files, and maxTask a
// task's id, all in bytes. File systems take 255 for a name.
const (
	maxName = 100
	maxTask = 500
)

// Request says who is sent out, and for what.
type Request struct {
	// Root is the project's folder.
	Root string
	// Role becomes a part of the report's name, Session the name of its folder.
	Role, Session string
	// Task is the task's id, one line of text.
	Task string
	// Key tells one sending out from another. A role that was given a path
	// under a key and has written no report yet is given the same path again;
	// without a key each request gets a path of its own.
	Key string
}

// Assignment is the place of a report that an agent is to write.
type Assignment struct {
	Role, Task, Session string
	// Sequence is the report's number in its session, from 1.
	Sequence int
	// Path is where the report belongs, with forward slashes: from the
	// project's root, unless a caller shows it from elsewhere.
	Path string
}

// Done is the path of the report's marker.
func (a Assignment) Done() string { return a.Path + ".done" }

// Reserve makes the session's folder and gives out the next number in it. Any
// number of processes may call it at once. An error says what is wrong with
// the request, or why nothing could be reserved; then nothing was.
func Reserve(q Request) (Assignment, error) {
	if err := q.check(); err != nil {
		return Assignment{}, err
	}
	folder, err := makeFolder(q.Root, q.Session)
	if err != nil {
		return Assignment{}, fmt.Errorf("the session's folder cannot be made: %w", err)
	}
	sequence, err := claimNumber(folder, q)
	if err != nil {
		return Assignment{}, fmt.Errorf("no number can be claimed in %s: %w", filepath.ToSlash(folder.Path()), err)
	}
	name := reportName(sequence, q.Role)
	return Assignment{
		Role: q.Role, Task: q.Task, Session: q.Session,
		Sequence: sequence, Path: path.Join(handoffsFolder, q.Session, name),
	}, nil
}

// reportName is the name of a report's file.
func reportName(sequence int, role string) string {
	return fmt.Sprintf("%02d-%s-report.md", sequence, role)
}

func (q Request) check() error {
	if err := CheckRole(q.Role); err != nil {
		return err
	}
	if err := CheckSession(q.Session); err != nil {
		return err
	}
	return checkTask(q.Task)
}

// name is what a role or session may be: letters, digits and . _ - of any
// script, and nothing that a shell or a path takes for its own. It is
// compiled where it is asked for: the classes of all scripts cost every start.
var name = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\pL\pN_][\pL\pN\pM._-]*$`) })

// CheckRole says what keeps a role from being a part of a report's name, nil
// where nothing does.
func CheckRole(role string) error {
	switch {
	case role == "":
		return errors.New("the role is missing: name the kind of agent, such as implementer")
	case len(role) > maxName:
		return fmt.Errorf("the role has %d bytes, at most %d make a file's name", len(role), maxName)
	case !name().MatchString(role):
		return fmt.Errorf("the role %q cannot stand in a file's name: use letters, digits, - and _, such as %s", role, RoleFrom(role))
	}
	return nil
}

// RoleFrom makes a role of a name that some host gives its agents, such as
// "review-tools:Code Reviewer".
func RoleFrom(agent string) string {
	parts := strings.FieldsFunc(agent, func(r rune) bool {
		return r == utf8.RuneError || !name().MatchString("_"+string(r))
	})
	role := strings.TrimLeftFunc(strings.Join(parts, "-"), func(r rune) bool { return !name().MatchString(string(r)) })
	for len(role) > maxName {
		_, size := utf8.DecodeLastRuneInString(role)
		role = role[:len(role)-size]
	}
	if role == "" {
		return "agent"
	}
	return role
}

func checkTask(task string) error {
	switch {
	case strings.TrimSpace(task) == "":
		return errors.New("the task is missing: give its id, such as fix-auth-race")
	case len(task) > maxTask:
		return fmt.Errorf("the task's id has %d bytes, more than %d: give an id, not a description", len(task), maxTask)
	case !oneLine(task):
		return fmt.Errorf("the task's id must be one line of text, this is %q", task)
	}
	return nil
}

// oneLine says whether a text is valid UTF-8 without control characters and
// line separators.
func oneLine(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool {
		return r < ' ' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029'
	})
}
