package checks

import (
	"slices"
	"testing"
)

func TestSentences(t *testing.T) {
	for text, want := range map[string][]string{
		"":                                  nil,
		"one":                               {"one"},
		"One. Two.":                         {"One.", "Two."},
		"One.\nTwo":                         {"One.", "Two"},
		`He said "it works." Then no more!`: {`He said "it works." Then no more!`},
		"(It works.) Done":                  {"(It works.)", "Done"},
		"Why?! Because; so... on":           {"Why?!", "Because;", "so...", "on"},
		"version 1.2.3 of a.go":             {"version 1.2.3 of a.go"},
		"e.g. this, i.e. that, etc. and":    {"e.g. this, i.e. that, etc. and"},
		"Beta cetc. And":                    {"Beta cetc.", "And"},
		"See (no. 5) vs.  two":              {"See (no. 5) vs.", "two"},
		"完成。。测试！好":                          {"完成。。", "测试！", "好"},
		"测试通过。no. 5":                        {"测试通过。", "no. 5"},
		"Run `a. b` twice":                  {"Run `a. b` twice"},
		"\xff. \xff":                        {"\xff.", "\xff"},
	} {
		if got := sentencesOf(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
