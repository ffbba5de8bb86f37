package rules

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
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
	if !t.final {
		t.addUnused()
	}
	return t.findings
}

func (t *docCheck) addUnused() {
	rule := t.ruleSet.rules[ruleUnused]
	if rule == nil {
		return
	}
	var params struct {
		Elsewhere []string `json:"elsewhere"`
	}
	decodeParams(rule, &params)
	for _, s := range t.inline.all {
		switch {
		case s.used:
		case s.firesOnError:
			t.addNamed(ruleNotAllowed, Report{At: s.at, Pointer: s.pointer, Variant: "error", Values: Values{"rule": s.name}})
		case t.mightFire(s, params.Elsewhere):
			t.add(rule, s.unused())
		}
	}
}

// mightFire reports whether a suppressed rule is enabled and depends on the
// file alone.
func (t *docCheck) mightFire(s *suppression, elsewhere []string) bool {
	return slices.ContainsFunc(s.rules, func(name string) bool {
		return t.ruleSet.rules[name].SeverityIn(t.profile) != Off && !slices.Contains(elsewhere, name)
	})
}

func (s *suppression) unused() Report {
	return Report{At: s.at, Pointer: s.pointer, Variant: s.place.variant, Values: Values{
		"rule":  s.name,
		"line":  strconv.Itoa(s.place.from),
		"from":  strconv.Itoa(s.place.from),
		"to":    strconv.Itoa(s.place.to),
		"field": FieldName(s.place.value),
	}}
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

// tooShort reports whether a reason has fewer characters than
// suppression/no-reason requires, and that number.
func (t *docCheck) tooShort(reason string) (bool, int) {
	var params struct {
		Characters int `json:"characters"`
	}
	decodeParams(t.ruleSet.rules[ruleNoReason], &params)
	return utf8.RuneCountInString(reason) < params.Characters, params.Characters
}
