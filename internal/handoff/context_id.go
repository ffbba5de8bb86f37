package handoff

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
	// maxWords is how many bytes the words of an id may have, slugWords and
	// slugBytes how much of a summary becomes words: enough to tell tasks
	// apart, short enough to be read in a list.
	maxWords  = 100
	slugWords = 6
	slugBytes = 48
	// noWords is for a summary that has no letter or digit.
	noWords = "task"
)

// idWords are what --words takes: letters, digits and . _ - of any script,
// beginning as the context format wants an id's words to begin. It is
// compiled where it is asked for: the classes of all scripts cost every start.
var idWords = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\pL\pN][\pL\pN\pM._-]*$`) })

// NewTaskID is the id of a task that is begun now: `<unix seconds>-<words>`.
func NewTaskID(now time.Time, words string) string { return fmt.Sprintf("%d-%s", now.Unix(), words) }

// IDWords makes the words of an id from a summary: the first few, in lower case
// and joined by dashes.
func IDWords(summary string) string {
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

// CheckIDWords says what keeps a text from being the words of an id, nil if
// nothing does.
func CheckIDWords(s string) error {
	switch {
	case s == "":
		return errors.New("the words are missing: give a few, such as fix-auth-race")
	case len(s) > maxWords:
		return fmt.Errorf("the words have %d bytes, more than %d: give a few", len(s), maxWords)
	case !utf8.ValidString(s) || !idWords().MatchString(s) || strings.HasSuffix(s, "."):
		return fmt.Errorf("the words %q cannot be part of a file name: use letters, digits, - and _, such as %s", s, IDWords(s))
	}
	return nil
}
