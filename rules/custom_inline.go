package rules

import (
	"slices"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/document"
)

// A team's schema need not know the key for handofflint, so the key is checked
// apart from the schema.

var inlinePointer = document.PointerStep("", InlineKey)

// compileTeamInline compiles what a team's format may have under the key.
func (j *ruleSet) compileTeamInline(root cue.Value) (err error) {
	j.inline, err = compileAt(root, "custom.inline")
	return err
}

// checkInline checks the key in a team's format.
func (t *docCheck) checkInline(data *document.Node) {
	if t.ruleSet.inline != nil {
		t.checkData(t.ruleSet.inline, data, false)
	}
}

// fromInlineKey reports whether a violation comes from a closed schema that
// lacks the key.
func (j *ruleSet) fromInlineKey(v constraint.Violation) bool {
	return j.inline != nil && v.Kind == constraint.NotAllowed && v.Pointer == inlinePointer
}

// withoutInline removes the key from the unknown fields.
func (j *ruleSet) withoutInline(unknown []Unknown) []Unknown {
	if j.inline == nil {
		return unknown
	}
	return slices.DeleteFunc(unknown, func(u Unknown) bool { return u.Pointer == inlinePointer })
}
