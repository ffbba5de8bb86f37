package source

import (
	"strings"
	"testing"

	"cuelang.org/go/cue/parser"
)

func TestNested(t *testing.T) {
	many := strings.Repeat
	tests := []struct {
		name, source string
		at           int // -1 for shallow
	}{
		{"brackets", "a: " + many("[", 101), 3 + 100},
		{"as many as there may be", "a: " + many("[", 100) + many("]", 100), -1},
		{"beside each other", "a: [" + many("[1], ", 500) + "]", -1},
		{"structs", many("{", 101), 100},
		{"signs", "a: " + many("!", 100), 66},
		{"signs with spaces", "a: " + many("- ", 100), 3 + 63*2},
		{"in a text", `a: "` + many("[", 500) + `"`, -1},
		{"in a comment", "// " + many("=", 500) + many("(", 500) + "\na: 1", -1},
		{"in a long text", "a: \"\"\"\n\t" + many("{", 500) + "\n\t\"\"\"\n", -1},
		{"expressions in texts", `a: "` + many(`\(b)[`, 300) + `"`, -1},
		{"texts in texts", many(`"\(`, 101), 3 * 50},
		{"behind an expression in a text", `a: "\(b)", c: ` + many("[", 101), 14 + 100},
		{"brackets in an expression in a text", `a: "\((b))\([c])(", d: ` + many("(", 101), 23 + 100},
		{"never closed", `a: "\(b`, -1},
		{"closed too often", "a: )))]]]}}}", -1},
	}
	for _, tt := range tests {
		at, limit, deep := Nested([]byte(tt.source))
		if deep != (tt.at >= 0) || deep && (at != tt.at || limit < 64) {
			t.Errorf("%s: %v at %d (%d), want %d", tt.name, deep, at, limit, tt.at)
		}
	}
}

// Whatever passes is parsed, and no text makes the scan run on or break down.
func FuzzNested(f *testing.F) {
	for _, seed := range []string{`a: "\(b) c \([1, {x: 2}]) d"`, "a: #\"\"\"\n\t\\#(b)\n\t\"\"\"#", `"\(`, `'\("\(1)")'`, "a: -!*1 // [", "\xff("} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if at, _, deep := Nested(data); deep && (at < 0 || at >= len(data)) {
			t.Errorf("at %d of %d", at, len(data))
		} else if !deep {
			_, _ = parser.ParseFile("a.cue", data)
		}
	})
}
