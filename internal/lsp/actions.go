package lsp

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// maxQuickFixes is for how many findings in a range quick fixes are tried, which takes two
// checks each. Who selects more has the fix of all.
const maxQuickFixes = 20

// codeActions returns what can be done about the findings in a range, and all fixes of
// the file at once. Each was tried: its finding is gone then, and no other has come.
func (s *server) codeActions(ctx context.Context, snap *snapshot, p codeActionParams) (any, error) {
	actions := []codeAction{}
	c, opened, ok := snap.handoff()
	if !ok || c.fault != nil {
		return actions, nil
	}
	findings, err := snap.project.found(c.result, nil)
	if err != nil {
		return nil, err
	}
	if p.wants(kindQuickFix) {
		tried := 0
		for _, f := range findings {
			if tried == maxQuickFixes || !p.about(f, snap.positions) {
				continue
			}
			tried++
			fixes, err := s.quickFixes(ctx, snap, opened, c, f)
			if err != nil {
				return nil, err
			}
			for _, fix := range fixes {
				// Two findings of a rule at one place are suppressed as one.
				if !slices.ContainsFunc(actions, fix.isSame) {
					actions = append(actions, fix)
				}
			}
		}
	}
	fixable := func(f rules.Finding) bool { return f.Fix != nil }
	if p.wants(kindFixAll) && slices.ContainsFunc(findings, fixable) {
		fixed, err := opened.Linter.FixInput(c.in, opened.Vetoes...)
		if err != nil {
			return nil, err
		}
		if fixed.Err == nil && len(fixed.Fixed) > 0 {
			actions = append(actions, codeAction{Title: "Fix all that handofflint can fix", Kind: kindFixAll, Edit: s.editOf(snap, fixed.Data)})
		}
	}
	return actions, nil
}

// quickFixes returns the fix and the suppressions of a finding that help.
func (s *server) quickFixes(ctx context.Context, snap *snapshot, opened *Project, c checked, f rules.Finding) (actions []codeAction, err error) {
	of := []diagnostic{s.diagnosticOf(f, snap.positions)}
	for i, change := range changesFor(opened.Linter, c, f) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		helps, err := opened.Linter.Helps(c.in, c.result, f, change.data, opened.Vetoes...)
		if err != nil {
			return nil, err
		}
		if helps {
			actions = append(actions, codeAction{
				Title: change.title, Kind: kindQuickFix, Diagnostics: of, IsPreferred: i == 0 && f.Fix != nil, Edit: s.editOf(snap, change.data),
			})
		}
	}
	return actions, nil
}

// isSame reports whether two quick fixes have one title and are for one place.
func (a codeAction) isSame(b codeAction) bool {
	return a.Title == b.Title && a.Diagnostics[0].Range == b.Diagnostics[0].Range
}

// wants reports whether the client asks for actions of a kind.
func (p codeActionParams) wants(kind string) bool {
	return len(p.Context.Only) == 0 || slices.ContainsFunc(p.Context.Only, func(only string) bool {
		return only == kind || strings.HasPrefix(kind, only+".")
	})
}

// about reports whether the client asks about a finding: it touches the range, or its
// diagnostic is among those that the client names.
func (p codeActionParams) about(f rules.Finding, positions *text.Positions) bool {
	start, end := positions.Offset(p.Range.Start), positions.Offset(p.Range.End)
	if f.Range.Start.Offset <= end && f.Range.End.Offset >= start {
		return true
	}
	code, _ := json.Marshal(f.Rule) // a string
	at := rangeOf(f.Range, positions)
	for _, d := range p.Context.Diagnostics {
		if d.Range == at && string(d.Code) == string(code) {
			return true
		}
	}
	return false
}

// change is another text for a document.
type change struct {
	title string
	data  []byte
}

// changesFor returns the texts that may lack a finding: the fixed one first, then those
// that suppress it.
func changesFor(linter *lint.Linter, c checked, f rules.Finding) (changes []change) {
	if f.Fix != nil {
		if data, err := lint.Apply(c.in.Data, []rules.Finding{f}); err == nil {
			changes = append(changes, change{f.Fix.Message, data})
		}
	}
	if f.Firm {
		return changes
	}
	doc, _, err := linter.Parse(c.in)
	if err != nil {
		return changes
	}
	return append(changes, suppressions(doc, f)...)
}

// editOf returns the edit that makes another text of a snapshot's. It replaces what is
// between the first difference and the last.
func (s *server) editOf(snap *snapshot, data []byte) workspaceEdit {
	start, oldEnd, newEnd := difference(snap.bytes(), data)
	edits := []textEdit{{textRange{snap.positions.At(start), snap.positions.At(oldEnd)}, string(data[start:newEnd])}}
	if s.client.Workspace.WorkspaceEdit.DocumentChanges {
		return workspaceEdit{DocumentChanges: []textDocumentEdit{{versionedIdentifier{snap.doc.uri, snap.version}, edits}}}
	}
	return workspaceEdit{Changes: map[string][]textEdit{snap.doc.uri: edits}}
}

// difference returns where two texts begin to differ, and from where on each is the same
// again. A position can say each of these offsets: none is within a character or a line
// break.
func difference(before, after []byte) (start, beforeEnd, afterEnd int) {
	for start < min(len(before), len(after)) && before[start] == after[start] {
		start++
	}
	for !between(before, start) || !between(after, start) {
		start--
	}
	beforeEnd, afterEnd = len(before), len(after)
	for beforeEnd > start && afterEnd > start && before[beforeEnd-1] == after[afterEnd-1] {
		beforeEnd, afterEnd = beforeEnd-1, afterEnd-1
	}
	for !between(before, beforeEnd) || !between(after, afterEnd) {
		beforeEnd, afterEnd = beforeEnd+1, afterEnd+1
	}
	return start, beforeEnd, afterEnd
}

// between reports whether an offset is between two characters, and not in CRLF.
func between(data []byte, offset int) bool {
	if offset == 0 || offset == len(data) {
		return true
	}
	return utf8.RuneStart(data[offset]) && (data[offset-1] != '\r' || data[offset] != '\n')
}
