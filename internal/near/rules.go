package near

import (
	"cmp"
	"slices"
	"strings"
)

// Rules returns the names of rules that a typed name was probably meant to be: all of the nearest. It also
// finds rules with a missing or a wrong group, and a group by its bare name, as the pattern group/*.
func Rules(name string, names []string) []string {
	typed := newTypedRule(name)
	begun := typed.begun(names)
	if typed.group != "" && !typed.isPattern && len(begun) > 0 {
		return begun
	}
	var found []candidate
	for _, rule := range names {
		found = append(found, typed.candidates(rule)...)
	}
	if len(found) == 0 {
		return begun
	}
	least := slices.MinFunc(found, func(x, y candidate) int { return cmp.Compare(x.rank, y.rank) })
	var nearest []string
	for _, c := range found {
		if c.rank == least.rank && !slices.Contains(nearest, c.name) {
			nearest = append(nearest, c.name)
		}
	}
	return nearest[:min(len(nearest), loaded().Most)]
}

// typedRule is the name of a rule, or a pattern for several, as a user typed it.
type typedRule struct {
	nearness
	name, group, tail string
	isPattern         bool
}

func newTypedRule(typed string) typedRule {
	name := strings.Trim(typed, "*/")
	group, tail := splitRule(name)
	isPattern := strings.HasSuffix(typed, "*") && strings.Count(typed, "/") < 2
	return typedRule{nearness: loaded(), name: name, group: group, tail: tail, isPattern: isPattern}
}

// candidate is a rule, or a pattern for a group, that may have been meant. rank is its distance from the
// typed name: perLetter for each wrong letter of a group, or of the last part of a rule, for which the wrong
// letters of its group are added.
type candidate struct {
	name string
	rank int
}

const perLetter = 100

// candidates returns the group of an existing rule and the rule itself, if they are near.
func (t typedRule) candidates(rule string) (found []candidate) {
	group, tail := splitRule(rule)
	if t.isPattern || t.group == "" {
		if d, near := t.distance(cmp.Or(t.group, t.name), group); near {
			found = append(found, candidate{group + "/*", perLetter * d})
		}
	}
	d, near := t.distance(t.tail, tail)
	if !near {
		d, near = t.distance(t.tail, rule)
	}
	if !near {
		return found
	}
	return append(found, candidate{rule, perLetter*d + t.groupDistance(group)})
}

// groupDistance returns the wrong letters of the typed group, or more than near names can have if it is
// another group.
func (t typedRule) groupDistance(group string) int {
	if d, near := t.distance(t.group, group); near {
		return d
	}
	return t.Distance + 1
}

// begun returns the rules and groups that begin with the typed text, groups as the pattern group/*. If they
// are too many to suggest, it returns the group that was typed, or none.
func (t typedRule) begun(names []string) (found []string) {
	for _, rule := range names {
		group, tail := splitRule(rule)
		_, isGroup := t.distance(t.group, group)
		if t.isPrefix(t.name, group) && !slices.Contains(found, group+"/*") {
			found = append(found, group+"/*")
		}
		if (t.group == "" || isGroup) && t.isPrefix(t.tail, tail) {
			found = append(found, rule)
		}
	}
	if len(found) <= t.Most {
		return found
	}
	if t.group == "" {
		return nil
	}
	group, _ := splitRule(found[0])
	return []string{group + "/*"}
}

// splitRule splits a rule's name at its last slash. The group is "" without one.
func splitRule(name string) (group, tail string) {
	i := strings.LastIndexByte(name, '/')
	return name[:max(i, 0)], name[i+1:]
}
