package rules

import (
	"slices"

	"cuelang.org/go/cue"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/document"
)

// A team's own schema need not know of the key that is meant for handofflint.
// So it is judged beside the schema, which has no say in it.

// inlinePointer is where that key stands in a handoff's own object.
var inlinePointer = document.PointerStep("", InlineKey)

// compileTeamInline compiles what a format of a team's own has under the key.
func (j *ruleSet) compileTeamInline(root cue.Value) (err error) {
	j.inline, err = compileAt(root, "custom.inline")
	return err
}

// checkInline judges the key in a format of a team's own.
func (t *docCheck) checkInline(data *document.Node) {
	if t.ruleSet.inline != nil {
		t.checkData(t.ruleSet.inline, data, false)
	}
}

// fromInlineKey says that a violation is of a closed schema that does not have
// the key.
func (j *ruleSet) fromInlineKey(v constraint.Violation) bool {
	return j.inline != nil && v.Kind == constraint.NotAllowed && v.Pointer == inlinePointer
}

// withoutInline leaves out the key among the fields that no schema names.
func (j *ruleSet) withoutInline(unknown []Unknown) []Unknown {
	if j.inline == nil {
		return unknown
	}
	return slices.DeleteFunc(unknown, func(u Unknown) bool { return u.Pointer == inlinePointer })
}
