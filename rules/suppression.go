package rules

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
)

// InlineKey is the field of a handoff's own object for handofflint, defined by the schema's #Inline. Entries
// that violate #Inline are ignored here.
const InlineKey = "handofflint"

var inlinePointer = document.PointerStep("", InlineKey)

// The rules about suppressions, from suppression.cue.
const (
	ruleMalformed  = "suppression/malformed"
	ruleNoReason   = "suppression/no-reason"
	ruleNotAllowed = "suppression/not-allowed"
	ruleUnknown    = "suppression/unknown-rule"
	ruleUnused     = "suppression/unused"
)

// suppressionParams are the parameters of the rules about suppressions.
type suppressionParams struct {
	Most       int      `json:"most"`       // names in a file
	Characters int      `json:"characters"` // of a reason, at least
	Marker     []string `json:"marker"`     // rules about the marker of a report
	Elsewhere  []string `json:"elsewhere"`  // rules that depend on more than the text
}

// decodeParams decodes a rule's parameters, which CUE has typed; a test checks that each of them is read.
func decodeParams(rule *Rule, into any) {
	if rule != nil {
		_ = json.Unmarshal([]byte(rule.Params), into)
	}
}

// suppression is one rule, or group of rules, that a file suppresses.
type suppression struct {
	statement
	// name is the rule or group as the file has it, at its position. rules are the matching rules of this
	// format.
	name  string
	at    text.Span
	rules []string
	// used is set if it suppresses a finding, firesOnError if it names one that is an error.
	used, firesOnError bool
}

const (
	inFile     = "file"
	inNextLine = "next-line"
	nowhere    = "nowhere" // there is no next line
)

// useSuppressions marks the suppressions of a file that are meant for a finding, and reports whether they suppress it.
// The agent that is checked writes the file, so it can suppress warnings but not errors.
func (c *docCheck) useSuppressions(rule *Rule, severity Severity, at text.Span) bool {
	found := false
	for _, s := range c.suppressionsOf[rule.Name] {
		onLine := !isWhole(c.source, at) && c.source.Pos(at.Start).Line == s.line
		if s.scope != inFile && !onLine {
			continue
		}
		if severity == Error {
			s.firesOnError = true
			continue
		}
		s.used, found = true, true
	}
	return found
}

// removeSuppressed counts the suppressed findings and returns the others, with findings about unused suppressions. If a
// final rule has fired it adds none, since nothing else was checked.
func (c *docCheck) removeSuppressed(findings []Finding) []Finding {
	suppressed := slices.DeleteFunc(slices.Clone(findings), func(f Finding) bool { return !f.suppressed })
	c.suppressed = len(deduplicate(sortFindings(suppressed)))
	c.findings = slices.DeleteFunc(findings, func(f Finding) bool { return f.suppressed })
	if c.finalFired {
		return c.findings
	}
	mightFire := func(name string) bool { // it is enabled and depends on the file alone
		return !c.isOff(c.ruleSet.rules[name]) && !slices.Contains(c.ruleSet.suppression.Elsewhere, name)
	}
	for _, s := range c.suppressions {
		r := Report{At: s.at, Pointer: s.pointer, Variant: s.scope, Values: Values{"rule": s.name, "line": strconv.Itoa(s.line)}}
		switch {
		case s.used:
		case s.firesOnError:
			r.Variant = "error"
			c.report(ruleNotAllowed, r)
		case slices.ContainsFunc(s.rules, mightFire):
			c.report(ruleUnused, r)
		}
	}
	return c.findings
}

// readInline reads the suppressions of a file: the key in the handoff's own object, then the comments.
func (c *docCheck) readInline() {
	list := c.doc.Data().Field(InlineKey).Field("disable")
	for i, entry := range list.Elements() {
		if !entry.Blank() && entry.Kind == document.String {
			pointer := list.ItemPointer(document.PointerStep(inlinePointer, list.Name), i)
			c.readStatement(statement{text: entry.Text, word: "this entry", whole: entry.Value, start: noStart, pointer: pointer, variant: "key", scope: inFile})
		}
	}
	if c.doc.Body != nil {
		for _, d := range c.doc.Body.Directives {
			c.readComment(d)
		}
	}
}

// directiveWord matches the first word of a directive, valid or not.
var directiveWord = text.MustCompile(`(?i)^handofflint(-\S*|[:_ \t]+\w*)`)

// readComment reads one comment.
func (c *docCheck) readComment(d document.Directive) {
	comment := c.source.Slice(d.Text)
	word := directiveWord.FindString(comment)
	s := statement{text: comment[len(word):], word: word, whole: d.Span, start: d.Text.Start + len(word), variant: "comment", scope: inFile}
	switch {
	case c.namesRead > c.ruleSet.suppression.Most: // has been reported
	case !d.Closed:
		c.report(ruleMalformed, Report{At: text.Span{Start: d.Span.Start, End: d.Text.Start}, Variant: "unclosed"})
	case word == "handofflint-disable":
		c.readStatement(s)
	case word == "handofflint-disable-next-line":
		s.scope, s.line = inNextLine, d.Next
		if d.Next == 0 {
			s.scope = nowhere
		}
		c.readStatement(s)
	default:
		c.report(ruleMalformed, Report{At: d.Span, Variant: "word", Values: Values{"word": secret.Quote(word)}})
	}
}

