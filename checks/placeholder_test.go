package checks

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// catalogued returns the placeholder check with the catalogue's parameters.
func catalogued(t testing.TB) *placeholders {
	t.Helper()
	c, err := rules.LoadCatalogue(rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	params := new(placeholderParams)
	if err := json.Unmarshal([]byte(c.Rule("placeholder").Params), params); err != nil {
		t.Fatal(err)
	}
	return &placeholders{placeholderParams: params}
}

var inParagraph, inItem = place{prose: true}, place{loose: true}

func TestUnfinished(t *testing.T) {
	p := catalogued(t)
	for _, said := range []string{
		"TBD", "tbd", "TBD.", "**TBD**", "_todo_", `"TODO"`, "'WIP'", "“FIXME”", "XXX", "placeholder", "...", "…", "待补充", "待填写。",
		"<anything>", "<your summary here>", "{task_id}", "[TODO: write this]", "[fill in]", "[Your name]", "[describe the change]",
		"[这里填写任务]", "[待写]", "<a b c>",
		"T\u200bBD", "\ufeffTBD\u00ad", "TBD&nbsp;", "TBD\u3164", "ＴＢＤ", "ｔｏｄｏ", "𝐓𝐁𝐃",
		"(TBD)", "[TODO]", "{WIP}", "<FIXME>", "[[TBD]]", "（待补充）", "【待填写】", "「待定」", "待定", "**[TBD]**", "( TODO )", "(...)", "[…]",
		"XXXX", "xxxxxxxxx", "[XXXXX]", "[insert the summary here]", "[Insert]", "[placeholder]", "[placeholder for the summary]", "[TBD by the lead]",
		"Lorem ipsum dolor sit amet, consectetur adipiscing elit.", "lorem ipsum dolor",
	} {
		for _, at := range []place{inParagraph, inField, inItem, {}} {
			if !p.isUnfinished(text.Bare(said), at) {
				t.Errorf("%q is not found in %+v", said, at)
			}
		}
	}
	for said, in := range map[string][]place{
		"{{summary}}":                       {inParagraph, inField, {}},
		"{{ .Task }} - {{ id}}":             {inParagraph, inField, {}},
		"${SUMMARY}":                        {inParagraph, inField, {}},
		"Key information for next phase":    {inParagraph, inField},
		"What agent tried before blocking.": {inParagraph, inField},
		"*Why X not Y. Alternatives considered and rejected.*": {inParagraph, inField},
		"role name": {inField},
		"<summary>": {inParagraph, inField, inItem, {}},
		"<details>": {inParagraph, inField, inItem, {}},
	} {
		for _, at := range []place{inParagraph, inField, inItem, {}} {
			want := false
			for _, place := range in {
				want = want || place.prose == at.prose && place.whole == at.whole && place.loose == at.loose
			}
			if p.isUnfinished(text.Bare(said), at) != want {
				t.Errorf("%q in %+v: want %t", said, at, want)
			}
		}
	}
	closed := place{prose: true, closed: map[string]bool{"title": true}}
	if p.isUnfinished("<title></title>", closed) || !p.isUnfinished("<title></title>", inField) {
		t.Error("an element that ends is content, but not as a whole value")
	}
	for _, said := range meant {
		for _, at := range []place{inParagraph, inField, inItem, {}} {
			if p.isUnfinished(text.Bare(said), at) || p.isLabel(text.Bare(said)) {
				t.Errorf("%q is content", said)
			}
		}
	}
}

func TestLabels(t *testing.T) {
	p := catalogued(t)
	for said, want := range map[string]bool{
		"TODO:": true, "**TODO:**": true, "**TBD**:": true, "todo :": true, "[TODO]:": true, "[TODO:]": true, "待补充：": true, "ＴＯＤＯ：": true,
		"TODO": false, ":": false, "Open:": false, "None:": false, "TODO: run it": false, "Done TODO:": false,
	} {
		if p.isLabel(text.Bare(said)) != want {
			t.Errorf("%q: a label is not %t", said, want)
		}
	}
}

// meant are texts that are not placeholders.
var meant = []string{
	"", " ", ".", "-", "???", "—", "→", "Removed the last TODO", "TBD later", "todos", "a ... b", "<br>", "<br/>", "</div>", "<!-- x -->", "<https://example.org>",
	"<me@example.org>", "<img src=x>", "{}", "{1}", "{a b}", "[x]", "[link](url)", "[1]", "None", "N/A", "[yours]", "a <b>",
	// In code, and in sentences.
	"`TBD`", "`TODO:`", "`{{name}}`", "`${HOME}`", "`<summary>`", "`...`", "`XXX`", "``[insert name]``",
	"The TODO in store.go:38 is older than the bug", "Replaced every FIXME by an issue", "Left the TBD of the specification as it is",
	"The word placeholder is in the mock-up on purpose", "Wait for the WIP branch", "WIP limit raised to 4", "No TODO is left", "TODO list moved to the wiki",
	"TODOs: none", "TODO-142", "TODO.md", "todo_app", "todo list", "FIXME-free", "XXX-large", "xx", "XX", "xxl", "0xxx", "XXX rated", "TBD-42 is closed",
	"Lorem", "Lorem ipsum", "The fixture is lorem ipsum dolor", "Lorem Ipsum generator removed", "待定项已全部确认", "删除了最后一个待补充的占位符", "无待补充内容，测试全部通过", "（见下文）", "【重要】", "「完成」", "【注意】接口已改名",
	// Templates in sentences and in parts of a value.
	"Rendered with {{name}} filled in", "{{name}} is filled in", "Set ${HOME} before the run", "${HOME}/bin", "a{b}c", "{a,b}", "{\"a\": 1}", "{x: 1}", "{ }", "{{", "}}", "${", "$HOME", "$(make)", "%s", "{0}", "{2,3}",
	"<T> is inferred", "List<String>", "Map<K, V>", "Result<T, E>", "a < b", "a > b", "x <- y", "<-", "->", "=>", "<=>", "< 5 ms", "<5 ms and > 2 ms", "5 > 3", "<3",
	// HTML.
	"<br><br>", "<hr>", "<p>", "<div></div>", "<div class=\"x\">", "<b>", "<code>", "<ul><li>", "<table>", "<span style='a'>", "<h1>", "<input disabled>", "<img src=\"a.png\" alt=\"b\">", "<summary class=x>", "<title lang=en>", "<details open>",
	"<https://example.org/a?b=c>", "<mailto:a@b.example>", "<b>bold</b>", "<summary>Log</summary>", "<title>Login</title>", "<details><summary>Log</summary>text</details>",
	// Brackets of other kinds.
	"[]", "[ ]", "[x] done", "[ ] open", "[3]", "[^1]", "[RFC 5322]", "[a-z]+", "[skip ci]", "[WIP] Login", "[TODO] in the title of the issue", "(none of the tests)", "(see below)", "(1)", "(a)", "[docs/a.md](docs/a.md)", "[Insert mode](docs/insert.md)", "[Your guide](https://example.org/your)",
	"[fix] Login", "[feature]", "[main 1a2b3c4]", "[filled]", "[describes]", "[inserted]", "[yourself]", "[ERROR]", "[WARN] slow", "[CF-RESULT: success]", "[object Object]", "[::1]:8080",
	// Words that only look alike, and short answers with content.
	"Done", "Yes", "No", "OK", "Passed", "n", "NaN", "nil", "null", "Nonexistent", "Nothing else was changed", "None known: all tests pass", "No regressions found", "无回归问题", "暂无已知风险：全部测试通过", "完成", "通过",
	"naive", "NASA", "N/A for Windows: the path is POSIX", "Not applicable to the mobile app", "placeholders", "Placeholder text in the form is now translated", "placeholder.png", "insert", "describe", "your", "fill",
	"...and the rest", "and so on...", "etc.", "1...10", "[...rest]", "...args", "…and more",
	// Continuations of the templates' phrases, and similar texts.
	"Key information for next phase: the cookie keeps its name", "What the agent tried before blocking is in the log", "Known limits: none above 4 KB", "Role name changed to reader", "Execution order", "Test results", "Decisions",
	"https://example.org", "src/auth/store.go", "a/b", "team/agent", "C:\\x", "v1.2.3", "1a2b3c4", "42", "3.14", "#12", "@reviewer", "✓ 12 tests", "👍 by the lead", "12/12", "100%",
	"😀 done", "é", "日本語", "한국어", "العربية", "עברית", "ไทย", "Ж",
}

func TestWordless(t *testing.T) {
	for text, want := range map[string]bool{
		".": true, "???": true, "-": true, "——": true, "👍": true, "✓": true, " \t": true, "\u200b": true, "&nbsp;": true, "\u3164\u2800": true, "。。。": true,
		"a": false, "1": false, "½": false, "无": false, "`-`": false, "é": false, "- a": false,
	} {
		if isWordless(text) != want {
			t.Errorf("%q: wordless is not %t", text, want)
		}
	}
}

func TestEmptyAnswers(t *testing.T) {
	p := catalogued(t)
	for said, want := range map[string]bool{
		"N/A": true, "n/a.": true, "NA": true, "None": true, "**none**": true, "Nothing.": true, "Not applicable": true, "无": true, "暂无。": true,
		"(none)": true, "[N/A]": true, "（无）": true, "Ｎ／Ａ": true, "No\u200bne": true,
		"None known: all tests pass": false, "nobody": false, "": false, "N": false,
	} {
		if p.isEmpty(text.Bare(said)) != want {
			t.Errorf("%q: an empty answer is not %t", said, want)
		}
	}
}

func TestTemplateHeadings(t *testing.T) {
	p := catalogued(t)
	for text, want := range map[string]bool{
		"Report of {agent_role}": true, "{title}": true, "状态：{status}": true,
		"The {a}b case": false, "Use of ${HOME}": false, "Plain": false, "{ a }": false,
	} {
		if p.Heading.Match(text, nil) != want {
			t.Errorf("%q: a template is not %t", text, want)
		}
	}
}

// TestParametersAreHeldToTheCheck holds that a mismatch of a check and its parameters is found when the rule
// is prepared, not when it runs.
func TestParametersAreHeldToTheCheck(t *testing.T) {
	for name, check := range All() {
		if _, err := check(rules.Params{}); err != nil && name != "sectionText" { // which needs one of two
			t.Errorf("%s without parameters: %v", name, err)
		}
	}
	for params, into := range map[string]any{
		`{"patterns": ["("]}`: new(placeholderParams), `{"heading": "["}`: new(placeholderParams),
		`{"hidden": [{"characters": "200B-G"}]}`: new(hiddenTextParams), `{"roles": ["reader"]}`: new(sectionWordsParams),
	} {
		if err := json.Unmarshal([]byte(params), into); err == nil {
			t.Errorf("%s is no error", params)
		}
	}
}

// FuzzUnfinished holds that emphasis around a text does not change whether it is a placeholder.
func FuzzUnfinished(f *testing.F) {
	p := catalogued(f)
	for _, s := range []string{"TBD", "<a", strings.Repeat("<a>", 50), "[todo", "{x}", "*", "…", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := p.isUnfinished(text.Bare("**"+s+"**"), inParagraph), p.isUnfinished(text.Bare(s), inParagraph); got != want {
			t.Errorf("%q: %t in emphasis, %t without", s, got, want)
		}
	})
}
