package claims

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// claimedText is a text that claims something according to the handoff's format: the value of a field, an
// element of it, or the beginning of an item in a section's list.
type claimedText struct {
	Text    string
	at      text.Span
	pointer string
	// where is the field, such as "handoff.files", or the section.
	where string
	// inSection is set for an entry of a section's list. note is the rest of its item or row. above has the headings and
	// labels that are above it.
	inSection   bool
	note, above string
	row         tableRow // zero outside of a table
}

// reference returns the file that the text names, if it names one.
func (c *claimedText) reference() (ledger.Reference, bool) {
	isSentence := c.inSection && strings.ContainsAny(c.Text, " \t\n")
	if isSentence || statusEntry.MatchString(c.Text) {
		return ledger.Reference{}, false
	}
	r, ok := ledger.ParseReference(c.Text)
	isName := !c.inSection || strings.Contains(r.Path, "/") || fileName.MatchString(r.Path)
	return r, ok && isName
}

// statusEntry matches a line of `git status --short`, which may be about a file that is gone.
var statusEntry = text.MustCompile(`^\s?[ACDMRTU?!]{1,2}\s`)

// file returns the file that the text claims something about, if any. In a section, a bare name may be in
// any folder, and a path without an extension may not be a file.
func (c *claimedText) file() (ledger.Reference, bool) {
	r, ok := c.reference()
	if c.inSection && (!strings.Contains(r.Path, "/") || !fileName.MatchString(r.Path)) {
		return r, false
	}
	return r, ok
}

// fileName matches paths that can only be files.
var fileName = text.MustCompile(`[^/]\.[A-Za-z][A-Za-z0-9]{0,9}$|(^|/)(Makefile|Dockerfile|Justfile|Gemfile|Rakefile)$`)

// claimedList is a field or a section that claims something, with its texts.
type claimedList struct {
	// kind is what it claims, one of schema.ClaimKinds.
	kind        string
	where       string
	pointer     string
	at, opening text.Span
	texts       []claimedText
	// whole is set for a list of which texts has all entries, inSection for the list of a section.
	whole, inSection bool
}

// claimedTexts returns the texts that claim something of the given kinds, except those that violate the
// schema.
func claimedTexts(pass *rules.Pass, kinds ...string) []claimedText {
	var texts []claimedText
	for _, list := range claimedLists(pass, kinds...) {
		texts = append(texts, list.texts...)
	}
	return texts
}

// claimedLists returns the fields and sections that claim something of the given kinds.
func claimedLists(pass *rules.Pass, kinds ...string) []claimedList {
	find := func() any {
		var all []claimedList
		for _, claim := range pass.Claims() {
			all = append(all, listInField(pass, claim))
		}
		nouns := titles().Nouns
		all = append(all, titledList(pass, schema.ClaimsFiles, nouns.Files, nouns.Done), titledList(pass, schema.ClaimsCommits, nouns.Commits, nil))
		return append(all, listsInSections(pass)...)
	}
	all := pass.Memo("claimed lists", find).([]claimedList)
	return slices.DeleteFunc(slices.Clone(all), func(l claimedList) bool { return !slices.Contains(kinds, l.kind) })
}

// listsInSections returns the claims of lists in the sections of a document in Markdown. A section with several headings is
// several lists.
func listsInSections(pass *rules.Pass) []claimedList {
	read := func() any {
		var all []claimedList
		body := bodyOf(pass)
		for i := range body.Sections {
			found := &body.Sections[i]
			section := pass.SectionOf(found)
			if section != nil && section.Claims != "" && !body.IsTrailing(found.Span) {
				all = append(all, listInSection(pass, section, found))
			}
		}
		return all
	}
	return pass.Memo("lists in sections", read).([]claimedList)
}

// wholeOf returns the span of a section with its heading and subsections.
func wholeOf(body *document.Body, found *document.Section) text.Span {
	parts := body.Within(found)
	return text.Span{Start: found.Span.Start, End: parts[len(parts)-1].Whole().End}
}

func listInField(pass *rules.Pass, claim schema.Claim) claimedList {
	list := claimedList{
		kind: claim.Kind, where: document.FieldName(claim.Pointer), pointer: claim.Pointer,
		at: claim.Field.Value, opening: claim.Field.Opening(),
	}
	add := func(n *document.Node, pointer string) {
		if n.Str() == "" || pass.Failed(pointer) {
			return
		}
		entry := claimedText{Text: n.Text}
		if claim.Kind == schema.ClaimsRuns {
			entry = entryOf(n.Text, claim.Kind) // with its result
		}
		entry.at, entry.pointer, entry.where = n.Value, pointer, list.where
		list.texts = append(list.texts, entry)
	}
	if claim.Field.Kind != document.List {
		add(claim.Field, claim.Pointer)
		return list
	}
	for i, item := range claim.Field.Items {
		add(item, claim.Field.ItemPointer(claim.Pointer, i))
	}
	list.whole = !pass.Failed(claim.Pointer) && len(list.texts) == len(claim.Field.Items)
	return list
}

// firstCode matches code or a link's target at the beginning of an item, afterPath the end of an unquoted
// path.
var (
	firstCode = text.MustCompile("^[*_]*(?:`+([^`]+)`+|\\[[^\\]]*\\]\\(\\s*<?([^\\s()<>]+)>?\\s*\\))")
	afterPath = text.MustCompile(`:?\s+[(–—-]|:\s|\s(?:[→←⇒]|=>|<-)`)
)

// entryOf returns the beginning of a list item: code, the target of a link, or the text up to a dash, a
// colon or a parenthesis. The rest of the item is its note.
func entryOf(s, kind string) claimedText {
	from, to, end := 0, len(s), len(s)
	if m := firstCode.FindStringSubmatchIndex(s); m != nil {
		from, to, end = max(m[2], m[4]), max(m[3], m[5]), m[1] // only one group matches
	} else if m := afterPath.FindStringIndex(s); m != nil {
		to, end = m[0], m[0]
	}
	if word := strings.IndexAny(s[from:to], " \t\n"); word >= 0 && kind == schema.ClaimsCommits {
		to = from + word
		end = to
	}
	return claimedText{Text: s[from:to], note: s[end:]}
}
