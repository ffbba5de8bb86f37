package lsp

import (
	"context"
	"strconv"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// documentSymbols returns the outline of a document: the keys of its own object, and the
// headings of its text.
func (s *server) documentSymbols(_ context.Context, snap *snapshot, _ documentParams) (any, error) {
	c, opened, ok := snap.handoff()
	if !ok || c.fault != nil {
		return []documentSymbol{}, nil
	}
	doc, _, err := opened.Linter.Parse(c.in)
	if err != nil {
		return nil, err
	}
	symbols := outline(doc, snap.positions)
	if s.client.TextDocument.DocumentSymbol.HierarchicalDocumentSymbolSupport {
		return symbols, nil
	}
	return flat([]symbolInformation{}, symbols, snap.doc.uri), nil
}

func outline(doc *document.Document, positions *text.Positions) []documentSymbol {
	symbols := []documentSymbol{}
	if data := doc.Data(); data != nil {
		symbols = append(symbols, keys(data, positions)...)
		if doc.Body != nil && len(symbols) > 0 {
			at := spanOf(data.Value, positions)
			symbols = []documentSymbol{{Name: string(doc.Format), Kind: symbolObject, Range: at, SelectionRange: at, Children: symbols}}
		}
	}
	if doc.Body != nil {
		headings, _ := nested(doc.Body.Headings, doc.Body.Span.End, 0, positions)
		symbols = append(symbols, headings...)
	}
	return symbols
}

// keys returns the fields of an object, or the items of a list.
func keys(n *document.Node, positions *text.Positions) (symbols []documentSymbol) {
	for i, item := range n.Items {
		symbol := documentSymbol{Name: item.Name, Kind: symbolKinds[item.Kind], Range: spanOf(item.Value, positions), Children: keys(item, positions)}
		symbol.SelectionRange = symbol.Range
		if item.Key.Len() > 0 {
			symbol.SelectionRange = spanOf(item.Key, positions)
			symbol.Range.Start = symbol.SelectionRange.Start
		}
		if symbol.Name == "" { // which the protocol forbids
			symbol.Name = "[" + strconv.Itoa(i) + "]"
		}
		symbols = append(symbols, symbol)
	}
	return symbols
}

// nested returns headings below a level, each with those under it, and the headings that
// follow.
func nested(headings []document.Heading, end, level int, positions *text.Positions) (symbols []documentSymbol, rest []document.Heading) {
	for len(headings) > 0 && headings[0].Level > level {
		h := headings[0]
		until := end
		for _, next := range headings[1:] {
			if next.Level <= h.Level {
				until = next.Span.Start
				break
			}
		}
		symbol := documentSymbol{Name: h.Text, Kind: symbolString, SelectionRange: spanOf(h.Span, positions)}
		symbol.Range = spanOf(text.Span{Start: h.Span.Start, End: max(until, h.Span.End)}, positions)
		if symbol.Name == "" {
			symbol.Name = "#"
		}
		symbol.Children, headings = nested(headings[1:], until, h.Level, positions)
		symbols = append(symbols, symbol)
	}
	return symbols, headings
}

// flat adds an outline to a list without levels, for a client that knows no other.
func flat(list []symbolInformation, symbols []documentSymbol, uri string) []symbolInformation {
	for _, symbol := range symbols {
		list = append(list, symbolInformation{symbol.Name, symbol.Kind, location{uri, symbol.Range}})
		list = flat(list, symbol.Children, uri)
	}
	return list
}

func spanOf(span text.Span, positions *text.Positions) textRange {
	return textRange{positions.At(span.Start), positions.At(span.End)}
}
