package near

import (
	"slices"
	"strings"
)

// Rules returns the names of rules that a typed name was probably meant to be: all of the nearest, by their
// whole names, else by their groups, else by their last parts, in the nearest group if one is near. A beginning
// counts as one wrong letter. If there are too many to suggest, it returns their group as the pattern group/*, or
// none if they have several.
func Rules(name string, names []string) []string {
	n := loaded()
	typed := strings.Trim(name, "*/")
	whole := func(rule string) string { return rule }
	found := n.nearest(typed, names, whole)
	if len(found) == 0 {
		found = n.nearest(typed, names, groupOf)
	}
	if len(found) == 0 {
		found = n.nearest(lastPart(typed), names, lastPart)
		if ofGroup := n.nearest(groupOf(typed), found, groupOf); len(ofGroup) > 0 {
			found = ofGroup
		}
	}
	if len(found) <= n.Most {
		return found
	}
	group := groupOf(found[0])
	if slices.ContainsFunc(found, func(rule string) bool { return groupOf(rule) != group }) {
		return nil
	}
	return []string{group + "/*"}
}

// nearest returns the rules with the fewest wrong letters in a part of their names.
func (n nearness) nearest(typed string, names []string, part func(rule string) string) (found []string) {
	least := n.Distance + 1
	for _, rule := range names {
		d, near := n.wrongLetters(typed, part(rule))
		if n.isPrefix(typed, part(rule)) {
			d, near = min(d, 1), true
		}
		if !near || d > least {
			continue
		}
		if d < least {
			found, least = nil, d
		}
		found = append(found, rule)
	}
	return found
}

func lastPart(rule string) string { return rule[strings.LastIndexByte(rule, '/')+1:] }

func groupOf(rule string) string { return rule[:max(strings.LastIndexByte(rule, '/'), 0)] }
