package lsp

import (
	"bytes"
	"slices"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// headingItems returns the headings that may be typed at an offset in a heading: those of the format's
// sections that the handoff lacks.
func headingItems(h *openHandoff, offset int) []completionItem {
	items := []completionItem{}
	typed, found := headingAt(h, offset)
	if !found {
		return items
	}
	for _, section := range h.Engine.Sections(h.Doc) {
		if hasOther(h.Doc.Body, &section, offset) {
			continue
		}
		title := section.Heading()
		item := completionItem{Label: title, Kind: completionValue, FilterText: title, SortText: sortText(len(items))}
		item.TextEdit = textEdit{spanOf(typed, h.positions), title}
		if h.text()[typed.Start-1] == '#' {
			item.TextEdit.NewText = " " + title
		}
		if !section.Optional {
			item.Detail = "required"
		}
		items = append(items, item)
	}
	return items
}

// headingAt returns the text, typed so far, of the heading at an offset, if the offset is after the number signs.
func headingAt(h *openHandoff, offset int) (text.Span, bool) {
	data, body := h.text(), h.Doc.Body
	if body == nil || !touches(body.Span, offset) {
		return text.Span{}, false
	}
	start := bytes.LastIndexByte(data[:offset], '\n') + 1
	line, _, _ := bytes.Cut(data[start:], []byte("\n"))
	line = bytes.TrimRight(line, "\r")
	typed := bytes.TrimLeft(bytes.TrimLeft(line, "#"), " \t")
	end := start + len(line)
	span := text.Span{Start: end - len(typed), End: end}
	isInSigns := offset < span.Start
	if !bytes.HasPrefix(line, []byte("#")) || isInSigns || !isHeading(h, start, end) {
		return text.Span{}, false
	}
	return span, true
}

// isHeading reports whether a line of number signs and text is a heading, that is, outside of code and
// comments. It is parsed with a text added, since a heading without text is not in a body.
func isHeading(h *openHandoff, start, end int) bool {
	input := h.Doc.Input
	input.Data = slices.Concat(h.text()[:end], []byte(" x"), h.text()[end:])
	doc := h.Engine.Parse(input)
	return doc.Body != nil && slices.ContainsFunc(doc.Body.Headings, func(heading document.Heading) bool {
		return heading.Span.Start == start
	})
}

// hasOther reports whether a section exists under a heading other than the one at an offset.
func hasOther(body *document.Body, wanted *schema.Section, offset int) bool {
	other := body.Section(func(s *document.Section) bool {
		return wanted.Is(s) && !touches(s.Span, offset)
	})
	return other != nil
}
