package document

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
)

// said is a text of Markdown that is the value of a field.
type said struct {
	span text.Span
	text string
}

// addValues adds fields to the data from texts in the Markdown, unless the data has them, maybe under the name
// that the front matter has for them. If there are several texts, the first in the newest part counts. Labels without a
// text go to Unfilled.
func (d *Document) addValues() {
	data := d.Data()
	d.Unfilled = map[string]text.Span{}
	for _, v := range d.Spec.Values {
		if field := data.Field(cmp.Or(v.Field, v.Name)); field != nil {
			if field.Name != v.Name {
				named := *field
				named.Name = v.Name
				data.Items = append(data.Items, &named)
			}
			continue
		}
		var newest *said
		for _, found := range d.valuesSaid(v) {
			if found.text == "" {
				d.Unfilled[v.Name] = found.span
				continue
			}
			if newest == nil || d.Body.Age(found.span) < d.Body.Age(newest.span) {
				newest = &found
			}
		}
		if newest != nil {
			data.add(String, v.Name, newest.text, newest.span)
		}
	}
}

// valuesSaid returns the candidate texts of a value, in the file's order: those after a heading for it, in the heading
// or else in the first line below, and those after a label. In a paragraph or item a label needs a colon: without one
// it is just text. Labels without text are among them.
func (d *Document) valuesSaid(v protocol.Value) (all []said) {
	for i, leaf := range d.Body.Leaves {
		switch leaf.Kind {
		case HeadingText:
			if found, isTitle := d.cutLabel(leaf.Span, v.Heading); isTitle {
				if below := d.firstLine(i + 1); found.text == "" && below.text != "" {
					found = below
				}
				all = append(all, found)
			} else if found, _ = d.cutLabel(leaf.Span, v.Line); found.text != "" {
				all = append(all, found)
			}
		case Paragraph, ListItem:
			for _, line := range d.linesOf(leaf.Span) {
				found, isLabel := d.cutLabel(line, v.Line)
				if isLabel && strings.ContainsAny(d.Source.Slice(line), ":：") {
					all = append(all, found)
				}
			}
		}
	}
	return all
}

// linesOf returns the lines of a part of the source.
func (d *Document) linesOf(span text.Span) (lines []text.Span) {
	at := span.Start
	for line := range strings.Lines(d.Source.Slice(span)) {
		lines = append(lines, text.Span{Start: at, End: at + len(line)})
		at += len(line)
	}
	return lines
}

// firstLine returns the first line of a paragraph or list item, by the index of its leaf.
func (d *Document) firstLine(leaf int) said {
	if leaf >= len(d.Body.Leaves) || d.Body.Leaves[leaf].Kind > ListItem {
		return said{}
	}
	return d.bare(d.linesOf(d.Body.Leaves[leaf].Span)[0])
}

// cutLabel returns the text of a line after one of the labels and a colon, or the span of the line if there is
// no text. It reports whether the line begins with a label, or is one.
func (d *Document) cutLabel(line text.Span, labels []string) (found said, begins bool) {
	s := d.Source.Slice(line)
	label, rest := s, text.At(line.End)
	if colon := strings.IndexAny(s, ":："); colon >= 0 {
		_, size := utf8.DecodeRuneInString(s[colon:])
		label = s[:colon]
		rest = text.Span{Start: line.Start + colon + size, End: line.End}
	}
	label = BareTitle(WithoutNumber(label))
	if !slices.ContainsFunc(labels, func(wanted string) bool { return strings.EqualFold(label, BareTitle(wanted)) }) {
		return said{}, false
	}
	found = d.bare(rest)
	if found.text == "" {
		found.span = strip(d.Source, line)
	}
	return found, true
}

// bare returns the text of a span without surrounding white space, emphasis and code marks.
func (d *Document) bare(span text.Span) said {
	span = trim(d.Source, span, blank+"*_`")
	return said{span, text.Fold(d.Source.Slice(span))}
}
