package rules

import (
	"fmt"
	"regexp"
	"slices"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// Replacement is an edit as a check reports it: the text at a span becomes
// another. An empty span inserts.
type Replacement struct {
	At      Span
	NewText string
}

// fixPlan is the fix of a rule or variant in the catalogue: its message, and at
// most one way to do it. Without one, the rule's check gives the edits, or
// valueFix does.
type fixPlan struct {
	message string
	// at is the path of the value that set and replace change, "" for the
	// finding's.
	at string
	// set is the JSON of the value to write, "" for none.
	set string
	// replace maps texts to their replacements.
	replace map[string]string
	// from and to are a field's name before and after it is renamed.
	from, to string
	edit     editor
}

// editor returns the edits of a fix, nil if there is not exactly one right
// answer, and values for the fix's message.
type editor func(*docCheck, Report) ([]Replacement, Values)

// editors are the functions that a fix refers to by name.
var editors = map[string]editor{
	"addZone":      (*docCheck).addZone,
	"moveTrailing": (*docCheck).moveTrailing,
	"removeFence":  (*docCheck).removeFence,
}

// readFixes reads the fix of a rule, under "", and those of its variants.
func (r *Rule) readFixes(v cue.Value) error {
	r.fixes = map[string]*fixPlan{}
	if err := r.addFix("", v); err != nil {
		return err
	}
	return eachField(lookup(v, "variants"), r.addFix)
}

func (r *Rule) addFix(variant string, v cue.Value) error {
	fix := lookup(v, "fix")
	if !fix.Exists() {
		return nil
	}
	in := reading(fix)
	plan := &fixPlan{
		message: in.text("message"), at: in.text("at"),
		from: in.text("rename.from"), to: in.text("rename.to"),
	}
	if set := lookup(fix, "set"); set.Exists() {
		value, err := set.MarshalJSON()
		in.note("set", err)
		plan.set = string(value)
	}
	in.decode("replace", &plan.replace)
	if name := in.text("edit"); name != "" {
		if plan.edit = editors[name]; plan.edit == nil {
			return fmt.Errorf("there is no editor %q", name)
		}
	}
	r.fixes[variant] = plan
	return in.err
}

// FixMessages returns the messages of the rule's fixes by variant, "" for the
// rule's own; {name} is a value of the finding. It is empty if the rule's
// findings are never fixed.
func (r *Rule) FixMessages() map[string]string {
	messages := map[string]string{}
	for variant, plan := range r.fixes {
		messages[variant] = plan.message
	}
	return messages
}

// fixOf returns the plan for a variant, or the rule's.
func (r *Rule) fixOf(variant string) *fixPlan {
	if plan := r.fixes[variant]; plan != nil {
		return plan
	}
	return r.fixes[""]
}

// fix returns the edit that corrects a fault, nil if there is not exactly one.
// It leaves a file alone in which the parser found another fault, which an edit
// could hide, and a sealed report, whose seal an edit would break.
func (t *docCheck) fix(rule *Rule, r Report) *Fix {
	plan := rule.fixOf(r.Variant)
	other := func(f document.Fault) bool { return f.Rule != rule.Name }
	if plan == nil || t.session != nil || slices.ContainsFunc(t.doc.Faults, other) || sealed(t.doc) {
		return nil
	}
	replacements, values := plan.replacements(t, r)
	if len(replacements) == 0 {
		return nil
	}
	fix := &Fix{Message: fill(plan.message, clipAll(r.Values), clipAll(values))}
	for _, re := range replacements {
		fix.Edits = append(fix.Edits, Edit{Range: t.source.Range(re.At), NewText: re.NewText})
	}
	return fix
}

// sealed reports whether a report has its marker.
func sealed(doc *document.Document) bool {
	info := doc.Input.Info
	return doc.Format == document.Report && info != nil && !info.Done.IsZero()
}

func (p *fixPlan) replacements(t *docCheck, r Report) ([]Replacement, Values) {
	switch {
	case p.edit != nil:
		return p.edit(t, r)
	case p.set != "":
		return t.set(p.node(t, r), p.set), nil
	case p.replace != nil:
		return t.replaceText(p.node(t, r), p.replace), nil
	case p.from != "":
		return t.rename(parentOf(r.Pointer), fill(p.from, r.Values), fill(p.to, r.Values)), nil
	}
	return r.Fix, nil
}

// node returns the value that the plan changes, nil if it is absent.
func (p *fixPlan) node(t *docCheck, r Report) *document.Node {
	if p.at != "" {
		return t.doc.Root.Lookup(splitPath(p.at)...)
	}
	return t.nodeAt(r.Pointer)
}

// nodeAt returns the value at a pointer into the handoff's own object.
func (t *docCheck) nodeAt(pointer string) *document.Node {
	return t.doc.Data().Lookup(document.PointerSteps(pointer)...)
}

// set replaces a scalar with a value. A fix must not remove the content of an
// object or a list.
func (t *docCheck) set(node *document.Node, value string) []Replacement {
	if node == nil || node.Kind == document.Object || node.Kind == document.List || node.Value.Len() == 0 {
		return nil
	}
	return []Replacement{{node.Value, value}}
}

func (t *docCheck) replaceText(node *document.Node, by map[string]string) []Replacement {
	to, known := by[node.Str()]
	if !known {
		return nil
	}
	return t.respell(node.Value, node.Text, to)
}

// word matches text that needs no escapes and no quotes, in JSON or YAML.
var word = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`)

// respell replaces a word at a span, within its quotes if it has any. It
// returns nil if the word is written with escapes, through an alias or with a
// tag.
func (t *docCheck) respell(at text.Span, from, to string) []Replacement {
	inside := at
	written := t.source.Slice(at)
	if written == `"`+from+`"` || written == "'"+from+"'" {
		inside = text.Span{Start: at.Start + 1, End: at.End - 1}
	} else if written != from {
		return nil
	}
	if from == "" || !word.MatchString(to) {
		return nil
	}
	return []Replacement{{inside, to}}
}
