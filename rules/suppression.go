package rules

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

// The rules about suppressions, from suppression.cue.
const (
	ruleMalformed  = "suppression/malformed"
	ruleNoReason   = "suppression/no-reason"
	ruleNotAllowed = "suppression/not-allowed"
	ruleUnknown    = "suppression/unknown-rule"
	ruleUnused     = "suppression/unused"
)

// suppression is one rule, or group of rules, that a file suppresses.
type suppression struct {
	// name is the rule or group as the file has it, at its position, and rules
	// are those of this format that it matches.
	name  string
	at    Span
	rules []string
	// pointer is that of the list's entry in the handoff's own object, "" for a
	// comment.
	pointer string
	place   scope
	// used is set if it suppresses a finding, firesOnError if it names one that
	// is an error.
	used, firesOnError bool
}

// scope is the part of a file that a suppression covers; the zero value is all
// of it.
type scope struct {
	// variant is the variant of suppression/unused for this scope.
	variant string
	// from and to are lines, from 1.
	from, to int
	// value is the pointer of the suppressed value, with all that is in it.
	value string
}

// The kinds of scope.
const (
	inFile   = "file"
	nextLine = "next-line"
	nowhere  = "nowhere"
	inLines  = "lines"
	atValue  = "value"
)

// covers reports whether a fault is in the scope. A fault of the file as a
// whole is on no line.
func (p scope) covers(pointer string, line int) bool {
	switch p.variant {
	case nextLine, inLines:
		return p.from <= line && line <= p.to
	case nowhere:
		return false
	case atValue:
		rest, ok := strings.CutPrefix(pointer, p.value)
		return ok && (rest == "" || rest[0] == '/')
	}
	return true
}

// suppressions are those of one file.
type suppressions struct {
	all    []*suppression
	byRule map[string][]*suppression
}

func (s *suppressions) add(x *suppression) {
	if s.byRule == nil {
		s.byRule = map[string][]*suppression{}
	}
	s.all = append(s.all, x)
	for _, rule := range x.rules {
		s.byRule[rule] = append(s.byRule[rule], x)
	}
}

// suppressed reports whether the file suppresses a finding, and marks the
// suppressions that do. The agent that is checked writes the file, so it can
// suppress a warning, never an error.
func (t *docCheck) suppressed(rule *Rule, severity Severity, r Report) bool {
	candidates := t.inline.byRule[rule.Name]
	if len(candidates) == 0 {
		return false
	}
	line := 0
	if !isWhole(t.source, r.At) {
		line = t.source.Pos(r.At.Start).Line
	}
	found := false
	for _, s := range candidates {
		switch {
		case !s.place.covers(r.Pointer, line):
		case severity == Error:
			s.firesOnError = true
		default:
			s.used, found = true, true
		}
	}
	return found
}

// removeSuppressed removes the suppressed findings and reports unused
// suppressions, unless a final rule has fired and nothing else was checked.
func (t *docCheck) removeSuppressed(findings []Finding) []Finding {
	var hidden []Finding
	t.findings = nil
	for _, f := range findings {
		if f.suppressed {
			hidden = append(hidden, f)
		} else {
			t.findings = append(t.findings, f)
		}
	}
	t.hidden = len(deduplicate(sortFindings(hidden)))
	rule := t.ruleSet.rules[ruleUnused]
	if t.final || rule == nil {
		return t.findings
	}
	var params struct {
		Elsewhere []string `json:"elsewhere"`
	}
	decodeParams(rule, &params)
	mightFire := func(name string) bool { // it is enabled and depends on the file alone
		return t.ruleSet.rules[name].SeverityIn(t.profile) != Off && !slices.Contains(params.Elsewhere, name)
	}
	for _, s := range t.inline.all {
		switch {
		case s.used:
		case s.firesOnError:
			t.addNamed(ruleNotAllowed, Report{At: s.at, Pointer: s.pointer, Variant: "error", Values: Values{"rule": s.name}})
		case slices.ContainsFunc(s.rules, mightFire):
			t.add(rule, Report{At: s.at, Pointer: s.pointer, Variant: s.place.variant, Values: Values{
				"rule":  s.name,
				"line":  strconv.Itoa(s.place.from),
				"from":  strconv.Itoa(s.place.from),
				"to":    strconv.Itoa(s.place.to),
				"field": FieldName(s.place.value),
			}})
		}
	}
	return t.findings
}

// decodeParams decodes a rule's parameters, which CUE has typed; a test checks
// that each of them is read.
func decodeParams(rule *Rule, into any) {
	if rule != nil && rule.Params != nil {
		_ = json.Unmarshal(rule.Params, into)
	}
}

// addNamed adds a finding about suppressions, if its rule is in the catalogue.
func (t *docCheck) addNamed(rule string, r Report) {
	if known := t.ruleSet.rules[rule]; known != nil {
		t.add(known, r)
	}
}

// refusal is why a name suppresses nothing: the rule and variant that report
// it.
type refusal struct {
	rule, variant string
	values        Values
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
	slices.SortFunc(out, func(a, b *Rule) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// elsewhere distinguishes a rule of another format from an unknown name, which
// gets a suggestion.
func (r *inlineReader) elsewhere(name string) *refusal {
	catalogue := r.engine.catalogue
	matched := catalogue.Match(name)
	switch {
	case len(matched) == 0:
		near := catalogue.Near(name)
		if len(near) == 0 {
			return &refusal{ruleUnknown, "unlike", Values{"rule": Quote(name), "near": ""}}
		}
		return &refusal{ruleUnknown, "name", Values{"rule": Quote(name), "near": strings.Join(near, " or ")}}
	case matched[0].Formats[0] == SessionFormat:
		return &refusal{ruleNotAllowed, "session", Values{"rule": name}}
	}
	return &refusal{ruleUnknown, "format", Values{
		"rule": name, "formats": titles(catalogue, matched[0].Formats), "format": titles(catalogue, []document.Format{r.doc.Format}),
	}}
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
