package rules

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/near"
)

// checkEntries checks all entries against their contracts, and their
// references.
func (r *customReader) checkEntries() {
	r.checkNames()
	for _, e := range r.entries {
		if e.Misplaced {
			continue
		}
		if e.Kind == "formats" {
			r.checkContract(r.contract.format, e, e.node, "")
		} else {
			r.checkContract(r.contract.rule, e, e.node, "")
		}
		switch {
		case e.node.Kind != document.Object || e.broken.covers(""):
		case e.Kind == "formats":
			r.checkFormat(e)
		default:
			r.checkRule(e)
		}
	}
	for _, f := range r.custom.files {
		for _, named := range f.Rules {
			r.knownRule(f, named.Value, named.Name, "@rule names the rule under which a fault of the field is reported")
		}
	}
}

func (r *customReader) problem(e *entry, at Span, help, format string, args ...any) {
	r.add(e.file.Problem(at, fmt.Sprintf(format, args...), help))
}

// checkNames checks the syntax of the entries' names, and that none is taken.
func (r *customReader) checkNames() {
	first := map[string]*entry{}
	for _, e := range r.entries {
		if !r.contract.names[e.Kind].MatchString(e.Name) {
			help := "use lower-case letters, digits and dashes"
			if e.Kind == "rules" {
				help += ", in a group of your own: \"team/name\""
			}
			r.problem(e, e.Key, help, "%q is not a valid name for %s", e.Name, e.Kind)
		}
		if e.Kind == "formats" && slices.Contains(r.contract.reserved, e.Name) {
			r.problem(e, e.Key, "choose another name", "%q cannot be the name of a format: it is reserved", e.Name)
		}
		other := first[e.Kind+" "+e.Name]
		if other == nil {
			first[e.Kind+" "+e.Name] = e
			continue
		}
		at := other.file.Problem(other.Key, "", "")
		r.problem(e, e.Key, "rename one of them", "%s is already defined in %s, line %d", e.title(), at.Path, at.Line)
	}
}

// ruleNames returns the names of all rules, with those of the sources.
func (r *customReader) ruleNames() []string {
	names := []string{ruleYAML}
	for _, rule := range r.catalogue.Rules {
		names = append(names, rule.Name)
	}
	for _, e := range r.entries {
		if e.Kind == "rules" {
			names = append(names, e.Name)
		}
	}
	fields, err := r.root.LookupPath(hidden(generated)).Fields()
	for err == nil && fields.Next() {
		names = append(names, fields.Selector().Unquoted())
	}
	return names
}

// knownRule reports an unknown rule name. If a source could not be read, the
// rule may be in it.
func (r *customReader) knownRule(f *customSource, at Span, name, help string) {
	names := r.ruleNames()
	if r.partial || slices.Contains(names, name) {
		return
	}
	found := near.Rules(name, names)
	if len(found) == 0 {
		help += "; `handofflint rules` lists them"
	}
	r.add(f.Problem(at, fmt.Sprintf("unknown rule %q", name)+near.Suffix(found...), help))
}

// formatNames returns the names of all formats, with those of the sources.
func (r *customReader) formatNames() []string {
	names := []string{string(SessionFormat)}
	for _, f := range r.catalogue.Formats {
		names = append(names, string(f.Name))
	}
	for _, e := range r.entries {
		if e.Kind == "formats" && !slices.Contains(r.contract.reserved, e.Name) {
			names = append(names, e.Name)
		}
	}
	return names
}

// texts returns the non-blank strings of a list. The contract reports anything
// else in it.
func texts(n *document.Node) []*document.Node {
	if n == nil || n.Kind != document.List {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(n.Items), func(item *document.Node) bool { return item.Kind != document.String || item.Blank() })
}

// isEmptyList reports whether a list is empty or absent.
func isEmptyList(n *document.Node) bool {
	return n == nil || n.Kind == document.List && len(n.Items) == 0
}

func (r *customReader) checkRule(e *entry) {
	names := r.formatNames()
	for _, f := range texts(e.field("formats")) {
		if !r.partial && !slices.Contains(names, f.Text) {
			r.problem(e, f.Value, "use one of "+strings.Join(names, ", "), "unknown format %q%s", f.Text, near.Suffix(NearName(f.Text, names)))
		}
	}
	for _, y := range texts(e.field("yields")) {
		r.knownRule(e.file, y.Value, y.Text, "a rule yields to others by their names")
	}
	r.checkProfiles(e)
	r.checkSources(e)
	r.checkCheck(e)
	r.checkReads(e)
	r.checkTemplates(e)
	r.compilePatterns(e)
}

