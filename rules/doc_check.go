package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/evidence"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// docCheck is the state of checking one document.
type docCheck struct {
	engine       *Engine
	ruleSet      *ruleSet
	doc          *document.Document
	session      *Session // nil for a document
	facts        *evidence.Facts
	source       *text.Source
	profile      string
	findings     []Finding
	tallies      map[tallyKey]int
	failed       failures
	root         *document.Node       // the document with corrections
	unknown      map[string][]Unknown // by the pointer of the parent object
	suppressions []*suppression
	inline       map[string][]*suppression // by rule
	namesLeft    int                       // how many names of suppressions may still be read
	hidden       int                       // number of suppressed findings
	final        bool                      // a final rule has fired
	steps        text.Steps
	memo         map[string]any // see Pass.Memo
}

func newDocCheck(e *Engine, j *ruleSet, doc *document.Document) *docCheck {
	return &docCheck{
		engine: e, ruleSet: j, doc: doc, source: cmp.Or(doc.Source, emptySource),
		tallies: map[tallyKey]int{}, inline: map[string][]*suppression{}, failed: failures{},
	}
}

// emptySource is used for files that were not read.
var emptySource = text.NewSource(nil)

// run checks a document: parse errors, then the schema, then the rules.
func (j *ruleSet) run(e *Engine, doc *document.Document, facts *evidence.Facts) (*docCheck, error) {
	t := newDocCheck(e, j, doc)
	t.facts = facts
	for _, fault := range doc.Faults {
		if err := t.addFault(fault); err != nil {
			return nil, err
		}
	}
	// A file cut off after a few bytes seldom can be parsed: its final rules still run.
	whole := !doc.Fatal && !IsReservation(doc)
	if whole {
		if !e.noInline {
			t.readInline()
		}
		t.checkSchema()
		t.root = t.corrected()
	}
	costliest, most := "the schema", t.steps.Used()
	for _, r := range j.runners {
		if t.steps.Exceeded() {
			break
		}
		if !whole && !(r.rule.Final && slices.Contains(r.rule.Formats, doc.Format)) {
			continue
		}
		before := t.steps.Used()
		t.runRule(r)
		if used := t.steps.Used() - before; used > most {
			costliest, most = "rule "+r.rule.Name, used
		}
	}
	if t.steps.Exceeded() {
		if err := t.addFault(tooManySteps(costliest)); err != nil {
			return nil, err
		}
	}
	t.onlyFinal()
	return t, nil
}

// onlyFinal keeps the finding of a final rule if there is one, and beside a team's the
// built-in errors.
func (t *docCheck) onlyFinal() {
	for i, f := range t.findings {
		rule := t.ruleSet.rules[f.Rule]
		if variant, _ := rule.variant(f.Variant); f.suppressed || !rule.Final && !variant.Final {
			continue
		}
		kept := []Finding{f}
		for k, other := range t.findings {
			// a tree's own rule must not hide what makes a file fail without it
			if k != i && rule.Origin != "" && other.Severity == Error && t.ruleSet.rules[other.Rule].Origin == "" {
				kept = append(kept, other)
			}
		}
		t.findings, t.final = kept, true
		return
	}
}

// addFault reports a parse error. It returns an error if the catalogue lacks
// the fault's rule: otherwise the file would pass.
func (t *docCheck) addFault(fault document.Fault) error {
	rule, known := t.ruleSet.rules[fault.Rule]
	if !known {
		return fmt.Errorf("%s: there is no rule %q for a fault", t.doc.Input.Path, fault.Rule)
	}
	t.add(rule, Report{At: fault.Span, Pointer: fault.Pointer, Variant: fault.Variant, Values: fault.Values, Related: fault.Related})
	return nil
}

// tooManySteps returns the fault for a file on which patterns took too many
// steps.
func tooManySteps(costly string) Fault {
	return Fault{Rule: "file/too-many-steps", Values: Values{"name": costly, "limit": strconv.Itoa(text.MaxSteps)}}
}

// runRule runs a rule once, or once for each item of its list.
func (t *docCheck) runRule(r *runner) {
	if r.rule.SeverityIn(t.profile) == Off || !r.rule.appliesWith(t.facts) || slices.ContainsFunc(r.reads, t.failed.covers) {
		return
	}
	if r.each == nil {
		t.runAt(r, cmp.Or(t.root, t.doc.Root), "", nil)
		return
	}
	list := t.doc.Root.Lookup(r.each...)
	if list == nil || list.Kind != document.List {
		return
	}
	pointer := "/" + strings.Join(r.each, "/")
	for i, item := range list.Items {
		t.runAt(r, item, document.PointerStep(pointer, strconv.Itoa(i)), item)
	}
}

func (t *docCheck) runAt(r *runner, root *document.Node, pointer string, item *document.Node) {
	for _, p := range r.cases {
		t.runPattern(r, p, root, pointer)
	}
	if r.run != nil {
		r.run(&Pass{Doc: t.doc, Item: item, Now: t.engine.now, Root: t.engine.root, check: t, runner: r, facts: t.facts})
	}
}

// runPattern reports violations of `must` if `when` matches. Patterns that read
// a value which has failed already are skipped.
func (t *docCheck) runPattern(r *runner, p pattern, root *document.Node, pointer string) {
	if p.When != nil {
		unknown := func(at string) bool { f, failed := t.failed.around(pointer + at); return failed && f.meant == "" }
		if slices.ContainsFunc(p.When.Pointers(), unknown) || !p.When.Match(root, &t.steps) {
			return
		}
	}
	for _, v := range p.Must.Check(root, &t.steps) {
		v.Pointer = pointer + v.Pointer
		if !t.failed.covers(v.Pointer) {
			t.addViolation(r.rule, p, v)
		}
	}
}

func (t *docCheck) addViolation(rule *Rule, p pattern, v schema.Violation) {
	report := t.violationReport(v)
	report.Variant = p.variant
	if rule.Origin != "" {
		t.fillTeamValues(p, v, report.Values)
	}
	if p.At != "" {
		report.At = t.spanOf(p.At)
	}
	if field, ok := strings.CutPrefix(p.At, "data."); ok {
		report.Pointer = pointerOf(field)
	}
	if v.Kind == schema.Missing && strings.HasPrefix(v.Pointer, "/data/") {
		rule = t.misspeltRule(rule, v, &report)
	}
	t.add(rule, report)
}

// misspeltRule returns the rule that reports a missing field if another field
// looks like a misspelling of it. A built-in error is reported as a field that the
// schema requires; a warning may yield to a finding on the other field.
func (t *docCheck) misspeltRule(rule *Rule, v schema.Violation, report *Report) *Rule {
	similar := t.similar(v)
	missing := t.ruleSet.kinds[schema.Missing.String()]
	if similar == nil || missing == nil || rule.Origin != "" {
		return rule
	}
	if rule.SeverityIn(t.profile) != Error {
		report.Scope = similar.Key
		return rule
	}
	report.Variant = t.misspelling(v, report.Values)
	t.failed[v.Pointer] = failure{}
	return missing
}

// spanOf returns the span that a rule's `at` names.
func (t *docCheck) spanOf(at string) text.Span {
	if at == "end" {
		return t.end()
	}
	if node := t.doc.Root.Lookup(splitPath(at)...); node != nil {
		return node.Value
	}
	return text.Span{}
}

// end returns the empty span after the last character that is not white space.
func (t *docCheck) end() text.Span {
	trimmed := strings.TrimRight(string(t.source.Bytes()), " \t\r\n\f\v\uFEFF")
	return text.At(max(len(trimmed), t.source.Start()))
}
