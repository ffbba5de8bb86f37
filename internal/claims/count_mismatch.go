package claims

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type countMismatchParams struct {
	Counts  []*text.Pattern `json:"counts"`
	Nouns   []string        `json:"nouns"`
	Numbers []string        `json:"numbers"`
	Vague   *text.Pattern   `json:"vague"`
	Several *text.Pattern   `json:"several"`
	Beside  *text.Pattern   `json:"beside"`
	Kinds   []struct {
		Noun  string        `json:"noun"`
		Entry *text.Pattern `json:"entry"`
	} `json:"kinds"`
}

// countMismatch reports counts that announce the list below them, if the list has
// another number of entries and can be read in one way only.
func countMismatch(p *countMismatchParams, pass *rules.Pass) {
	leaves := bodyLeaves(pass)
	source := text.View(pass.Doc.Source, text.Span{End: len(pass.Doc.Source.Bytes())})
	for i, leaf := range leaves[:max(0, len(leaves)-1)] {
		if leaf.Kind == document.TableCell || leaves[i+1].Kind != document.ListItem {
			continue
		}
		count, noun, ok := p.announced(leaf, pass.Steps())
		if !ok {
			continue
		}
		entries, ok := listOf(source, leaves[i+1:])
		if !ok || len(entries) == count || !p.areAll(noun, entries, len(entries) < count, pass.Steps()) {
			continue
		}
		pass.Report(rules.Report{At: leaf.Span, Values: rules.Values{
			"text": secret.Quote(leaf.Text), "count": strconv.Itoa(count), "entries": strconv.Itoa(len(entries)),
			"unit": cmp.Or(map[bool]string{true: "entry"}[len(entries) == 1], "entries"),
		}})
	}
}

// announced returns the count in a heading or a line that ends with a colon, and what
// is counted. A text with two numbers, or with a word that makes the list a selection,
// announces nothing.
func (p *countMismatchParams) announced(leaf document.Leaf, steps *text.Steps) (count int, noun string, ok bool) {
	text := strings.ToLower(strings.TrimSpace(text.Unmarked(leaf.Text)))
	if leaf.Kind != document.HeadingText && !strings.HasSuffix(text, ":") && !strings.HasSuffix(text, "：") {
		return 0, "", false
	}
	if leaf.Kind == document.HeadingText && text != "" && '0' <= text[0] && text[0] <= '9' { // "## 3. Files", "## 3 Files"
		return 0, "", false
	}
	if p.Vague.Match(text, steps) {
		return 0, "", false
	}
	for _, pattern := range p.Counts {
		m := pattern.Submatch(text, steps)
		if m == nil {
			continue
		}
		number, noun := m[1], m[2]
		count, ok := p.number(number)
		if !ok {
			number, noun = noun, number
			count, ok = p.number(number)
		}
		if !ok || !slices.Contains(p.Nouns, noun) {
			continue
		}
		rest := strings.Replace(text, number, "", 1)
		return count, noun, !strings.ContainsAny(rest, "0123456789")
	}
	return 0, "", false
}

func (p *countMismatchParams) number(s string) (int, bool) {
	if n := slices.Index(p.Numbers, s); n >= 0 {
		return n, true
	}
	n, err := strconv.Atoi(s)
	return n, err == nil
}

// areAll reports whether each entry of a list is one of what is counted: all are of its
// kind, or all begin alike. An entry of a list with too few must not name several.
func (p *countMismatchParams) areAll(noun string, entries []string, fewer bool, steps *text.Steps) bool {
	var kind *text.Pattern
	for _, k := range p.Kinds {
		if k.Noun == strings.TrimSuffix(noun, "s") {
			kind = k.Entry
		}
	}
	return !slices.ContainsFunc(entries, func(entry string) bool {
		return p.Beside.Match(entry, steps) || fewer && p.Several.Match(entry, steps) ||
			kind != nil && !kind.Match(entry, steps) || kind == nil && form(entry) != form(entries[0])
	})
}

// form tells entries apart that are hardly of one kind: with code, emphasis or a box
// first, or plain.
func form(entry string) byte {
	if strings.IndexByte("`*_[~", entry[0]) >= 0 {
		return entry[0]
	}
	return 'a'
}

// listMarker matches what is before the text of an entry on its line: its indentation,
// its marker, a box.
var listMarker = text.MustCompile(`^([ \t]*)([-*+]|\d+[.)])[ \t]+(\[.\][ \t]+)?$`)

// lazyLine matches a line that goes on without the indentation of its entry.
var lazyLine = text.MustCompile(`\n\S`)

// listOf returns the entries of the list that a text goes on with, and whether it is flat
// and nothing makes its end doubtful.
func listOf(source string, leaves []document.Leaf) (entries []string, flat bool) {
	var first []string
	end := leaves[0].Span.Start
	for i, leaf := range leaves {
		line := strings.LastIndexByte(source[:leaf.Span.Start], '\n') + 1
		before := source[line:leaf.Span.Start]
		if leaf.Kind != document.ListItem { // the list may go on below a label
			return entries, leaf.Kind == document.HeadingText || !strings.HasSuffix(strings.TrimRight(leaf.Text, "*_ "), ":")
		}
		m := listMarker.FindStringSubmatch(before)
		if first == nil {
			first = m
		}
		if m == nil || m[1] != first[1] || m[2][len(m[2])-1] != first[2][len(first[2])-1] {
			return nil, false // nested, another list, or text that continues an entry
		}
		entry := source[leaf.Span.Start:leaf.Span.End]
		if i > 0 && strings.TrimSpace(source[end:line]) != "" || lazyLine.MatchString(entry) {
			return nil, false // code between entries, or text that may continue one
		}
		entries, end = append(entries, m[3]+entry), leaf.Span.End
	}
	return entries, true
}
