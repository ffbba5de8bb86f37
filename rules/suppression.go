package rules

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The rules about suppressions themselves, as suppression.cue has them.
const (
	ruleMalformed  = "suppression/malformed"
	ruleNoReason   = "suppression/no-reason"
	ruleNotAllowed = "suppression/not-allowed"
	ruleUnknown    = "suppression/unknown-rule"
	ruleUnused     = "suppression/unused"
)

// suppression is one rule, or one group of rules, that a file says it may
// break.
type suppression struct {
	// name is the rule or group as the file has it, at the place of it, and
	// rules what it comes to in this format.
	name  string
	at    Span
	rules []string
	// pointer is that of the list's entry in the handoff's own object, "" for a
	// comment.
	pointer string
	place   scope
	// used says that it suppresses a finding, tried that it is for one that is an
	// error.
	used, firesOnError bool
}

// scope is the part of a file that a suppression is for. The zero value is the
// whole of it.
type scope struct {
	// variant is the case of suppression/unused that tells of the place.
	variant string
	// from and to are lines, from 1.
	from, to int
	// value is the pointer of the value that is meant, with all that is in it.
	value string
}

// The places.
const (
	inFile   = "file"
	nextLine = "next-line"
	nowhere  = "nowhere"
	inLines  = "lines"
	atValue  = "value"
)

// covers says whether a fault stands in the place. One of the file as a whole
// stands on no line.
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

// suppressed reports whether the file suppresses a finding, and notes which of
// its suppressions do. The agent that is judged writes the file, so it can
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

// removeSuppressed is the processor that takes the suppressed findings away, and reports
// the suppressions that had no effect. Where a final rule has fired nothing
// else was judged, so they cannot be.
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

// mightFire says whether a rule that is suppressed runs at all, and would fire
// for what the file says alone.
func (t *docCheck) mightFire(s *suppression, elsewhere []string) bool {
	return slices.ContainsFunc(s.rules, func(name string) bool {
		return t.engine.severity(t.ruleSet.rules[name], t.profile) != Off && !slices.Contains(elsewhere, name)
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

// decodeParams reads the parameters of a rule, which CUE has typed: a test
// holds that each of them is read.
func decodeParams(rule *Rule, into any) {
	if rule != nil && rule.Params != nil {
		_ = json.Unmarshal(rule.Params, into)
	}
}

// addNamed adds a finding about suppressions, where its rule is in the catalogue.
func (t *docCheck) addNamed(rule string, r Report) {
	if known := t.ruleSet.rules[rule]; known != nil {
		t.add(known, r)
	}
}

// tooShort says whether a reason has fewer characters than the rule about
// reasons asks for, and how many that are.
func (t *docCheck) tooShort(reason string) (bool, int) {
	var params struct {
		Characters int `json:"characters"`
	}
	decodeParams(t.ruleSet.rules[ruleNoReason], &params)
	return utf8.RuneCountInString(reason) < params.Characters, params.Characters
}
