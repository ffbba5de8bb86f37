package document

import (
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/text"
)

// pointersOf returns the pointers of the repeated keys in faults.
func pointersOf(faults []Fault) (pointers []string) {
	for _, f := range faults {
		if f.Rule == ruleDuplicateKey {
			pointers = append(pointers, f.Pointer)
		}
	}
	return pointers
}

// TestPointersOfRepeatedKeys holds that a repeated key's pointer is its value's, wherever the object is, even
// in a value that another one replaces.
func TestPointersOfRepeatedKeys(t *testing.T) {
	for _, c := range []struct {
		name, json string
		want       []string
	}{
		{"at the root", `{"a": 1, "a": 2}`, []string{"/a"}},
		{"three times", `{"a": 1, "a": 2, "a": 3}`, []string{"/a", "/a"}},
		{"in an object", `{"o": {"a": 1, "a": 2}, "b": 1}`, []string{"/o/a"}},
		{"in an item of a list", `{"l": [0, [{"x": 1}, {"a": 1, "a": 2}]]}`, []string{"/l/1/1/a"}},
		{"behind a list", `{"l": [0, 1], "a": 1, "a": 2}`, []string{"/a"}},
		{"in a value that is taken over", `{"o": {"a": 1, "a": 2}, "o": 1}`, []string{"/o/a", "/o"}},
		{"with a slash and a tilde", `{"a/b": {"~": 1, "~": 2}}`, []string{"/a~1b/~0"}},
		{"empty", `{"": 1, "": 2}`, []string{"/"}},
	} {
		src := text.NewSource([]byte(c.json))
		all := text.Span{End: len(c.json)}
		if _, faults := parseJSON(src, all, testLimits); !slices.Equal(pointersOf(faults), c.want) {
			t.Errorf("%s, JSON: %q, want %q", c.name, pointersOf(faults), c.want)
		}
		if _, faults := parseYAML(src, all, testLimits); !slices.Equal(pointersOf(faults), c.want) {
			t.Errorf("%s, YAML: %q, want %q", c.name, pointersOf(faults), c.want)
		}
	}
}

// TestLongPaths holds that many values below a long key are too many: their pointers would take the product of
// both.
func TestLongPaths(t *testing.T) {
	key, values := strings.Repeat("k", 100_000), strings.Repeat(`"a": 1, `, 500)
	_, _, inJSON := ParseJSON([]byte(`{"`+key+`": {`+values+`"a": 1}}`), testLimits)
	_, _, inYAML := ParseYAML([]byte("? "+key+"\n: {"+values+"}"), testLimits)
	for name, faults := range map[string][]Fault{"JSON": inJSON, "YAML": inYAML} {
		if !slices.ContainsFunc(faults, func(f Fault) bool { return f.Variant == "too-many" }) || len(faults) > 10 {
			t.Errorf("%s: %d faults", name, len(faults))
		}
	}
}
