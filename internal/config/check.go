package config

import (
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/rules"
)

// check reports the mistakes of one file, except those in a team's rules.
func (s *source) check(c *contract, team teamSources) {
	for _, v := range c.config.Check(s.root, nil) {
		s.violated(c, v, "")
	}
	s.checkRules(c, team, s.root.Field("rules"), "/rules")
	s.checkGlobs(s.root.Field("exclude"), files.CheckGlob)
	s.checkGlobs(s.root.Field("rule-files"), checkPathGlob)
	for _, entry := range items(s.root.Field("files")) {
		s.checkGlobs(entry.Field("paths"), files.CheckGlob)
		s.checkFormat(team, entry.Field("format"))
	}
	for i, entry := range items(s.root.Field("overrides")) {
		s.checkGlobs(entry.Field("paths"), files.CheckGlob)
		s.checkRules(c, team, entry.Field("rules"), document.PointerStep("/overrides", strconv.Itoa(i))+"/rules")
	}
}

// items returns the items of a list, nil for any other node.
func items(n *document.Node) []*document.Node {
	if n == nil || n.Kind != document.List {
		return nil
	}
	return n.Items
}

// fields returns the fields of an object, nil for any other node.
func fields(n *document.Node) []*document.Node {
	if n == nil || n.Kind != document.Object {
		return nil
	}
	return n.Items
}

func (s *source) checkRules(c *contract, team teamSources, n *document.Node, pointer string) {
	for _, entry := range fields(n) {
		at := document.PointerStep(pointer, entry.Name)
		rule := team.catalogue.Rule(entry.Name)
		switch {
		case c.isTeamRule(entry) && (rule == nil || rule.Origin != ""):
		case c.isTeamRule(entry):
			s.add("rule-taken", keySpan(entry), "name", rules.Quote(entry.Name))
		case rule != nil || team.names.hasRule(entry.Name):
			s.checkSetting(c, rule, entry, at)
		case strings.Contains(entry.Name, "*"):
			s.checkGroup(team, entry)
		default:
			s.noRule(team, entry)
		}
	}
}

// noRule reports the name of an unknown rule, or a pattern that matches none.
func (s *source) noRule(team teamSources, entry *document.Node) {
	kind, names := "rule", team.names.rules
	if strings.Contains(entry.Name, "*") {
		kind, names = "group", team.groups()
	}
	similar := team.catalogue.Near(entry.Name)
	if one := near.Name(entry.Name, names); len(similar) == 0 && one != "" {
		similar = []string{one}
	}
	switch {
	case len(similar) == 0 && team.unread:
		return // it may be in the file that could not be read
	case len(similar) == 0:
		kind += "-alone"
	}
	s.add(kind, keySpan(entry), "name", rules.Quote(entry.Name), "near", near.DidYouMean(similar...))
}

// isTeamRule reports whether an entry defines a rule of the team.
func (c *contract) isTeamRule(entry *document.Node) bool {
	return slices.ContainsFunc(fields(entry), func(f *document.Node) bool { return slices.Contains(c.teamKeys, f.Name) })
}

// checkGroup checks the entry of a pattern for several rules.
func (s *source) checkGroup(team teamSources, entry *document.Node) {
	known := len(team.catalogue.Match(entry.Name)) > 0 || team.names.match(entry.Name)
	switch {
	case !known && team.unread:
	case !known:
		s.noRule(team, entry)
	case entry.Kind == document.Object:
		s.add("group-params", keySpan(entry), "name", rules.Quote(entry.Name))
	}
}

// groups returns the patterns for several rules.
func (o teamSources) groups() []string {
	groups, names := []string{"*"}, slices.Clone(o.names.rules)
	for _, r := range o.catalogue.Rules {
		names = append(names, r.Name)
	}
	for _, name := range names {
		group, _, grouped := strings.Cut(name, "/")
		if pattern := group + "/*"; grouped && !slices.Contains(groups, pattern) {
			groups = append(groups, pattern)
		}
	}
	return groups
}

