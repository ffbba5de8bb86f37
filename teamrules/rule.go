package teamrules

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// readRule checks a rule and adds it to the table.
func (r *sourceReader) readRule(e *entry) {
	r.checkData(e, r.rule, e.Node, "")
	if e.Kind != document.Object {
		return
	}
	rule := schema.Rule{
		Name: e.Name, Summary: e.Field("summary").Str(), Why: e.Field("why").Str(), Since: e.Field("since").Str(),
		Bad: e.Lookup("examples", "bad").Str(), Good: e.Lookup("examples", "good").Str(),
		Each: e.Field("each").Str(), Check: e.Field("check").Str(), From: e.Field("from").Str(),
		Reads: document.Texts(e.Field("reads").Strings()), Yields: document.Texts(e.Field("yields").Strings()), Final: e.Field("final").Is(true),
		Words: wordsOf(e.Node), Origin: e.file.Name, Page: e.Field("url").Str(),
	}
	names := r.known["formats"]
	for _, f := range e.Field("formats").Strings() {
		rule.Formats = append(rule.Formats, document.Format(f.Text))
		if !r.partial && !slices.Contains(names, f.Text) {
			r.problem(e, f.Value, "use one of "+strings.Join(names, ", "), "unknown format %q%s", f.Text, r.near(f.Text, names))
		}
	}
	for _, y := range e.Field("yields").Strings() {
		r.checkRuleName(e.file, y.Value, y.Text, "a rule yields to others by their names")
	}
	r.checkOrigin(e)
	r.readSeverity(e, &rule)
	r.readCheck(e, &rule)
	rule.Pattern = r.readCase(e, &rule, e.Node)
	for _, v := range e.Field("variants").Fields() {
		p := r.readCase(e, &rule, v, "variants", v.Name)
		rule.Variants = append(rule.Variants, schema.Variant{Name: v.Name, Pattern: p, Words: wordsOf(v)})
	}
	r.added.Rules = append(r.added.Rules, rule)
}

func wordsOf(n *document.Node) schema.Words {
	return schema.Words{Message: n.Field("message").Str(), Help: n.Field("help").Str(), Related: n.Field("related").Str()}
}

// readCase checks the words of a rule or a variant, which is at a path in the entry, and compiles its
// patterns. A pattern of a list item has no branches.
func (r *sourceReader) readCase(e *entry, rule *schema.Rule, n *document.Node, path ...string) schema.Pattern {
	r.checkTemplates(e, n)
	if when := n.Field("when"); when != nil && n.Field("must") == nil {
		who := e.title()
		if len(path) > 0 {
			who = "variant " + n.Name + " of " + who
		}
		r.problem(e, when.Key, "add a must, the pattern that has to match if this one does", "%s has a when and no must", who)
	}
	compile := func(name string) *schema.Node {
		node := r.compile(e, n.Field(name))
		if node != nil && rule.Each == "" {
			r.checkBranches(e, n.Field(name), fieldName(append(path, name)...), rule.Formats, node)
		}
		return node
	}
	return schema.Pattern{When: compile("when"), Must: compile("must"), At: n.Field("at").Str()}
}

// compile compiles a pattern, or returns nil if there is none. A rejected part accepts anything.
func (r *sourceReader) compile(e *entry, pattern *document.Node) *schema.Node {
	if pattern == nil {
		return nil
	}
	node, refusals := e.file.cue.Pattern(pattern)
	r.reportRefusals(e.file, e.title(), refusals)
	return node
}

// checkOrigin checks that the rule's findings come from exactly one of must (of the rule, or of its variants alone),
// check and from, and that no pattern is for sessions, which have no document.
func (r *sourceReader) checkOrigin(e *entry) {
	var found []*document.Node
	for _, name := range []string{"must", "check", "from"} {
		if n := e.Field(name); n != nil {
			found = append(found, n)
		}
	}
	hasMust := func(n *document.Node) bool { return n.Field("must") != nil }
	variants := e.Field("variants")
	isInVariants := slices.ContainsFunc(variants.Fields(), hasMust)
	if isInVariants && !hasMust(e.Node) {
		found = append(found, variants)
	}
	hasPattern := isInVariants || hasMust(e.Node)
	for _, f := range e.Field("formats").Strings() {
		if hasPattern && f.Text == sessionFormat {
			r.report(e, "session-pattern", f.Value, map[string]string{})
		}
	}
	switch len(found) {
	case 0:
		r.problem(e, e.Key, "add must: a pattern that every handoff has to fit; or check: the name of a check", "%s can never find anything: it has neither must nor check", e.title())
	case 1:
	default:
		r.problem(e, found[1].Key, "keep one of them", "findings of %s come from %s and %s at once", e.title(), found[0].Name, found[1].Name)
	}
}

