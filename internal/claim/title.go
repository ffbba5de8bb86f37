package claim

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/text"
)

// maxTitle bounds the bytes of a title: a longer one is a sentence.
const maxTitle = 200

// TitlesOf returns the text of the headings above a text, without the title of the document unless it is the only one:
// then it says what the text is about.
func TitlesOf(headings []document.Heading) (titles []string) {
	for _, h := range headings {
		if h.Level > 1 || len(headings) == 1 {
			titles = append(titles, text.Unmarked(h.Text))
		}
	}
	return titles
}

// IsUnclear reports whether what is below a heading or a label is a plan, someone else's, or about another
// place.
func IsUnclear(title string) bool {
	tokens := tokensOf(text.Unmarked(title))
	return len(title) > maxTitle || wordOf(tokens, tagDanger|others|tagCross|tagNot) != ""
}

// AnnouncesResults reports whether a label says at most that results follow: "Output:". An empty one says nothing.
func AnnouncesResults(label string) bool {
	if len(label) > maxTitle {
		return false
	}
	tokens := tokensOf(text.Unmarked(label))
	isOther := func(t token) bool { return !t.is(ofResults|tagColon) || t.kind == runner.Format } // "Output format:"
	return !slices.ContainsFunc(tokens, isOther)
}

// Lists reports whether a heading, a label or a column title announces a list of things: it has one of
// their nouns, and no unknown word after it. "Generator files" and "Files created/changed" list files, "Files to
// create" and "Removed files" do not.
func Lists(title string, nouns []string) bool {
	if IsUnclear(title) {
		return false
	}
	tokens := slices.DeleteFunc(tokensOf(text.Unmarked(title)), func(t token) bool { return date.MatchString(t.text) || areDeeds(t.text) })
	at := slices.IndexFunc(tokens, func(t token) bool { return slices.Contains(nouns, t.text) })
	return at >= 0 && !has(tokens, tagGone) && wordOf(tokens[at+1:], tagUnknown) == ""
}

// areDeeds reports whether a word joins words for what was done to files that are still there: "created/modified".
func areDeeds(word string) bool {
	isOther := func(deed string) bool {
		return known().tags[deed]&(tagDoing|tagFresh) == 0 || known().tags[deed]&tagGone != 0
	}
	return strings.Contains(word, "/") && !slices.ContainsFunc(strings.Split(word, "/"), isOther)
}

// date matches a day in a title: "What exists as of 2026-05-31".
var date = text.MustCompile(`^\d{4}-\d\d-\d\d$`)
