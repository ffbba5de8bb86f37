package rules

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/skeleton"
	"github.com/handofflint/handofflint/internal/text"
)

// docCheck is the state of checking one document: [docCheck.run] checks it, and [docCheck.process] makes the
// findings final.
type docCheck struct {
	engine   *Engine
	ruleSet  *ruleSet
	doc      *document.Document
	facts    Facts
	source   *text.Source
	profile  schema.Profile   // base until the data is checked
	sections []schema.Section // of the format, and of the profile
	findings []Finding
	tallies  map[tallyKey]int
	failed   failures
	// advised are the pointers of values that have advice already.
	advised map[string]bool
	root    *document.Node              // the document, with corrections once the data is checked
	unknown map[string][]schema.Unknown // by the pointer of the parent object
	steps   text.Steps
	memo    map[string]any // see Pass.Memo
	pass    Pass           // of the rule that runs: one for all saves memory

	suppressions   []*suppression
	suppressionsOf map[string][]*suppression // by rule
	namesRead      int                       // the number of names in suppressions
	suppressed     int                       // the number of suppressed findings
	finalFired     bool                      // a final rule has fired
}

func newDocCheck(e *Engine, set *ruleSet, doc *document.Document, facts Facts) *docCheck {
	return &docCheck{
		engine: e, ruleSet: set, doc: doc, facts: facts, source: cmp.Or(doc.Source, emptySource), root: doc.Root, profile: base, sections: set.sections,
		tallies: map[tallyKey]int{}, suppressionsOf: map[string][]*suppression{}, failed: failures{}, advised: map[string]bool{},
	}
}

// emptySource stands in for files that were not read.
var emptySource = text.NewSource(nil)

// run checks a document: parse errors, then the schema, then the rules.
func (c *docCheck) run() error {
	if err := c.addFaults(c.doc.Faults...); err != nil {
		return err
	}
	// Of a file that cannot be parsed, as if it is cut off after a few bytes, and of a reserved report, which nobody has
	// written yet, only the final rules say something.
	isWritten := !c.doc.Fatal && !skeleton.IsReservation(c.doc)
	if isWritten {
		if !c.engine.options.NoInline {
			c.readInline()
		}
		stop := c.engine.options.Costs.measure(schemaCost)
		c.checkSchema()
		stop()
		c.root = c.corrected()
	}
	costliest := "the schema"
	most := c.steps.Used()
	for _, r := range c.ruleSet.runners {
		if c.steps.Exceeded() {
			break
		}
		if !isWritten && !r.rule.Final {
			continue
		}
		before := c.steps.Used()
		c.runRule(r)
		if used := c.steps.Used() - before; used > most {
			costliest, most = "rule "+r.rule.Name, used
		}
	}
	if c.steps.Exceeded() {
		return c.addFaults(document.TooManySteps(costliest, text.MaxSteps))
	}
	return nil
}

// onlyFinal keeps only the finding of a final rule, if there is one. With a team's final rule it also keeps
// the built-in errors. A final rule that is only a warning here hides no finding.
func (c *docCheck) onlyFinal() {
	i := slices.IndexFunc(c.findings, func(f Finding) bool {
		rule := c.ruleSet.rules[f.Rule]
		variant, _ := rule.variant(f.Variant)
		isFinal := rule.Final || variant.Final
		return isFinal && f.Severity == Error && !f.suppressed
	})
	if i < 0 {
		return
	}
	c.finalFired = true
	kept := c.findings[i : i+1 : i+1]
	if c.ruleSet.rules[kept[0].Rule].Origin != "" {
		// a team's rule must not hide an error that the file would have without it
		isLess := func(f Finding) bool { return f.Severity != Error || c.ruleSet.rules[f.Rule].Origin != "" }
		kept = append(kept, slices.DeleteFunc(slices.Clone(c.findings), isLess)...)
	}
	c.findings = kept
}

// severityOf returns the severity of a rule in the document's format and profile.
func (c *docCheck) severityOf(r *Rule) Severity { return r.severityIn(c.doc.Format, c.profile.Name) }

func (c *docCheck) isOff(r *Rule) bool { return c.severityOf(r) == Off }

// addFaults reports what kept the document from being read or checked in full. It returns an error if the
// catalogue lacks the rule of a fault, since the file would pass otherwise.
func (c *docCheck) addFaults(faults ...document.Fault) error {
	for _, fault := range faults {
		rule, known := c.ruleSet.rules[fault.Rule]
		if !known {
			return fmt.Errorf("%s: no rule %q for a fault", c.doc.Input.Path, fault.Rule)
		}
		values := Values{"new": c.ruleSet.skeleton} // a help may offer `handofflint new`
		maps.Copy(values, fault.Values)
		c.addReport(rule, Report{At: fault.Span, Pointer: fault.Pointer, Variant: fault.Variant, Values: values, Related: fault.Related})
	}
	return nil
}

