package rules

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
)

// checkSchema checks the handoff's own object against the format's schema, its profile's and its advice.
func (c *docCheck) checkSchema() {
	data := c.doc.Data()
	c.profile = c.profileOf()
	c.sections = slices.Concat(c.sections, c.profile.Sections)
	c.checkData(data, c.ruleSet.inline, nil) // a team's format does not define the key handofflint
	c.checkData(data, c.ruleSet.schema, nil)
	c.checkData(data, c.profile.Schema, c.selectedBy())
	c.checkData(data, c.profile.Advice, nil) // first, since it is stricter than the format's
	c.checkData(data, c.ruleSet.advice, nil)
}

// selection is the field of the data that selected a profile.
type selection struct {
	field string
	at    text.Span
}

// selectedBy returns the field that selected the document's profile, or nil if the options did, or something
// outside of the data.
func (c *docCheck) selectedBy() *selection {
	if c.chosenProfile() != "" {
		return nil
	}
	for _, when := range c.profile.When {
		if !when.Match(c.doc.Root, &c.steps) {
			continue
		}
		for _, pointer := range when.Pointers() {
			field, ofData := strings.CutPrefix(pointer, "/data")
			if n := c.doc.Root.At(pointer); ofData && n != nil {
				return &selection{document.FieldName(field), n.Key}
			}
		}
	}
	return nil
}

// base is the profile of a handoff that matches no other, unless its format has one of that name. It adds
// nothing to the format.
var base = schema.Profile{Name: "base", Schema: &schema.Node{Kinds: schema.AnyKind}}

// chosenProfile returns the profile of the options, or "" if the document selects it.
func (c *docCheck) chosenProfile() string {
	if c.doc.Spec.IsChosen {
		return c.engine.options.Profile
	}
	return ""
}

// profileOf returns the profile of the options, else the first that the document matches, else base.
func (c *docCheck) profileOf() schema.Profile {
	matches := func(when *schema.Node) bool { return when.Match(c.doc.Root, &c.steps) }
	isSelected := func(p schema.Profile) bool { return slices.ContainsFunc(p.When, matches) }
	if chosen := c.chosenProfile(); chosen != "" {
		isSelected = func(p schema.Profile) bool { return p.Name == chosen }
	}
	isBase := func(p schema.Profile) bool { return p.Name == base.Name }
	for _, is := range []func(schema.Profile) bool{isSelected, isBase} {
		if i := slices.IndexFunc(c.ruleSet.profiles, is); i >= 0 {
			return c.ruleSet.profiles[i]
		}
	}
	return base
}

// checkData reports each violation of a schema, which may be nil, under the rule of its kind or of the field's
// @rule. A violation of advice is at most a warning, and other rules still check the value. by is what selected the
// profile of the schema, or nil.
func (c *docCheck) checkData(data *document.Node, checker *schema.Node, by *selection) {
	if checker == nil {
		return
	}
	advice := c.isAdvice(checker)
	advisedBefore := maps.Clone(c.advised) // by another schema
	for _, v := range checker.Check(data, &c.steps) {
		isForbiddenKey := v.Kind == schema.NotAllowed && v.Pointer == inlinePointer
		if isForbiddenKey && c.ruleSet.inline != nil {
			continue // a team's schema need not have the key, which is checked separately
		}
		v.Pointer = "/data" + v.Pointer
		if c.failed.covers(v.Pointer) || advice && advisedBefore[v.Pointer] {
			continue
		}
		c.addSchemaViolation(checker, c.unfilled(v), by)
		if advice {
			c.advised[v.Pointer] = true
		} else {
			c.failed[v.Pointer] = failureOf(v)
		}
	}
}

