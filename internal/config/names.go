package config

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/rules"
)

// names are the names of a team's rules and formats, read from the keys of its
// sources alone, so that a mistake in one entry hides none elsewhere.
type names struct{ rules, formats []string }

// readNames reads the names of the sources. A source whose keys cannot be read
// may have any.
func (o *teamSources) readNames() {
	var whole bool
	o.names.rules, o.names.formats, whole = rules.NamesIn(o.sources)
	o.unread = o.unread || !whole
}

// hasRule reports whether a rule is or may be the team's: a format generates
// rules under its name.
func (n names) hasRule(name string) bool {
	group, _, grouped := strings.Cut(name, "/")
	return slices.Contains(n.rules, name) || grouped && slices.Contains(n.formats, group)
}

// match reports whether a pattern matches a rule of the team.
func (n names) match(pattern string) bool {
	prefix, group := strings.CutSuffix(pattern, "*")
	if !group || !strings.HasSuffix(prefix, "/") {
		return false
	}
	inGroup := func(rule string) bool { return strings.HasPrefix(rule, prefix) }
	return slices.ContainsFunc(n.rules, inGroup) || slices.Contains(n.formats, strings.TrimSuffix(prefix, "/"))
}
