package rules_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// custom makes an engine with one source of a team's own.
func custom(t testing.TB, name, text string, overrides ...rules.Override) *rules.Engine {
	t.Helper()
	e, err := rules.NewEngine(checks.All(), rules.Options{
		Now: noon, Overrides: overrides,
		Sources: []rules.Source{{Name: name, Data: []byte(text)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// ownRule is a rule of a team's own for tasks, with more fields.
func ownRule(fields string) string {
	return `rules: "team/own": {
	summary:  "a rule of our own"
	formats: ["task"]
	severity: "error"
	message: "{field} is wrong"
	` + fields + `
}
`
}

const task = `{"version": 1, "summary": "Traced the error to src/a.go"}`

func TestCustomRules(t *testing.T) {
	tests := []struct {
		name, source, text string
		want               []string
	}{
		{"fires", ownRule(`must: data: owner!: #Text`), task, []string{"error team/own /owner"}},
		{"is satisfied", ownRule(`must: data: owner!: #Text`), `{"version": 1, "summary": "Traced it to a.go", "owner": "ann"}`, nil},
		{"when does not fit", ownRule(`when: data: version!: 2, must: data: owner!: #Text`), task, nil},
		{"its own definition", "#Mail: =~\"@\"\n" + ownRule(`must: data: owner!: #Mail`), task, []string{"error team/own /owner"}},
		{"its own hidden field", "_date: \"@\"\n" + ownRule(`must: data: summary!: =~_date`), task, []string{"error team/own /summary"}},
		{"an import", "import \"strings\"\n" + ownRule(`must: data: summary!: strings.MinRunes(500)`), task, []string{"error team/own /summary"}},
		{"an import that nothing uses", "import \"strings\"\n" + ownRule(`must: data: version!: 1`), task, nil},
		{"a let", "let two = 2\n" + ownRule(`must: data: version!: two`), task, []string{"error team/own /version"}},
		{"a check", ownRule(`check: "relativePaths", params: lists: ["files"]`), `{"version": 1, "summary": "Traced it to a.go", "files": ["/a"]}`, []string{"error team/own /files/0"}},
		{"each", ownRule(`each: "data.data", must: string`), task, nil},
		{"fields depend on each other", ownRule(`must: data: {version: int, data?: {n: "\(version)"}, ...}`), `{"version": 1, "summary": "Traced it to a.go", "data": {"n": "2"}}`, []string{"error team/own"}},
		{"in one line", `#A: 2, rules: {"team/own": {summary: "x", formats: ["task"], severity: "warning", message: "x", must: data: version!: #A}}`, task, []string{"warning team/own"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := custom(t, "team.cue", tt.source)
			want(t, tt.name, checkInput(t, e, rules.Input{Path: "t.json", Data: []byte(tt.text), Named: true}), tt.want...)
		})
	}
}

// A fault of a field is reported under the rule that its schema names.
func TestCustomRuleFromSchema(t *testing.T) {
	e := custom(t, "team.cue", strings.Replace(ownRule(`from: "schema"`), `"task"`, `"own"`, 1)+
		`formats: own: {title: "x", form: "json", where: ["*.own.json"], schema: {owner!: #Text @rule(team/own), ...}}`)
	want(t, "schema", checkInput(t, e, rules.Input{Path: "a/b.own.json", Data: []byte(`{"owner": ""}`)}), "error team/own /owner")
}

const ownFormats = `
formats: {
	ya: {title: "x", form: "yaml", where: ["hand/*.yaml"], recognised: data: from!: string, schema: {from!: #Text, ...}}
	js: {title: "x", form: "json", recognised: [{data: kind!: "js"}, {data: kind!: "json"}], schema: kind!: string, advice: {note!: _, ...}}
	md: {title: "x", form: "markdown", where: ["*.notes.md"], sections: [{title: "Goal", words: 2}, {title: "Next"}, {title: "More", optional: true}]}
	fm: {title: "x", form: "frontmatter", where: ["fm/*.md"], schema: {owner!: #Text, ...}, level: 1, sections: [{title: "Goal"}]}
}
`

func TestCustomFormats(t *testing.T) {
	e := custom(t, "team.cue", ownFormats)
	tests := []struct {
		name, path, text, format string
		want                     []string
	}{
		{"by its place", "x/hand/a.yaml", "to: b\n", "ya", []string{"error schema/missing-field /from"}},
		{"by its content", "a.yml", "from: b\n", "ya", nil},
		{"no more than the same ending", "a.txt", "from: b\n", "", []string{"error file/unknown-format"}},
		{"a second pattern, and advice", "a.json", `{"kind": "json"}`, "js", []string{"warning schema/missing-field /note"}},
		{"the four come before content", "a.json", `{"kind": "json", "summary": "Traced it to a.go", "version": 1}`, "task", nil},
		{"YAML that is none", "hand/a.yaml", "from: [\n", "ya", []string{"error syntax/yaml"}},
		{"no YAML at all", "hand/a.yaml", "# nothing\n", "ya", []string{"error syntax/yaml"}},
		{"a key twice", "hand/a.yaml", "from: a\nfrom: b\n", "ya", []string{"error syntax/duplicate-key"}},
		{"not UTF-8", "hand/a.yaml", "from: \xff\n", "ya", []string{"error file/not-utf8"}},
		{"placeholder", "hand/a.yaml", "from: TBD\n", "ya", []string{"error placeholder /from"}},
		{"sections", "a.notes.md", "## Goal\n\nTwo words\n\n## 2. next:\n\n- go\n", "md", nil},
		{"too little", "a.notes.md", "## Goal\n\nOne\n\n## Next\n\n## More\n", "md", []string{
			"warning md/section-too-short", "warning md/section-too-short", "warning md/section-too-short"}},
		{"missing", "a.notes.md", "# Goal\n", "md", []string{"error md/missing-section", "error md/missing-section"}},
		{"a heading in code", "a.notes.md", "## Goal\n\nTwo words\n\n```\n## Next\n```\n", "md", []string{"error md/missing-section"}},
		{"an empty file", "a.notes.md", "", "md", []string{"error md/missing-section", "error md/missing-section"}},
		{"front matter", "fm/a.md", "---\nowner: ann\n---\n# Goal\n\nx\n", "fm", nil},
		{"no front matter", "fm/a.md", "# Goal\n\nx\n", "fm", []string{"error syntax/front-matter"}},
		{"what front matter lacks", "fm/a.md", "---\nx: 1\n---\n## Goal\n", "fm", []string{"error schema/missing-field /owner", "error fm/missing-section"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			result := checkInput(t, e, rules.Input{Path: tt.path, Data: []byte(tt.text), Named: true})
			if string(result.Format) != tt.format {
				t.Errorf("format %q, want %q", result.Format, tt.format)
			}
			want(t, tt.name, result, tt.want...)
		})
	}
}

func TestCustomFormatsAreLookedFor(t *testing.T) {
	e := custom(t, "team.cue", ownFormats)
	for path, want := range map[string]bool{"hand/a.yaml": true, "a.yml": true, "a.txt": false, "Makefile": false, "x.notes.md": true} {
		if e.MayMatch(path) != want {
			t.Errorf("Wants(%q) is %v", path, !want)
		}
	}
	if got := e.FormatByPath("/src/hand/a.yaml"); got != "ya" {
		t.Errorf("the format of the place is %q", got)
	}
	if !slices.Contains(e.Formats(), "fm") {
		t.Errorf("the formats are %q", e.Formats())
	}
	result := checkInput(t, e, rules.Input{Path: "a.bin", Data: []byte("x"), As: "ya", Named: true})
	want(t, "as", result, "error syntax/yaml")
}

func TestCustomSchemas(t *testing.T) {
	c, err := rules.LoadCatalogue(rules.Source{Name: "team.cue", Data: []byte(ownFormats)})
	if err != nil {
		t.Fatal(err)
	}
	if text, err := c.SchemaSource("ya"); err != nil || !strings.Contains(text, "from!: #Text") {
		t.Errorf("the CUE is %q, %v", text, err)
	}
	if text, err := c.JSONSchema("ya"); err != nil || !strings.Contains(text, `"required": [`) {
		t.Errorf("the JSON Schema is %q, %v", text, err)
	}
	if text, err := c.JSONSchema("task"); err != nil || !strings.Contains(text, "kelos") {
		t.Errorf("the JSON Schema of a task is %q, %v", text, err)
	}
}

// Every mistake is reported in one run, each at its position.
func TestCustomMistakes(t *testing.T) {
	tests := []struct {
		name, source string
		want         []string // line:column and a part of the message
	}{
		{"no CUE", "rules: {", []string{"1:9 expected '}'"}},
		{"no fields", "rules: 1", []string{"1:8 rules must be written as fields"}},
		{"a comprehension", "rules: {for x in [\"a/b\"] {(x): {}}}", []string{"1:9 only named entries"}},
		{"an import that acts", "import \"tool/exec\"\n" + ownRule(`must: data: version!: 1`), []string{`1:8 "tool/exec" cannot be imported`}},
		{"an import from elsewhere", "import \"example.com/x\"\n", []string{`1:8 "example.com/x" cannot be imported`}},
		{"an import of nothing", "import \"nothing\"\n" + ownRule(`must: data: version!: nothing.X`), []string{"1:8 "}},
		{"an embedded file", ownRule(`must: data: version!: _ @embed(file=a.json)`), []string{"6:26 @embed cannot be used"}},
		{"a built-in definition", "#Text: string\n" + ownRule(`must: data: version!: 1`), []string{"1:1 #Text is a definition of handofflint's own"}},
		{"a name", `rules: "Team/x": {summary: "x", formats: ["task"], severity: "off", message: "x", must: data: version!: 1}`, []string{`1:8 "Team/x" is not a valid name`}},
		{"nothing in it", `rules: "team/x": {}`, []string{"1:8 rule team/x can never", "1:8 rule team/x has no summary", "1:8 rule team/x has no formats", "1:8 rule team/x has no severity", "1:8 rule team/x has no message"}},
		{"a misspelt key", ownRule("must: data: version!: 1\n\tmesage: \"x\""), []string{"7:2 rule team/own has mesage"}},
		{"a severity", strings.Replace(ownRule(`must: data: version!: 1`), `"error"`, `"fatal"`, 1), []string{`4:12 severity of rule team/own is "fatal"`}},
		{"a profile", strings.Replace(ownRule(`must: data: version!: 1`), `"error"`, `{base: "off", phase: "off"}`, 1), []string{`4:26 rule team/own: its formats have no profile "phase"`}},
		{"a format", strings.Replace(ownRule(`must: data: version!: 1`), `"task"`, `"tasks"`, 1), []string{`3:12 unknown format "tasks": did you mean "task"?`}},
		{"a check", ownRule(`check: "placeholdr"`), []string{`6:9 unknown check "placeholdr": did you mean "placeholder"?`}},
		{"no parameters", ownRule(`check: "relativePaths"`), []string{"1:8 rule team/own has no params.lists"}},
		{"other parameters", ownRule(`check: "relativePaths", params: {lists: "a", max: 1}`), []string{"6:42 params.lists of rule team/own must be a list", "6:47 rule team/own has params.max"}},
		{"a check of sessions", ownRule(`check: "sequenceGap"`), []string{"3:12 the check sequenceGap looks at a session"}},
		{"must and check", ownRule("must: data: version!: 1\n\tcheck: \"unknownFields\""), []string{"7:2 findings of rule team/own come from must and check"}},
		{"when alone", ownRule(`when: data: version!: 1`), []string{"1:8 rule team/own can never", "6:2 rule team/own has a when"}},
		{"yields", ownRule("must: data: version!: 1\n\tyields: [\"task/no-verson\"]"), []string{`7:11 unknown rule "task/no-verson": did you mean "task/no-version"?`}},
		{"reads", ownRule("must: data: version!: 1\n\treads: [\"data.sumary\", \"nowhere\"]"), []string{`7:10 no format of rule team/own has a field "sumary": did you mean "summary"?`, "7:25 reads[1] of rule team/own must be a path"}},
		{"a pattern", ownRule(`must: data: summary!: =~"("`), []string{"6:26 this pattern does not compile"}},
		{"a hole", strings.Replace(ownRule(`must: data: version!: 1`), "{field}", "{feild}", 1), []string{"5:11 nothing fills in {feild}: did you mean {field}?"}},
		{"no value", strings.Replace(ownRule(`must: data: version!: 1`), `"{field} is wrong"`, "string", 1), []string{"5:11 message of rule team/own has no value"}},
		{"a contradiction", ownRule(`must: data: version!: 1 & 2`), []string{"6:24 conflicting values"}},
		{"what is not there", ownRule(`must: data: version!: #Nothing`), []string{`6:24 reference "#Nothing" not found`}},
		{"a setting", "strict: true\n", []string{"1:1 strict is not read here: a file of rules has rules, formats and definitions"}},
		{"a built-in rule", "rules: {\"task/no-version\": \"off\", \"task/*\": \"off\"}\n", []string{"1:9 task/no-version is built in", "1:35 task/* is built in"}},
		{"a rule that a field names", `formats: own: {title: "x", form: "json", where: ["a"], schema: {a!: 1 @rule(own/a), ...}}`, []string{`1:71 unknown rule "own/a"`}},
		{"nothing finds it", `formats: own: {title: "x", form: "json"}`, []string{"1:10 format own has neither where nor recognised"}},
		{"a form", `formats: own: {title: "x", form: "yml", where: ["a"]}`, []string{`1:34 form of format own is "yml"`}},
		{"a glob", `formats: own: {title: "x", form: "yaml", where: ["[a", "/b"]}`, []string{`1:50 "[a" is not a valid glob`, "1:56 where[1] of format own must be a glob that begins with none of"}},
		{"a glob that leads out", `formats: own: {title: "x", form: "yaml", where: ["../x", 5, ""]}`, []string{
			"1:50 where[0] of format own must be a glob that begins with none of /, ./ and ../", "1:58 where[1] of format own must be a glob", "1:61 where[2] of format own is empty"}},
		{"no list of globs", `formats: own: {title: "x", form: "yaml", where: "x"}`, []string{`1:49 where of format own must be a list of globs, such as ["handoffs/*.yaml"], got a string`}},
		{"no lists", ownRule("must: data: version!: 1\n\treads: \"data.version\"\n\tyields: \"placeholder\""), []string{
			`7:9 reads of rule team/own must be a list of paths`, `8:10 yields of rule team/own must be a list of rules`}},
		{"a format without a name", strings.Replace(ownRule(`must: data: version!: 1`), `"task"`, `""`, 1), []string{`3:12 formats[0] of rule team/own is empty`}},
		{"too many ways", `formats: own: {title: "x", form: "yaml", where: ["{a,b}{a,b}{a,b}{a,b}{a,b}", "**/a/**/b/**/c/**", "{a,b}{a,b}{a,b}{a,b}/**/a/**/*.{md", "a/**/b.{yaml,yml}"]}`, []string{
			"1:50 where[0] of format own", "1:79 where[1] of format own", "1:100 where[2] of format own", `1:100 "{a,b}`}},
		{"a long message", strings.Replace(ownRule(`must: data: version!: 1`), "{field}", strings.Repeat("x", 1000), 1), []string{"5:11 message of rule team/own must be"}},
		{"sections of JSON", `formats: own: {title: "x", form: "json", where: ["a"], sections: [{title: "A"}]}`, []string{"1:56 format own has sections, but a json file has no headings"}},
		{"a name that is taken", `formats: session: {title: "x", form: "json", where: ["a"]}`, []string{`1:10 "session" cannot be the name of a format`}},
		{"a built-in format", `formats: context: {title: "x", form: "json", where: ["a"]}`, []string{`1:10 context cannot be the name of a format of your own`}},
		{"data without its branch", ownRule("when: status!: \"complete\"\n\tmust: owner!: string"), []string{
			"6:8 when of rule team/own asks for status at its top, where a document has data, body, file", "7:8 must of rule team/own asks for owner at its top"}},
		{"a misspelt branch", ownRule(`must: dta?: a!: 1`), []string{"6:8 must of rule team/own asks for dta at its top"}},
		{"a branch in a variant", ownRule(`variants: x: must: {data: a!: 1} | {bdy: a!: 1}`), []string{"6:38 variants.x.must of rule team/own asks for bdy at its top"}},
		{"a branch by a definition", "#A: {owner!: string, ...}\n" + ownRule(`must: #A`), []string{"1:6 must of rule team/own asks for owner at its top"}},
		{"a field of the file", ownRule(`must: file: pth!: string`), []string{"6:14 must of rule team/own asks for file.pth, which no document has"}},
		{"a field of the body", strings.Replace(ownRule(`must: body: endmarker!: string`), `"task"`, `"report", "task"`, 1), []string{"6:14 must of rule team/own asks for body.endmarker, which no document has"}},
		{"no body", ownRule(`must: body: sections!: [...]`), []string{"6:8 must of rule team/own asks for body, which only Markdown has: task is not Markdown"}},
		{"a body of one's own", `formats: own: {title: "x", form: "markdown", recognised: body: blocks!: _}`, []string{"1:64 recognised of format own asks for body.blocks"}},
		{"nothing asked", ownRule(`must: {}`), []string{"6:8 must of rule team/own asks for nothing"}},
		{"nothing asked of data", ownRule(`must: data: {...}`), []string{"6:8 must of rule team/own asks for nothing"}},
		{"anything", ownRule(`must: _`), []string{"6:8 must of rule team/own asks for nothing"}},
		{"no object", ownRule(`must: "complete"`), []string{"6:8 must of rule team/own is a string, and a document is an object"}},
		{"what any file is recognised by", `formats: own: {title: "x", form: "yaml", recognised: [{data: a!: 1}, {}, {relay!: int}]}`, []string{
			"1:70 recognised[1] of format own asks for nothing", "1:75 recognised[2] of format own asks for relay at its top"}},
		{"a pattern of sessions", strings.Replace(ownRule(`must: data: a!: 1`), `"task"`, `"task", "session"`, 1), []string{"3:20 must of rule team/own is over a document, and a session is a folder"}},
		{"a cycle", ownRule(`must: #A`) + "#A: {data: #A}\n", []string{"6:8 structural cycle", "8:1 structural cycle"}},
		{"too deep", ownRule(`must: data: version!: ` + strings.Repeat("(", 120) + "1" + strings.Repeat(")", 120)), []string{"nested deeper than 100 levels"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := rules.LoadCatalogue(rules.Source{Name: "team.cue", Data: []byte(tt.source)})
			var mistakes *rules.SourceError
			if !errors.As(err, &mistakes) {
				t.Fatalf("no mistakes: %v", err)
			}
			if len(mistakes.Problems) != len(tt.want) {
				t.Errorf("%d mistakes, want %d:\n%v", len(mistakes.Problems), len(tt.want), err)
			}
			for _, w := range tt.want {
				if !slices.ContainsFunc(mistakes.Problems, func(p rules.Problem) bool {
					return strings.Contains(fmt.Sprintf("%d:%d %s", p.Line, p.Column, p.Message), w) && p.Path == "team.cue"
				}) {
					t.Errorf("no %q in:\n%v", w, err)
				}
			}
		})
	}
}

// Sources see each other's formats, and must not have the same names.
func TestSeveralSources(t *testing.T) {
	formats := rules.Source{Name: "formats.cue", Data: []byte(`formats: own: {title: "x", form: "json", where: ["a.json"]}`)}
	rule := rules.Source{Name: "rules.cue", Data: []byte(strings.Replace(ownRule(`must: data: version!: 1`), `"task"`, `"own"`, 1))}
	if _, err := rules.LoadCatalogue(rule, formats); err != nil {
		t.Error(err)
	}
	_, err := rules.LoadCatalogue(rule, formats, rules.Source{Name: "again.cue", Data: rule.Data})
	if err == nil || !strings.Contains(err.Error(), "again.cue:1:8: rule team/own is already defined in rules.cue, line 1") {
		t.Errorf("got %v", err)
	}
}

// What a source has of its own changes no verdict of the catalogue's.
func TestSourcesChangeNothingBuiltIn(t *testing.T) {
	e := custom(t, "team.cue", "_date: \"x\"\n"+ownRule(`must: data: version!: int`))
	result := checkInput(t, e, rules.Input{Path: "t.json", Data: []byte(`{"summary": "TBD", "detail": "x"}`), Named: true})
	want(t, "built in", result, "error placeholder /summary", "warning task/no-version", "error team/own /version")
}

// A rule in YAML is data, and its mistakes have places.
func TestCustomRulesInYAML(t *testing.T) {
	source := "exclude: [a]\nrules:\n  task/no-version: off\n  team/own:\n    summary: s\n    formats: [task]\n    severity: error\n    message: m\n    check: dataSize\n    params: {max: 1}\n"
	e := custom(t, "team.yml", source)
	text := `{"version": 1, "summary": "Traced it to a.go", "data": {"a": "b"}}`
	want(t, "yaml", checkInput(t, e, rules.Input{Path: "t.json", Data: []byte(text), Named: true}), "error team/own /data")
	for source, told := range map[string]string{
		"rules: [":               "1:1 this is not valid YAML",
		"rules: {}\nrules: {}\n": "2:1 duplicate key rules",
		"rules: \xff":            "1:8 byte 7, 0xff, is not UTF-8",
		strings.Replace(source, "dataSize", "datasize", 1):       "9:12 unknown check \"datasize\": did you mean \"dataSize\"?",
		strings.Replace(source, "max: 1", "max: x", 1):           "10:19 params.max of rule team/own must be",
		strings.Replace(source, "check: dataSize", "must: x", 1): "9:5 rule team/own has must, and a rule with patterns is written in CUE",
		source + "formats: {x: {title: X}}\n":                    "11:1 formats are written in CUE",
	} {
		_, err := rules.LoadCatalogue(rules.Source{Name: "team.yaml", Data: []byte(source)})
		var mistakes *rules.SourceError
		if !errors.As(err, &mistakes) || len(mistakes.Problems) != 1 {
			t.Errorf("%s: %v", source, err)
			continue
		}
		if p := mistakes.Problems[0]; !strings.HasPrefix(fmt.Sprintf("%d:%d %s", p.Line, p.Column, p.Message), told) {
			t.Errorf("%s: %v, want %s", source, err, told)
		}
	}
}

// What teams may ask for and what there is are the same, but for what looks at
// one built-in format alone.
func TestCustomChecksAreThere(t *testing.T) {
	may, err := rules.CustomChecks()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("../docs/custom-rules.md")
	if err != nil {
		t.Fatal(err)
	}
	for name := range checks.All() {
		known := slices.Contains(may, name)
		if own := slices.Contains([]string{"contextName", "lineRanges", "missingEndMarker", "nearPhase", "nobody", "notWritten", "reportName", "severalAgents", "severalBlocks"}, name); known == own {
			t.Errorf("check %s: may a team use it? custom.cue says %v", name, known)
		}
		if known && !strings.Contains(string(doc), "`"+name+"`") {
			t.Errorf("docs/custom-rules.md does not tell of the check %s", name)
		}
	}
	for _, name := range may {
		if checks.All()[name] == nil {
			t.Errorf("custom.cue has a check %s that there is not", name)
		}
	}
}

// No check breaks on a document of any form, with or without data.
func TestChecksOnAnyDocument(t *testing.T) {
	for _, name := range []string{"stale", "vagueSummary", "dataSize", "unknownFields", "placeholder"} {
		params := map[string]string{"stale": "params: days: 1", "vagueSummary": "params: words: 5", "dataSize": "params: max: 1"}[name]
		rule := strings.Replace(ownRule("check: \""+name+"\"\n\t"+params), `"task"`, `"ya", "js", "md", "fm"`, 1)
		e := custom(t, "team.cue", ownFormats+rule)
		for _, format := range []document.Format{"ya", "js", "md", "fm"} {
			in := rules.Input{Path: "a.x", Data: []byte("---\na: 1\n---\n"), As: format, Named: true, Info: &document.Info{ModTime: noon.AddDate(-1, 0, 0)}}
			checkInput(t, e, in)
			in.Data = []byte("{}")
			checkInput(t, e, in)
		}
	}
}