// runRule runs a rule once, or once for each item of its list. It skips a rule that is off, that lacks its evidence or
// that reads a value which has failed.
func (c *docCheck) runRule(r *runner) {
	if c.isOff(r.rule) || !r.rule.appliesWith(c.facts) || slices.ContainsFunc(r.reads, c.failed.covers) {
		return
	}
	defer c.engine.options.Costs.measure(r.rule.Name)()
	if r.rule.Each == "" {
		root := c.root
		if r.isExact() {
			root = c.doc.Root
		}
		c.runAt(r, root, "")
		return
	}
	list := c.doc.Root.Find(r.rule.Each)
	pointer := document.PathPointer(r.rule.Each)
	for i, item := range list.Elements() {
		c.runAt(r, item, list.ItemPointer(pointer, i))
	}
}

// runAt runs a rule on the document, or on an item of its list, which root is and pointer leads to.
func (c *docCheck) runAt(r *runner, root *document.Node, pointer string) {
	for _, p := range r.cases {
		c.runPattern(r, p, root, pointer)
	}
	if r.run != nil {
		c.pass = Pass{Doc: c.doc, Now: c.engine.options.Now, Root: c.engine.options.Root, check: c, runner: r}
		r.run(&c.pass)
	}
}

// runPattern reports violations of `must` if `when` matches. It skips a pattern whose `when` reads a value that has
// failed, unless the root has the value that was probably intended.
func (c *docCheck) runPattern(r *runner, p pattern, root *document.Node, pointer string) {
	isUnknown := func(at string) bool {
		f, failed := c.failed.around(pointer + at)
		return failed && (f.likely == "" || r.isExact())
	}
	if slices.ContainsFunc(p.asks, isUnknown) || !p.When.Match(root, &c.steps) {
		return
	}
	for _, v := range p.Must.Check(root, &c.steps) {
		v.Pointer = pointer + v.Pointer
		if v.Kind == schema.Missing && v.Node.Key.Len() == 0 {
			v.Span = cmp.Or(p.reason(root), v.Span)
		}
		if !c.failed.covers(v.Pointer) {
			c.addViolation(r.rule, p, v)
		}
	}
}

// reason returns the first field that makes `when` match, with its value. What is missing from an object
// without a key has no better place: a bare bracket shows nothing.
func (p pattern) reason(root *document.Node) text.Span {
	for _, pointer := range p.asks {
		if n := root.At(pointer); n != nil && n.Key.Len() > 0 {
			return text.Span{Start: n.Key.Start, End: n.Value.End}
		}
	}
	return text.Span{}
}

// addViolation reports a violation of a rule's pattern: where the pattern's `at` says, if it has one.
func (c *docCheck) addViolation(rule *Rule, p pattern, v schema.Violation) {
	report := c.violationReport(v)
	report.Variant = p.variant
	if rule.Origin != "" {
		fillTeamValues(report.Values)
	}
	if p.At != "" {
		report.At = c.spanOf(p.At)
	}
	if field, ok := strings.CutPrefix(p.At, "data."); ok {
		report.Pointer = document.PathPointer(field)
	}
	if v.Kind == schema.Missing {
		if similar := c.similar(v); similar != nil && rule.Origin == "" {
			c.addMisspelling(rule, v, similar, report)
			return
		}
	}
	c.addReport(rule, report)
}

// addMisspelling reports a field that a built-in rule misses, although another field looks like a misspelling of it. An
// error is reported as a missing field of the schema. A warning may yield to a finding on the other field.
func (c *docCheck) addMisspelling(rule *Rule, v schema.Violation, similar *document.Node, report Report) {
	if c.severityOf(rule) != Error {
		report.Scope = similar.Key
		c.addReport(rule, report)
		return
	}
	report.Variant = c.misspellingVariant(v, report.Values)
	c.failed[v.Pointer] = failure{} // as after a finding of the schema, no other rule reports the field
	c.addReport(c.ruleSet.kinds[schema.Missing.String()], report)
}

// spanOf returns the span that a rule's `at` names.
func (c *docCheck) spanOf(at string) text.Span {
	if node := c.doc.Root.Find(at); node != nil {
		return node.Value
	}
	return text.Span{}
}
