package constraint_test

import (
	"testing"

	"github.com/handofflint/handofflint/internal/constraint/constrainttest"
)

func TestAt(t *testing.T) {
	c := compile(t, `#T: {name!: string, next?: null | #T, "a/b"?: [int, ...string]}
#S: #T & {name: =~"^x", ...}`)
	tests := []struct {
		pointer, accepted, refused string
	}{
		{"", `{"name":"x"}`, `{}`},
		{"/name", `"x"`, `1`},
		{"/next", `null`, `1`},
		{"/next/next/name", `"y"`, `1`},
		{"/a~1b/0", `1`, `"x"`},
		{"/a~1b/7", `"x"`, `1`},
	}
	for _, test := range tests {
		at := c.At(test.pointer, nil)
		if at == nil {
			t.Errorf("nothing is found at %s", test.pointer)
			continue
		}
		if !at.Match(constrainttest.MustNode(test.accepted)) || at.Match(constrainttest.MustNode(test.refused)) {
			t.Errorf("another checker is found at %s", test.pointer)
		}
	}
	for _, pointer := range []string{"/other", "/name/x", "/a~1b/x"} {
		if c.At(pointer, nil) != nil {
			t.Errorf("something is found at %s", pointer)
		}
	}
}