// checkProfiles checks the profiles in a rule's severity.
func (r *customReader) checkProfiles(e *entry) {
	severity := e.field("severity")
	if severity == nil || severity.Kind != document.Object || r.partial || e.file.unsound {
		return
	}
	known := []string{"base"}
	for _, f := range texts(e.field("formats")) {
		known = append(known, namesIn(lookup(r.format(f.Text), "profiles"))...)
	}
	for _, item := range severity.Items {
		if !slices.Contains(known, item.Name) {
			r.problem(e, item.Key, "use one of "+strings.Join(known, ", "), "%s: its formats have no profile %q", e.title(), item.Name)
		}
	}
	if severity.Field("base") == nil {
		r.problem(e, severity.Value, "add base: the severity if no profile is selected", "severity of %s has no value for the profile base", e.title())
	}
}

// format returns the value of a format, built in or not.
func (r *customReader) format(name string) cue.Value {
	for _, e := range r.entries {
		if e.Kind == "formats" && e.Name == name {
			return e.value
		}
	}
	return r.root.LookupPath(cue.MakePath(cue.Str("formats"), cue.Str(name)))
}

// namesIn returns the names of a struct's fields, with optional ones.
func namesIn(v cue.Value) []string {
	var names []string
	if !v.Exists() {
		return nil
	}
	fields, err := v.Fields(cue.Optional(true))
	for err == nil && fields.Next() {
		names = append(names, fields.Selector().Unquoted())
	}
	return names
}

// checkSources checks that the rule's findings come from exactly one source.
func (r *customReader) checkSources(e *entry) {
	var found []string
	for _, name := range []string{"must", "check", "from"} {
		if e.field(name) != nil {
			found = append(found, name)
		}
	}
	with := 0
	variants := e.field("variants")
	if variants != nil && variants.Kind == document.Object {
		for _, v := range variants.Items {
			if v.Field("must") != nil {
				with++
			} else if v.Field("when") != nil {
				r.problem(e, v.Field("when").Key, "add a must", "variant %s of %s has a when and no must", v.Name, e.title())
			}
		}
	}
	if with > 0 && e.field("must") == nil {
		found = append(found, "variants")
	}
	if when := e.field("when"); when != nil && e.field("must") == nil {
		r.problem(e, when.Key, "add a must, the pattern that has to match if this one does", "%s has a when and no must", e.title())
	}
	session := slices.IndexFunc(texts(e.field("formats")), func(n *document.Node) bool { return n.Text == string(SessionFormat) })
	if session >= 0 && (e.field("must") != nil || with > 0) {
		r.report(e, "session-pattern", texts(e.field("formats"))[session].Value, Values{})
	}
	switch {
	case len(found) == 0:
		r.problem(e, e.Key, "add must: a pattern that every handoff has to fit; or check: the name of a check", "%s can never find anything: it has neither must nor check", e.title())
	case len(found) > 1:
		r.problem(e, e.field(found[1]).Key, "keep one of them", "findings of %s come from %s at once", e.title(), strings.Join(found, " and "))
	}
}

// checkCheck checks the rule's check and its parameters.
func (r *customReader) checkCheck(e *entry) {
	name := e.field("check")
	if name == nil || name.Kind != document.String {
		return
	}
	contract, ok := r.contract.checks[name.Text]
	own := r.options.checks
	switch {
	case !ok && slices.Contains(own, name.Text):
		return // the program knows its parameters
	case !ok:
		known := slices.Sorted(maps.Keys(r.contract.checks))
		known = append(known, own...)
		r.problem(e, name.Value, "the checks are "+strings.Join(known, ", "), "unknown check %q%s", name.Text, near.Suffix(NearName(name.Text, known)))
		return
	}
	for _, f := range texts(e.field("formats")) {
		session := f.Text == string(SessionFormat)
		if session != (contract.of == "session") {
			r.problem(e, f.Value, "see docs/custom-rules.md for what each check looks at", "the check %s looks at a %s, not at a %s", name.Text, contract.of, map[bool]string{true: "session", false: "file"}[session])
		}
	}
	params := e.field("params")
	if params == nil {
		params = &document.Node{Kind: document.Object, Value: name.Value}
	}
	r.checkContract(contract.params, e, params, "/params")
}

// checkReads checks the paths in reads: a field that no format of the rule has
// is a misspelling, or is never checked.
func (r *customReader) checkReads(e *entry) {
	for _, p := range texts(e.field("reads")) {
		r.checkPath(e, p)
	}
}

