package claim

import (
	"slices"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// maxTitle is how long a title is at most, in bytes: a longer one is a sentence.
const maxTitle = 200

// TitlesOf returns what headings say above a text, without warnings, and without the title of the whole: one of the
// first level that others are below, or that names a document.
func TitlesOf(headings []document.Heading) (titles []string) {
	for _, h := range headings {
		isTitle := h.Level == 1 && (len(headings) > 1 || handoffTitle.MatchString(h.Text))
		if !isTitle {
			titles = append(titles, withoutWarnings(h.Text))
		}
	}
	return titles
}

// handoffTitle matches a title that names a document.
var handoffTitle = text.MustCompile(`(?i)\b(handoff|handover|report)\b`)

// warning matches what a title tells its reader not to do with what is there: "(do not duplicate)".
var warning = text.MustCompile(`(?i)\b(?:do not|don't|must not|should not|never) (?:be )?(?:duplicated?|redo|redone|repeat(?:ed)?|touch(?:ed)?|rewrite|rewritten|overwrite|overwritten|edit(?:ed)?|change[ds]?|break)\b(?: blindly| again)?`)

func withoutWarnings(title string) string {
	return warning.ReplaceAllString(text.Unmarked(title), "")
}

// IsUnclear reports whether a heading or a label makes what is below it somebody else's, a plan or another
// place's.
func IsUnclear(title string) bool {
	tokens := tokensOf(withoutWarnings(title))
	return len(title) > maxTitle || wordOf(tokens, tagDanger|others|tagCross|tagNot) != ""
}

// IsClear reports whether each word of a title is known, and none makes it unclear.
func IsClear(title string) bool {
	return !IsUnclear(title) && wordOf(tokensOf(withoutWarnings(title)), tagUnknown) == ""
}

// Lists reports whether a heading, a label or the title of a column says that some things are listed: it has one of
// their nouns, and after it no word that is not known. "Generator files" and "Files changed" list files,
// "Files to create" and "Removed files" do not.
func Lists(title string, nouns []string) bool {
	if IsUnclear(title) {
		return false
	}
	tokens := slices.DeleteFunc(tokensOf(withoutWarnings(title)), func(t token) bool { return date.MatchString(t.text) })
	at := slices.IndexFunc(tokens, func(t token) bool { return slices.Contains(nouns, t.text) })
	isGone := slices.ContainsFunc(tokens, func(t token) bool { return t.is(tagGone) })
	return at >= 0 && !isGone && wordOf(tokens[at+1:], tagUnknown) == ""
}

// date matches a day in a title: "What exists as of 2026-05-31".
var date = text.MustCompile(`^\d{4}-\d\d-\d\d$`)
