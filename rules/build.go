package rules

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// excerptLength is the maximum number of code points of a line that is kept.
const excerptLength = 160

func (t *docCheck) add(rule *Rule, r Report) { t.addCapped(rule, r, Error) }

// addCapped adds a finding of at most the given severity.
func (t *docCheck) addCapped(rule *Rule, r Report, most Severity) {
	severity := t.engine.severity(rule, t.profile)
	if severity == Off {
		return
	}
	if severity == Error {
		severity = most
	}
	suppressed := t.suppressed(rule, severity, r)
	tally := t.tally(tallyKey{rule, severity, suppressed})
	if tally == nil {
		return
	}
	f := newFinding(rule, severity, r, Values{"path": t.doc.Input.Path, "argument": text.ShellQuote(t.doc.Input.Path)})
	f.Path, f.Range = t.doc.Input.Path, t.source.Range(r.At)
	f.Related = t.related(r, rule.words(r.Variant).Related)
	f.scope = t.source.Range(scopeOf(r))
	f.wholeFile, f.suppressed, f.tally = isWhole(t.source, r.At), suppressed, tally
	if !f.wholeFile {
		f.Excerpt = excerpt(t.source, r.At)
	}
	f.Team = rule.Origin != "" || rule.Group() == "schema" && !builtinFormat(t.doc.Format)
	f.subject, f.Fix = t.subjectOf(r), t.fix(rule, r)
	t.relocate(&f, r)
	tally.last = f
	t.findings = append(t.findings, f)
}

// newFinding fills in a rule's words. The caller adds the position.
func newFinding(rule *Rule, severity Severity, r Report, common Values) Finding {
	values := clipAll(r.Values)
	words := rule.words(r.Variant)
	return Finding{
		Rule:      rule.Name,
		Severity:  severity,
		Pointer:   r.Pointer,
		Message:   fill(words.Message, values, common),
		Help:      fill(words.Help, values, common),
		URL:       rule.URL(),
		Unjudged:  rule.Unjudged && severity == Error,
		Firm:      rule.Firm(),
		Sealing:   rule.Sealing,
		Consumer:  rule.Consumer,
		ErrorType: errorType(rule, r.Pointer),
		Variant:   r.Variant,
		Values:    r.Values,
		yields:    rule.yields,
	}
}

func errorType(rule *Rule, pointer string) string {
	if name := rule.upstream.at(pointer); name != "" {
		return name
	}
	return rule.Name
}

// isWhole reports whether a span means the whole file: it is empty and before
// all text.
func isWhole(source *text.Source, at text.Span) bool {
	return source == nil || at.Len() == 0 && at.Start <= source.Start()
}

func scopeOf(r Report) text.Span {
	if r.Scope == (text.Span{}) {
		return r.At
	}
	return r.Scope
}

// related gives related places without a message the rule's words.
func (t *docCheck) related(r Report, words string) []Related {
	var out []Related
	for _, place := range r.Related {
		out = append(out, Related{
			Path:    t.doc.Input.Path,
			Range:   t.source.Range(place.Span),
			Message: cmp.Or(place.Message, fill(words, r.Values)),
		})
	}
	return out
}

func fill(template string, values ...Values) string { return text.Fill(template, values...) }

// violationReport describes a violation with the values that all rules share.
func (t *docCheck) violationReport(v constraint.Violation) Report {
	pointer, inData := strings.CutPrefix(v.Pointer, "/data")
	if !inData {
		pointer = ""
	}
	return Report{At: v.Span, Pointer: pointer, Values: violationValues(v, pointer)}
}

func violationValues(v constraint.Violation, pointer string) Values {
	values := Values{
		"field": FieldName(pointer),
		"name":  document.LastStep(v.Pointer),
		"want":  schema.WithArticles(wanted(v)),
		"got":   schema.WithArticles(v.Got),
		"by":    strconv.Itoa(v.By),
	}
	if v.Kind != constraint.Missing {
		values["value"] = schema.NodeText(v.Node)
	}
	if allowed := allowedValues(v); len(allowed) > 0 {
		near := nearValue(v)
		if near != "" {
			values["near"] = Quote(near)
			allowed = append([]string{near}, slices.DeleteFunc(allowed, func(a string) bool { return a == near })...)
		}
		values["values"] = strings.Join(allowed, ", ")
	}
	return values
}

// allowedValues returns the values that a message lists as allowed, in the
// schema's order.
func allowedValues(v constraint.Violation) []string {
	if shown := v.Attr["values"]; shown != "" {
		return trimAll(strings.Split(shown, ","))
	}
	return slices.Clone(v.Allowed)
}

// nearValue returns the allowed value that was probably meant: by the words
// that the schema lists, @means("complete: done, finished; blocked: stuck"),
// else by spelling. It returns "" if none is near.
func nearValue(v constraint.Violation) string {
	allowed := allowedValues(v)
	if v.Kind != constraint.Enum || len(allowed) == 0 {
		return ""
	}
	said := meaning(v.Node.Text)
	for _, entry := range strings.Split(v.Attr["means"], ";") {
		value, words, _ := strings.Cut(entry, ":")
		for _, word := range strings.Split(words, ",") {
			if said != "" && meaning(word) == said {
				return strings.TrimSpace(value)
			}
		}
	}
	return NearName(v.Node.Text, allowed)
}

// meaning returns a word in lower case with _ between its parts.
func meaning(word string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(word), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("_-.!", r)
	}), "_")
}

// wanted describes a valid value. For a missing field or one of another type,
// the schema's own words are preferred to the violation's.
func wanted(v constraint.Violation) string {
	if v.Attr["values"] != "" && (v.Kind != constraint.Missing || v.Words == "") {
		return "one of " + strings.Join(allowedValues(v), ", ")
	}
	if holds := v.Attr["holds"]; holds != "" && strings.HasPrefix(v.Want, "list") {
		return holds // for a list, @words describes its items
	}
	if v.Kind == constraint.Missing || v.Kind == constraint.Type || v.Kind == constraint.Empty {
		return cmp.Or(v.Words, v.Want)
	}
	return v.Want
}

func trimAll(words []string) []string {
	out := slices.Clone(words)
	for i := range out {
		out[i] = strings.TrimSpace(out[i])
	}
	return out
}

// Quote quotes text of the file as text.Quote does, cut to a length that fits a
// message.
func Quote(s string) string { return text.QuoteShort(s) }

// FieldName writes a pointer as people do: handoff.blockers[0].type. A key that
// is not a plain word is quoted.
func FieldName(pointer string) string { return document.FieldName(pointer) }