// readSeverity reads a severity, or severities by format and profile.
func (r *sourceReader) readSeverity(e *entry, rule *schema.Rule) {
	severity := e.Field("severity")
	rule.Severity = schema.Severity(cmp.Or(severity.Str(), severity.Field("base").Str()))
	known := []string{"base"}
	for _, name := range rule.Formats {
		known = append(known, string(name))
		for _, p := range r.format(name).Profiles {
			known = append(known, p.Name)
		}
	}
	for _, item := range severity.Fields() {
		rule.Profiles = append(rule.Profiles, schema.Choice{Name: item.Name, Value: item.Str()})
		if !r.partial && !slices.Contains(known, item.Name) {
			r.problem(e, item.Key, "use one of "+strings.Join(known, ", "), "%s has neither a format nor a profile %q", e.title(), item.Name)
		}
	}
}

// readCheck reads the parameters of the rule's check, and checks them and that the check is for the rule's formats.
func (r *sourceReader) readCheck(e *entry, rule *schema.Rule) {
	name := e.Field("check")
	params := e.Field("params")
	if name.Str() == "" {
		return
	}
	contract := r.checks.Field(name.Text)
	if contract == nil {
		known := namesOfChecks()
		r.problem(e, name.Value, "the checks are "+strings.Join(known, ", "), "unknown check %q%s", name.Text, r.near(name.Text, known))
		return
	}
	of := contract.Field("of").Enum[0].Text
	for _, f := range e.Field("formats").Strings() {
		looksAt := "file"
		if f.Text == sessionFormat {
			looksAt = "session"
		}
		if looksAt != of {
			r.problem(e, f.Value, "see https://github.com/handofflint/handofflint/blob/main/docs/reference/rule-files.md for what each check looks at", "the check %s looks at a %s, not at a %s", name.Text, of, looksAt)
		}
	}
	rule.ParamNode = contract.Field("params")
	rule.Params = r.withDefaults(name.Text, params)
	if params == nil {
		params = &document.Node{Kind: document.Object}
	}
	r.checkData(e, rule.ParamNode, params, "/params")
}

// withDefaults returns parameters as JSON, with the check's defaults.
func (r *sourceReader) withDefaults(check string, params *document.Node) string {
	var parts []string
	for _, p := range params.Fields() {
		parts = append(parts, text.JSONQuote(p.Name)+":"+document.JSON(p))
	}
	defaults := r.Defaults[check]
	for _, name := range slices.Sorted(maps.Keys(defaults)) {
		if params.Field(name) == nil {
			value, _ := text.JSON(defaults[name]) // it was JSON before
			parts = append(parts, text.JSONQuote(name)+":"+string(value))
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// patternValues are the values available to the words of a rule with a pattern.
var patternValues = []string{"field", "name", "want", "got", "by", "value", "values", "path", "argument"}

// templateName matches a {name} in a template.
var templateName = text.MustCompile(`\{([a-z_]+)\}`)

// checkTemplates checks the {names} in the words of a rule or variant. It skips checks that a program adds,
// whose values are unknown.
func (r *sourceReader) checkTemplates(e *entry, n *document.Node) {
	known := patternValues
	if check := e.Field("check"); check != nil {
		contract := r.checks.Field(check.Str())
		if contract == nil {
			return
		}
		known = []string{"path", "argument"}
		for _, value := range contract.Field("values").Prefix {
			known = append(known, value.Enum[0].Text)
		}
	}
	for _, name := range []string{"message", "help"} {
		words := n.Field(name)
		for _, m := range templateName.FindAllStringSubmatch(words.Str(), -1) {
			if !slices.Contains(known, m[1]) {
				r.problem(e, words.Value, "there are {"+strings.Join(known, "}, {")+"}", "nothing fills in {%s}%s", m[1], r.near(m[1], known))
			}
		}
	}
}