// addSchemaViolation reports a violation with its fix or a suggestion. If a field selected the profile whose schema is
// violated, the report names that field.
func (c *docCheck) addSchemaViolation(checker *schema.Node, v schema.Violation, by *selection) {
	rule := cmp.Or(c.ruleSet.rules[v.Attr.Rule], c.ruleSet.kinds[kindOf(v).String()])
	wanted := cmp.Or(checker.At(strings.TrimPrefix(v.Pointer, "/data"), &c.steps), nothing)
	r := c.violationReport(v)
	r.Variant = c.violationVariant(wanted, v, r.Values)
	if fix, fixed := c.valueFix(wanted, v); fix != nil {
		r.Fix, r.Values["fixed"] = fix, fixed
	} else if to := near.Nearest(&v); to != "" {
		r.Fix = c.respell(v.Node.Value, v.Node.Text, to)
		r.IsSuggestion = true
		r.Values["fixed"] = secret.Quote(to)
	}
	if by != nil {
		r.Values["chosen"] = by.field
		r.Values["profile"] = c.profile.Name
		if _, ok := rule.variant("chosen"); ok && r.Variant == "" {
			r.Variant = "chosen"
		}
		if rule.In(r.Variant).Related != "" {
			r.Related = append(r.Related, document.Related{Span: by.at})
		}
	}
	if c.isAdvice(checker) {
		r.MaxSeverity = Warning
	}
	c.addReport(rule, r)
}

// nothing is the schema of a field that may not be there.
var nothing = &schema.Node{}

// isAdvice reports whether a schema is the format's advice or a profile's advice.
func (c *docCheck) isAdvice(checker *schema.Node) bool {
	return checker == c.ruleSet.advice || checker == c.profile.Advice
}

// failure is a value that has violated the schema.
type failure struct {
	want   string // describes a valid value, if only the type is right
	likely string // the value that was probably intended, "" if unknown
}

// failureOf returns what later checks need to know of a violation.
func failureOf(v schema.Violation) (f failure) {
	switch v.Kind {
	case schema.Enum:
		f.want = schema.WithArticles(v.Wanted()) + moreOf(v, "")
	case schema.PatternMismatch:
		f.want = schema.WithArticles(v.Wanted())
	}
	if v.Node.Kind == document.String {
		f.likely = near.Value(&v)
	}
	return f
}

// failures are failed values by their pointers from the document's root. It is a map because a hostile file
// has many.
type failures map[string]failure

// covers reports whether the value at a pointer, or a value around it, has failed.
func (f failures) covers(pointer string) bool {
	_, failed := f.around(pointer)
	return failed
}

// around returns the failure of the value at a pointer, or of the nearest around it.
func (f failures) around(pointer string) (failure, bool) {
	for {
		if found, failed := f[pointer]; failed {
			return found, true
		}
		cut := strings.LastIndexByte(pointer, '/')
		if cut < 0 {
			return failure{}, false
		}
		pointer = pointer[:cut]
	}
}

// corrected returns the document with the values that were probably intended, so that patterns still find
// other faults.
func (c *docCheck) corrected() *document.Node {
	root := c.doc.Root
	for pointer, f := range c.failed {
		if f.likely == "" {
			continue
		}
		if root == c.doc.Root {
			root = root.Copy()
		}
		root.At(pointer).Text = f.likely
	}
	return root
}

// kindOf treats YAML's missing value, `summary:`, as an empty one.
func kindOf(v schema.Violation) schema.Kind {
	if v.Kind == schema.Type && v.Node.Kind == document.Null && v.Span.Len() == 0 {
		return schema.Empty
	}
	return v.Kind
}

// violationVariant selects the words for a violation of the schema of a value, and adds what they need to the values.
func (c *docCheck) violationVariant(wanted *schema.Node, v schema.Violation, values Values) string {
	if v.Attr.Rule != "" && isAbove(v) { // context/schema-version has words for a later version
		return "above"
	}
	switch kindOf(v) {
	case schema.Missing:
		return cmp.Or(c.misspellingVariant(v, values), c.unsaidVariant(v, values))
	case schema.Empty:
		return c.commentVariant(v.Node, values)
	case schema.Length:
		return lengthVariant(v)
	case schema.Enum:
		return enumVariant(v, values)
	case schema.Type:
		return c.typeVariant(wanted, v, values)
	case schema.Bound:
		if v.Node.Kind != document.String {
			return "bound"
		}
	}
	return ""
}

