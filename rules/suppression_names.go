package rules

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

// refusal is why a name in a suppression suppresses nothing: the rule and the
// variant that tell it.
type refusal struct {
	rule, variant string
	values        Values
}

// Firm says that the rule is suppressed by nothing that stands in a file, and
// is never known from before: where it fires, the file was not judged, or not
// to its end.
//
// A report that is too small was read to its end, so a team may accept it.
func (r *Rule) Firm() bool { return r.Fixed || r.Final && r.Group() != "file" || len(r.finals) > 0 }

// resolve is the rules of this format that a name, or a group/*, means.
func (r *inlineReader) resolve(name string) ([]string, *refusal) {
	if name == "*" {
		return nil, &refusal{ruleNotAllowed, "all", Values{"rule": name}}
	}
	var found []string
	variant := ""
	for _, rule := range r.matching(name) {
		if why := r.refusalVariant(rule); why != "" {
			variant = why
		} else {
			found = append(found, rule.Name)
		}
	}
	switch {
	case len(found) > 0:
		return found, nil
	case variant != "":
		return nil, &refusal{ruleNotAllowed, variant, Values{"rule": name}}
	}
	return nil, r.elsewhere(name)
}

// refusalVariant is the variant that tells why a rule is not suppressed in a file, ""
// where it can be.
func (r *inlineReader) refusalVariant(rule *Rule) string {
	var params struct {
		Marker []string `json:"marker"`
	}
	decodeParams(r.ruleSet.rules[ruleNotAllowed], &params)
	switch {
	case rule.Group() == "suppression":
		return "suppression"
	case slices.Contains(params.Marker, rule.Name):
		return "marker"
	case rule.Firm():
		return "unjudged"
	}
	return ""
}

// matching are the rules of this format that a name or a group/* means, in the
// order of their names.
func (r *inlineReader) matching(name string) []*Rule {
	if rule := r.ruleSet.rules[name]; rule != nil {
		return []*Rule{rule}
	}
	prefix, isGroup := strings.CutSuffix(name, "/*")
	if !isGroup {
		return nil
	}
	var out []*Rule
	for _, rule := range r.ruleSet.rules {
		if rule.Group() == prefix {
			out = append(out, rule)
		}
	}
	slices.SortFunc(out, func(a, b *Rule) int { return compareNames(a.Name, b.Name) })
	return out
}

// elsewhere tells a rule of another format from a name that there is not.
func (r *inlineReader) elsewhere(name string) *refusal {
	catalogue, err := r.engine.wholeCatalogue()
	if err != nil {
		r.err = err
		return &refusal{ruleUnknown, "unlike", Values{"rule": Quote(name)}}
	}
	matched := catalogue.Match(name)
	switch {
	case len(matched) == 0:
		return r.unknownName(catalogue, name)
	case matched[0].Formats[0] == SessionFormat:
		return &refusal{ruleNotAllowed, "session", Values{"rule": name}}
	}
	return &refusal{ruleUnknown, "format", Values{
		"rule": name, "formats": titles(catalogue, matched[0].Formats), "format": titles(catalogue, []document.Format{r.doc.Format}),
	}}
}

// unknownName tells of a name that there is not, and which one was meant where
// it is like one: of a group's name alone, the group.
func (r *inlineReader) unknownName(catalogue *Catalogue, name string) *refusal {
	near := catalogue.Near(name)
	variant := "name"
	if len(near) == 0 {
		variant = "unlike"
	}
	return &refusal{ruleUnknown, variant, Values{"rule": Quote(name), "near": strings.Join(near, " or ")}}
}

// titles are formats as a sentence has them: "a report", "a context file or a
// task payload".
func titles(c *Catalogue, formats []document.Format) string {
	var out []string
	for _, f := range formats {
		if info := c.Format(string(f)); info != nil {
			out = append(out, withArticle(info.Title))
		}
	}
	return strings.Join(out, " or ")
}
