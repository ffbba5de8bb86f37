package lsp

import (
	"context"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// hover returns the findings at a position with the reasons for their rules, each once, and the schema's description of
// the key or value there. The range is that of the last part.
func hover(_ context.Context, h *openHandoff, p params) (any, error) {
	offset := h.positions.Offset(p.Position)
	var parts []string
	var at text.Span
	for _, f := range h.findings {
		span := text.Span{Start: f.Range.Start.Offset, End: f.Range.End.Offset}
		if !touches(span, offset) {
			continue
		}
		parts = append(parts, "`"+f.Rule+"`: "+text.EscapeMarkdown(f.Message), text.EscapeMarkdown(f.Help))
		if why := h.project.Why(f.Rule); !slices.Contains(parts, why) {
			parts = append(parts, why)
		}
		at = span
	}
	parts = text.NonEmpty(parts...)
	if node, pointer := nodeAt(h.Doc.Data(), offset, ""); node != nil {
		if page := propertyAt(h.Engine.Schemas(h.Doc), pointer); page.want != "" || page.doc != "" {
			if len(parts) > 0 {
				parts = append(parts, "---")
			}
			parts = append(parts, page.markdown())
			at = text.Span{Start: node.Key.Start, End: node.Value.End}
		}
	}
	if len(parts) == 0 {
		return nil, nil
	}
	return object{"contents": markdown(strings.Join(parts, "\n\n")), "range": spanOf(at, h.positions)}, nil
}

// touches reports whether a cursor at an offset is in a span, or at its start or end.
func touches(span text.Span, offset int) bool { return span.Start <= offset && offset <= span.End }

// nodeAt returns the field below a node whose key or scalar is at an offset, and its pointer, or nil.
func nodeAt(n *document.Node, offset int, pointer string) (*document.Node, string) {
	if n == nil {
		return nil, ""
	}
	inside := func(span text.Span) bool { return span.Len() > 0 && touches(span, offset) }
	for i, item := range n.Items {
		below := n.ItemPointer(pointer, i)
		if inside(item.Key) || inside(item.Value) && !item.Kind.IsContainer() { // an item of a list has an empty key
			return item, below
		}
		if inside(item.Value) {
			return nodeAt(item, offset, below)
		}
	}
	return nil, ""
}
