package teamrules

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"

	"github.com/handofflint/handofflint/internal/document"
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
	// broken are the positions of what was refused.
	broken []text.Span
}

// isBroken reports whether something at a position was refused.
func (f *file) isBroken(at text.Span) bool {
	return slices.ContainsFunc(f.broken, func(b text.Span) bool { return at.Start <= b.Start && b.End <= at.End })
}

// yamlLimits bounds a configuration.
var yamlLimits = document.Limits{Depth: 64, Values: 20_000}

// readFile reads a source in the language of the name's extension.
func (r *reader) readFile(s Source) {
	f := &file{Source: s, text: text.NewSource(s.Data)}
	r.files = append(r.files, f)
	switch strings.ToLower(path.Ext(strings.ReplaceAll(s.Name, `\`, "/"))) {
	case ".cue":
		r.readCUE(f)
	case ".yaml", ".yml":
		r.readYAML(f)
	default:
		r.partial = true
		r.add(f, text.Span{}, "a file of rules is CUE, and its name ends in .cue", "rename it")
	}
}

func (r *reader) readCUE(f *file) {
	source, refusals := compile.Parse(f.Data, table.Builtin.Definitions)
	if source == nil {
		r.partial = true
		r.refused(f, refusals)
		return
	}
	f.cue = source
	for _, top := range source.Fields() {
		if top.Name != "rules" && top.Name != "formats" {
			refusals = append(refusals, compile.Refusal{At: top.Key, Reason: "other", Values: map[string]string{"name": top.Name}})
			continue
		}
		entries, more := source.Below(top.Value)
		refusals = append(refusals, more...)
		for _, field := range entries {
			if isBuiltin(top.Name, field.Name) {
				refusals = append(refusals, compile.Refusal{At: field.Key, Reason: "builtin-" + top.Name, Values: map[string]string{"name": field.Name}})
				continue
			}
			e := &entry{kind: top.Name, name: field.Name, key: field.Key, file: f, expr: field.Value}
			e.data, more = source.Data(field.Value, isPattern)
			refusals = append(refusals, more...)
			r.entries = append(r.entries, e)
		}
	}
	r.refused(f, refusals)
}

// isBuiltin reports whether an entry of that name is built in, or the name is a
// pattern.
func isBuiltin(kind, name string) bool {
	if kind == "formats" {
		return slices.ContainsFunc(table.Builtin.Formats, func(f schema.Format) bool { return string(f.Name) == name }) || strings.Contains(name, "*")
	}
	return slices.ContainsFunc(table.Builtin.Rules, func(r schema.Rule) bool { return r.Name == name }) || strings.Contains(name, "*")
}

// isPattern reports whether a path in an entry leads to a pattern: a key of the
// entry, or of a variant or profile.
func isPattern(path []string) bool {
	switch {
	case len(path) == 3:
		return (path[0] == "variants" || path[0] == "profiles") && slices.Contains([]string{"when", "must", "schema"}, path[2])
	case len(path) == 1:
		return slices.Contains([]string{"when", "must", "schema", "advice", "recognised"}, path[0])
	}
	return false
}

// refused reports what a file may not contain.
func (r *reader) refused(f *file, refusals []compile.Refusal) {
	for _, refusal := range refusals {
		f.broken = append(f.broken, refusal.At)
		values := map[string]string{"entry": "this file", "near": ""}
		for _, e := range r.entries {
			if e.file == f && e.expr != nil {
				if at := f.cue.Span(e.expr); at.Start <= refusal.At.Start && refusal.At.Start < at.End {
					values["entry"] = e.title()
				}
			}
		}
		for name, value := range refusal.Values {
			values[name] = value
		}
		if refusal.Reason == "reference" {
			values["near"] = r.near(values["name"], f.cue.Names())
		}
		w := words()["refused-"+refusal.Reason]
		r.add(f, refusal.At, text.Fill(w.Message, values), text.Fill(w.Help, values))
	}
}

// readYAML reads the rules of a configuration that are data. A pattern, and so a
// format, is written in CUE.
func (r *reader) readYAML(f *file) {
	root, src, faults := document.ParseYAML(f.Data, yamlLimits)
	f.text = src
	for _, fault := range faults {
		r.partial = true
		r.add(f, fault.Span, cmp.Or(text.Fill(r.YAML.Variants[fault.Variant].Message, fault.Values), "this cannot be read: "+fault.Rule), r.YAML.Help)
	}
	if len(faults) > 0 {
		return
	}
	var refusals []compile.Refusal
	if rules := root.Field("rules"); rules != nil && rules.Kind == document.Object {
		for _, rule := range rules.Items {
			if isBuiltin("rules", rule.Name) || onlySets(rule) {
				continue
			}
			e := &entry{kind: "rules", name: rule.Name, key: rule.Key, file: f, data: rule}
			for _, key := range misplaced(rule) {
				e.misplaced = true
				refusals = append(refusals, compile.Refusal{At: key.Key, Reason: "misplaced", Values: map[string]string{"entry": e.title(), "name": key.Name, "rule": rule.Name}})
			}
			r.entries = append(r.entries, e)
		}
	}
	if formats := root.Field("formats"); formats != nil {
		refusals = append(refusals, compile.Refusal{At: formats.Key, Reason: "formats"})
		for _, format := range formats.Items {
			r.entries = append(r.entries, &entry{kind: "formats", name: format.Name, key: format.Key, file: f, data: format, misplaced: true})
		}
	}
	r.refused(f, refusals)
}

// onlySets reports whether an entry of rules only sets what another rule weighs or
// measures with. One without a field is a rule that is still to be written.
func onlySets(n *document.Node) bool {
	switch n.Kind {
	case document.Object:
		return len(n.Items) > 0 && !slices.ContainsFunc(n.Items, func(f *document.Node) bool { return f.Name != "severity" && f.Name != "params" })
	case document.List, document.Null:
		return false
	}
	return true
}

// misplaced returns the keys of a rule in YAML that only a rule in CUE can have.
func misplaced(rule *document.Node) []*document.Node {
	found := slices.Clone(rule.Items)
	if variants := rule.Field("variants"); variants != nil {
		for _, variant := range variants.Items {
			found = append(found, variant.Items...)
		}
	}
	return slices.DeleteFunc(found, func(f *document.Node) bool {
		return !slices.Contains([]string{"when", "must", "each", "from"}, f.Name)
	})
}

// ruleNames returns the rules that fields of the file's schemas name.
func (f *file) ruleNames() []compile.Name {
	if f.cue == nil {
		return nil
	}
	return f.cue.Rules()
}

// exprs returns the expressions of a struct's fields by name. Data has reported what
// is refused in it.
func (f *file) exprs(expr ast.Expr) map[string]ast.Expr {
	byName := map[string]ast.Expr{}
	if expr == nil {
		return byName
	}
	fields, _ := f.cue.Below(expr)
	for _, field := range fields {
		byName[field.Name] = field.Value
	}
	return byName
}
