package checks

import (
	"testing"

	"github.com/handofflint/handofflint/internal/text"
)

// FuzzMayBegin holds that beginnings skip only texts that the check would not report.
func FuzzMayBegin(f *testing.F) {
	p := catalogued(f)
	for _, s := range []string{
		"TBD", "todo: describe it", "T.B.D. and more", "to be done", "Lorem ipsum dolor sit", "TB\u200bD", "TBD\u0301", "TBD&nbsp;", "TBD&#769;", "to\nbe done",
		"TODO, TBD / WIP", "None.", "None, n/a", "Na\x01", "x\\_x", "xxxx!", "Key information for next phase", "insert name here", "A sentence.", "1. TBD", "n/a None",
		"TBD:", "placeholder text **:**", "T\\(BD", "TBD&amp;#65;", "Loremipsum", "fixme - provide the list", "N", "z", "K\u212a",
		"1) TBD", "1.TBD", "12 TBD", "2026-05-31", "3",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		found, want := p.kindOf(s, inValue(false)), p.kindInFull(s, text.Bare(s), inValue(false))
		if found != want {
			t.Errorf("%q is %q, and %q read in full", s, found, want)
		}
	})
}

// TestFewTextsAreRead holds that ordinary texts are skipped.
func TestFewTextsAreRead(t *testing.T) {
	p := catalogued(t)
	for _, s := range []string{"Rows are read one by one.", "Batches of 500 rows", "Every good row becomes an upsert", "2026-05-31T19:20:44Z", "written"} {
		if p.beginnings.mayBegin(s) {
			t.Errorf("%q is read", s)
		}
	}
}
