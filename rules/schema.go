package rules

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// checkSchema checks the handoff's own object against the format's schema, its
// profile's, and its advice.
func (t *docCheck) checkSchema() {
	data := t.doc.Data()
	if data == nil || t.ruleSet.schema == nil {
		return
	}
	t.profile = t.profileOf(data)
	if t.ruleSet.inline != nil {
		t.checkData(t.ruleSet.inline, data, false)
	}
	t.checkData(t.ruleSet.schema, data, false)
	for _, p := range t.ruleSet.profiles {
		if p.Name == t.profile {
			t.choice = t.chosenBy(p, data)
			t.checkData(p.Schema, data, false)
			t.choice = nil
		}
	}
	if t.ruleSet.advice != nil {
		t.checkData(t.ruleSet.advice, data, true)
	}
}

// choice is the field of the data that selected a profile.
type choice struct {
	profile, field string
	at             text.Span
}

// chosenBy returns why the data has a profile, nil if the options say so.
func (t *docCheck) chosenBy(p schema.Profile, data *document.Node) *choice {
	for _, when := range p.When {
		if t.engine.profile != "" || !when.Match(data, &t.steps) {
			continue
		}
		for _, pointer := range when.Pointers() {
			if n := data.Lookup(document.PointerSteps(pointer)...); n != nil && n.Key.Len() > 0 {
				return &choice{profile: p.Name, field: FieldName(pointer), at: n.Key}
			}
		}
	}
	return nil
}

// explain adds to a violation of a profile's schema what selected the profile,
// if the rule has words for it.
func (c *choice) explain(r *Report, rule *Rule) {
	if c == nil {
		return
	}
	r.Values["chosen"], r.Values["profile"] = c.field, c.profile
	if _, ok := rule.variant("chosen"); ok && r.Variant == "" {
		r.Variant = "chosen"
	}
	if rule.In(r.Variant).Related != "" {
		r.Related = append(r.Related, Place{Span: c.at})
	}
}

// baseProfile is the profile of a handoff that matches no other.
const baseProfile = "base"

// profileOf returns the profile of the options, in a format with profiles, else
// the first that the data matches, else "base".
func (t *docCheck) profileOf(data *document.Node) string {
	if chosen := t.engine.profile; chosen != "" && len(t.ruleSet.profiles) > 0 {
		return chosen
	}
	for _, p := range t.ruleSet.profiles {
		if slices.ContainsFunc(p.When, func(when *schema.Node) bool { return when.Match(data, &t.steps) }) {
			return p.Name
		}
	}
	return baseProfile
}

// checkData reports each violation under the rule of its kind or of the field's
// @rule. A violation of advice is at most a warning, and other rules still
// check the value.
func (t *docCheck) checkData(checker *schema.Node, data *document.Node, advice bool) {
	for _, v := range checker.Check(data, &t.steps) {
		if t.ruleSet.inline != nil && v.Kind == schema.NotAllowed && v.Pointer == inlinePointer {
			continue // a team's schema need not know the key, which is checked apart
		}
		v.Pointer = "/data" + v.Pointer
		if t.failed.covers(v.Pointer) {
			continue
		}
		t.addSchemaViolation(checker, v, advice)
		if !advice {
			t.failed[v.Pointer] = struct{}{}
			if v.Kind == schema.Enum || v.Kind == schema.PatternMismatch {
				t.rejected[v.Pointer] = schema.WithArticles(v.Wanted())
			}
			if meant := near.Value(&v); meant != "" && v.Node.Kind == document.String {
				t.corrections[v.Pointer] = meant
			} else {
				t.uncorrected[v.Pointer] = struct{}{}
			}
		}
	}
}

// corrected returns the document with the values that were probably meant, so
// that patterns still find other faults.
func (t *docCheck) corrected() *document.Node {
	if len(t.corrections) == 0 {
		return t.doc.Root
	}
	root := t.doc.Root.Copy()
	for pointer, value := range t.corrections {
		root.Lookup(document.PointerSteps(pointer)...).Text = value
	}
	return root
}

func (t *docCheck) addSchemaViolation(checker *schema.Node, v schema.Violation, advice bool) {
	rule := cmp.Or(t.ruleSet.rules[v.Attr.Rule], t.ruleSet.kinds[kindOf(v).String()])
	if rule == nil {
		return
	}
	report := t.violationReport(v)
	report.Variant = t.violationVariant(checker, v, report.Values)
	if report.Fix, report.Values["fixed"] = t.valueFix(checker, v); report.Fix == nil {
		delete(report.Values, "fixed")
	}
	t.choice.explain(&report, rule)
	most := Error
	if advice {
		most = Warning
	}
	t.addCapped(rule, report, most)
}

// kindOf takes YAML's missing value, `summary:`, for an empty one.
func kindOf(v schema.Violation) schema.Kind {
	if v.Kind == schema.Type && v.Node.Kind == document.Null && v.Span.Len() == 0 {
		return schema.Empty
	}
	return v.Kind
}

