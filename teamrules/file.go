package teamrules

import (
	"cmp"
	"path"
	"slices"
	"strings"

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
	cue  *compile.Source // nil for YAML
	// schemas is the text as the source of its formats, which share it.
	schemas string
	// refused are the positions of rejected parts.
	refused []text.Span
}

// isRefused reports whether something within a span was rejected.
func (f *file) isRefused(at text.Span) bool {
	return slices.ContainsFunc(f.refused, func(r text.Span) bool { return at.Start <= r.Start && r.End <= at.End })
}

// readFile reads a source in the language of the name's extension, and adds its entries.
func (r *sourceReader) readFile(s Source) {
	f := &file{Source: s, text: text.NewSource(s.Data)}
	f.schemas = strings.Trim(string(s.Data[f.text.Start():]), "\r\n\t ") + "\n"
	r.files = append(r.files, f)
	root, refusals := r.parse(f)
	if root == nil {
		r.partial = true
	}
	for _, top := range root.Fields() {
		if reason := f.refusesTop(top); reason != nil {
			refusals = append(refusals, *reason)
		}
		if top.Name != "rules" && top.Name != "formats" {
			continue
		}
		for _, n := range top.Fields() {
			e := &entry{Node: n, kind: top.Name, file: f}
			isCUE := f.cue != nil
			if !isCUE && isSetting(e) {
				continue
			}
			if isBuiltin(e) {
				refusals = append(refusals, *refusal(n.Key, "builtin-"+top.Name, n.Name))
				continue
			}
			if !isCUE {
				at := patternKey(n)
				if at != nil {
					refusals = append(refusals, *refusal(at.Key, "misplaced", at.Name))
				}
				e.misplaced = at != nil || top.Name == "formats" // misplaced formats are kept because others refer to their names
			}
			r.entries = append(r.entries, e)
		}
	}
	r.refused(f, refusals)
}

// parse returns the fields of a file, or nil if it cannot be read, and what its language rejects. It sets
// f.cue if the file is CUE.
func (r *sourceReader) parse(f *file) (root *document.Node, refusals []compile.Refusal) {
	switch strings.ToLower(path.Ext(strings.ReplaceAll(f.Name, `\`, "/"))) {
	case ".cue":
		f.cue, refusals = compile.Parse(f.Data, table.Builtin.Definitions)
		if f.cue == nil {
			return nil, refusals
		}
		root, more := f.cue.Root(isPattern)
		return root, append(refusals, more...)
	case ".yaml", ".yml":
		return r.parseYAML(f), nil
	}
	r.add(f, text.Span{}, "a file of rules is CUE, and its name ends in .cue", "rename it")
	return nil, nil
}

// refusesTop returns why a top-level field of a file is rejected, or nil.
func (f *file) refusesTop(top *document.Node) *compile.Refusal {
	isEntries := top.Name == "rules" || top.Name == "formats"
	switch {
	case f.cue == nil && top.Name == "formats":
		return refusal(top.Key, "formats", "")
	case f.cue == nil:
		return nil
	case !isEntries:
		return refusal(top.Key, "other", top.Name)
	case top.Kind != document.Object:
		return refusal(top.Value, "fields", "")
	}
	return nil
}

func refusal(at text.Span, reason, name string) *compile.Refusal {
	return &compile.Refusal{At: at, Reason: reason, Values: map[string]string{"name": name}}
}

// isBuiltin reports whether the entry's name is built in, reserved or a pattern.
func isBuiltin(e *entry) bool {
	if strings.Contains(e.Name, "*") {
		return true
	}
	if e.kind == "formats" {
		return slices.Contains(contract().Reserved, e.Name) ||
			protocol.Named(e.Name).Name != ""
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

// refused reports the rejected parts of a file.
func (r *sourceReader) refused(f *file, refusals []compile.Refusal) {
	var names []string
	if f.cue != nil && len(refusals) > 0 {
		names = f.cue.Names()
	}
	for _, refusal := range refusals {
		f.refused = append(f.refused, refusal.At)
		values := map[string]string{"entry": "this file", "near": ""}
		for _, e := range r.entries {
			if e.file == f && e.Key.Start <= refusal.At.Start && refusal.At.Start < e.Value.End {
				values["entry"] = e.title()
				values["rule"] = e.Name
			}
		}
		if refusal.Reason == "reference" {
			values["near"] = r.near(refusal.Values["name"], names)
		}
		w := words()["refused-"+refusal.Reason]
		r.add(f, refusal.At, text.Fill(w.Message, values, refusal.Values), text.Fill(w.Help, values, refusal.Values))
	}
}

// yamlLimits bounds a configuration.
var yamlLimits = document.Limits{Depth: 64, Values: 20_000}

// parseYAML parses a configuration. It returns nil if the file cannot be read.
func (r *sourceReader) parseYAML(f *file) *document.Node {
	root, src, faults := document.ParseYAML(f.Data, yamlLimits)
	f.text = src
	rule := template(ruleYAML)
	for _, fault := range faults {
		root = nil
		message := "this cannot be read: " + fault.Rule
		for _, v := range rule.Variants {
			if v.Name == fault.Variant {
				message = text.Fill(cmp.Or(v.Message, rule.Message), fault.Values)
			}
		}
		r.add(f, fault.Span, message, rule.Help)
	}
	return root
}

// isSetting reports whether an entry of a configuration only changes an existing rule: its name is built in,
// or it sets only a severity or parameters. An entry without a field is a new rule that is not written yet.
func isSetting(e *entry) bool {
	if isBuiltin(e) {
		return e.kind == "rules"
	}
	if e.Kind == document.Object {
		return len(e.Items) > 0 && !slices.ContainsFunc(e.Items, func(f *document.Node) bool { return f.Name != "severity" && f.Name != "params" })
	}
	return e.Kind != document.List && e.Kind != document.Null
}

// patternKey returns the first key of a rule or its variants that requires CUE, or nil.
func patternKey(rule *document.Node) *document.Node {
	for _, f := range rule.Fields() {
		if slices.Contains([]string{"when", "must", "each", "from"}, f.Name) {
			return f
		}
		if f.Name == "variants" {
			for _, variant := range f.Fields() {
				if found := patternKey(variant); found != nil {
					return found
				}
			}
		}
	}
	return nil
}