// checkSetting checks a setting of a rule that is defined elsewhere. The rule
// is nil if its definition has mistakes.
func (s *source) checkSetting(c *contract, rule *rules.Rule, entry *document.Node, pointer string) {
	severity := entry
	if entry.Kind == document.Object {
		for _, v := range c.setting.Check(entry, nil) {
			s.settingViolated(c, rule, v, pointer)
		}
		severity = entry.Field("severity")
	}
	if rule == nil {
		return
	}
	if entry.Kind == document.Object {
		s.checkParams(c, rule, entry.Field("params"), pointer+"/params")
	}
	if rule.Fixed && (severity.Str() == "off" || severity.Str() == "warning") {
		s.add("fixed", severity.Value, "name", rule.Name)
	}
}

// settingViolated reports a violation, and a parameter outside of params with
// its own words.
func (s *source) settingViolated(c *contract, rule *rules.Rule, v schema.Violation, pointer string) {
	if rule != nil && v.Kind == schema.NotAllowed && slices.Contains(rule.ParamNames(), v.Node.Name) {
		s.add("param-beside", keySpan(v.Node), "name", v.Node.Name, "rule", rule.Name)
		return
	}
	s.violated(c, v, pointer)
}

// checkParams checks parameters against the rule's entry in the catalogue.
func (s *source) checkParams(c *contract, rule *rules.Rule, params *document.Node, pointer string) {
	if params == nil || params.Kind != document.Object {
		return
	}
	if rule.Params == nil {
		s.add("no-params", keySpan(params), "name", rule.Name)
		return
	}
	own := &document.Node{Kind: document.Object, Value: params.Value}
	for _, p := range params.Items {
		if key := rule.SetBy(p.Name); key != "" {
			s.add("elsewhere", keySpan(p), "name", p.Name, "key", key)
			continue
		}
		own.Items = append(own.Items, p)
	}
	for _, v := range rule.ParamsSchema().Check(own, nil) {
		s.paramViolated(c, rule, v, pointer)
	}
}

func (s *source) paramViolated(c *contract, rule *rules.Rule, v schema.Violation, pointer string) {
	if v.Kind != schema.NotAllowed {
		s.violated(c, v, pointer)
		return
	}
	v.Allowed = slices.DeleteFunc(slices.Clone(v.Allowed), func(name string) bool { return rule.SetBy(name) != "" })
	s.unknown("unknown-param", v, rules.Values{"rule": rule.Name})
}

// checkPathGlob checks a glob that is used to find files. It may begin with the
// path of another folder.
func checkPathGlob(pattern string) error {
	for strings.HasPrefix(pattern, "../") {
		pattern = strings.TrimPrefix(pattern, "../")
	}
	return files.CheckGlob(pattern)
}

// checkGlobs checks a glob or a list of them.
func (s *source) checkGlobs(n *document.Node, check func(pattern string) error) {
	list := items(n)
	if n != nil && n.Kind == document.String {
		list = []*document.Node{n}
	}
	for _, g := range list {
		if g.Kind != document.String || g.Blank() {
			continue
		}
		if strings.HasPrefix(g.Text, "!") {
			s.add("glob-not", g.Value, "got", rules.Quote(g.Text), "literal", rules.Quote("{!}"+g.Text[1:]))
		} else if err := check(g.Text); err != nil {
			s.add("glob", g.Value, "got", rules.Quote(g.Text), "reason", err.Error())
		}
	}
}

func (s *source) checkFormat(team teamSources, n *document.Node) {
	name := n.Str()
	if name == "" || team.catalogue.Format(name) != nil || slices.Contains(team.names.formats, name) || team.unread {
		return
	}
	known := slices.Clone(team.names.formats)
	for _, f := range team.catalogue.Formats {
		known = append(known, string(f.Name))
	}
	kind, similar := "format", near.Name(name, known)
	if similar == "" {
		kind = "format-alone"
	}
	s.add(kind, n.Value, "name", rules.Quote(name), "near", similar, "names", strings.Join(known, ", "))
}
