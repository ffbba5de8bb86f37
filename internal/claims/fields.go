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

// claimedText is a text that claims something by the format of the handoff: the value of a
// field, an element of it, or what an item of a section's list begins with.
type claimedText struct {
	Text    string
	at      text.Span
	pointer string
	// where is the field, "handoff.files", or the section.
	where string
	// inItem is set for an item of a section's list, note is what else the item says and
	// the labels above it.
	inItem bool
	note   string
}

// reference returns the file that the text names, and whether it names one.
func (c *claimedText) reference() (ledger.Reference, bool) {
	if c.inItem && strings.ContainsAny(c.Text, " \t\n") {
		return ledger.Reference{}, false // a sentence
	}
	return ledger.ParseReference(c.Text)
}

// claimedList is a field or a section that claims something, with its texts.
type claimedList struct {
	// kind is what it claims, one of schema.ClaimKinds.
	kind        string
	where       string
	pointer     string
	at, opening text.Span
	texts       []claimedText
	// whole means that it is a list, and texts are all of its entries.
	whole bool
}

// claimedTexts returns the texts that claim something of one of the kinds, except those
// that violate the schema.
func claimedTexts(pass *rules.Pass, kinds ...string) []claimedText {
	var texts []claimedText
	for _, list := range claimedLists(pass, kinds...) {
		texts = append(texts, list.texts...)
	}
	return texts
}

// claimedLists returns the fields and sections that claim something of one of the kinds.
func claimedLists(pass *rules.Pass, kinds ...string) []claimedList {
	find := func() any {
		var all []claimedList
		for _, claim := range pass.Claims() {
			all = append(all, listInField(pass, claim))
		}
		for _, section := range pass.Sections() {
			found := pass.Section(&section)
			if section.Claims != "" && found != nil {
				all = append(all, listInSection(pass, section, found))
			}
		}
		return all
	}
	all := pass.Memo("claimed lists", find).([]claimedList)
	return slices.DeleteFunc(slices.Clone(all), func(l claimedList) bool { return !slices.Contains(kinds, l.kind) })
}

// listInField returns what a field claims.
func listInField(pass *rules.Pass, claim schema.Claim) claimedList {
	list := claimedList{
		kind: claim.Kind, where: document.FieldName(claim.Pointer), pointer: claim.Pointer,
		at: claim.Field.Value, opening: claim.Field.Opening(),
	}
	add := func(n *document.Node, pointer string) bool {
		isText := n.Str() != "" && !pass.Failed(pointer)
		if isText {
			entry := claimedText{Text: n.Text}
			if claim.Kind == schema.ClaimsRuns {
				entry = entryOf(n.Text, claim.Kind) // with its result
			}
			entry.at, entry.pointer, entry.where = n.Value, pointer, list.where
			list.texts = append(list.texts, entry)
		}
		return isText
	}
	if claim.Field.Kind != document.List {
		add(claim.Field, claim.Pointer)
		return list
	}
	list.whole = !pass.Failed(claim.Pointer)
	for i, item := range claim.Field.Items {
		if !add(item, claim.Field.ItemPointer(claim.Pointer, i)) {
			list.whole = false
		}
	}
	return list
}

// listInSection returns what the lists right under the heading of a section claim. What is
// under a heading below it, in prose or in a task that is open is not claimed.
func listInSection(pass *rules.Pass, section schema.Section, found *document.Section) claimedList {
	list := claimedList{
		kind: section.Claims, where: "the section " + text.QuoteShort(section.Title),
		at: found.Whole(), opening: found.Span, whole: true,
	}
	for _, leaf := range found.Leaves {
		under := leaf.Under.Headings
		isBelow := len(under) > 0 && under[len(under)-1].Span != found.Span
		switch {
		case leaf.Kind == document.HeadingText && leaf.Span.Start < found.Content.Start:
		case leaf.Kind != document.ListItem || leaf.Open || isBelow:
			list.whole = list.whole && leaf.Label
		default:
			entry := entryOf(pass.Doc.Source.Slice(leaf.Span), section.Claims)
			entry.at, entry.where, entry.inItem = leaf.Span, list.where, true
			entry.note = strings.Join(append(leaf.Under.Labels, entry.note), ". ")
			list.texts = append(list.texts, entry)
		}
	}
	list.whole = list.whole && len(list.texts) > 0
	return list
}

// firstCode matches code or the target of a link at the beginning of an item, and
// afterPath what ends a path without marks.
var (
	firstCode = text.MustCompile("^[*_]*(?:`+([^`]+)`+|\\[[^\\]]*\\]\\(\\s*<?([^\\s()<>]+)>?\\s*\\))")
	afterPath = text.MustCompile(`:?\s+[(–—-]|:\s|\s→|\s=>`)
)

// entryOf returns what an item of a list begins with: code, the target of a link, or the
// text up to a dash, a colon or a parenthesis. The rest of the item is its note.
func entryOf(s, kind string) claimedText {
	from, to := 0, len(s)
	if m := firstCode.FindStringSubmatchIndex(s); m != nil {
		group := 2
		if m[group] < 0 {
			group = 4
		}
		from, to = m[group], m[group+1]
	} else if m := afterPath.FindStringIndex(s); m != nil {
		to = m[0]
	}
	if kind == schema.ClaimsCommits && strings.ContainsAny(s[from:to], " \t\n") {
		to = from + strings.IndexAny(s[from:to], " \t\n")
	}
	return claimedText{Text: s[from:to], note: s[to:]}
}
