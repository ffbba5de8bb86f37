package text

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestJSONQuote(t *testing.T) {
	for text, want := range map[string]string{
		"":                       `""`,
		"<!-- handoff-end --> &": `"<!-- handoff-end --> &"`,
		"a \"b\" \\ \n":          `"a \"b\" \\ \n"`,
		" \u2028 ":               `" \u2028 "`,
		"\xff":                   `"\ufffd"`,
	} {
		if got := JSONQuote(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

func TestJSONAndIndented(t *testing.T) {
	value := map[string]any{"a": []int{1}, "b": "<", "c": []int{}}
	line, err := JSON(value)
	if want := `{"a":[1],"b":"<","c":[]}`; err != nil || string(line) != want {
		t.Errorf("got %s, %v, want %s", line, err, want)
	}
	text, err := JSONIndented(value)
	if want := "{\n  \"a\": [\n    1\n  ],\n  \"b\": \"<\",\n  \"c\": []\n}\n"; err != nil || string(text) != want {
		t.Errorf("got %s, %v, want %s", text, err, want)
	}
	for _, write := range []func(any) ([]byte, error){JSON, JSONIndented} {
		if text, err := write(func() {}); err == nil || text != nil {
			t.Errorf("a function is %q", text)
		}
	}
}

// FuzzJSONQuote holds that every valid UTF-8 text is quoted on one line and decoded unchanged.
func FuzzJSONQuote(f *testing.F) {
	for _, s := range []string{"", "<>&", "\xff\xfe", "\u2028\x00\x7f", `\"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var back string
		quoted := JSONQuote(s)
		if err := json.Unmarshal([]byte(quoted), &back); err != nil || strings.ContainsAny(quoted, "\n\r") {
			t.Fatalf("%q is no string on a line: %v", quoted, err)
		}
		if utf8.ValidString(s) && back != s {
			t.Errorf("%q came back as %q", s, back)
		}
	})
}
