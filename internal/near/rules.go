package near

import (
	"cmp"
	"slices"
	"strings"
)

// Rules returns the names of rules that a typed name was probably meant to be: all of the nearest. It also
// finds rules by a beginning, rules with a missing or a wrong group, and a group by its bare name, as the
// pattern group/*. If there are too many to suggest, it returns the group that was typed, or none.
func Rules(name string, names []string) []string {
	typed := newTypedRule(name)
	var found []candidate
	for _, rule := range names {
		found = append(found, typed.candidates(rule)...)
	}
	slices.SortStableFunc(found, func(x, y candidate) int { return cmp.Compare(x.rank, y.rank) })
	var nearest []string
	for _, c := range found {
		if c.rank == found[0].rank && !slices.Contains(nearest, c.name) {
			nearest = append(nearest, c.name)
		}
	}
	if len(nearest) <= typed.Most {
		return nearest
	}
	if typed.group == "" {
		return nil
	}
	group, _ := splitRule(nearest[0])
	return []string{group + "/*"}
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
		if d, near := t.wrongLetters(cmp.Or(t.group, t.name), group); near {
			found = append(found, candidate{group + "/*", perLetter * d})
		}
	}
	d, near := t.wrongLetters(t.tail, tail)
	if !near {
		d, near = t.wrongLetters(t.name, rule)
	}
	if near {
		ofGroup, _ := t.wrongLetters(t.group, group)
		found = append(found, candidate{rule, perLetter*d + ofGroup})
	}
	return found
}

// wrongLetters returns the distance of two names, and whether they are near. A beginning counts as one wrong
// letter. Of other names it is more than near ones can have.
func (t typedRule) wrongLetters(typed, name string) (count int, near bool) {
	count, near = t.distance(typed, name)
	if !near {
		count = t.Distance + 1
	}
	if t.isPrefix(typed, name) {
		return min(count, 1), true
	}
	return count, near
}

// splitRule splits a rule's name at its last slash. The group is "" without one.
func splitRule(name string) (group, tail string) {
	i := strings.LastIndexByte(name, '/')
	return name[:max(i, 0)], name[i+1:]
}
