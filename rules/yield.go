package rules

import (
	"cmp"
	"slices"
	"sort"
)

// yield drops findings of rules that say nothing where another one has fired: in
// the finding's scope, or anywhere if one of the two is about the whole file.
func yield(findings []Finding) []Finding {
	fired := firings(findings)
	return slices.DeleteFunc(slices.Clone(findings), func(f Finding) bool {
		return slices.ContainsFunc(f.yields, func(rule string) bool { return f.yieldsTo(fired[rule]) })
	})
}

// yieldsTo says whether a finding yields to a rule that it names and that has
// fired in those places, nil for none.
func (f Finding) yieldsTo(rule *firing) bool {
	if rule == nil {
		return false
	}
	return f.wholeFile || rule.wholeFile || rule.within(f.scope.Start.Offset, f.scope.End.Offset)
}

// firing is where one rule has fired in a file. A file can have thousands of
// findings that yield to thousands of others, so it is not looked through but
// searched.
type firing struct {
	// wholeFile says that one of the findings is about the whole file.
	wholeFile bool
	// places are those of the others, in the order of their starts.
	places []extent
}

// extent is a place in bytes from the file's beginning.
type extent struct {
	start, end int
	// leastEnd is the least end of this place and all behind it.
	leastEnd int
}

// firings are the rules that others yield to and that have fired, by name.
func firings(findings []Finding) map[string]*firing {
	fired := map[string]*firing{}
	for _, f := range findings {
		for _, rule := range f.yields {
			fired[rule] = nil
		}
	}
	for _, f := range findings {
		if rule, wanted := fired[f.Rule]; !wanted {
			continue
		} else if rule == nil {
			fired[f.Rule] = &firing{}
		}
		fired[f.Rule].add(f)
	}
	for _, rule := range fired {
		rule.arrange()
	}
	return fired
}

func (r *firing) add(f Finding) {
	if f.wholeFile {
		r.wholeFile = true
		return
	}
	r.places = append(r.places, extent{start: f.Range.Start.Offset, end: f.Range.End.Offset})
}

// arrange makes the places ready to be searched.
func (r *firing) arrange() {
	if r == nil {
		return
	}
	slices.SortFunc(r.places, func(a, b extent) int { return cmp.Compare(a.start, b.start) })
	for i := len(r.places) - 1; i >= 0; i-- {
		p := &r.places[i]
		p.leastEnd = p.end
		if i+1 < len(r.places) {
			p.leastEnd = min(p.end, r.places[i+1].leastEnd)
		}
	}
}

// within says whether one of the places begins and ends in a scope: of those
// that begin in it or behind it, the one that ends first has to.
func (r *firing) within(start, end int) bool {
	first := sort.Search(len(r.places), func(i int) bool { return r.places[i].start >= start })
	return first < len(r.places) && r.places[first].leastEnd <= end
}
