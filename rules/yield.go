package rules

import (
	"cmp"
	"slices"
	"sort"
)

// yield drops findings whose rule yields to one that has fired: in the
// finding's scope, or anywhere if one of the two is about the whole file.
func yield(findings []Finding) []Finding {
	fired := firings(findings)
	return slices.DeleteFunc(slices.Clone(findings), func(f Finding) bool {
		return slices.ContainsFunc(f.yields, func(name string) bool {
			rule := fired[name]
			return rule != nil && (f.wholeFile || rule.wholeFile || rule.within(f.scope.Start.Offset, f.scope.End.Offset))
		})
	})
}

// firing holds the places at which a rule has fired. A file can have thousands
// of findings that yield to thousands of others, so the places are sorted for
// binary search.
type firing struct {
	// wholeFile is set if one of the findings is about the whole file.
	wholeFile bool
	// places are those of the other findings, sorted by start.
	places []extent
}

// extent is a range of bytes in the file.
type extent struct {
	start, end int
	// leastEnd is the least end from this place on.
	leastEnd int
}

// firings returns the rules that others yield to and that have fired, by name.
func firings(findings []Finding) map[string]*firing {
	fired := map[string]*firing{}
	for _, f := range findings {
		for _, rule := range f.yields {
			fired[rule] = nil
		}
	}
	for _, f := range findings {
		rule, wanted := fired[f.Rule]
		if !wanted {
			continue
		}
		if rule == nil {
			rule = &firing{}
			fired[f.Rule] = rule
		}
		if f.wholeFile {
			rule.wholeFile = true
		} else {
			rule.places = append(rule.places, extent{start: f.Range.Start.Offset, end: f.Range.End.Offset, leastEnd: f.Range.End.Offset})
		}
	}
	for _, rule := range fired {
		if rule == nil {
			continue
		}
		slices.SortFunc(rule.places, func(a, b extent) int { return cmp.Compare(a.start, b.start) })
		for i := len(rule.places) - 2; i >= 0; i-- {
			rule.places[i].leastEnd = min(rule.places[i].end, rule.places[i+1].leastEnd)
		}
	}
	return fired
}

// within reports whether one of the places lies in a scope.
func (r *firing) within(start, end int) bool {
	first := sort.Search(len(r.places), func(i int) bool { return r.places[i].start >= start })
	return first < len(r.places) && r.places[first].leastEnd <= end
}
