package claims

import (
	"slices"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// claimedText is a text in a field that claims something by the format of the handoff: the
// field's value, or an element of it.
type claimedText struct {
	*document.Node
	// kind is what the field claims, one of schema.ClaimKinds.
	kind    string
	pointer string
	// field is the name of the field, "handoff.files".
	field string
}

// claimedTexts returns the texts in the fields that claim something of one of the kinds,
// except those that violate the schema.
func claimedTexts(pass *rules.Pass, kinds ...string) []claimedText {
	var texts []claimedText
	for _, claim := range pass.Claims() {
		if !slices.Contains(kinds, claim.Kind) {
			continue
		}
		for node, pointer := range stringsOf(claim.Field, claim.Pointer) {
			if !pass.Failed(pointer) {
				texts = append(texts, claimedText{node, claim.Kind, pointer, document.FieldName(claim.Pointer)})
			}
		}
	}
	return texts
}

// stringsOf yields a string, or the strings of a list, with their pointers.
func stringsOf(field *document.Node, pointer string) func(func(*document.Node, string) bool) {
	return func(yield func(*document.Node, string) bool) {
		if field.Str() != "" {
			yield(field, pointer)
		}
		for i, item := range field.Elements() {
			if item.Str() != "" && !yield(item, field.ItemPointer(pointer, i)) {
				return
			}
		}
	}
}
