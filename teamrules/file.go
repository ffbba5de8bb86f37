package teamrules

import (
	"slices"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/schema/compile"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
)

// file is a source that was read.
type file struct {
	Source
	text *text.Source
	cue  *compile.Source // nil if it cannot be parsed
	// schemas is the text as the source of its formats, which share it.
	schemas string
	// refused are the positions of rejected parts.
	refused []text.Span
}

// isRefused reports whether something within a span was rejected.
func (f *file) isRefused(at text.Span) bool {
	return slices.ContainsFunc(f.refused, func(r text.Span) bool { return at.Start <= r.Start && r.End <= at.End })
}

// readFile reads a source and adds its entries. It rejects other fields at the top, and entries with a built-in name.
func (r *sourceReader) readFile(s Source) {
	f := &file{Source: s, text: text.NewSource(s.Data)}
	f.schemas = strings.Trim(string(s.Data[f.text.Start():]), "\r\n\t ") + "\n"
	r.files = append(r.files, f)
	var refusals []compile.Refusal
	f.cue, refusals = compile.Parse(f.Data, table.Builtin.Definitions)
	if f.cue == nil {
		r.partial = true
		r.reportRefusals(f, "this file", refusals)
		return
	}
	root, more := f.cue.Root(isPattern)
	refusals = append(refusals, more...)
	for _, top := range root.Fields() {
		if !slices.Contains([]string{"rules", "formats"}, top.Name) {
			refusals = append(refusals, refusal(top.Key, "other", top.Name))
			continue
		}
		if top.Kind != document.Object {
			refusals = append(refusals, refusal(top.Value, "fields", ""))
		}
		for _, n := range top.Fields() {
			e := &entry{Node: n, kind: top.Name, file: f}
			if isBuiltin(e) {
				refusals = append(refusals, refusal(n.Key, "builtin-"+top.Name, n.Name))
				continue
			}
			r.entries = append(r.entries, e)
		}
	}
	r.reportRefusals(f, "this file", refusals)
}

func refusal(at text.Span, reason, name string) compile.Refusal {
	return compile.Refusal{At: at, Reason: reason, Values: map[string]string{"name": name}}
}

// isBuiltin reports whether the entry's name is built in, reserved or a pattern.
func isBuiltin(e *entry) bool {
	if strings.Contains(e.Name, "*") {
		return true
	}
	if e.kind == "formats" {
		return slices.Contains(contract().Reserved, e.Name) || protocol.Named(e.Name).Name != ""
	}
	return slices.ContainsFunc(table.Builtin.Rules, func(r schema.Rule) bool { return r.Name == e.Name })
}

// isPattern reports whether a path of a file leads to a pattern: a key of an entry, or of its variants or
// profiles, or an item of a list of patterns.
func isPattern(path []string) bool {
	return len(path) > 2 && slices.ContainsFunc(patternPaths, func(pattern []string) bool {
		return slices.EqualFunc(pattern, path[2:], func(step, name string) bool { return step == name || step == "*" })
	})
}

// patternPaths are the paths of patterns in an entry; * is any name or index.
var patternPaths = [][]string{
	{"when"}, {"must"}, {"schema"}, {"advice"}, {"recognised"}, {"recognised", "*"},
	{"variants", "*", "when"}, {"variants", "*", "must"},
	{"profiles", "*", "when"}, {"profiles", "*", "when", "*"}, {"profiles", "*", "schema"},
}

// reportRefusals reports the rejected parts of a file, or of an entry with the title.
func (r *sourceReader) reportRefusals(f *file, title string, refusals []compile.Refusal) {
	names := sync.OnceValue(f.cue.Names)
	for _, refusal := range refusals {
		f.refused = append(f.refused, refusal.At)
		values := map[string]string{"entry": title, "near": ""}
		if refusal.Reason == "reference" {
			values["near"] = r.near(refusal.Values["name"], names())
		}
		w := words()["refused-"+refusal.Reason]
		r.addProblem(f, refusal.At, text.Fill(w.Message, values, refusal.Values), text.Fill(w.Help, values, refusal.Values))
	}
}
