package lint_test

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// form is a way to write the same text.
type form struct {
	name  string
	write func(string) string
}

func bom(s string) string { return text.BOM + s }
func crlf(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\n", "\r\n")
}
func open(s string) string { return strings.TrimSuffix(s, "\n") }

var forms = []form{
	{"byte order mark", bom}, {"CRLF", crlf}, {"no last line end", open},
	{"all of it", func(s string) string { return bom(crlf(open(s))) }},
	{"mark and CRLF", func(s string) string { return bom(crlf(s)) }},
}

// A tree in another encoding has the same findings, including those about its sessions.
func TestFormsChangeNothingInSessions(t *testing.T) {
	root := writeTree(t, session())
	want := lines(root, run(t, root, 1, "."))
	for _, f := range forms {
		files := session()
		for name := range files {
			if strings.HasSuffix(name, ".md") {
				files[name] = f.write(files[name])
			}
		}
		root := writeTree(t, files)
		if got := lines(root, run(t, root, 1, ".")); got != want {
			t.Errorf("%s:\n%s\nwant:\n%s", f.name, got, want)
		}
	}
}

// broken are files with faults that a byte order mark, a carriage return or a missing line end could hide,
// move or duplicate.
var broken = map[string]string{
	"01-architect-report.md":               report("s-1", 1, "architect", "nil check in", "TBD", "<!-- handoff-end -->\n", ""),
	"02-writer-report.md":                  report("s-1", 3, "writer", "## 3. Decisions", "```\n## 3. Decisions", "Chose a nil", "- TODO\n- A nil"),
	"trailing.md":                          report("s-1", 1, "a", "handoff-end -->", "handoff-end -->\n\nPS: more\n"),
	"fields.md":                            report("", 0, "a", `"written"`, `"writen"`, `"full"`, ``, "summary: \"Chose", "summary: \"\\tTBD\\n"),
	"twice.md":                             report("s-1", 1, "a", "sequence: 1\n", "sequence: 1\nsequence: 1\n"),
	"yaml.md":                              report("s-1", 1, "a", "sequence: 1\n", "sequence: [1\n"),
	"unclosed.md":                          "---\nagent_role: a\n\n## 1. What Was Done\n\n" + strings.Repeat("More text\n", 20),
	"block.md":                             "# Work\n\n---\n\n```json\n{\n  \"agent\": \"a\",\n  \"status\": \"blockd\"\n}\n```\n\nMore text.\n",
	"cut.md":                               "# Work\n\n## Metadata\n\n```json\n{\n  \"agent\": \"a\",\n  \"status\": \"comp\n",
	"docs/context/1717500000-context.json": "{\n  \"task_id\": \"x\",\n  \"task_sumary\": \"TBD\",\n  \"key_findings\": [\"\", 1]\n}\n",
	"docs/context/1717500000-syntax.json":  "{\n  \"task_id\": \"x\"\n  \"key_findings\": []\n}\n",
	"task.log":                             "line\n---KELOS_HANDOFF_START---\n{\"summary\": \"\"}\n---KELOS_HANDOFF_END---\nline\n",
	"none.txt":                             "\n\nNothing.\n",
}

// place is the position of a finding, independent of line ends and leading bytes: line and column, which do
// not count a byte order mark.
type place struct {
	rule, severity, pointer, message, help string
	line, column                           int
}

func placesOf(r rules.Result) []place {
	var out []place
	for _, f := range r.Findings {
		start := f.Range.Start
		out = append(out, place{f.Rule, string(f.Severity), f.Pointer, f.Message, f.Help, start.Line, start.Column})
	}
	return out
}

func TestFormsChangeNoPlace(t *testing.T) {
	linter := &lint.Linter{Engine: newEngine(t), Jobs: 1}
	judge := func(path, text string) []place {
		r, err := linter.CheckInput(document.Input{Path: path, Data: []byte(text), Named: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return placesOf(r.Result)
	}
	for path, text := range broken {
		want := judge(path, text)
		if len(want) == 0 {
			t.Errorf("%s has no finding: it shows nothing", path)
		}
		for _, f := range forms {
			got := judge(path, f.write(text))
			if len(got) != len(want) {
				t.Errorf("%s, %s:\n%+v\nwant\n%+v", path, f.name, got, want)
				continue
			}
			for i := range got {
				if atEnd := strings.Count(text, "\n") < want[i].line; atEnd {
					got[i].line, got[i].column = want[i].line, want[i].column
				}
				if got[i] != want[i] {
					t.Errorf("%s, %s:\n%+v\nwant\n%+v", path, f.name, got[i], want[i])
				}
			}
		}
	}
}
