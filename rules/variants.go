package rules

import "slices"

// In returns the rule's words in a variant, "" for its own. What the variant
// leaves out is the rule's.
func (r *Rule) In(variant string) Words { return r.words(variant) }

// Cases returns the variants in which the rule can fire, sorted, with "" if it
// can fire without one. Only rules of a catalogue know it, not those that an
// engine compiled for itself.
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

// firesAlone reports whether a rule can fire without a variant: it has none, or
// its pattern, check or schema belongs to none. Parse errors always name a
// variant if there are any.
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
