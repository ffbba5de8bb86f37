package ledger

import (
	"strings"
	"testing"
)

func TestHasAdded(t *testing.T) {
	for name, tt := range map[string]struct {
		was, is, code string
		want          bool
	}{
		"a new name":              {"var a int", "var total int", "total", true},
		"with more names":         {"", "func (s *State) EndedAt() *time.Time", "EndedAt *time.Time", true},
		"a call":                  {"", "func handleEnd() {}", "handleEnd()", true},
		"a name that was there":   {"var total int", "var total float64", "total", false},
		"one new name is enough":  {"var total int", "var total float64", "total float64", true},
		"a name of another text":  {"", "var total int", "subtotal", false},
		"a part of a name":        {"", "var subtotal int", "total", false},
		"one of two names":        {"", "var total int", "total of", true},
		"not all names":           {"", "var total int", "total rounded", false},
		"another case":            {"", "var Total int", "total", false},
		"too short to be a name":  {"", "var ab int", "ab", false},
		"the shortest":            {"", "var abc int", "abc", true},
		"a word of other letters": {"", "// größer\n", "größer", true},
		"a number":                {"", "x*100", "100", false},
		"a name with a number":    {"", "var total2 int", "total", false},
		"a name of two words":     {"", "var max_total int", "total", false},
		"no text":                 {"", "", "total", false},
		"no name":                 {"", "var total int", "{}", false},
		"the longest text":        {"", strings.Repeat("a", maxNamed-6) + " total", "total", true},
		"a longer text":           {"", strings.Repeat("a", maxNamed-5) + " total", "total", false},
		"a longer text before":    {strings.Repeat("a", maxNamed+1), "total", "total", false},
	} {
		var d Deed
		d.SetNames(tt.was, tt.is)
		if got := d.HasAdded(tt.code); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
