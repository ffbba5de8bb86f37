package rules

import (
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

// subjectOf is what a report on the handoff's own object is about, in a form
// that stays the same when other values change: of a scalar its kind and text,
// of a list or an object the kind alone, and of a field that is not there that
// it is not. Of a report on a part of a scalar it is that part. It is "" for a
// report on anything else.
func (t *docCheck) subjectOf(r Report) string {
	data := t.doc.Data()
	if data == nil || r.File != "" || r.Fact != nil {
		return ""
	}
	if r.Pointer == "" && r.At != data.Value && r.At != data.Opening() {
		return ""
	}
	n := data.Lookup(stepsOfPointer(r.Pointer)...)
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

// stepsOfPointer are the names and indexes of a JSON pointer.
func stepsOfPointer(pointer string) []string {
	steps := strings.Split(pointer, "/")[1:]
	for i := range steps {
		steps[i] = pointerUnescaper.Replace(steps[i])
	}
	return steps
}
