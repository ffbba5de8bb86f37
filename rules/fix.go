package rules

import (
	"regexp"
	"slices"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// Replacement is an edit as a check reports it: the text at a span becomes
// another. An empty span inserts.
type Replacement struct {
	At      Span
	NewText string
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

// FixMessages returns the messages of the rule's fixes by variant, "" for the
// rule's own; {name} is a value of the finding. It is empty if the rule's
// findings are never fixed.
func (r *Rule) FixMessages() map[string]string {
	messages := map[string]string{}
	if r.entry.Fix != nil {
		messages[""] = r.entry.Fix.Message
	}
	for _, v := range r.entry.Variants {
		if v.Fix != nil {
			messages[v.Name] = v.Fix.Message
		}
	}
	return messages
}

// fixOf returns the fix of a variant, or the rule's; nil for none.
func (r *Rule) fixOf(variant string) *schema.Fix {
	for _, v := range r.entry.Variants {
		if v.Name == variant && v.Fix != nil {
			return v.Fix
		}
	}
	return r.entry.Fix
}

// fix returns the edit that corrects a fault, nil if there is not exactly one.
// It leaves a file alone in which the parser found another fault, which an edit
// could hide, and a sealed report, whose seal an edit would break.
func (t *docCheck) fix(rule *Rule, r Report) *Fix {
	how := rule.fixOf(r.Variant)
	other := func(f document.Fault) bool { return f.Rule != rule.Name }
	if how == nil || t.session != nil || slices.ContainsFunc(t.doc.Faults, other) || sealed(t.doc) {
		return nil
	}
	replacements, values := t.replacements(how, r)
	if len(replacements) == 0 {
		return nil
	}
	fix := &Fix{Message: fill(how.Message, clipAll(r.Values), clipAll(values))}
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

// replacements returns the edits of a fix; without a way of its own, those of the
// rule's check.
func (t *docCheck) replacements(how *schema.Fix, r Report) ([]Replacement, Values) {
	node := t.nodeAt(r.Pointer)
	if how.At != "" {
		node = t.doc.Root.Lookup(splitPath(how.At)...)
	}
	switch {
	case how.Edit != "":
		return editors[how.Edit](t, r)
	case how.Set != "":
		return t.set(node, how.Set), nil
	case how.Replace != nil:
		return t.replaceText(node, how.Replace), nil
	case how.From != "":
		return t.rename(parentOf(r.Pointer), fill(how.From, r.Values), fill(how.To, r.Values)), nil
	}
	return r.Fix, nil
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

func (t *docCheck) replaceText(node *document.Node, by []schema.Choice) []Replacement {
	for _, choice := range by {
		if node != nil && node.Str() == choice.Name {
			return t.respell(node.Value, node.Text, choice.Value)
		}
	}
	return nil
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