func (r *customReader) checkPath(e *entry, p *document.Node) {
	steps := splitPath(p.Text)
	if steps[0] != "data" || len(steps) < 2 || r.partial {
		return
	}
	var known []string
	for _, f := range texts(e.field("formats")) {
		v := r.format(f.Text)
		known = append(known, namesIn(lookup(v, "schema"))...)
		for _, profile := range namesIn(lookup(v, "profiles")) {
			known = append(known, namesIn(lookup(lookup(v, "profiles."+profile), "schema"))...)
		}
	}
	if len(known) > 0 && !slices.Contains(known, steps[1]) {
		r.problem(e, p.Value, "name a field of the format's schema, "+strings.Join(known, ", ")+": a value without a schema cannot fail", "no format of %s has a field %q%s", e.title(), steps[1], near.Suffix(NearName(steps[1], known)))
	}
}

// patternValues are the values available to the words of a rule with a pattern.
var patternValues = []string{"field", "name", "want", "got", "by", "value", "values", "path", "argument"}

// checkTemplates checks the {names} in the words of a rule with a pattern.
// Those of a check are known to the check alone.
func (r *customReader) checkTemplates(e *entry) {
	if e.field("check") != nil {
		return
	}
	for _, n := range append([]*document.Node{e.node}, variantsOf(e)...) {
		for _, name := range []string{"message", "help"} {
			words := n.Field(name)
			for _, m := range templateName.FindAllStringSubmatch(regexp.QuoteMeta(words.Str()), -1) {
				if !slices.Contains(patternValues, m[1]) {
					r.problem(e, words.Value, "there are {"+strings.Join(patternValues, "}, {")+"}", "nothing fills in {%s}%s", m[1], didYouMeanName(NearName(m[1], patternValues)))
				}
			}
		}
	}
}

// didYouMeanName is near.Suffix for a name in braces.
func didYouMeanName(near string) string {
	if near == "" {
		return ""
	}
	return ": did you mean {" + near + "}?"
}

func variantsOf(e *entry) []*document.Node {
	variants := e.field("variants")
	if variants == nil || variants.Kind != document.Object {
		return nil
	}
	return variants.Items
}

func (r *customReader) checkFormat(e *entry) {
	f := &customFormat{file: e.file, Custom: document.Custom{Name: document.Format(e.Name), Form: document.Form(e.field("form").Str()), Level: 2}}
	for _, g := range texts(e.field("where")) {
		f.where = append(f.where, g.Text)
		if files.Alternatives(g.Text) > files.MaxAlternatives {
			r.problem(e, g.Value, "write several globs", "%q has over %d alternatives in its braces", g.Text, files.MaxAlternatives)
		}
		if !document.ValidGlob(g.Text) {
			r.problem(e, g.Value, "see https://pkg.go.dev/github.com/bmatcuk/doublestar/v4#readme-patterns", "%q is not a valid glob", g.Text)
		}
	}
	f.recognised = r.patternsAt(e, "recognised")
	r.checkBranches(e, []string{e.Name}, "recognised")
	if isEmptyList(e.field("where")) && e.field("recognised") == nil {
		r.problem(e, e.Key, "add where: a list of globs, or recognised: a pattern of the documents", "%s has neither where nor recognised", e.title())
	}
	r.compilePattern(e, "schema")
	r.compilePattern(e, "advice")
	if profiles := e.field("profiles"); profiles != nil && profiles.Kind == document.Object {
		for _, p := range profiles.Items {
			r.patternsAt(e, "profiles", p.Name, "when")
			r.compilePattern(e, "profiles", p.Name, "schema")
		}
	}
	f.Level = r.checkSections(e, f)
	r.custom.formats = append(r.custom.formats, f)
}

// checkSections checks the keys that only Markdown has, and returns the level
// of the format's headings.
func (r *customReader) checkSections(e *entry, f *customFormat) int {
	level := e.field("level")
	for _, n := range []*document.Node{e.field("sections"), level} {
		if n != nil && (f.Form == document.FormYAML || f.Form == document.FormJSON) {
			r.problem(e, n.Key, "remove it, or use the form markdown or frontmatter", "%s has %s, but a %s file has no headings", e.title(), n.Name, f.Form)
		}
	}
	if level == nil || level.Kind != document.Int || len(level.Text) != 1 {
		return f.Level
	}
	return int(level.Text[0] - '0')
}

// templateName matches a {name} in a quoted template.
var templateName = regexp.MustCompile(`\\\{([a-z_]+)\\\}`)
