package lsp

import (
	"bytes"
	"slices"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// reason is what a suppression says until somebody says why.
const reason = " -- say why"

// suppressions returns the texts in which a finding may be suppressed, the most narrow
// first. docs/suppressions.md has the rules, which decide about each when it is checked.
func suppressions(doc *document.Document, f rules.Finding) []change {
	inFile := "Suppress " + f.Rule + " in this file"
	data, own := doc.Source.Bytes(), doc.Data()
	switch {
	case own == nil:
		return nil
	case doc.Body != nil:
		var changes []change
		if !isWhole(f) {
			changes = append(changes, change{"Suppress " + f.Rule + " for this line", withComment(data, doc.Source.LineSpan(f.Range.Start.Line).Start, "handofflint-disable-next-line "+f.Rule)})
		}
		return append(changes, change{inFile, withComment(data, placeForComment(doc), "handofflint-disable "+f.Rule)})
	case bytes.HasPrefix(data[own.Value.Start:], []byte("{")):
		return []change{{inFile, withJSON(document.JSONText{Data: data, Root: own}, f.Rule+reason)}}
	}
	return []change{{inFile, withYAML(data, own, f.Rule+reason)}}
}

// withComment adds a line with a comment, indented as the line that it comes before.
func withComment(data []byte, at int, words string) []byte {
	line := data[at:]
	indent := line[:len(line)-len(bytes.TrimLeft(line, " \t"))]
	newline := text.Newline(data)
	comment := string(indent) + "<!-- " + words + reason + " -->" + newline
	if at > 0 && data[at-1] != '\n' {
		comment = newline + comment
	}
	return slices.Concat(data[:at], []byte(comment), line)
}

// placeForComment is where a comment about the whole file goes: after the front matter,
// else at the start. A text with other front matter gets it at the end, because a comment
// before front matter would break that.
func placeForComment(doc *document.Document) int {
	data, start := doc.Source.Bytes(), doc.Source.Start()
	switch body := doc.Body.Span.Start; {
	case body > doc.Data().Value.End:
		return body
	case bytes.HasPrefix(data[start:], []byte("---")):
		return len(data)
	}
	return start
}

// withJSON adds an entry to the key `handofflint` of an object. If that is not what it
// has to be, which is a finding, nothing is added.
func withJSON(t document.JSONText, entry string) []byte {
	quoted := text.JSONQuote(entry)
	own := t.Root.Field(rules.InlineKey)
	list := own.Field("disable")
	switch {
	case own == nil:
		return t.Add(t.Root, rules.InlineKey, `{"disable":[`+quoted+`]}`)
	case own.Kind == document.Object && list == nil:
		return t.Add(own, "disable", `[`+quoted+`]`)
	case list != nil && list.Kind == document.List:
		return t.Add(list, "", quoted)
	}
	return t.Data
}

// withYAML adds the key `handofflint` to a document. To one that has it, nothing: its
// list may be written in any way.
func withYAML(data []byte, own *document.Node, entry string) []byte {
	if own.Field(rules.InlineKey) != nil {
		return data
	}
	newline := text.Newline(data)
	added := "handofflint:" + newline + "  disable:" + newline + "    - " + text.JSONQuote(entry) + newline
	if !bytes.HasSuffix(data, []byte("\n")) {
		added = newline + added
	}
	return slices.Concat(data, []byte(added))
}
