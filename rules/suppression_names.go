package rules

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
)

// refusal is why a name suppresses nothing: the rule and variant that report
// it.
type refusal struct {
	rule, variant string
	values        Values
}

// Firm reports whether nothing in a file suppresses the rule and no baseline
// contains it: if it fires, the file was not checked, or not completely. A
// report that is too small was read to its end, so a team may accept it.
func (r *Rule) Firm() bool {
	final := func(v schema.Variant) bool { return v.Final }
	return r.Fixed || r.Final && r.Group() != "file" || slices.ContainsFunc(r.entry.Variants, final)
}

// finalIn reports whether nothing else is reported about a file in which this
// variant fires.
func (r *Rule) finalIn(variant string) bool {
	return slices.ContainsFunc(r.entry.Variants, func(v schema.Variant) bool { return v.Name == variant && v.Final })
}

// resolve returns the rules of this format that a name or group/* matches.
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

// refusalVariant returns the variant that says why a file cannot suppress a
// rule, "" if it can.
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

// matching returns the rules of this format that a name or group/* matches,
// sorted by name.
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

// elsewhere distinguishes a rule of another format from an unknown name.
func (r *inlineReader) elsewhere(name string) *refusal {
	catalogue := r.engine.catalogue
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

// unknownName reports an unknown name with a suggestion, for a group's name
// alone the group.
func (r *inlineReader) unknownName(catalogue *Catalogue, name string) *refusal {
	near := catalogue.Near(name)
	variant := "name"
	if len(near) == 0 {
		variant = "unlike"
	}
	return &refusal{ruleUnknown, variant, Values{"rule": Quote(name), "near": strings.Join(near, " or ")}}
}

// titles lists formats as in a sentence: "a report", "a context file or a task
// payload".
func titles(c *Catalogue, formats []document.Format) string {
	var out []string
	for _, f := range formats {
		if info := c.Format(string(f)); info != nil {
			out = append(out, withArticle(info.Title))
		}
	}
	return strings.Join(out, " or ")
}

// withArticle returns a format's title as it appears in a sentence: "a report", "an
// API incident".
func withArticle(title string) string {
	if first, rest, _ := strings.Cut(title, " "); first != strings.ToUpper(first) {
		title = strings.TrimSpace(strings.ToLower(first) + " " + rest)
	}
	if title != "" && strings.ContainsRune("aeiouAEIOU", rune(title[0])) {
		return "an " + title
	}
	return "a " + title
}
