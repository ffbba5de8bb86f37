package rules

import (
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

// subjectOf identifies what a report on the handoff's own object is about,
// independent of other values: for a scalar its kind and text, or the part of
// it that is reported; for a list or object its kind; for a missing field that
// it is missing. It returns "" for any other report.
func (t *docCheck) subjectOf(r Report) string {
	data := t.doc.Data()
	if data == nil || r.File != "" || r.Fact != nil {
		return ""
	}
	if r.Pointer == "" && r.At != data.Value && r.At != data.Opening() {
		return ""
	}
	n := data.Lookup(document.PointerSteps(r.Pointer)...)
	switch {
	case n == nil:
		return "missing"
	case n.Kind == document.Object || n.Kind == document.List:
		return n.Kind.String()
	}
	text := n.Text
	if t.source != nil && r.At.Len() > 0 && r.At.Len() < n.Value.Len() && n.Value.Start <= r.At.Start && r.At.End <= n.Value.End {
		text = t.source.Slice(r.At)
	}
	return n.Kind.String() + " " + strings.Join(strings.Fields(text), " ")
}