// violationVariant selects the words for a violation.
func (t *docCheck) violationVariant(checker *schema.Node, v schema.Violation, values Values) string {
	switch {
	case v.Kind == schema.Missing:
		return t.misspelling(v, values)
	case kindOf(v) == schema.Empty:
		return t.comment(v.Node, values)
	case v.Kind == schema.Length && v.Node.Kind == document.String:
		return "length"
	case v.Kind == schema.Enum && near.Value(&v) != "":
		return "near"
	case isAbove(v):
		return "above"
	case v.Kind == schema.Type:
		return t.unquoted(checker, v, values)
	}
	return ""
}

// comment returns the variant for text that YAML reads as a comment: `summary: #42`.
func (t *docCheck) comment(n *document.Node, values Values) string {
	if n.Kind != document.Null || n.Key.Len() == 0 {
		return ""
	}
	line, _, _ := strings.Cut(text.View(t.source, text.Span{Start: n.Key.End, End: len(t.source.Bytes())}), "\n")
	rest := strings.TrimSpace(strings.TrimPrefix(strings.TrimLeft(line, " \t"), ":"))
	if !strings.HasPrefix(rest, "#") {
		return ""
	}
	values["quoted"] = Quote(rest)
	return "comment"
}

// unquoted returns the variant for a value that the schema accepts as a text: a number,
// or `summary: [one line]`, which is a list in YAML. A schema of scalars with its own
// words wants more than any string.
func (t *docCheck) unquoted(checker *schema.Node, v schema.Violation, values Values) string {
	raw, compound := t.source.Slice(v.Span), v.Node.Kind == document.List || v.Node.Kind == document.Object
	if v.Node.Kind == document.String || v.Node.Kind == document.Null || strings.ContainsAny(raw, "\"'\r\n") || v.Words != "" && !compound {
		return ""
	}
	at := checker.At(strings.TrimPrefix(v.Pointer, "/data"), &t.steps)
	if at == nil || !at.Match(&document.Node{Kind: document.String, Text: raw}, &t.steps) {
		return ""
	}
	values["quoted"] = Quote(raw)
	return "unquoted"
}

// isAbove reports whether a value is a number above the only one allowed.
func isAbove(v schema.Violation) bool {
	if len(v.Allowed) != 1 || v.Node.Kind != document.Int && v.Node.Kind != document.Float {
		return false
	}
	allowed, err := strconv.ParseFloat(v.Allowed[0], 64)
	got, _ := strconv.ParseFloat(v.Node.Text, 64) // infinite if out of range
	return err == nil && got > allowed
}

// misspelling returns the variant for a missing field of which another field is
// probably a misspelling, so that a typo is one finding.
func (t *docCheck) misspelling(v schema.Violation, values Values) string {
	similar := t.similar(v)
	if similar == nil {
		return ""
	}
	values["similar"], values["key"] = similar.Name, similar.Name
	if !word.MatchString(similar.Name) { // a letter may look like another
		values["similar"] = strconv.QuoteToASCII(similar.Name)
	}
	return "misspelt"
}

// similar returns the field that looks like the missing one, nil for none.
func (t *docCheck) similar(v schema.Violation) *document.Node {
	var names []string
	for _, u := range t.unknownIn(parentOf(strings.TrimPrefix(v.Pointer, "/data"))) {
		names = append(names, u.Node.Name)
	}
	nearest := t.ruleSet.misspelling.Nearest(document.LastStep(v.Pointer), names)
	if nearest == "" {
		return nil
	}
	return v.Node.Field(nearest)
}

// unknownIn returns the unknown fields of the object at a pointer. They are
// computed once per document, for all objects.
func (t *docCheck) unknownIn(pointer string) []Unknown {
	if t.unknown == nil {
		t.unknown = map[string][]Unknown{}
		for _, u := range t.unknownFields() {
			parent := parentOf(u.Pointer)
			t.unknown[parent] = append(t.unknown[parent], u)
		}
	}
	return t.unknown[pointer]
}

// parentOf returns the pointer of the parent object.
func parentOf(pointer string) string { return pointer[:strings.LastIndexByte(pointer, '/')] }

// rejectsBlank reports whether a schema, or an enabled rule with a matching `when`,
// rejects an empty string at a pointer.
func (t *docCheck) rejectsBlank(pointer string) bool {
	rejects := func(checker *schema.Node, pointer string) bool {
		at := checker.At(pointer, &t.steps)
		return at != nil && !at.Match(blank, &t.steps)
	}
	if t.ruleSet.schema != nil && rejects(t.ruleSet.schema, pointer) {
		return true
	}
	for _, p := range t.ruleSet.profiles {
		if p.Name == t.profile && rejects(p.Schema, pointer) {
			return true
		}
	}
	for _, r := range t.ruleSet.runners {
		for _, p := range r.cases {
			asked := r.each == nil && rejects(p.Must, "/data"+pointer) && r.rule.SeverityIn(t.profile) != Off
			if asked && (p.When == nil || p.When.Match(t.doc.Root, &t.steps)) {
				return true
			}
		}
	}
	return false
}

var blank = &document.Node{Kind: document.String}
