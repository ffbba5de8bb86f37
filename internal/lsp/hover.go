package lsp

import (
	"context"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// hover returns what there is to know about a place: the pages of the rules that found
// something there, and what the schema says of the key or value.
func (s *server) hover(_ context.Context, snap *snapshot, p positionParams) (any, error) {
	c, opened, ok := snap.handoff()
	if !ok {
		return nil, nil
	}
	findings, err := s.findings(snap)
	if err != nil {
		return nil, err
	}
	offset := snap.positions.Offset(p.Position)
	var parts, seen []string
	var at text.Span
	for _, f := range findings {
		if f.Range.Start.Offset > offset || f.Range.End.Offset < offset || slices.Contains(seen, f.Rule) {
			continue
		}
		seen = append(seen, f.Rule)
		if page := opened.Explain(f.Rule); page != "" {
			parts, at = append(parts, page), text.Span{Start: f.Range.Start.Offset, End: f.Range.End.Offset}
		}
	}
	if c.fault == nil {
		doc, engine, err := opened.Linter.Parse(c.in)
		if err != nil {
			return nil, err
		}
		if node, pointer := nodeAt(doc.Data(), offset, ""); node != nil {
			if page := propertyAt(engine.Schemas(doc), pointer); page.want != "" || page.doc != "" {
				parts, at = append(parts, page.markdown()), text.Span{Start: node.Key.Start, End: node.Value.End}
			}
		}
	}
	if len(parts) == 0 {
		return nil, nil
	}
	return hoverResult{markupContent{markup(s.client.TextDocument.Hover.ContentFormat), strings.Join(parts, "\n---\n\n")}, spanOf(at, snap.positions)}, nil
}

// markup is the form of a text that a client shows. Markdown can be read as it is, too.
func markup(formats []string) string {
	if slices.Contains(formats, "markdown") {
		return "markdown"
	}
	return "plaintext"
}

// nodeAt returns the field below a node whose key or scalar an offset is in, and its
// pointer; nil if it is in none.
func nodeAt(n *document.Node, offset int, pointer string) (*document.Node, string) {
	if n == nil {
		return nil, ""
	}
	for i, item := range n.Items {
		below := document.PointerStep(pointer, stepOf(n, i))
		inside := func(span text.Span) bool { return span.Len() > 0 && span.Start <= offset && offset <= span.End }
		switch {
		case inside(item.Key), inside(item.Value) && item.Kind != document.Object && item.Kind != document.List:
			return item, below
		case inside(item.Value):
			return nodeAt(item, offset, below)
		}
	}
	return nil, ""
}
