package config

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/rules"
)

// contract is config.cue: what a configuration may contain, and the words for its
// mistakes.
type contract struct {
	// config is #Config with the bounds of limits, setting the setting of one rule,
	// severity that of a group.
	config, setting, severity *schema.Node
	catalogue                 *rules.Catalogue
	reading
}

// reading says how a configuration is read: `config` of config.cue.
type reading struct {
	// Own are the keys of which a team's rule has one.
	Own []string
	// Tree are the maximum limits of a tree.
	Tree  map[string]int64
	Files int
	Bytes int64
	document.Limits
	// Mistakes is how many are listed per file; More is appended if there are more.
	Mistakes int
	More     string
	Shapes   map[string]string
}

// words are those of the kinds of mistakes.
var words = sync.OnceValue(func() map[string]rules.Words { return table.Load[map[string]rules.Words]("configWords") })

// loadContract reads the contract once.
var loadContract = sync.OnceValue(func() *contract {
	config, limits := table.Builtin.Definition("#Config"), *rules.LimitsSchema()
	limits.Doc = config.Field("limits").Doc
	return &contract{
		config:  withField(config, "limits", &limits),
		setting: table.Builtin.Definition("#Setting"), severity: table.Builtin.Definition("#Severity"),
		catalogue: rules.BuiltIn(), reading: table.Load[reading]("config"),
	}
})

// checker reports the mistakes of one file, except those in a team's rules.
type checker struct {
	*contract
	*source
	team teamSources
}

func check(s *source, c *contract, team teamSources) {
	k := &checker{c, s, team}
	for _, v := range c.config.Check(s.root, nil) {
		k.violated(v, "")
	}
	k.checkRules(s.root.Field("rules"), "/rules")
	k.checkGlobs(s.root.Field("exclude"), files.CheckGlob)
	k.checkGlobs(s.root.Field("rule-files"), checkPathGlob)
	for _, entry := range items(s.root.Field("files")) {
		k.checkGlobs(entry.Field("paths"), files.CheckGlob)
		k.checkFormat(entry.Field("format"))
	}
	for i, entry := range items(s.root.Field("overrides")) {
		k.checkGlobs(entry.Field("paths"), files.CheckGlob)
		k.checkRules(entry.Field("rules"), document.PointerStep("/overrides", strconv.Itoa(i))+"/rules")
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

func (k *checker) checkRules(n *document.Node, pointer string) {
	for _, entry := range fields(n) {
		rule := k.team.catalogue.Rule(entry.Name)
		switch {
		case k.isTeamRule(entry) && (rule == nil || rule.Origin != ""):
		case k.isTeamRule(entry):
			k.add("rule-taken", keySpan(entry), "name", rules.Quote(entry.Name))
		case rule != nil:
			k.checkSetting(rule, entry, document.PointerStep(pointer, entry.Name))
		case !strings.Contains(entry.Name, "*") || !k.team.matches(entry.Name):
			k.unknownRule(entry)
		case entry.Kind == document.Object:
			k.add("group-params", keySpan(entry), "name", rules.Quote(entry.Name))
		}
	}
}

// unknownRule reports the name of an unknown rule, or a pattern that matches none.
func (k *checker) unknownRule(entry *document.Node) {
	kind, names := "rule", k.team.names()
	if strings.Contains(entry.Name, "*") {
		kind, names = "group", k.team.groups()
	}
	similar := k.team.catalogue.Near(entry.Name)
	if k.team.unread { // it may be what could not be read, unless it is a slip of something else
		one := near.Name(entry.Name, names)
		if one == "" {
			return
		}
		similar = []string{one}
	}
	k.add(kind, keySpan(entry), "name", rules.Quote(entry.Name), "near", near.Suffix(similar...))
}

// isTeamRule reports whether an entry defines a rule of the team.
func (c *contract) isTeamRule(entry *document.Node) bool {
	return slices.ContainsFunc(fields(entry), func(f *document.Node) bool { return slices.Contains(c.Own, f.Name) })
}

// checkSetting checks a setting of a rule that is defined elsewhere. The rule
// is nil if its definition has mistakes.
func (k *checker) checkSetting(rule *rules.Rule, entry *document.Node, pointer string) {
	severity := entry
	if entry.Kind == document.Object {
		severity = entry.Field("severity")
		for _, v := range k.setting.Check(entry, nil) {
			if rule != nil && v.Kind == schema.NotAllowed && slices.Contains(rule.ParamNames(), v.Node.Name) {
				k.add("param-beside", keySpan(v.Node), "name", v.Node.Name, "rule", rule.Name)
				continue
			}
			k.violated(v, pointer)
		}
	}
	if rule == nil {
		return
	}
	if rule.Fixed && (severity.Str() == "off" || severity.Str() == "warning") {
		k.add("fixed", severity.Value, "name", rule.Name)
	}
	params := entry.Field("params")
	switch {
	case params == nil || params.Kind != document.Object:
		return
	case rule.Params == "":
		k.add("no-params", keySpan(params), "name", rule.Name)
		return
	}
	own := &document.Node{Kind: document.Object, Value: params.Value}
	for _, p := range params.Items {
		if key := rule.SetBy(p.Name); key != "" {
			k.add("elsewhere", keySpan(p), "name", p.Name, "key", key)
			continue
		}
		own.Items = append(own.Items, p)
	}
	for _, v := range rule.ParamsSchema().Check(own, nil) {
		if v.Kind != schema.NotAllowed {
			k.violated(v, pointer+"/params")
			continue
		}
		v.Allowed = slices.DeleteFunc(slices.Clone(v.Allowed), func(name string) bool { return rule.SetBy(name) != "" })
		k.unknown("unknown-param", v, "rule", rule.Name)
	}
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
func (k *checker) checkGlobs(n *document.Node, check func(pattern string) error) {
	for _, g := range oneOrMore(n) {
		if strings.HasPrefix(g.Text, "!") {
			k.add("glob-not", g.Value, "got", rules.Quote(g.Text), "literal", rules.Quote("{!}"+g.Text[1:]))
		} else if err := check(g.Text); err != nil {
			k.add("glob", g.Value, "got", rules.Quote(g.Text), "reason", err.Error())
		}
	}
}

func (k *checker) checkFormat(n *document.Node) {
	var known []string
	for _, f := range k.team.catalogue.Formats {
		known = append(known, string(f.Name))
	}
	name := n.Str()
	similar := near.Name(name, known)
	if name == "" || slices.Contains(known, name) || k.team.unread && similar == "" {
		return
	}
	k.add("format", n.Value, "name", rules.Quote(name), "near", near.Suffix(similar), "names", strings.Join(known, ", "))
}
