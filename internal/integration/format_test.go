package integration

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/handofflint/handofflint/internal/generate"
)

// madeUp are two formats as an author would add them to the built-in CUE, by the paths
// of the files; those that are there already are appended to.
var madeUp = map[string]string{
	"cue/formats.cue": `
formats: memo: {
	title:    "Memo"
	upstream: "made-up"
	form:     "frontmatter"
	where: ["memos/*.memo.md"]
	recognised: "it is in its place, or its front matter has ` + "`memo_from` and `memo_to`" + `"
	keys: {all: ["memo_from"], any: ["memo_to", "memo_cc"]}
	fill: role: "memo_from"
	schema: #Memo
}
formats: shift: {
	title:    "Shift"
	upstream: "made-up"
	form:     "yaml"
	where: ["shifts/*.yaml"]
	recognised: "it is in its place, or it has ` + "`shift_lead`" + `"
	keys: all: ["shift_lead"]
	schema: #Shift
}
`,
	"cue/memo.cue": `package handofflint

#Memo: {
	memo_from!: #Text @words("the name of the agent that wrote it")
	memo_to!:   #Text
	urgent?:    bool
	handofflint?: #Inline
	...
}
`,
	"cue/shift.cue": `package handofflint

#Shift: {shift_lead!: #Text, hours!: int, ...}
`,
	"cue/skeletons/memo.md":    "---\nmemo_from: \"<name>\"\nmemo_to: \"<name>\"\n---\n\n## Request\n\n<text>\n",
	"cue/skeletons/shift.yaml": "shift_lead: <name>\nhours: 8\n",
	"rules/memo.cue": `package handofflint

rules: "memo/no-request": {
	summary:  "a memo without a section"
	formats: ["memo"]
	severity: "warning"
	must: body: sections: [_, ...]
	message: "nothing is asked for"
	help:    "write \"## Request\" and what is asked for"
	why:     "Whoever gets the memo looks for what to do."
	examples: {bad: "# Memo", good: "## Request"}
	since: "0.1.0"
}
`,
}

// teamRule is a rule of a team's own for one of them.
const teamRule = `rules: "team/urgent": {
	summary: "an urgent memo"
	formats: ["memo"]
	severity: "warning"
	when: body: sections!: [...]
	must: data: urgent?: false
	message: "not urgent"
}
`

// wideText is a line of a help text, indented by three columns, that has more than 80. Examples may.
var wideText = regexp.MustCompile(`(?m)^ {3}\S.{77,}$`)