// enumVariant returns the variant for a value that is not allowed, and sets the values that its words need.
func enumVariant(v schema.Violation, values Values) string {
	meant := near.Value(&v)
	values["more"] = moreOf(v, meant)
	if meant != "" {
		return "near"
	}
	if len(v.Allowed) == 1 {
		return "only"
	}
	return ""
}

// lengthVariant returns the variant for a text or list of the wrong length, or for a duplicate item in a
// list.
func lengthVariant(v schema.Violation) string {
	if v.By == 0 { // the length is right
		return "repeated"
	}
	if v.Short {
		return "short"
	}
	return "length"
}

// unfilled returns a missing field as an empty one if the Markdown has its label and no value after it.
func (c *docCheck) unfilled(v schema.Violation) schema.Violation {
	label, ok := c.doc.Unfilled[strings.TrimPrefix(v.Pointer, "/data/")]
	if v.Kind == schema.Missing && ok {
		v.Kind = schema.Empty
		v.Span = label
		v.Node = blank
	}
	return v
}

// unsaidVariant returns the variant for a missing field that the format reads from the Markdown, and sets the value
// that it needs.
func (c *docCheck) unsaidVariant(v schema.Violation, values Values) string {
	for _, wanted := range c.doc.Spec.Values {
		if v.Pointer != document.PointerStep("/data", wanted.Name) {
			continue
		}
		if len(wanted.Line) > 0 {
			values["said"] = secret.Quote(wanted.Line[0] + ": …")
			return "unsaid"
		}
		if len(wanted.Heading) > 0 {
			values["said"] = secret.Quote("## " + wanted.Heading[0] + ": …")
			return "unsaid"
		}
	}
	return ""
}

// moreOf returns what the schema's words say after the list of allowed values, such as "; blocked needs a
// reason". It returns "" if a value was meant that these words are not about.
func moreOf(v schema.Violation, meant string) string {
	_, more, says := strings.Cut(v.Words, "; ")
	if !says || !strings.HasPrefix(more, meant) {
		return ""
	}
	return "; " + more
}

// commentVariant returns the variant for text that YAML reads as a comment: `summary: #42`. It sets the value that
// the variant needs.
func (c *docCheck) commentVariant(n *document.Node, values Values) string {
	if n.Kind != document.Null || n.Key.Len() == 0 {
		return ""
	}
	line, _, _ := strings.Cut(text.View(c.source, text.Span{Start: n.Key.End, End: len(c.source.Bytes())}), "\n")
	rest := strings.TrimSpace(strings.TrimPrefix(strings.TrimLeft(line, " \t"), ":"))
	if !strings.HasPrefix(rest, "#") {
		return ""
	}
	values["quoted"] = secret.Quote(rest)
	return "comment"
}

// isAbove reports whether a value is a number above the only one allowed.
func isAbove(v schema.Violation) bool {
	if len(v.Allowed) != 1 || !schema.Numbers.Has(v.Node.Kind) {
		return false
	}
	_, isNumber := document.ParseNumber(v.Allowed[0])
	return isNumber && document.CompareNumbers(v.Node.Text, v.Allowed[0]) > 0
}

// rejectsBlank reports whether a schema, or an enabled rule with a matching `when`, rejects an empty string
// at a pointer.
func (c *docCheck) rejectsBlank(pointer string) bool {
	rejects := func(checker *schema.Node, pointer string) bool {
		at := checker.At(pointer, &c.steps)
		return at != nil && !at.Match(blank, &c.steps)
	}
	if rejects(c.ruleSet.schema, pointer) || rejects(c.profile.Schema, pointer) {
		return true
	}
	violates := func(p pattern) bool {
		return rejects(p.Must, "/data"+pointer) && p.When.Match(c.doc.Root, &c.steps)
	}
	return slices.ContainsFunc(c.ruleSet.runners, func(r *runner) bool {
		return !c.isOff(r.rule) && slices.ContainsFunc(r.cases, violates)
	})
}

var blank = &document.Node{Kind: document.String}
