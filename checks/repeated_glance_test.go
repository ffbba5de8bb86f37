package checks

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// engineOf returns an engine whose only rule is repeated-text, with a run of its check.
func engineOf(t testing.TB, run func(*repeatedTextParams, *rules.Pass)) *rules.Engine {
	t.Helper()
	own := All()
	own["repeatedText"] = rules.NewCheck(run)
	engine, err := rules.NewEngine(own, rules.Options{Select: []string{"report/repeated-text"}})
	if err != nil {
		t.Fatal(err)
	}
	return engine
}

// FuzzRepeatedText holds that a glance at a report hides no repetition.
func FuzzRepeatedText(f *testing.F) {
	glance := engineOf(f, repeatedText)
	thorough := engineOf(f, func(p *repeatedTextParams, pass *rules.Pass) {
		if pass.Doc.Body != nil {
			all := passagesOf(pass.Doc)
			p.compare(pass, all, notInBold(all))
		}
	})
	sentence := "The importer keeps each good row and drops the others today. "
	for _, s := range []string{
		strings.Repeat(sentence, 4), strings.Repeat("- "+sentence+"\n", 4), sentence + "\n\n## 2. Two\n\n**" + sentence + "**",
		strings.Repeat("one two three ", 60), strings.Repeat("`one` two three ", 60), strings.Repeat("日本語の文章です。", 60), strings.ToUpper(sentence) + strings.Repeat(sentence, 3),
		strings.Repeat("The \u212aelvin scale has its zero where all motion ends today. ", 4), strings.Repeat("one&nbsp;two&amp;three \u200bfour ", 60),
	} {
		f.Add(s)
	}
	for seed := range uint64(20) {
		f.Add(randomText(rand.New(rand.NewPCG(seed, 0))))
	}
	f.Fuzz(func(t *testing.T, s string) {
		in := document.Input{Path: "a.md", Data: []byte("# Handoff: a\n\n## 1. One\n\n" + s), As: document.Report, Named: true}
		got, err := glance.CheckInput(in)
		if err != nil {
			t.Fatal(err)
		}
		want, err := thorough.CheckInput(in)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got.Findings, want.Findings) {
			t.Errorf("%q\n%v, want %v", s, got.Findings, want.Findings)
		}
	})
}

// randomText returns paragraphs and items of few words, some of which repeat.
func randomText(random *rand.Rand) string {
	signs := []string{". ", "; ", ", ", " ", " ", "\n\n", "\n- ", "! ", " `x` ", ": ", "。"}
	words := 3 + random.IntN(30)
	var b strings.Builder
	for range 300 {
		fmt.Fprintf(&b, "Word%c%s", 'a'+rune(random.IntN(words)), signs[random.IntN(len(signs))])
	}
	return b.String()
}
