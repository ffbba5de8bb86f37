package hookconfig

import (
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// edit replaces a span of a file.
type edit struct {
	span text.Span
	text string
}

func (e edit) apply(src string) string {
	return src[:e.span.Start] + e.text + src[e.span.End:]
}

// spanOf is where an item stands, its key included.
func spanOf(n *document.Node) text.Span {
	if n.Key.Len() > 0 {
		return text.Span{Start: n.Key.Start, End: n.Value.End}
	}
	return n.Value
}

// append adds an item behind the last one of an object or list, laid out as
// its neighbours are.
func (s *settings) append(container, item *document.Node) edit {
	if !s.isSpread(container) {
		return s.appendOnLine(container, item)
	}
	indent := s.itemIndent(container)
	line := s.layout.newline + indent + s.layout.key(item, ": ") + s.layout.block(item, indent)
	if n := len(container.Items); n > 0 {
		return edit{text.At(spanOf(container.Items[n-1]).End), "," + line}
	}
	return edit{inside(container), line + s.layout.newline + indentAt(s.text, container.Value.Start)}
}

func (s *settings) appendOnLine(container, item *document.Node) edit {
	line := s.layout.key(item, s.layout.colon) + s.layout.line(item)
	if n := len(container.Items); n > 0 {
		return edit{text.At(spanOf(container.Items[n-1]).End), s.layout.comma + line}
	}
	return edit{inside(container), line}
}

// isSpread says whether items go on lines of their own. An empty container
// takes after the file.
func (s *settings) isSpread(container *document.Node) bool {
	if len(container.Items) > 0 {
		return spreads(s.text, container)
	}
	return len(s.root.Items) == 0 || spreads(s.text, s.root)
}

func (s *settings) itemIndent(container *document.Node) string {
	if len(container.Items) > 0 {
		return indentAt(s.text, spanOf(container.Items[0]).Start)
	}
	return indentAt(s.text, container.Value.Start) + s.layout.unit
}

// inside is what stands between a container's brackets.
func inside(container *document.Node) text.Span {
	return text.Span{Start: container.Value.Start + 1, End: container.Value.End - 1}
}

// remove takes an item out of an object or list, with the comma that goes with
// it. It undoes append.
func (s *settings) remove(container, item *document.Node) edit {
	items := container.Items
	if len(items) == 1 {
		return edit{inside(container), ""}
	}
	if items[0] == item {
		return edit{text.Span{Start: spanOf(item).Start, End: spanOf(items[1]).Start}, ""}
	}
	previous := items[0]
	for _, other := range items {
		if other == item {
			break
		}
		previous = other
	}
	return edit{text.Span{Start: spanOf(previous).End, End: spanOf(item).End}, ""}
}

// removeHook takes a hook out, and with it whatever would be empty then.
func (s *settings) removeHook(p place) edit {
	type link struct{ container, item *document.Node }
	chain := []link{{p.siblings(), p.hook}}
	if p.group != nil {
		chain = append(chain, link{p.event, p.group})
	}
	chain = append(chain, link{s.events(), p.event})
	if !s.host.form.bare {
		chain = append(chain, link{s.root, s.events()})
	}
	for len(chain) > 1 && len(chain[0].container.Items) == 1 {
		chain = chain[1:]
	}
	return s.remove(chain[0].container, chain[0].item)
}

// replace puts another value in a value's place.
func (s *settings) replace(old, value *document.Node) edit {
	if strings.Contains(s.src.Slice(old.Value), "\n") {
		return edit{old.Value, s.layout.block(value, indentAt(s.text, old.Value.Start))}
	}
	return edit{old.Value, s.layout.line(value)}
}
