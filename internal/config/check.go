package config

import (
	"cmp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// settingsChecker reports the mistakes of one file.
type settingsChecker struct {
	*source
	team teamSources
}

// check reports the mistakes of a file: its settings, globs, and names of rules and formats.
func (s *source) check(team teamSources) {
	k := &settingsChecker{s, team}
	var names []string
	overrides := s.root.Field("overrides").Elements()
	for _, n := range append([]*document.Node{s.root}, overrides...) {
		for _, entry := range n.Field("rules").Fields() {
			names = append(names, entry.Name)
		}
	}
	for _, v := range withEntries(entriesOf(team.catalogue, names)).Check(s.root, nil) {
		k.addViolation(v)
	}
	k.checkGlobs(s.root.Field("exclude"), files.CheckGlob)
	k.checkGlobs(s.root.Field("rule-files"), checkPathGlob)
	for _, entry := range overrides {
		k.checkGlobs(entry.Field("paths"), files.CheckGlob)
	}
	for _, entry := range s.root.Field("files").Elements() {
		k.checkGlobs(entry.Field("paths"), files.CheckGlob)
		k.checkFormat(entry.Field("format"))
	}
}

// ruleEntry matches the pointer of an entry of rules, also in overrides.
var ruleEntry = text.MustCompile(`^(?:/overrides/\d+)?/rules/[^/]*$`)

// addViolation reports a violation of a schema.
func (k *settingsChecker) addViolation(v schema.Violation) {
	switch {
	case slices.Equal(v.Allowed, []string{string(rules.Error)}): // see entryOf
		k.add("fixed", v.Span, "path", document.FieldName(v.Pointer))
	case v.Kind != schema.NotAllowed:
		k.addWrongValue(v)
	case ruleEntry.MatchString(v.Pointer):
		k.addUnknownRule(v.Node)
	default:
		name := v.Node.Name
		names := cmp.Or(strings.Join(v.Allowed, ", "), "no others")
		k.add("unknown", v.Node.Key, "name", name, "names", names, "near", near.Suffix(near.Name(name, v.Allowed)))
	}
}

// addWrongValue reports a value that violates a schema, or that is missing, with what helps to write a valid one.
func (s *source) addWrongValue(v schema.Violation) {
	values := rules.Values(near.Values(&v, v.Pointer))
	values["path"] = document.FieldName(v.Pointer)
	values["near"] = near.Suffix(near.Value(&v))
	values["shape"] = ""
	values["reason"] = ""
	kind := "value"
	switch shape := loadReading().Shapes[document.LastStep(v.Pointer)]; {
	case v.Kind == schema.Missing:
		kind = "missing"
	case v.Kind == schema.Enum && v.Attr.Words != "":
		values["want"] = v.Attr.Words
	case v.Kind == schema.Enum:
		kind = "enum"
	case shape != "":
		values["shape"] = ", such as " + shape
	case strings.Contains(v.Want, "RE2"):
		if _, err := text.CompilePattern(v.Node.Text); err != nil {
			values["reason"] = ": " + strings.TrimPrefix(err.Error(), "error parsing regexp: ")
		}
	}
	hasOwnWords := v.Kind == schema.Type || v.Kind == schema.Length // such as "a list", "3 items"
	if !hasOwnWords {
		values["got"] = values["value"]
	}
	s.problems = append(s.problems, problem{Report: rules.Report{Variant: kind, At: v.Span, Values: values}})
}

// addUnknownRule reports the name of an unknown rule, or a pattern without a match.
func (k *settingsChecker) addUnknownRule(entry *document.Node) {
	kind := "rule"
	names := namesOf(k.team.catalogue)
	if strings.Contains(entry.Name, "*") {
		kind = "group"
		names = groupsOf(names)
	}
	similar := k.team.catalogue.Near(entry.Name)
	if k.team.unread { // it may be in an unread file, unless it is close to another name
		one := near.Name(entry.Name, names)
		if one == "" {
			return
		}
		similar = []string{one}
	}
	k.add(kind, entry.Key, "name", secret.Quote(entry.Name), "near", near.Suffix(similar...))
}

// checkPathGlob checks a glob for finding files. It may begin with the path of another folder.
func checkPathGlob(pattern string) error {
	for strings.HasPrefix(pattern, "../") {
		pattern = strings.TrimPrefix(pattern, "../")
	}
	return files.CheckGlob(pattern)
}

// checkGlobs checks a glob or a list of them.
func (k *settingsChecker) checkGlobs(n *document.Node, check func(pattern string) error) {
	for _, g := range n.OneOrMore() {
		if strings.HasPrefix(g.Text, "!") {
			k.add("glob-not", g.Value, "got", secret.Quote(g.Text), "literal", secret.Quote("{!}"+g.Text[1:]))
		} else if err := check(g.Text); err != nil {
			k.add("glob", g.Value, "got", secret.Quote(g.Text), "reason", err.Error())
		}
	}
}

func (k *settingsChecker) checkFormat(n *document.Node) {
	known := FormatNames(k.team.catalogue)
	name := n.Str()
	similar := near.Name(name, known)
	if name == "" || slices.Contains(known, name) || k.team.unread && similar == "" {
		return
	}
	k.add("format", n.Value, "name", secret.Quote(name), "near", near.Suffix(similar), "names", strings.Join(known, ", "))
}
