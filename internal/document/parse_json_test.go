package document

import "testing"

func TestParseJSON(t *testing.T) {
	tests := []struct {
		name, in, rule, variant string
	}{
		{"an object", `{"a": [1]}`, "", ""},
		{"behind a BOM", "\uFEFF{}\r\n", "", ""},
		{"nothing", " \n", ruleJSON, "empty"},
		{"a list", `[]`, ruleJSON, "not-an-object"},
		{"a comment", "{\n// no\n}", ruleJSON, "comment"},
		{"a key twice", `{"a": 1, "a": 1}`, ruleDuplicateKey, ""},
		{"a NUL", "{\"a\": \"\x00\"}", "file/not-utf8", "nul"},
		{"Latin-1", "{\"a\": \"\xe9\"}", "file/not-utf8", "invalid-utf8"},
	}
	for _, test := range tests {
		root, src, faults := ParseJSON([]byte(test.in), testLimits)
		if src == nil || len(src.Bytes()) != len(test.in) {
			t.Fatalf("%s: the source does not hold the input", test.name)
		}
		if test.rule == "" {
			if len(faults) > 0 || root == nil || root.Kind != Object {
				t.Errorf("%s: %v, %v", test.name, root, faults)
			}
			continue
		}
		if len(faults) != 1 || faults[0].Rule != test.rule || faults[0].Variant != test.variant {
			t.Errorf("%s: faults are %v, want %s %s", test.name, faults, test.rule, test.variant)
		}
	}
}
