package claims

import (
	"slices"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/claim"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// listTitles is rules/facts/lists.cue: the titles of lists by what they claim.
type listTitles struct {
	// Files and Commits match headings and labels, within a section, of a part that lists them.
	Files, Commits *text.Regexp
	// Nouns are the words in any heading, label or column title above a list; Done are words in headings
	// and labels above a list of what was done.
	Nouns struct{ Files, Done, Commits []string }
	// Columns are the titles of other columns that do not say where a file is, or when.
	Columns []string
}

var titles = sync.OnceValue(func() listTitles { return table.Load[listTitles]("lists") })

// titlesOf returns the pattern for titles in lists of a kind, nil if such lists have no parts.
func titlesOf(kind string) *text.Regexp {
	switch kind {
	case schema.ClaimsRuns:
		return nil
	case schema.ClaimsCommits:
		return titles().Commits
	}
	return titles().Files
}

// listReader reads the claims of a section's lists and tables. If it cannot read something as
// an entry, the list is not whole.
type listReader struct {
	source *text.Source
	titles *text.Regexp
	found  *document.Section
	list   claimedList
}

// listInSection returns the claims of a section.
func listInSection(pass *rules.Pass, section *schema.Section, found *document.Section) claimedList {
	whole := wholeOf(pass.Doc.Body, found)
	r := &listReader{source: pass.Doc.Source, titles: titlesOf(section.Claims), found: found}
	r.list = claimedList{
		kind: section.Claims, where: "the section " + text.QuoteShort(section.Title),
		at: whole, opening: found.Span, whole: true, inSection: true,
	}
	leaves := bodyLeaves(pass)
	for _, leaf := range leaves[leafAt(leaves, found.Content.Start):leafAt(leaves, whole.End)] {
		r.readLeaf(&leaf)
	}
	blocks := document.CodeBlocksIn(r.source, text.Span{Start: found.Content.Start, End: whole.End})
	r.list.whole = r.list.whole && len(r.list.texts) > 0 && len(blocks) == 0
	return r.list
}

// titledList returns the entries below headings, labels and columns whose titles have certain nouns,
// outside of the sections that claim something by their format.
func titledList(pass *rules.Pass, kind string, nouns, done []string) claimedList {
	r := &titledReader{
		listReader: listReader{source: pass.Doc.Source, titles: titlesOf(kind), list: claimedList{kind: kind, where: "the text"}},
		nouns:      nouns, all: append(slices.Clip(nouns), done...), columns: map[document.Cell]string{}, isOther: map[int]bool{},
	}
	known := listsInSections(pass)
	for _, leaf := range handedOver(pass, bodyLeaves(pass)) {
		isInList := func(l claimedList) bool { return l.at.Start <= leaf.Span.Start && leaf.Span.Start < l.at.End }
		isTitle := leaf.Label || leaf.Kind == document.HeadingText
		switch {
		case leaf.Kind == document.TableCell && leaf.Cell.Row == 0:
			r.readColumn(leaf)
		case leaf.Open, isTitle, leaf.Under.Head.Len() > maxAbove, slices.ContainsFunc(known, isInList):
		default:
			r.readTitled(leaf)
		}
	}
	return r.list
}

// titledReader reads the entries below titles with certain nouns.
type titledReader struct {
	listReader
	// nouns are those of lists, all includes those of lists of what was done.
	nouns, all []string
	// columns are the titles of columns, isOther the tables with one that may say where a file is, or when.
	columns map[document.Cell]string
	isOther map[int]bool
	// heading is the current heading. above has its text and that of the headings above it. isUnclear is set if one of
	// these is unclear, isListed if heading announces a list.
	heading             document.Heading
	above               string
	isUnclear, isListed bool
}

// readColumn reads the title of a column.
func (r *titledReader) readColumn(title document.Leaf) {
	r.columns[title.Cell] = title.Text
	isKnown := slices.Contains(titles().Columns, strings.ToLower(text.Unmarked(title.Text)))
	r.isOther[title.Cell.Table] = r.isOther[title.Cell.Table] || !isKnown
}

// readHeadings reads the headings above a text, if they are others than before.
func (r *titledReader) readHeadings(headings []document.Heading) {
	if len(headings) == 0 || headings[len(headings)-1].Span == r.heading.Span {
		return
	}
	r.heading = headings[len(headings)-1]
	all := claim.TitlesOf(headings)
	r.above = strings.Join(all, ". ")
	r.isUnclear = slices.ContainsFunc(all, claim.IsUnclear)
	r.isListed = claim.Lists(r.heading.Text, r.all)
}

// readTitled reads a cell, an item or a line that begins with a label, if its title announces a list.
func (r *titledReader) readTitled(leaf document.Leaf) {
	r.readHeadings(leaf.Under.Headings)
	if r.isUnclear {
		return
	}
	title, isListed := r.heading.Text, r.isListed
	if labels := leaf.Under.Labels; len(labels) > 0 {
		title = labels[len(labels)-1]
		isListed = claim.Lists(title, r.all)
	}
	s := r.source.Slice(leaf.Span)
	if cell := leaf.Cell; leaf.Kind == document.TableCell {
		isColumn := claim.Lists(r.columns[document.Cell{Table: cell.Table, Column: cell.Column}], r.nouns)
		if !r.isOther[cell.Table] && (isColumn || isListed && cell.Column == 0) {
			row := rowOf(r.source, leaf.Under)
			r.add(leaf.Span, s, strings.Replace(row.line, s, "", 1), r.above, row)
		}
		return
	}
	if label := plainLabel.FindStringSubmatch(s); label != nil && claim.Lists(label[1], r.all) {
		r.add(text.Span{Start: leaf.Span.Start + len(label[0]), End: leaf.Span.End}, s[len(label[0]):], "", r.above, tableRow{})
		return
	}
	isEntry := !startsSentence.MatchString(s) || claim.Lists(title, r.nouns)
	if leaf.Kind == document.ListItem && isListed && isEntry {
		r.add(leaf.Span, s, "", r.above, tableRow{})
	}
}

// readLeaf reads a list item, the first cell of a row or a line that begins with a label.
func (r *listReader) readLeaf(leaf *document.Leaf) {
	above, isPart := r.titlesAbove(leaf.Under.Headings, leaf.Under.Labels)
	if !isPart || leaf.Under.Head.Len() > maxAbove {
		r.list.whole = false
		return
	}
	switch leaf.Kind {
	case document.HeadingText:
	case document.TableCell:
		r.readCell(leaf, above)
	default:
		r.readLine(leaf, above)
	}
}

// readCell reads the first cell of a row, of which the others are the note.
func (r *listReader) readCell(leaf *document.Leaf, above string) {
	if leaf.Cell.Row == 0 || leaf.Cell.Column > 0 {
		return
	}
	others := text.Span{Start: leaf.Span.End, End: leaf.Under.Row.End}
	above = strings.TrimSpace(above + ". " + r.source.Slice(leaf.Under.Head))
	r.add(leaf.Span, r.source.Slice(leaf.Span), r.source.Slice(others), above, rowOf(r.source, leaf.Under))
}

// readLine reads a list item, or a line that begins with a label or the code of a commit.
func (r *listReader) readLine(leaf *document.Leaf, above string) {
	s := r.source.Slice(leaf.Span)
	isCode := firstCode.MatchString(s)
	isEntry := leaf.Kind == document.ListItem || plainLabel.MatchString(s) || isCode && r.list.kind == schema.ClaimsCommits
	switch {
	case leaf.Label && !isCode: // the title of a part: titlesAbove has it for its entries
	case isEntry && !leaf.Open:
		r.add(leaf.Span, s, "", above, tableRow{})
	default:
		r.list.whole = false
	}
}

// maxAbove bounds the bytes above an entry: longer texts are not titles.
const maxAbove = 1000

// titlesAbove returns the headings in the section, and the labels, above a text. isPart is false if the text may be about
// something else than the list: a heading is not clearly the title of a part, or the labels are too long for titles.
func (r *listReader) titlesAbove(headings []document.Heading, labels []string) (above string, isPart bool) {
	var all []string
	for _, h := range headings {
		if h.Span.Start <= r.found.Span.Start {
			continue
		}
		if r.titles == nil || !r.titles.MatchString(h.Text) {
			return "", false
		}
		all = append(all, h.Text)
	}
	size := 0
	for _, label := range labels {
		size += len(label)
	}
	if size > maxAbove {
		return "", false
	}
	return strings.Join(append(all, labels...), ". "), true
}

// plainLabel matches a few words with a colon before the rest of a line.
var plainLabel = text.MustCompile(`^[*_]*(\pL[\pL\pN ()_-]{0,39}?)[*_]*\s*[:：][*_]*\s*`)

// startsSentence matches code that is the subject of a sentence. Below a title for finished work, it may
// say that the file is gone.
var startsSentence = text.MustCompile("^[*_]*`[^`]+`[*_]*\\s+\\pL")

// becomes matches an arrow after a name, which is then the old name.
var becomes = text.MustCompile("^[`*_)\\s]*(?:→|⇒|[-=]>)")

// joins matches what joins a name to further ones, which are not read.
var joins = text.MustCompile("^[`*_)]*,? *(?:,|and |& |和) *`")

// add adds the entry that a text begins with; note is what else is in its row. A label before the entry counts as one
// above it if it is the title of a part: "Created: `a.go`". With any other label, and for an old name as in "`a.go` →
// `b.go`", there is no entry, and the list is incomplete. It is also incomplete if more names follow, since they are not read.
func (r *listReader) add(at text.Span, s, note, above string, row tableRow) {
	m := plainLabel.FindStringSubmatchIndex(s)
	isLabelled := m != nil && r.titles != nil // without titles the list has no parts, and the text is the entry
	if isLabelled {
		label := s[m[2]:m[3]]
		if !r.titles.MatchString(label) {
			r.list.whole = false
			return
		}
		above = strings.TrimPrefix(above+". "+label, ". ") // above may be ""
		s, at.Start = s[m[1]:], at.Start+m[1]
	}
	entry := entryOf(s, r.list.kind)
	if becomes.MatchString(entry.note) {
		r.list.whole = false
		return
	}
	if joins.MatchString(entry.note) {
		r.list.whole = false
	}
	if isLabelled { // such a line may be a whole paragraph: the finding is at the entry alone
		start := strings.Index(s, entry.Text)
		at = text.Span{Start: at.Start + start, End: at.Start + start + len(entry.Text)}
	}
	entry.note += note
	entry.at, entry.where, entry.inSection, entry.above, entry.row = at, r.list.where, true, above, row
	r.list.texts = append(r.list.texts, entry)
}
