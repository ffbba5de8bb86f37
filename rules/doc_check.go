package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// docCheck is the judging of one document.
type docCheck struct {
	engine       *Engine
	ruleSet      *ruleSet
	doc          *document.Document
	session      *Session // nil for a document
	source       *text.Source
	profile      string
	findings     []Finding
	tallies      map[tallyKey]*tally
	overfull     []*tally // those that have too many, in the order in which they had
	failed       failures
	corrections  map[string]string    // what was probably meant by failed values, by pointer
	uncorrected  failures             // the other failed values
	root         *document.Node       // the document as it was probably meant
	rejected     map[string]string    // what is wanted where only the type is right, by pointer
	choice       *choice              // what has chosen the profile whose schema is being checked
	unknown      map[string][]Unknown // by the pointer of the object around them
	similarCount map[string]int       // how many of them are like a field, by its pointer
	inline       suppressions
	hidden       int  // how many findings were suppressed
	final        bool // a final rule has fired
	steps        constraint.Steps
	costliest    string // the rule that has taken the most steps
	maxSteps     int64  // how many those are
}

func newDocCheck(e *Engine, j *ruleSet, doc *document.Document) *docCheck {
	return &docCheck{
		engine: e, ruleSet: j, doc: doc, source: cmp.Or(doc.Source, emptySource),
		tallies: map[tallyKey]*tally{}, failed: failures{}, uncorrected: failures{}, corrections: map[string]string{},
	}
}

// emptySource stands in for files that were not read.
var emptySource = text.NewSource(nil)

// run judges a document: what could not be parsed, then the schema, then the
// rules. The findings are those of the judgement.
func (j *ruleSet) run(e *Engine, doc *document.Document) (*docCheck, error) {
	t := newDocCheck(e, j, doc)
	for _, fault := range doc.Faults {
		if err := t.addFault(fault); err != nil {
			return nil, err
		}
	}
	if doc.Fatal || IsReservation(doc) {
		t.runFinal()
	} else {
		if err := t.readSuppressions(); err != nil {
			return nil, err
		}
		t.checkSchema()
		t.root = t.corrected()
		t.costliest, t.maxSteps = "the schema", t.steps.Used()
		for _, r := range j.runners {
			t.runCounted(r)
		}
	}
	if t.steps.Exceeded() {
		if err := t.addFault(tooManySteps(t.costliest)); err != nil {
			return nil, err
		}
	}
	t.onlyFinal()
	return t, nil
}

// readSuppressions reads what the file says that it may break, where the user
// lets it.
func (t *docCheck) readSuppressions() error {
	if t.engine.noInline {
		return nil
	}
	return t.readInline()
}

// runFinal runs the rules that say all there is to say of a file: also of one
// that could not be parsed, because what was cut off after a few bytes seldom can
// be, and of one that is reserved.
func (t *docCheck) runFinal() {
	for _, r := range t.ruleSet.runners {
		if r.rule.Final && slices.Contains(r.rule.Formats, t.doc.Format) {
			t.runRule(r)
		}
	}
}

// onlyFinal leaves the finding of a final rule where there is one.
func (t *docCheck) onlyFinal() {
	for _, f := range t.findings {
		if rule := t.ruleSet.rules[f.Rule]; !f.suppressed && (rule.Final || slices.Contains(rule.finals, f.Variant)) {
			t.findings, t.final = []Finding{f}, true
			return
		}
	}
}

// addFault tells of what could not be parsed. An error says that no rule of the
// catalogue has its name: without one the file would pass.
func (t *docCheck) addFault(fault document.Fault) error {
	rule, known := t.ruleSet.rules[fault.Rule]
	if !known {
		return fmt.Errorf("%s: there is no rule %q to tell of a fault", t.doc.Input.Path, fault.Rule)
	}
	t.add(rule, Report{At: fault.Span, Pointer: fault.Pointer, Variant: fault.Variant, Values: fault.Values, Related: fault.Related})
	return nil
}

// runCounted runs a rule while there are steps left, and notes what it took.
func (t *docCheck) runCounted(r *runner) {
	if t.steps.Exceeded() {
		return
	}
	before := t.steps.Used()
	t.runRule(r)
	if used := t.steps.Used() - before; used > t.maxSteps {
		t.costliest, t.maxSteps = "rule "+r.rule.Name, used
	}
}

// tooManySteps is the fault of a file that patterns took too many steps over.
func tooManySteps(costly string) Fault {
	return Fault{Rule: "file/too-many-steps", Values: Values{"name": costly, "limit": strconv.Itoa(text.MaxSteps)}}
}

// runRule runs a rule once, or once for each item of its list.
func (t *docCheck) runRule(r *runner) {
	if t.engine.severity(r.rule, t.profile) == Off || t.failed.any(r.reads) {
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
		t.runAt(r, item, pointerItem(pointer, i), item)
	}
}

func (t *docCheck) runAt(r *runner, root *document.Node, pointer string, item *document.Node) {
	for _, p := range r.cases {
		t.runPattern(r, p, root, pointer)
	}
	if r.run != nil {
		r.run(&Pass{Doc: t.doc, Item: item, Now: t.engine.now, Root: t.engine.root, check: t, runner: r})
	}
}

// runPattern reports what breaks `must` where `when` fits. Patterns that look
// at a value which has failed already are passed over.
func (t *docCheck) runPattern(r *runner, p pattern, root *document.Node, pointer string) {
	if p.when != nil && (t.uncorrected.anyBelow(pointer, p.when.Pointers()) || !p.when.MatchWithin(root, &t.steps)) {
		return
	}
	for _, v := range p.must.CheckWithin(root, &t.steps) {
		v.Pointer = pointer + v.Pointer
		if !t.failed.covers(v.Pointer) {
			t.addViolation(r.rule, p, v)
		}
	}
}

func (t *docCheck) addViolation(rule *Rule, p pattern, v constraint.Violation) {
	report := t.violationReport(v)
	report.Variant = p.variant
	if rule.Origin != "" {
		t.fillTeamValues(p, v, report.Values)
	}
	if p.at != "" {
		report.At = t.spanOf(p.at)
	}
	if field, ok := strings.CutPrefix(p.at, "data."); ok {
		report.Pointer = pointerOf(field)
	}
	if v.Kind == constraint.Missing && strings.HasPrefix(v.Pointer, "/data/") {
		rule = t.misspeltRule(rule, v, &report)
	}
	t.add(rule, report)
}

// misspeltRule is the rule that tells of a missing field which another one
// looks like a misspelling of. An error is told as that of a field that the
// schema requires; a warning can yield to a finding about the other field.
func (t *docCheck) misspeltRule(rule *Rule, v constraint.Violation, report *Report) *Rule {
	similar := t.similar(v)
	missing := t.ruleSet.kinds[constraint.Missing.String()]
	if similar == nil || missing == nil {
		return rule
	}
	if t.engine.severity(rule, t.profile) != Error {
		report.Scope = similar.Key
		return rule
	}
	report.Variant = t.misspelling(v, report.Values)
	t.failed[v.Pointer] = struct{}{}
	return missing
}

// spanOf is the span that a rule's `at` means.
func (t *docCheck) spanOf(at string) text.Span {
	if at == "end" {
		return t.end()
	}
	if node := t.doc.Root.Lookup(splitPath(at)...); node != nil {
		return node.Value
	}
	return text.Span{}
}

// end is the place after the last character that is no white space.
func (t *docCheck) end() text.Span {
	trimmed := strings.TrimRight(string(t.source.Bytes()), " \t\r\n\f\v\uFEFF")
	return text.At(max(len(trimmed), t.source.Start()))
}
