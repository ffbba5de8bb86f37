package rules

import "slices"

// In is what the rule says in one of its variants, "" for its own words. What
// the variant leaves out is the rule's own.
func (r *Rule) In(variant string) Words { return r.words(variant) }

// Cases are the variants in which the rule can fire, sorted, with "" among
// them where it can fire in none of them. Rules of the catalogue know it;
// those that an engine compiled for itself do not.
func (r *Rule) Cases() []string {
	var cases []string
	if r.alone {
		cases = append(cases, "")
	}
	for variant := range r.Variants {
		cases = append(cases, variant)
	}
	slices.Sort(cases)
	return cases
}

// firesAlone says whether a rule can fire in none of its variants: it has none,
// or a pattern, check or schema that is not one of theirs. The reader always
// names a variant where there are any.
func firesAlone(in *entryReader) bool {
	if !lookup(in.value, "variants").Exists() {
		return true
	}
	for _, path := range []string{"must", "check", "violations"} {
		if lookup(in.value, path).Exists() {
			return true
		}
	}
	return in.text("from") == "schema"
}
