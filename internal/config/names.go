package config

import (
	"slices"
	"strings"

	ownsource "github.com/handofflint/handofflint/internal/source"
)

// names are the names of a team's own rules and formats, read from the keys of
// its sources alone: so a mistake inside of one entry hides none elsewhere.
type names struct{ rules, formats []string }

// readNames reads the names of the sources. A source of which not even the keys
// can be read may have any.
func (o *teamSources) readNames() {
	builtin := func(kind, name string) bool {
		if kind == "formats" {
			return o.catalogue.Format(name) != nil
		}
		return o.catalogue.Rule(name) != nil || strings.Contains(name, "*")
	}
	for _, s := range o.sources {
		file, _ := ownsource.Parse(s.Name, s.Data, builtin) // its problems are told already
		if file == nil {
			o.unread = true
			continue
		}
		for _, e := range file.Entries {
			if e.Kind == "formats" {
				o.names.formats = append(o.names.formats, e.Name)
			} else {
				o.names.rules = append(o.names.rules, e.Name)
			}
		}
	}
}

// hasRule says whether a rule is the team's own, or may be: a format makes
// rules of its own, under its name.
func (n names) hasRule(name string) bool {
	group, _, grouped := strings.Cut(name, "/")
	return slices.Contains(n.rules, name) || grouped && slices.Contains(n.formats, group)
}

// match says whether a pattern means a rule of the team's own.
func (n names) match(pattern string) bool {
	prefix, group := strings.CutSuffix(pattern, "*")
	if !group || !strings.HasSuffix(prefix, "/") {
		return false
	}
	inGroup := func(rule string) bool { return strings.HasPrefix(rule, prefix) }
	return slices.ContainsFunc(n.rules, inGroup) || slices.Contains(n.formats, strings.TrimSuffix(prefix, "/"))
}
