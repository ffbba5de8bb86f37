package rules

import "slices"

// yield drops findings whose rule yields to one that has fired: in the
// finding's scope, or anywhere if one of the two is about the whole file.
func yield(findings []Finding) []Finding {
	fired := map[string][]*Finding{}
	for i, f := range findings {
		fired[f.Rule] = append(fired[f.Rule], &findings[i])
	}
	return slices.DeleteFunc(slices.Clone(findings), func(f Finding) bool {
		within := func(other *Finding) bool {
			return f.wholeFile || other.wholeFile ||
				f.scope.Start.Offset <= other.Range.Start.Offset && other.Range.End.Offset <= f.scope.End.Offset
		}
		return slices.ContainsFunc(f.yields, func(rule string) bool { return slices.ContainsFunc(fired[rule], within) })
	})
}
