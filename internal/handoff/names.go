package handoff

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/text"
)

const (
	// maxName bounds a part of a file's name, and maxTask a task's id, in bytes. File systems allow 255 for a
	// name.
	maxName = 100
	maxTask = 500
	// slugWords and slugBytes bound the part of a summary that becomes an id: enough to distinguish tasks,
	// short enough for a list.
	slugWords = 6
	slugBytes = 48
)

var (
	// name matches text without meaning for shells and paths: letters, digits and . _ - of any script.
	name = text.MustCompile(`^[\pL\pN_][\pL\pN\pM._-]*$`)
	// notName matches characters that a name cannot contain.
	notName = text.MustCompile(`[^\pL\pN\pM._-]+`)
)

// CheckRole returns an error if a role cannot be part of a report's name.
func CheckRole(role string) error { return checkName("role", "part of a file name", role) }

// CheckIDWords returns an error if a text cannot be the words of a task's id.
func CheckIDWords(s string) error { return checkName("words", "part of a file name", s) }

// CheckSession returns an error if an id cannot be the name of a session's folder.
func CheckSession(id string) error { return checkName("session's id", "a folder's name", id) }

func checkName(what, use, s string) error {
	if s == "" {
		return fmt.Errorf("the %s must not be empty: use letters, digits, - and _", what)
	}
	if len(s) > maxName {
		return fmt.Errorf("the %s has %d bytes, at most %d make %s", what, len(s), maxName, use)
	}
	if !isName(s) {
		return fmt.Errorf("the %s %q cannot be %s: use letters, digits, - and _, such as %s", what, s, use, RoleFrom(s))
	}
	return nil
}

// isName reports whether a text can be a part of a file's name.
func isName(s string) bool {
	return len(s) <= maxName && name.MatchString(s) && !strings.HasSuffix(s, ".")
}

func checkTask(task string) error {
	if strings.TrimSpace(task) == "" {
		return errors.New("the task is missing: give its id, such as fix-auth-race")
	}
	if len(task) > maxTask {
		return fmt.Errorf("the task's id has %d bytes, more than %d: give an id, not a description", len(task), maxTask)
	}
	if text.Escape(task) != task {
		return fmt.Errorf("the task's id must be one line of visible text, this is %q", task)
	}
	return nil
}

// RoleFrom makes a role of the name of a host's agent, such as "review-tools:Code Reviewer". A valid role is
// unchanged.
func RoleFrom(agent string) string {
	if isName(agent) {
		return agent
	}
	role := strings.TrimLeftFunc(notName.ReplaceAllString(agent, "-"), func(r rune) bool { return !unicode.In(r, unicode.L, unicode.N) })
	return cmp.Or(strings.TrimRight(text.Head(role, maxName), "-."), "agent")
}

// IDWords makes the words of an id from a summary: the first few, in lower case and joined by dashes.
func IDWords(summary string) string {
	summary = strings.NewReplacer("'", "", "’", "").Replace(strings.ToLower(strings.ToValidUTF8(summary, " ")))
	isWord := func(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.M) }
	words := strings.FieldsFunc(summary, func(r rune) bool { return !isWord(r) })
	slug := ""
	for _, word := range words[:min(len(words), slugWords)] {
		longer := strings.TrimLeft(slug+"-"+strings.TrimLeftFunc(word, unicode.IsMark), "-")
		if slug != "" && len(longer) > slugBytes {
			break
		}
		slug = longer
	}
	return cmp.Or(text.Head(slug, slugBytes), "task")
}
