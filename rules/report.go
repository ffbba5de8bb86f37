package rules

import (
	"cmp"
	"maps"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
)

// excerptLength is the maximum number of code points in an excerpt.
const excerptLength = 160

// addReport makes a finding of a report and adds it, unless the rule is off here or has enough findings.
func (c *docCheck) addReport(rule *Rule, r Report) {
	severity := c.severityOf(rule)
	if severity == Off {
		return
	}
	if severity == Error {
		severity = cmp.Or(r.MaxSeverity, Error)
	}
	suppressed := c.useSuppressions(rule, severity, r.At)
	key := tallyKey{rule.Name, severity, suppressed}
	c.tallies[key]++
	over := c.tallies[key] - c.engine.limits.Findings
	if over > 1 || over > 0 && suppressed { // the first one over the limit says that there may be more
		return
	}
	f := newFinding(rule, severity, c.doc.Input.Path, c.source, r)
	f.scope = c.source.Range(cmp.Or(r.Scope, r.At))
	f.suppressed = suppressed
	f.Team = rule.Origin != "" || rule.Group() == "schema" && !builtinFormat(c.doc.Format)
	f.subject = c.subjectOf(r)
	f.Fix = c.fix(rule, r)
	if r.IsSuggestion {
		f.Fix, f.Suggestion = nil, f.Fix
	}
	f.Path = cmp.Or(r.File, f.Path)
	if r.Fact != nil { // the finding is about a report of the session
		f.Path = r.Member.Path
		f.Range = r.Fact.at
		f.Excerpt = r.Fact.excerpt
		f.scope, f.wholeFile = f.Range, r.Fact.whole
	}
	if over > 0 {
		// No later step drops this finding: it yields to no other, and a baseline cannot contain what was never
		// listed.
		f.Message += c.engine.limits.more
		f.Unsuppressible = true
		f.Baseline = false
		f.yields = nil
	}
	c.findings = append(c.findings, f)
}

// newFinding makes a finding about a file from a report, with the rule's words.
func newFinding(rule *Rule, severity Severity, path string, source *text.Source, r Report) Finding {
	if rule.Needs != "" { // a transcript may have credentials that the document does not have
		r.Values = maps.Clone(r.Values)
		for name, value := range r.Values {
			r.Values[name] = secret.Mask(value)
		}
	}
	variant, _ := rule.variant(r.Variant)
	values := shortValues(r.Values)
	words := rule.In(r.Variant)
	common := Values{"path": path, "argument": text.ShellQuote(path)}
	// Only an error leaves the file unjudged: a team may accept a short report as a warning.
	f := Finding{
		Rule:           rule.Name,
		Severity:       severity,
		Path:           path,
		Pointer:        r.Pointer,
		Message:        text.Fill(words.Message, values, common),
		Help:           text.Fill(words.Help, values, common),
		URL:            rule.URL(),
		Unjudged:       (rule.Unjudged || variant.Final) && severity == Error,
		Unsuppressible: rule.Unsuppressible() || rule.Final && severity == Error,
		Baseline:       rule.Baseline,
		Needs:          rule.Needs,
		Sealing:        rule.Sealing,
		Consumer:       rule.Consumer,
		ErrorType:      rule.errorType(r.Pointer),
		Variant:        r.Variant,
		Values:         r.Values,
		yields:         rule.Yields,
		Range:          source.Range(r.At),
		wholeFile:      isWhole(source, r.At),
	}
	if !f.wholeFile {
		f.Excerpt = excerpt(source, r.At)
	}
	for _, place := range r.Related {
		f.Related = append(f.Related, Related{Path: path, Range: source.Range(place.Span), Message: cmp.Or(place.Message, text.Fill(words.Related, values))})
	}
	return f
}

// isWhole reports whether a span means the whole file: it is empty and before all text.
func isWhole(source *text.Source, at text.Span) bool {
	return at.Len() == 0 && at.Start <= source.Start()
}

// violationReport describes a violation with the values that all rules share. A missing field is where
// it is misspelt.
func (c *docCheck) violationReport(v schema.Violation) Report {
	pointer, inData := strings.CutPrefix(v.Pointer, "/data")
	if !inData {
		pointer = ""
	}
	report := Report{At: v.Span, Pointer: pointer, Values: near.Values(&v, pointer)}
	if v.Kind == schema.Missing {
		if similar := c.similar(v); similar != nil {
			report.At = similar.Key
		}
	}
	return report
}

// tallyKey is the key by which findings are counted. Warnings must not push out errors, and suppressed
// findings must not push out listed ones.
type tallyKey struct {
	rule       string
	severity   Severity
	suppressed bool
}

// NewFindings returns a finding for each report of a mistake in the file at path, which is not a handoff but, for
// example, a configuration. All are errors under one name, which is no rule of the catalogue and has no page. The
// words are by variant, and the values of a report fill them in; source is the file's text.
func NewFindings(name string, words map[string]schema.Words, path string, source *text.Source, reports []Report) (findings []Finding) {
	redactor := secret.RedactorOf(string(source.Bytes()))
	for _, r := range reports {
		rule := &Rule{Name: name, Words: words[r.Variant], Unjudged: true} // nothing is checked with such a file
		f := newFinding(rule, Error, path, source, r)
		f.URL = "" // the name has no page among the rules
		f.redact(redactor)
		findings = append(findings, f)
	}
	return findings
}

// valueLength is the maximum number of code points of a value in a message. It is longer than any list of
// allowed values; only text of the file is cut.
const valueLength = 400

// shortValues returns a copy of the values, each shortened. The originals may belong to a fault of the document, which
// other goroutines may be checking.
func shortValues(values Values) Values {
	clipped := maps.Clone(values)
	for name, value := range clipped {
		clipped[name] = text.Shorten(value, valueLength)
	}
	return clipped
}

// excerpt returns the line on which a span starts; for a long line only a window, with some text before the span.
func excerpt(source *text.Source, at text.Span) Excerpt {
	number := source.Pos(at.Start).Line
	line := source.LineSpan(number)
	begin, start := line.Start, line.Start
	if number == 1 {
		begin = 0 // a byte order mark is not part of the span
	}
	if utf8.RuneCount(source.Bytes()[line.Start:line.End]) > excerptLength {
		start = max(line.Start, min(at.Start, line.End)-excerptLength/4)
		for start > line.Start && !utf8.RuneStart(source.Bytes()[start]) {
			start--
		}
	}
	end := start
	for range excerptLength {
		_, size := utf8.DecodeRune(source.Bytes()[end:line.End]) // 0 at the end
		end += size
	}
	return Excerpt{Text: source.Slice(text.Span{Start: start, End: end}), Column: source.Pos(start).Column, Offset: start - begin}
}