// A new format is an entry of the built-in CUE and no change of Go but of generated
// files: it is detected, checked, listed and explained.
func TestNewFormat(t *testing.T) {
	program := buildOver(t, generatedWith(t, madeUp))
	folder := t.TempDir()
	plant(t, folder, map[string]string{
		"a/memos/in-place.memo.md": "---\nurgent: perhaps\n---\n\n## Request\n\nCheck the race in login.\n",
		"a/memos/broken.MEMO.MD":   "# Request\n",
		"a/notes/by-keys.md":       "---\nmemo_from: ann\nmemo_to: bob\n---\n\nCheck the race in login.\n",
		"a/notes/other.md":         "---\nmemo_from: ann\n---\n\n# Diary\n",
		"a/shifts/in-place.yaml":   "hours: long\n",
		"a/shifts/broken.yaml":     "hours: [\n",
		"a/by-keys.yml":            "shift_lead: ann\nhours: 8\n",
		"a/other.yaml":             "hours: long\n",
		"named.md":                 "---\nurgent: true\n---\n",
		"team.yaml":                "rule-files: [team.cue]\nfiles: [{paths: named.md, format: memo}]\n",
		"team.cue":                 teamRule,
	})
	tests := []struct {
		args []string
		code int
		want []string
	}{
		{[]string{"check", "-f", "concise", "-v", "a"}, 2, []string{
			"a/memos/broken.MEMO.MD:1:1: error: no front matter: the first line is not --- [syntax/front-matter]",
			"a/memos/in-place.memo.md:2:1: error: required field memo_from is missing [schema/missing-field]",
			"a/memos/in-place.memo.md:2:9: error: urgent must be a boolean, got a string [schema/wrong-type]",
			"a/notes/by-keys.md:5:1: warning: nothing is asked for [memo/no-request]",
			"a/shifts/broken.yaml:1:1: error: this is not valid YAML: ",
			"a/shifts/in-place.yaml:1:1: error: required field shift_lead is missing [schema/missing-field]",
			"passed a/by-keys.yml",
			"skipped a/notes/other.md: no handoff",
			"skipped a/other.yaml: no handoff",
		}},
		{[]string{"check", "-f", "concise", "--config", "team.yaml", "named.md"}, 2, []string{"named.md:2:9: warning: not urgent [team/urgent]"}},
		{[]string{"check", "-f", "concise", "--as", "memo", "named.md"}, 2, []string{"named.md:2:1: error: required field memo_from is missing"}},
		{[]string{"check", "--as", "mmo", "named.md"}, 2, []string{`unknown format "mmo" (did you mean "memo"?): use report, metadata, `}},
		{[]string{"explain", "file/unknown-format"}, 0, []string{", memo or shift"}},
		{[]string{"rules", "memo"}, 0, []string{"memo/no-request", "a memo without a section"}},
		{[]string{"explain", "-v", "memo/no-request"}, 0, []string{"- formats: memo\n", "Memo: Markdown with YAML front matter, as the project made-up has it."}},
		{[]string{"explain", "-v", "schema/missing-field"}, 0, []string{"- formats: all\n"}},
		{[]string{"schema", "memo"}, 0, []string{"memo_from!: #Text"}},
		{[]string{"schema", "--json-schema", "shift"}, 0, []string{`"shift_lead"`, "docs/schemas/shift.schema.json"}},
		{[]string{"new", "memo", "--role", "ann"}, 0, []string{"memo_from: \"ann\"\n"}},
		{[]string{"new", "shift"}, 0, []string{"shift_lead: <name>\n"}},
		{[]string{"help", "schema"}, 0, []string{"FORMAT is report, metadata, ", "memo,", "shift"}},
	}
	for _, test := range tests {
		t.Run(strings.Join(test.args, " "), func(t *testing.T) {
			cmd := exec.Command(program, test.args...)
			cmd.Dir = folder
			text, err := cmd.CombinedOutput()
			out := string(text)
			if code := cmd.ProcessState.ExitCode(); code != test.code {
				t.Errorf("exit code %d, want %d: %v", code, test.code, err)
			}
			for _, want := range test.want {
				if !strings.Contains(out, want) {
					t.Errorf("no %q in\n%s", want, out)
				}
			}
			if line := wideText.FindString(out); line != "" && test.args[0] == "help" {
				t.Errorf("more than 80 columns: %s", line)
			}
		})
	}
}

// generatedWith returns the files of the module that additions to its CUE change or add,
// with those that are generated of the CUE, by their paths.
func generatedWith(t *testing.T, additions map[string]string) map[string]string {
	t.Helper()
	sources := map[string]fstest.MapFS{"cue": {}, "rules": {}, "rules/facts": {}}
	for name, files := range sources {
		paths, err := filepath.Glob(filepath.Join(root, name, "*.cue"))
		if err != nil || len(paths) == 0 {
			t.Fatalf("no sources in %s: %v", name, err)
		}
		for _, path := range paths {
			files[filepath.Base(path)] = &fstest.MapFile{Data: readFile(t, path)}
		}
	}
	changed := map[string]string{}
	for path, text := range additions {
		name, file := filepath.ToSlash(filepath.Dir(path)), filepath.Base(path)
		if known := sources[name][file]; known != nil {
			text = string(known.Data) + text
		}
		changed[path] = text
		if filepath.Ext(file) == ".cue" {
			sources[name][file] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	generated, err := generate.Files(sources["cue"], sources["rules"], sources["rules/facts"])
	if err != nil {
		t.Fatal(err)
	}
	for path, text := range generated {
		changed[path] = string(text)
	}
	return changed
}

// buildOver builds handofflint with some files in place of the module's own, or besides
// them, and returns the program's path.
func buildOver(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	plant(t, folder, files)
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for path := range files {
		overlay.Replace[absolute(t, path)] = filepath.Join(folder, filepath.FromSlash(path))
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	plant(t, folder, map[string]string{"overlay.json": string(text)})
	binary := filepath.Join(folder, program())
	cmd := exec.Command("go", "build", "-ldflags=-s -w", "-overlay", filepath.Join(folder, "overlay.json"), "-o", binary, "./cmd/handofflint")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return binary
}
