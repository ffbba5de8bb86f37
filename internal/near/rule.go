package near

import (
	"cmp"
	"slices"
	"strings"
)

// Rules returns those of the names of rules that a typed name was probably meant to
// be, all of the nearest. It also finds a rule without its group or with another
// one, and a group by its name alone, as the pattern group/*.
func Rules(name string, names []string) []string {
	s := ruleSearch{nearness: loaded(), names: names, whole: strings.Trim(name, "*/")}
	s.group, s.tail = splitRule(s.whole)
	s.pattern = strings.HasSuffix(name, "*") && strings.Count(name, "/") < 2
	if group := s.nearGroup(); group != "" {
		return []string{group + "/*"}
	}
	near := s.nearest()
	if len(near) == 0 {
		near = s.withPrefix()
	}
	return near[:min(len(near), s.Most)]
}

// splitRule splits a rule's name at its last slash. The group is "" without
// one.
func splitRule(name string) (group, tail string) {
	i := strings.LastIndexByte(name, '/')
	if i < 0 {
		return "", name
	}
	return name[:i], name[i+1:]
}

// ruleSearch searches for the rule that a name was meant to be.
type ruleSearch struct {
	nearness
	names []string
	// whole is the name without the signs of a pattern, group and tail its
	// parts at the slash.
	whole, group, tail string
	pattern            bool
}

// nearGroup returns the group that was meant, "" for none: one with that name,
// or for a pattern, or if no rule is near, the nearest.
func (s *ruleSearch) nearGroup() string {
	if s.group != "" && !s.pattern {
		return ""
	}
	groups, meant := s.groups(), cmp.Or(s.group, s.tail)
	if i := slices.IndexFunc(groups, func(group string) bool { return strings.EqualFold(group, meant) }); i >= 0 {
		return groups[i]
	}
	if s.pattern || len(s.nearest()) == 0 {
		return Name(meant, groups)
	}
	return ""
}

func (s *ruleSearch) groups() []string {
	var groups []string
	for _, rule := range s.names {
		if group, _ := splitRule(rule); group != "" && !slices.Contains(groups, group) {
			groups = append(groups, group)
		}
	}
	return groups
}

// ruleDistance is the distance of a name to a rule's: the part after the slash
// counts first, then the group.
type ruleDistance struct{ tail, group int }

func (d ruleDistance) compare(other ruleDistance) int {
	return cmp.Or(cmp.Compare(d.tail, other.tail), cmp.Compare(d.group, other.group))
}

// nearest returns the rules with the fewest wrong letters.
func (s *ruleSearch) nearest() []string {
	var found []string
	var least ruleDistance
	for _, rule := range s.names {
		d, near := s.ruleDistance(rule)
		switch {
		case !near:
		case len(found) == 0 || d.compare(least) < 0:
			found, least = []string{rule}, d
		case d == least:
			found = append(found, rule)
		}
	}
	return found
}

// ruleDistance compares group and tail apart. A different group is farther than
// any misspelling. A name without a slash may have lost it by a misspelling.
func (s *ruleSearch) ruleDistance(rule string) (d ruleDistance, near bool) {
	group, tail := splitRule(rule)
	if d.tail, near = s.distance(s.tail, tail); !near {
		if s.group == "" {
			d.tail, near = s.distance(s.whole, rule)
		}
		return d, near
	}
	if s.group != "" {
		if d.group, near = s.distance(s.group, group); !near {
			d.group = compared
		}
	}
	return d, true
}

// withPrefix returns the rules that begin with the name, or whose tail does;
// none if there are too many.
func (s *ruleSearch) withPrefix() []string {
	var found []string
	for _, rule := range s.names {
		_, tail := splitRule(rule)
		if s.isPrefix(s.whole, rule) || s.group == "" && s.isPrefix(s.tail, tail) {
			found = append(found, rule)
		}
	}
	if len(found) > s.Most {
		return nil
	}
	return found
}
