package near

import (
	"slices"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// Values returns the values of a violation for a message, with the allowed values, nearest first. field is
// the pointer in the message.
func Values(v *schema.Violation, field string) map[string]string {
	values := v.Values(field)
	if allowed := v.Listed(); len(allowed) > 0 {
		near := Value(v)
		if near != "" {
			values["near"] = text.QuoteShort(near)
			allowed = append([]string{near}, slices.DeleteFunc(allowed, func(a string) bool { return a == near })...)
		}
		values["values"] = strings.Join(allowed, ", ")
	}
	return values
}

// Value returns the allowed value that was probably meant: by the synonyms in the schema, as in
// @means("complete: done, finished; blocked: stuck"), else by spelling. It returns "" if none is near, or if
// there are too many to compare: a file may have thousands of wrong values.
func Value(v *schema.Violation) string {
	if v.Kind != schema.Enum {
		return ""
	}
	given := meaning(v.Node.Text)
	isGiven := func(word string) bool { return given != "" && meaning(word) == given }
	for _, entry := range strings.Split(v.Attr.Means, ";") {
		value, words, _ := strings.Cut(entry, ":")
		if slices.ContainsFunc(strings.Split(words, ","), isGiven) {
			return strings.TrimSpace(value)
		}
	}
	allowed := v.Listed()
	if len(allowed) > maxCompared {
		return ""
	}
	return Name(v.Node.Text, allowed)
}

// Nearest is like Value, but returns "" if another value is as near.
func Nearest(v *schema.Violation) string {
	nearest := Value(v)
	if nearest == "" {
		return ""
	}
	given := v.Node.Text
	others := slices.DeleteFunc(slices.Clone(v.Listed()), func(value string) bool { return value == nearest })
	if second := Name(given, others); second != "" && Distance(given, second, compared) <= Distance(given, nearest, compared) {
		return ""
	}
	return nearest
}

// maxCompared is the maximum number of allowed values that are compared with a wrong one.
const maxCompared = 100

// meaning returns a word in lower case with _ between its parts.
func meaning(word string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(word), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("_-.!", r)
	}), "_")
}

// SameWord returns the only allowed value that differs from a violation's only in case, white space, hyphens
// and underscores, or "".
func SameWord(v *schema.Violation) string {
	listed := v.Listed()
	if v.Kind != schema.Enum || len(listed) > maxCompared {
		return ""
	}
	differs := func(allowed string) bool { return meaning(allowed) != meaning(v.Node.Text) }
	same := slices.DeleteFunc(listed, differs)
	if len(same) != 1 {
		return ""
	}
	return same[0]
}
