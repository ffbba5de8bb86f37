package hook

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/testkit"
)

// costPage describes what a model sees. Its table has the length of each kind of text, with examples.
const costPage = "../../docs/model.md"

// spoken is a text for a model or the user on an occasion.
type spoken struct{ occasion, text string }

// add plays an event, and adds the texts of its answer.
func (b *bench) add(list []spoken, occasion string, event map[string]any) []spoken {
	b.t.Helper()
	_, out := b.play(event)
	texts := append(modelTexts(out), gjson.Get(out, "systemMessage").Str)
	if texts[0] == "" {
		b.t.Errorf("%s: nothing is said", occasion)
	}
	return append(list, spoken{occasion, texts[0]})
}

// spokenTexts returns a text of each kind.
func spokenTexts(t *testing.T) (list []spoken) {
	b := newBench(t)
	broken, unsealed := b.report("02-implementer-report.md"), b.report("04-reviewer-report.md")
	list = b.add(list, "session start, four unfinished reports", map[string]any{"hook_event_name": SessionStart})
	list = b.add(list, "report written, three errors, one warning", write(broken))
	list = b.add(list, "report written, one warning", write(b.report("05-auditor-report.md")))
	list = b.add(list, "prompt to read an unsealed report", agent("critic", "Read `"+unsealed+"` first."))
	b.change = func(c *Config) { c.Require = true }
	list = b.add(list, "prompt without a required handoff", agent("critic", "Review the import."))

	b = newBench(t)
	list = b.add(list, "report handed back, three errors", returnMessage("Handoff written to `"+b.report("02-implementer-report.md")+"`."))
	b.silent(agent("critic", "Write your report to `"+b.report("06-critic-report.md")+"`."))
	list = b.add(list, "agent ends without its report", returnMessage("All done."))
	b.says(write(b.report("02-implementer-report.md")), "block")
	list = b.add(list, "turn ends, five unfinished reports", stops(false))

	b, name := newMessages(t, failedRun+lastMessage, func() {})
	stop := endsTurn(name, "All tests pass.")
	list = b.add(list, "turn ends, false last message", stop)
	stop["stop_hook_active"] = true
	list = b.add(list, "the agent insists (for you)", stop)

	b = newSealing(t)
	path := b.transcriptOf(b.root+"/internal/expiry_test.go", "All tests pass.", failedTests)
	list = b.add(list, "a launched agent's answer is false", foreground(path, "All tests pass."))
	report, _ := b.handsBack(failedLint)
	list = append(list, spoken{"receipt, by `accept` or `dispatch --reads`", b.lines(report)})
	_, prompt := b.dispatched("tester")
	_, block, _ := strings.Cut(prompt, "\n\n")
	return append(list, spoken{"block of `dispatch` for a prompt", block})
}

// costRow returns a row of the table. Four bytes of English are about one token.
func costRow(occasion, text string) string {
	return fmt.Sprintf("| %s | %d | %d |\n", occasion, len(text), (len(text)+3)/4)
}

// checkPart compares a part of the page, between comments with a name, with the wanted text. -update writes
// it.
func checkPart(t *testing.T, name, want string) {
	t.Helper()
	page := testkit.Read(t, costPage)
	part := regexp.MustCompile(`(?s)(<!-- ` + name + ` -->\n)(.*)(<!-- /` + name + ` -->)`)
	m := part.FindSubmatchIndex(page)
	if m == nil {
		t.Fatalf("%s has no comments %q", costPage, name)
	}
	if *update {
		testkit.Write(t, costPage, slices.Concat(page[:m[4]], []byte(want), page[m[5]:]))
	} else if got := string(page[m[4]:m[5]]); got != want {
		t.Errorf("%s has\n%s\nand it is\n%s", costPage, got, want)
	}
}

// Each kind of text is as long as the page says, and repeats nothing.
func TestCostOfTexts(t *testing.T) {
	table := "| text | bytes | tokens |\n|---|--:|--:|\n"
	var texts []string
	for _, s := range spokenTexts(t) {
		saysOnce(t, s.text)
		t.Logf("%s: %d bytes\n%s", s.occasion, len(s.text), s.text)
		table += costRow(s.occasion, s.text)
		texts = append(texts, s.text)
	}
	checkPart(t, "cost", table)

	page := testkit.Read(t, costPage)
	for _, m := range regexp.MustCompile("(?s)```text\n(.*?)\n```").FindAllStringSubmatch(string(page), -1) {
		if !slices.Contains(texts, m[1]) {
			t.Errorf("%s shows what no hook says: %s", costPage, m[1])
		}
	}
}
