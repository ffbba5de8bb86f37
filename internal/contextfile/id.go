package contextfile

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"
)

const (
	// maxID is how many bytes a task id may have, so that the names made of it
	// fit every file system (255 bytes).
	maxID = 200
	// maxWords is how many bytes the words of an id may have, slugWords and
	// slugBytes how much of a summary becomes words: enough to tell tasks
	// apart, short enough to be read in a list.
	maxWords  = 100
	slugWords = 6
	slugBytes = 48
	// noWords is for a summary that has no letter or digit.
	noWords = "task"
)

// words are what --words takes: letters, digits and . _ - of any script,
// beginning as the context format wants an id's words to begin. It is
// compiled where it is asked for: the classes of all scripts cost every start.
var words = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\pL\pN][\pL\pN\pM._-]*$`) })

// NewID is the id of a task that is begun now: `<unix seconds>-<words>`.
func NewID(now time.Time, words string) string { return fmt.Sprintf("%d-%s", now.Unix(), words) }

// Words makes the words of an id from a summary: the first few, in lower case
// and joined by dashes.
func Words(summary string) string {
	summary = strings.NewReplacer("'", "", "’", "").Replace(strings.ToLower(strings.ToValidUTF8(summary, " ")))
	slug := ""
	for i, word := range strings.FieldsFunc(summary, func(r rune) bool { return !isWord(r) }) {
		longer := strings.TrimLeft(slug+"-"+strings.TrimLeftFunc(word, unicode.IsMark), "-")
		if i == slugWords || len(longer) > slugBytes && slug != "" {
			break
		}
		slug = longer
	}
	for len(slug) > slugBytes {
		_, size := utf8.DecodeLastRuneInString(slug)
		slug = slug[:len(slug)-size]
	}
	if slug == "" {
		return noWords
	}
	return slug
}

func isWord(r rune) bool { return unicode.In(r, unicode.L, unicode.N, unicode.M) }

// CheckWords says what keeps a text from being the words of an id, nil if
// nothing does.
func CheckWords(s string) error {
	switch {
	case s == "":
		return errors.New("the words are missing: give a few, such as fix-auth-race")
	case len(s) > maxWords:
		return fmt.Errorf("the words have %d bytes, more than %d: give a few", len(s), maxWords)
	case !utf8.ValidString(s) || !words().MatchString(s) || strings.HasSuffix(s, "."):
		return fmt.Errorf("the words %q cannot stand in a file's name: use letters, digits, - and _, such as %s", s, Words(s))
	}
	return nil
}

// CheckID says what keeps a task id from being the name of a file, on any
// platform; nil if nothing does.
func CheckID(id string) error {
	switch {
	case id == "":
		return errors.New("the task id is missing")
	case len(id) > maxID:
		return fmt.Errorf("the task id has %d bytes, at most %d make a file's name", len(id), maxID)
	case !utf8.ValidString(id) || strings.ContainsFunc(id, unfitForName) ||
		strings.HasPrefix(id, ".") || strings.TrimRight(id, " .") != id || strings.HasPrefix(id, " "):
		return fmt.Errorf("the task id %q cannot be a file's name: it is one name without a path, such as 1717500000-fix-auth-race", id)
	}
	if strings.HasSuffix(strings.ToLower(id), ".json") {
		return fmt.Errorf("%q is the name of a task's file: name the task, %s", id, id[:len(id)-len(".json")])
	}
	return nil
}

// unfitForName says that a character is in no file's name: separators,
// what Windows forbids, and what cannot be seen.
func unfitForName(r rune) bool {
	return strings.ContainsRune(`/\:*?"<>|`, r) || r != ' ' && !unicode.IsPrint(r)
}
