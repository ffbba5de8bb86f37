package rules

import (
	"regexp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/document"
)

// checkSchema judges the handoff's own object by the format's schema, by that
// of its profile, and by its advice.
func (t *judgement) checkSchema() {
	data := t.doc.Data()
	if data == nil || t.judge.schema == nil {
		return
	}
	t.profile = t.profileOf(data)
	t.checkData(t.judge.schema, data, false)
	for _, p := range t.judge.profiles {
		if p.name == t.profile {
			t.checkData(p.schema, data, false)
		}
	}
	if t.judge.advice != nil {
		t.checkData(t.judge.advice, data, true)
	}
}

// baseProfile is what a handoff is of that no other profile fits.
const baseProfile = "base"

// profileOf is the profile that the options ask for, in a format that has
// profiles; else the one that the data chooses.
func (t *judgement) profileOf(data *document.Node) string {
	if chosen := t.engine.profile; chosen != "" && len(t.judge.profiles) > 0 {
		return chosen
	}
	return t.judge.profileOf(data)
}

// profileOf is the first profile of whose `when` one pattern fits, else "base".
func (j *judge) profileOf(data *document.Node) string {
	for _, p := range j.profiles {
		fits := func(when *constraint.Checker) bool { return when.Match(data) }
		if slices.ContainsFunc(p.when, fits) {
			return p.name
		}
	}
	return baseProfile
}

// checkData reports each violation under the rule that its kind, or the
// field's own @rule, belongs to. What breaks advice is at most a warning and
// is no failure: other rules may still look at the value.
func (t *judgement) checkData(checker *constraint.Checker, data *document.Node, advice bool) {
	for _, v := range checker.Check(data) {
		v.Pointer = "/data" + v.Pointer
		if t.failed.covers(v.Pointer) {
			continue
		}
		t.addSchemaViolation(v, advice)
		if !advice {
			t.failed[v.Pointer] = struct{}{}
		}
	}
}

func (t *judgement) addSchemaViolation(v constraint.Violation, advice bool) {
	rule := t.judge.ruleOf(v)
	if rule == nil {
		return
	}
	report := t.violationReport(v)
	report.Variant = t.violationVariant(v, report.Values)
	if advice {
		t.addCapped(rule, report, Warning)
		return
	}
	t.add(rule, report)
}

// ruleOf is the rule that a violation is told under.
func (j *judge) ruleOf(v constraint.Violation) *Rule {
	if rule := j.rules[v.Attr["rule"]]; rule != nil {
		return rule
	}
	return j.kinds[kindOf(v).String()]
}

// kindOf takes YAML's way to leave a value out, `summary:`, for an empty one.
func kindOf(v constraint.Violation) constraint.Kind {
	if v.Kind == constraint.Type && v.Node.Kind == document.Null && v.Span.Len() == 0 {
		return constraint.Empty
	}
	return v.Kind
}

// violationVariant picks the words for what is special about a violation.
func (t *judgement) violationVariant(v constraint.Violation, values Values) string {
	switch {
	case v.Kind == constraint.Missing:
		return t.misspelling(v, values)
	case v.Kind == constraint.Length && v.Node.Kind == document.String:
		return "length"
	case v.Kind == constraint.Type:
		return t.unquoted(v, values)
	}
	return ""
}

// anyText is how a schema says that a value is a text of no special form.
var anyText = regexp.MustCompile(`^(?:null or )?(?:non-blank |non-empty )?string(?: of at most \d+ characters)?$`)

// unquoted finds a number or a truth value that would be right in quotes.
func (t *judgement) unquoted(v constraint.Violation, values Values) string {
	switch v.Node.Kind {
	case document.Int, document.Float, document.Bool:
	default:
		return ""
	}
	if v.Attr["words"] != "" || !anyText.MatchString(v.Want) {
		return ""
	}
	values["quoted"] = `"` + t.source.Slice(v.Span) + `"`
	return "unquoted"
}

// misspelling finds a field that looks like the missing one, so that a typo
// is told as one fault.
func (t *judgement) misspelling(v constraint.Violation, values Values) string {
	name, parent := values["name"], parentOf(strings.TrimPrefix(v.Pointer, "/data"))
	var unknown []string
	for _, u := range t.unknownIn(parent) {
		unknown = append(unknown, u.Node.Name)
	}
	similar := t.judge.misspelling.Nearest(name, unknown)
	if similar == "" {
		return ""
	}
	values["similar"] = similar
	return "misspelt"
}

// unknownIn are the fields of the object at a pointer that the schema does not
// have. They are looked for once a document, for all objects.
func (t *judgement) unknownIn(pointer string) []Unknown {
	if t.unknown == nil {
		t.unknown = map[string][]Unknown{}
		for _, u := range t.unknownFields() {
			parent := parentOf(u.Pointer)
			t.unknown[parent] = append(t.unknown[parent], u)
		}
	}
	return t.unknown[pointer]
}

// parentOf is the pointer of the object around the one at a pointer.
func parentOf(pointer string) string { return pointer[:strings.LastIndexByte(pointer, '/')] }

// speaks says whether a schema refuses an empty string at a pointer: what
// stands there must say something.
func (j *judge) speaks(profileName, pointer string) bool {
	for _, p := range j.profiles {
		if p.name == profileName && refusesBlank(p.schema, pointer) {
			return true
		}
	}
	return j.schema != nil && refusesBlank(j.schema, pointer)
}

func refusesBlank(checker *constraint.Checker, pointer string) bool {
	at := checker.At(pointer)
	return at != nil && !at.Match(blank)
}

var blank = &document.Node{Kind: document.String}
