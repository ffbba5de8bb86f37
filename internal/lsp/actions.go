package lsp

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Each action takes a check or two to try, and all fixes together take dozens. So a larger text has no
// actions, and at most maxQuickFixes findings of a range have quick fixes.
const (
	maxActionsText = 64 << 10
	maxQuickFixes  = 20
)

// codeActions returns the actions for the findings in a range, and one action for all fixes of the file. Each
// was tried: it removes its finding and adds no other.
func codeActions(ctx context.Context, h *openHandoff, p params) (any, error) {
	actions := []codeAction{}
	wants := func(kind string) bool {
		// An editor that asks for "source" also wants "source.fixAll".
		return len(p.Context.Only) == 0 || slices.ContainsFunc(p.Context.Only, func(only string) bool {
			return only == kind || strings.HasPrefix(kind, only+".")
		})
	}
	if len(h.text()) > maxActionsText {
		return actions, nil
	}
	if wants(kindQuickFix) {
		for _, f := range h.findingsIn(p.Range) {
			fixes, err := h.quickFixes(f)
			if err != nil || ctx.Err() != nil {
				return nil, err
			}
			actions = append(actions, fixes...)
		}
		// Two findings of a rule at the same position are suppressed together.
		actions = slices.CompactFunc(actions, func(a, b codeAction) bool {
			return a.Title == b.Title && a.Diagnostics[0].Range == b.Diagnostics[0].Range
		})
	}
	if wants(kindFixAll) {
		fixed, err := h.project.Linter.FixInput(h.Doc.Input)
		if err != nil {
			return nil, err
		}
		if len(fixed.Fixed) > 0 {
			actions = append(actions, codeAction{Title: "Fix all that handofflint can fix", Kind: kindFixAll, Edit: h.editTo(fixed.Data)})
		}
	}
	return actions, nil
}

// findingsIn returns the first findings that touch a range.
func (h *openHandoff) findingsIn(r textRange) []rules.Finding {
	start, end := h.positions.Offset(r.Start), h.positions.Offset(r.End)
	isOutside := func(f rules.Finding) bool { return f.Range.Start.Offset > end || f.Range.End.Offset < start }
	inRange := slices.DeleteFunc(slices.Clone(h.findings), isOutside)
	return inRange[:min(maxQuickFixes, len(inRange))]
}

// textChange is another text for a document.
type textChange struct {
	title string
	data  []byte
}

// quickFixes returns the fix, the suggested fix and the suppressions of a finding that help, in this order.
func (h *openHandoff) quickFixes(f rules.Finding) (actions []codeAction, err error) {
	var changes []textChange
	for _, fix := range []*rules.Fix{f.Fix, f.Suggestion} {
		if fix == nil {
			continue
		}
		data, err := lint.Apply(h.text(), fix)
		if err != nil {
			return nil, err
		}
		changes = append(changes, textChange{fix.Message, data})
	}
	if !f.Unsuppressible {
		changes = append(changes, suppressions(h.Doc, f)...)
	}
	for i, c := range changes {
		helps, err := h.project.Linter.Helps(h.Doc.Input, h.Result, f, c.data)
		if err != nil {
			return nil, err
		}
		if helps {
			diagnostics := h.server.diagnosticsOf([]rules.Finding{f}, h.positions)
			isPreferred := i == 0 && f.Fix != nil // the fix itself: it is the first change
			actions = append(actions, codeAction{c.title, kindQuickFix, diagnostics, isPreferred, h.editTo(c.data)})
		}
	}
	return actions, nil
}

// editTo returns the edit that turns the text into another one. It replaces the lines from the first to the
// last difference.
func (h *openHandoff) editTo(data []byte) object {
	before := h.text()
	start := 0
	for start < min(len(before), len(data)) && before[start] == data[start] {
		start++
	}
	start = bytes.LastIndexByte(before[:start], '\n') + 1
	same := 0 // bytes at the end of both
	for same < min(len(before), len(data))-start && before[len(before)-1-same] == data[len(data)-1-same] {
		same++
	}
	if line := bytes.IndexByte(before[len(before)-same:], '\n'); line >= 0 {
		same -= line + 1
	} else {
		same = 0
	}
	edit := textEdit{spanOf(text.Span{Start: start, End: len(before) - same}, h.positions), string(data[start : len(data)-same])}
	return object{"documentChanges": []object{{"textDocument": object{"uri": h.uri, "version": h.version}, "edits": []textEdit{edit}}}}
}

// reason is the placeholder for a suppression's reason, which its author has to write.
const reason = " -- say why"

// suppressions returns texts in which a finding may be suppressed, the narrowest scope first. Whether a
// suppression is allowed (docs/suppressions.md), and the text valid, is decided when it is checked.
func suppressions(doc *document.Document, f rules.Finding) []textChange {
	inFile := "Suppress " + f.Rule + " in this file"
	data, own := doc.Source.Bytes(), doc.Data()
	if own == nil {
		return nil
	}
	if doc.Body != nil {
		var changes []textChange
		isAboutFile := f.Range.Start == f.Range.End && f.Range.Start.Line <= 1
		if !isAboutFile {
			line := doc.Source.LineSpan(f.Range.Start.Line).Start
			changes = append(changes, textChange{"Suppress " + f.Rule + " for this line", withComment(data, line, "handofflint-disable-next-line "+f.Rule)})
		}
		return append(changes, textChange{inFile, withComment(data, commentOffset(doc), "handofflint-disable "+f.Rule)})
	}
	if bytes.HasPrefix(data[own.Value.Start:], []byte("{")) {
		return []textChange{{inFile, withJSON(document.JSONText{Data: data, Root: own}, f.Rule+reason)}}
	}
	newline := text.Newline(data)
	lines := []string{rules.InlineKey + ":", "  disable:", "    - " + text.JSONQuote(f.Rule+reason), ""}
	if !bytes.HasSuffix(data, []byte("\n")) {
		lines = append([]string{""}, lines...)
	}
	return []textChange{{inFile, slices.Concat(data, []byte(strings.Join(lines, newline)))}}
}

// withComment adds a line with a comment, indented like the line after it.
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

// commentOffset returns the offset for a comment about the whole file: after the front matter, else at the
// start. In a text with other front matter it is the end, because a comment before front matter would break
// that.
func commentOffset(doc *document.Document) int {
	data, start := doc.Source.Bytes(), doc.Source.Start()
	if body := doc.Body.Span.Start; body > doc.Data().Value.End {
		return body
	}
	if bytes.HasPrefix(data[start:], []byte("---")) {
		return len(data)
	}
	return start
}

// withJSON adds an entry to the key `handofflint` of an object. If the value of that key is invalid, so is the
// new text.
func withJSON(t document.JSONText, entry string) []byte {
	quoted := text.JSONQuote(entry)
	own := t.Root.Field(rules.InlineKey)
	list := own.Field("disable")
	if own == nil {
		return t.Add(t.Root, rules.InlineKey, `{"disable":[`+quoted+`]}`)
	}
	if list == nil {
		return t.Add(own, "disable", `[`+quoted+`]`)
	}
	return t.Add(list, "", quoted)
}
