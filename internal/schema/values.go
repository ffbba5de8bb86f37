package schema

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// Values returns the values of a violation for a message. field is the pointer in the message. Package near
// adds the allowed values.
func (v *Violation) Values(field string) map[string]string {
	values := map[string]string{
		"field": document.FieldName(field),
		"name":  document.LastStep(v.Pointer),
		"want":  WithArticles(v.Wanted()),
		"got":   WithArticles(v.Got),
		"by":    strconv.Itoa(v.By),
	}
	if v.Kind != Missing {
		values["value"] = NodeText(v.Node)
	}
	return values
}

// Wanted describes a valid value: for a present value by @values, for a list by @holds. Otherwise it is Want, but for an
// absent or blank value and for a wrong type the schema's words are preferred.
func (v *Violation) Wanted() string {
	isAbsent := v.Kind == Missing || v.Kind == Empty
	if v.Attr.Values != "" && !isAbsent {
		return "one of " + strings.Join(v.Listed(), ", ")
	}
	if v.Attr.Holds != "" && strings.HasPrefix(v.Want, "list") {
		return v.Attr.Holds // for a list, @words describes its items
	}
	if isAbsent || v.Kind == Type {
		return cmp.Or(v.Words, v.Want)
	}
	return v.Want
}

// Listed returns the allowed values for a message, in the schema's order: where the schema also accepts synonyms, only
// those that it recommends, which are in the attribute @values.
func (v *Violation) Listed() []string {
	if v.Attr.Values == "" {
		return slices.Clone(v.Allowed)
	}
	listed := strings.Split(v.Attr.Values, ",")
	for i := range listed {
		listed[i] = strings.TrimSpace(listed[i])
	}
	return listed
}

// maxWanted is the maximum number of code points of a description in a message: a team's schema may allow
// very many values.
const maxWanted = 500

// kindNoun matches the name of a kind at the start of a phrase.
var kindNoun = text.MustCompile(`(^| or )((?:non-blank |non-empty )?(?:string|list|object|integer|boolean|number)\b)`)

// WithArticles turns "null or string" into "null or a string". It shortens a phrase that is too long for a
// message.
func WithArticles(phrase string) string {
	return kindNoun.ReplaceAllStringFunc(text.Shorten(phrase, maxWanted), func(match string) string {
		noun := strings.TrimPrefix(match, " or ")
		or := strings.TrimSuffix(match, noun)
		if strings.ContainsAny(noun[:1], "aeiou") {
			return or + "an " + noun
		}
		return or + "a " + noun
	})
}

// NodeText returns a value as a message quotes it.
func NodeText(n *document.Node) string {
	switch n.Kind {
	case document.String:
		return text.QuoteShort(n.Text)
	case document.Int, document.Float, document.Bool:
		return n.Text
	case document.Null:
		return "null"
	case document.List:
		return "a list"
	}
	return "an object"
}
