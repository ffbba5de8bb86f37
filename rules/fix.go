package rules

import (
	"cmp"
	"slices"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
)

// Replacement is an edit as a check reports it: it replaces the text at a span. An empty span inserts.
type Replacement struct {
	At      text.Span
	NewText string
}

// FixMessages returns the messages of the rule's fixes by variant; "" is the rule itself, and {name} is a
// value of the finding. It is empty if the rule has no fix.
func (r *Rule) FixMessages() map[string]string {
	messages := map[string]string{}
	for _, v := range r.allVariants() {
		if v.Fix != nil {
			messages[v.Name] = v.Fix.Message
		}
	}
	return messages
}

// fix returns the edit that corrects a fault, or nil unless there is exactly one. It does not edit a file in
// which the parser found another fault, which an edit could hide, or a sealed report, whose seal an edit
// would break.
func (c *docCheck) fix(rule *Rule, r Report) *Fix {
	v, _ := rule.variant(r.Variant)
	how := cmp.Or(v.Fix, rule.Fix)
	other := func(f document.Fault) bool { return f.Rule != rule.Name }
	if how == nil || slices.ContainsFunc(c.doc.Faults, other) || c.doc.HasMarker() {
		return nil
	}
	fix := &Fix{Message: text.Fill(how.Message, shortValues(r.Values))}
	for _, edit := range c.replacements(how, r) {
		fix.Edits = append(fix.Edits, Edit{Range: c.source.Range(edit.At), NewText: edit.NewText})
	}
	if fix.Edits == nil {
		return nil
	}
	return fix
}

// replacements returns the edits of a fix. If the catalogue defines none, they are those of the rule's check.
func (c *docCheck) replacements(how *schema.Fix, r Report) []Replacement {
	node := c.doc.Data().At(r.Pointer)
	if how.At != "" {
		node = c.doc.Root.Find(how.At)
	}
	if how.Set != "" {
		return []Replacement{{node.Value, how.Set}}
	}
	if how.Replace != nil {
		i := slices.IndexFunc(how.Replace, func(choice schema.Choice) bool { return node.Str() == choice.Name })
		if i < 0 {
			return nil
		}
		return c.respell(node.Value, node.Text, how.Replace[i].Value)
	}
	if how.From != "" {
		return c.renaming(document.ParentPointer(r.Pointer), text.Fill(how.From, r.Values), text.Fill(how.To, r.Values))
	}
	return r.Fix
}

// word matches text that needs neither escapes nor quotes in JSON or YAML.
var word = text.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`)

// respell replaces a word at a span, within its quotes if it has any. It returns nil if the word is written
// with escapes, through an alias or with a tag.
func (c *docCheck) respell(at text.Span, from, to string) []Replacement {
	inside := at
	written := c.source.Slice(at)
	if isQuoted(written, from) {
		inside = text.Span{Start: at.Start + 1, End: at.End - 1}
	} else if written != from {
		return nil
	}
	if !word.MatchString(to) {
		return nil
	}
	return []Replacement{{inside, to}}
}

// isQuoted reports whether a text is written in quotes, without escapes.
func isQuoted(written, s string) bool { return written == `"`+s+`"` || written == "'"+s+"'" }

// mostUnknown is the maximum number of unknown fields of an object for which a fix compares names: a hostile
// object has many.
const mostUnknown = 100

// renaming returns the edit that corrects the name of a field of the object at a pointer, if the two names match only
// each other: no other unused name of the schema is near the unknown field's name, and no other unknown field is near
// the new name.
func (c *docCheck) renaming(parent, from, to string) []Replacement {
	object := c.doc.Data().At(parent)
	unknown := c.unknownIn(parent)
	i := slices.IndexFunc(unknown, func(u schema.Unknown) bool { return u.Node.Name == from })
	if i < 0 || object.Field(to) != nil || len(unknown) > mostUnknown {
		return nil
	}
	var names []string
	for _, u := range unknown {
		names = append(names, u.Node.Name)
	}
	isOnlyName := slices.Equal(c.ruleSet.misspelling.Near(from, unknown[i].Known), []string{to})
	isOnlyField := len(c.ruleSet.misspelling.Near(to, names)) == 1
	if !isOnlyName || !isOnlyField {
		return nil
	}
	return c.respell(unknown[i].Node.Key, from, to)
}

// bare matches a number or boolean of YAML.
var bare = text.MustCompile(`^[A-Za-z0-9+.-][A-Za-z0-9+._:-]*$`)

// valueFix returns the edit for a value whose only fault is its spelling, and the value that the edit writes:
// an allowed value in other letter case, a literal without its quotes, or a string with quotes. It returns
// nil if the schema would reject the new value.
func (c *docCheck) valueFix(wanted *schema.Node, v schema.Violation) ([]Replacement, string) {
	accepts := func(kind document.Kind, text string) bool {
		return wanted.Match(&document.Node{Kind: kind, Text: text}, &c.steps)
	}
	n := v.Node
	written := c.source.Slice(v.Node.Value)
	switch n.Kind {
	case document.String:
		object, _, faults := document.ParseJSON([]byte(`{"value":`+n.Text+`}`), c.engine.limits.Limits)
		literal := object.Field("value")
		isLiteral := len(faults) == 0 && document.JSON(literal) == n.Text // such as true, and nothing after it
		if isQuoted(written, n.Text) && isLiteral && accepts(literal.Kind, n.Text) {
			return []Replacement{{n.Value, n.Text}}, n.Text
		}
		if to := near.SameWord(&v); to != "" && accepts(document.String, to) {
			return c.respell(n.Value, n.Text, to), secret.Quote(to)
		}
	case document.Int, document.Float, document.Bool:
		if c.maybeQuoted(v) && bare.MatchString(written) && accepts(document.String, written) {
			return []Replacement{{n.Value, `"` + written + `"`}}, secret.Quote(written)
		}
	}
	return nil, ""
}
