package text

import (
	"slices"
	"strings"
	"testing"
)

func TestSentences(t *testing.T) {
	for text, want := range map[string][]string{
		"":                               nil,
		"one":                            {"one"},
		"One. Two.":                      {"One.", "Two."},
		"One.\nTwo":                      {"One.", "Two"},
		`He said "it works." Then more!`: {`He said "it works."`, "Then more!"},
		"(It works.) Done":               {"(It works.)", "Done"},
		"**Done.** Next, `run.` Last":    {"**Done.**", "Next, `run.`", "Last"},
		"Why?! Because; so... on":        {"Why?!", "Because;", "so... on"},
		"It works... If not, then... no": {"It works...", "If not, then... no"},
		"No! Etc; and vs. us":            {"No!", "Etc;", "and vs. us"},
		"version 1.2.3 of a.go":          {"version 1.2.3 of a.go"},
		"e.g. this, i.e. that, etc. and": {"e.g. this, i.e. that, etc. and"},
		"Beta cetc. And":                 {"Beta cetc.", "And"},
		"See (no. 5) vs.  two":           {"See (no. 5) vs.", "two"},
		"完成。。测试！好":                       {"完成。。", "测试！", "好"},
		"测试通过。no. 5":                     {"测试通过。", "no. 5"},
		"\xff. \xff":                     {"\xff.", "\xff"},
	} {
		var got []string
		for _, s := range Sentences(text) {
			got = append(got, strings.TrimSpace(text[s.Start:s.End]))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestLastSentence(t *testing.T) {
	for text, want := range map[string]string{"": "", "One. Two, ": "Two, ", "One. ": "", "好。再": "再", "e.g. ": "e.g. "} {
		if got := LastSentence(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestSentenceWithoutItsStop(t *testing.T) {
	const text = `It works. "Really?!" 好。Last one.`
	want := []string{"It works", `"Really`, "好", "Last one."} // the last stop ends the text
	var got []string
	for _, s := range Sentences(text) {
		got = append(got, text[s.Start:s.Stop])
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
