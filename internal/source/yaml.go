package source

import (
	"slices"
	"strconv"
	"strings"

	"cuelang.org/go/cue/literal"

	"github.com/handofflint/handofflint/internal/document"
)

// yamlLimits bounds a YAML source.
var yamlLimits = document.Limits{Depth: maxDepth, Values: 20_000}

// Patterns are the keys whose value is a pattern.
var Patterns = []string{"when", "must", "schema", "advice", "recognised"}

// readYAML reads the rules of a configuration in YAML that are data. A pattern, and
// so a format, is written in CUE.
func (f *File) readYAML(builtin Builtin) (problems []Problem, read bool) {
	root, src, faults := document.ParseYAML(f.Source.Bytes(), yamlLimits)
	f.Source = src
	for _, fault := range faults {
		p := f.problem(fault.Span, "", "")
		p.Fault = &fault
		problems = append(problems, p)
	}
	if len(faults) > 0 {
		return problems, false
	}
	var body strings.Builder
	if rules := root.Field("rules"); rules != nil && rules.Kind == document.Object {
		for _, rule := range rules.Items {
			spans := Spans{Key: rule.Key, Value: rule.Value}
			switch {
			case builtin("rules", rule.Name), onlySets(rule):
			default:
				f.entry("rules", rule.Name, spans)
				f.nodes[key("rules", rule.Name)] = rule
				f.indexNode(rule, "rules", rule.Name)
				if misplaced := f.misplaced(rule); misplaced != nil {
					f.Entries[len(f.Entries)-1].Misplaced = true
					problems = append(problems, misplaced...)
					continue
				}
				body.WriteString("rules: " + quote(rule.Name) + ": ")
				writeCUE(&body, rule)
				body.WriteString("\n")
			}
		}
	}
	if formats := root.Field("formats"); formats != nil {
		problems = append(problems, f.refused(Formats, formats.Key, map[string]string{}))
		for _, format := range formats.Items {
			f.Entries = append(f.Entries, Entry{Kind: "formats", Name: format.Name, Spans: Spans{Key: format.Key, Value: format.Value}, Misplaced: true})
		}
	}
	f.body = body.String()
	return problems, true
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

// misplaced finds what only a rule in CUE can have.
func (f *File) misplaced(rule *document.Node) (problems []Problem) {
	patterns := []string{"when", "must", "each", "from"}
	found := slices.Clone(rule.Items)
	if variants := rule.Field("variants"); variants != nil {
		for _, variant := range variants.Items {
			found = append(found, variant.Items...)
		}
	}
	for _, field := range found {
		if slices.Contains(patterns, field.Name) {
			problems = append(problems, f.refused(Misplaced, field.Key, map[string]string{"name": field.Name, "rule": rule.Name}))
		}
	}
	return problems
}

// indexNode records the position of each field and item of a value.
func (f *File) indexNode(n *document.Node, steps ...string) {
	for i, item := range n.Items {
		name := item.Name
		if n.Kind == document.List {
			name = strconv.Itoa(i)
		}
		step := append(steps[:len(steps):len(steps)], name)
		f.places[key(step...)] = Spans{Key: item.Key, Value: item.Value}
		f.indexNode(item, step...)
	}
}

func quote(s string) string { return literal.String.Quote(s) }

// writeCUE writes a value as CUE.
func writeCUE(out *strings.Builder, n *document.Node) {
	switch n.Kind {
	case document.Object:
		out.WriteString("{\n")
		for _, item := range n.Items {
			out.WriteString(quote(item.Name) + ": ")
			writeCUE(out, item)
			out.WriteString("\n")
		}
		out.WriteString("}")
	case document.List:
		out.WriteString("[")
		for _, item := range n.Items {
			writeCUE(out, item)
			out.WriteString(", ")
		}
		out.WriteString("]")
	case document.String:
		out.WriteString(quote(n.Text))
	case document.Null:
		out.WriteString("null")
	default:
		out.WriteString(n.Text)
	}
}