func (c *docCheck) report(rule string, report Report) { c.addReport(c.ruleSet.rules[rule], report) }

// statement names rules and gives a reason. It is the text of a comment after its first word, or an entry
// under the key.
type statement struct {
	text, word string
	// whole is the whole statement. start is the offset of text in the file, or noStart.
	whole text.Span
	start int
	// pointer is the pointer of the entry in the handoff's own object, or "" for a comment.
	pointer string
	variant string // of suppression/no-reason
	// scope is what is covered: the variant of suppression/unused.
	scope string
	line  int // the line for inNextLine, else 0
}

// noStart is the start of a text that may have escapes, so that its parts have no positions.
const noStart = -1

var (
	// reasonMark separates the rules from the reason. Agents' editors turn two hyphens into a dash.
	reasonMark = text.MustCompile(`(^|\s)(--|—)(\s|$)`)
	ruleName   = text.MustCompile(`[^\s,]+`)
)

// readStatement adds the suppressions of a statement, and reports what is wrong with them.
func (c *docCheck) readStatement(s statement) {
	names, reason, marked := s.text, "", false
	if at := reasonMark.FindStringIndex(s.text); at != nil {
		names = s.text[:at[0]]
		reason = strings.TrimSpace(s.text[at[1]:])
		marked = true
	}
	found := ruleName.FindAllStringIndex(names, -1)
	if len(found) == 0 {
		c.report(ruleMalformed, Report{At: s.whole, Pointer: s.pointer, Variant: "no-rule", Values: Values{"word": s.word}})
		return
	}
	var read []string
	for i, in := range found {
		name, at := names[in[0]:in[1]], s.whole
		if s.start != noStart {
			at = text.Span{Start: s.start + in[0], End: s.start + in[1]}
		}
		most := c.ruleSet.suppression.Most
		c.namesRead++
		if c.namesRead == most+1 {
			c.report(ruleMalformed, Report{At: at, Variant: "too-many", Values: Values{"limit": strconv.Itoa(most)}})
		}
		if c.namesRead > most {
			break
		}
		matched, rule, r := c.rulesNamed(name)
		if rule == "" {
			read = append(read, name)
			c.suppress(&suppression{statement: s, name: name, at: at, rules: matched})
			continue
		}
		looksLikeRule := rule != ruleUnknown || strings.Contains(name, "/")
		isProse := i > 0 && !marked && !looksLikeRule // a reason without its mark
		if isProse {
			r.Variant = "reason"
		}
		r.At, r.Pointer = at, s.pointer
		c.report(rule, r)
		if isProse { // each further word would be reported
			break
		}
	}
	if len(read) > 0 {
		c.checkReason(s, reason, read)
	}
}

// checkReason reports a missing or short reason for the suppression of rules.
func (c *docCheck) checkReason(s statement, reason string, rules []string) {
	least := c.ruleSet.suppression.Characters
	if utf8.RuneCountInString(reason) >= least {
		return
	}
	if reason != "" {
		s.variant = "short"
	}
	c.report(ruleNoReason, Report{At: s.whole, Pointer: s.pointer, Variant: s.variant, Values: Values{
		"rule": text.Shorten(strings.Join(rules, " "), text.QuoteLength), "reason": secret.Quote(reason), "limit": strconv.Itoa(least),
	}})
}

func (c *docCheck) suppress(s *suppression) {
	c.suppressions = append(c.suppressions, s)
	for _, rule := range s.rules {
		c.suppressionsOf[rule] = append(c.suppressionsOf[rule], s)
	}
}

// rulesNamed returns the rules of this format that a name or group/* matches. If none of them can be suppressed,
// it returns the rule that says so and its report.
func (c *docCheck) rulesNamed(name string) (matched []string, refusedBy string, r Report) {
	r.Values = Values{"rule": name}
	if name == "*" {
		r.Variant = "all"
		return nil, ruleNotAllowed, r
	}
	all := c.engine.catalogue.Match(name)
	for _, rule := range all {
		switch {
		case c.ruleSet.rules[rule.Name] == nil: // it is for another format
		case rule.Group() == "suppression":
			r.Variant = "suppression"
		case slices.Contains(c.ruleSet.suppression.Marker, rule.Name):
			r.Variant = "marker"
		case rule.Unsuppressible():
			r.Variant = "unjudged"
		default:
			matched = append(matched, rule.Name)
		}
	}
	switch {
	case len(matched) > 0:
		return matched, "", r
	case r.Variant != "":
		return nil, ruleNotAllowed, r
	case len(all) == 0:
		return nil, ruleUnknown, c.unknownName(name)
	case all[0].Formats[0] == SessionFormat:
		r.Variant = "session"
		return nil, ruleNotAllowed, r
	}
	r.Variant = "format"
	return nil, ruleUnknown, r
}

// unknownName returns the report of a name that no rule has.
func (c *docCheck) unknownName(name string) Report {
	near := c.engine.catalogue.Near(name)
	if len(near) == 0 {
		return Report{Variant: "unlike", Values: Values{"rule": secret.Quote(name)}}
	}
	return Report{Variant: "name", Values: Values{"rule": secret.Quote(name), "near": strings.Join(near, " or ")}}
}
