package rules_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/rules"
	"github.com/handofflint/handofflint/teamrules"
)

// custom returns an engine with one team source.
func custom(t testing.TB, name, text string, overrides ...rules.Override) *rules.Engine {
	t.Helper()
	e, err := rules.NewEngine(checks.All(), rules.Options{Now: noon, Overrides: overrides, Team: readTeam(t, name, text)})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func readTeam(t testing.TB, name, text string) *rules.Team {
	t.Helper()
	team, err := teamrules.Read([]teamrules.Source{{Name: name, Data: []byte(text)}})
	if err != nil {
		t.Fatal(err)
	}
	return team
}

// ownRule returns a team rule for tasks, with more fields.
func ownRule(fields string) string {
	message := "{field} is wrong"
	if strings.Contains(fields, "check:") && !strings.Contains(fields, "must:") {
		message = "something is wrong"
	}
	return `rules: "team/own": {
	summary:  "a rule of our own"
	formats: ["task"]
	severity: "error"
	message: "` + message + `"
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
		{"a hidden field of numbers", "_two: 2\n" + ownRule(`must: data: version!: _two`), task, []string{"error team/own /version"}},
		{"a check", ownRule(`check: "relativePaths", params: lists: ["files"]`), `{"version": 1, "summary": "Traced it to a.go", "files": ["/a"]}`, []string{"error team/own /files/0"}},
		{"each", ownRule(`each: "data.data", must: string`), task, nil},
		{"an empty answer that it rejects", ownRule(`must: data: note!: #Text`), `{"version": 1, "summary": "Traced it to a.go", "note": "N/A"}`, []string{"error placeholder /note"}},
		{"an empty answer that it rejects elsewhere", ownRule(`when: data: version!: 2, must: data: note!: #Text`), `{"version": 1, "summary": "Traced it to a.go", "note": "N/A"}`, nil},
		{"at another field", ownRule(`must: data: owner!: #Text, at: "data.version"`), task, []string{"error team/own /version"}},
		{"each of a list", ownRule(`each: "data.owners", must: =~"@"`), `{"version": 1, "summary": "Traced it to a.go", "owners": ["a@b", "b", "c"]}`, []string{"error team/own /owners/1", "error team/own /owners/2"}},
		{"in one line", `#A: 2, rules: {"team/own": {summary: "x", formats: ["task"], severity: "warning", message: "x", must: data: version!: #A}}`, task, []string{"warning team/own"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := custom(t, "team.cue", tt.source)
			want(t, tt.name, checkInput(t, e, rules.Input{Path: "kelos-handoff.json", Data: []byte(tt.text), Named: true}), tt.want...)
		})
	}
}

// `when` of a team's rule is exact: a nearly right value is a finding of the schema, and the rule does not
// apply.
func TestCustomWhenIsExact(t *testing.T) {
	const format = `
formats: own: {title: "x", form: "json", where: ["*.own.json"], schema: {status!: "blocked" | "done", ...}}
`
	rule := func(when string) string {
		return strings.Replace(ownRule("when: data: status!: "+when+"\n\tmust: data: reason!: #Text"), `"task"`, `"own"`, 1)
	}
	tests := []struct {
		name, when, status string
		want               []string
	}{
		{"the value", `"blocked"`, "blocked", []string{"error team/own /reason"}},
		{"a part of it", `"blocked"`, "block", []string{"error schema/not-allowed /status"}},
		{"in another case", `"blocked"`, "Blocked", []string{"error schema/not-allowed /status"}},
		{"misspelt", `"blocked"`, "blockd", []string{"error schema/not-allowed /status"}},
		{"another value", `"blocked"`, "done", nil},
		{"all but one, misspelt", `!="done"`, "doen", []string{"error schema/not-allowed /status"}},
		{"all but one", `!="done"`, "blocked", []string{"error team/own /reason"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := custom(t, "team.cue", rule(tt.when)+format)
			got := checkInput(t, e, rules.Input{Path: "a.own.json", Data: []byte(`{"status": "` + tt.status + `"}`)})
			want(t, tt.name, got, tt.want...)
		})
	}
}

// A fault of a field is reported under the rule that the schema names.
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
	fm: {title: "x", form: "frontmatter", where: ["fm/*.md"], schema: {owner!: #Text, ...}, sections: [{title: "Goal"}]}
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
		{"the four come before content", "kelos-handoff.json", `{"kind": "json", "summary": "Traced it to a.go", "version": 1}`, "task", nil},
		{"YAML that is none", "hand/a.yaml", "from: [\n", "ya", []string{"error syntax/yaml"}},
		{"no YAML at all", "hand/a.yaml", "# nothing\n", "ya", []string{"error syntax/yaml"}},
		{"a key twice", "hand/a.yaml", "from: a\nfrom: b\n", "ya", []string{"error syntax/duplicate-key"}},
		{"not UTF-8", "hand/a.yaml", "from: \xff\n", "ya", []string{"error file/not-utf8"}},
		{"by content that is damaged", "a.json", `{"kind": "js", "a": `, "", nil},
		{"placeholder", "hand/a.yaml", "from: TBD\n", "ya", []string{"error placeholder /from"}},
		{"sections", "a.notes.md", "## Goal\n\nTwo words\n\n## 2. next:\n\n- go\n", "md", nil},
		{"too little", "a.notes.md", "## Goal\n\nOne\n\n## Next\n\n## More\n", "md", []string{
			"warning md/section-too-short", "warning md/section-too-short", "warning md/section-too-short"}},
		{"at any level, and in bold", "a.notes.md", "### Goal\n\nTwo words\n\n**Next:**\n\n- go\n", "md", nil},
		{"underlined", "a.notes.md", "Goal\n----\n\nTwo words\n\n# 3) NEXT (today)\n\n- go\n", "md", nil},
		{"what is in the sections below counts", "a.notes.md", "# Goal\n\n## First\n\nTwo words\n\n# Next\n\n**Today**\n\nx\n", "md", nil},
		{"bold in a text is no heading", "a.notes.md", "# Goal\n\nTwo words\n\nThis is **Next**\n\n**Next.**\n", "md", []string{"error md/missing-section"}},
		{"missing", "a.notes.md", "# Contents\n", "md", []string{"error md/missing-section", "error md/missing-section"}},
		{"a heading in code", "a.notes.md", "## Goal\n\nTwo words\n\n```\n## Next\n```\n", "md", []string{"error md/missing-section"}},
		{"an empty file", "a.notes.md", "", "md", []string{"error md/missing-section", "error md/missing-section"}},
		{"front matter", "fm/a.md", "---\nowner: ann\n---\n# Goal\n\nx\n", "fm", nil},
		{"no front matter", "fm/a.md", "# Goal\n\nx\n", "fm", []string{"error syntax/front-matter"}},
		{"what front matter lacks", "fm/a.md", "---\nx: 1\n---\n## Aims\n", "fm", []string{"error schema/missing-field /owner", "error fm/missing-section"}},
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

// A definition without ... allows no other fields: one that looks like a known field is reported even if that
// exists.
func TestClosedCustomFormat(t *testing.T) {
	e := custom(t, "team.cue", `#Hand: {owner!: #Text, tasks?: [...#Text]}
formats: hand: {title: "Hand", form: "yaml", where: ["hand/*.yaml"], schema: #Hand}
`)
	for text, findings := range map[string][]string{
		"owner: ann\nonwer: bob\n":           {"warning schema/misspelt-field /onwer"},
		"owner: ann\nteam: x\nowners: [a]\n": nil,
		"onwer: bob\n":                       {"error schema/missing-field /owner"},
		"owner: ann\nhandofflint: {disable: [\"placeholder -- the reason\"]}\n": {"warning suppression/unused"},
	} {
		want(t, text, checkInput(t, e, rules.Input{Path: "hand/a.yaml", Data: []byte(text), Named: true}), findings...)
	}
}

// What a format rejects is reported once, and what its profile rejects besides is reported, too.
func TestProfileOfACustomFormat(t *testing.T) {
	e := custom(t, "team.cue", `formats: own: {title: "x", form: "json", where: ["*.own.json"], schema: {kind!: string, a!: int, b?: int, ...}, profiles: {
	one: {when: data: kind!: "one", schema: {a!: 1, b!: 1, ...}}
	two: {when: data: kind!: "two", schema: {c!: 1, ...}}
}}`)
	parse := func(text string) *document.Document {
		return e.Parse(rules.Input{Path: "x.own.json", Data: []byte(text)})
	}
	result := checkInput(t, e, rules.Input{Path: "x.own.json", Data: []byte(`{"kind": "one", "a": "x", "b": 2}`)})
	want(t, "a and b", result, "error schema/wrong-type /a", "error schema/not-allowed /b")
	if one, any := len(e.Schemas(parse(`{"kind": "one"}`))), len(e.Schemas(parse(`{"kind": `))); any != one+1 {
		t.Errorf("%d schemas of a file with a profile, %d of one that cannot be parsed", one, any)
	}
}

func TestCustomFormatsAreLookedFor(t *testing.T) {
	e := custom(t, "team.cue", ownFormats)
	for path, want := range map[string]bool{"hand/a.yaml": true, "a.yml": true, "a.txt": false, "Makefile": false, "x.notes.md": true} {
		if e.MayMatch(path) != want {
			t.Errorf("Wants(%q) is %v", path, !want)
		}
	}
	if got := e.Parsing().FormatAt(protocol.Path{Shown: "/src/hand/a.yaml"}); got != "ya" {
		t.Errorf("the format of the place is %q", got)
	}
	if !slices.Contains(e.Formats(), "fm") {
		t.Errorf("the formats are %q", e.Formats())
	}
	result := checkInput(t, e, rules.Input{Path: "a.bin", Data: []byte("x"), As: "ya", Named: true})
	want(t, "as", result, "error syntax/yaml")
}

func TestCustomSchemas(t *testing.T) {
	c, err := rules.LoadCatalogue(rules.Options{Team: readTeam(t, "team.cue", ownFormats)})
	if err != nil {
		t.Fatal(err)
	}
	if text := rules.SchemaSource(c.Format("ya")); !strings.Contains(text, `is formats."ya".schema.`) || !strings.Contains(text, "from!: #Text") {
		t.Errorf("the CUE is %q", text)
	}
	if text, err := rules.JSONSchema(c.Format("ya")); err != nil || !strings.Contains(text, `"required": [`) || !strings.Contains(text, `"title": "x"`) || strings.Contains(text, `"$id"`) || strings.Contains(text, "as the project") {
		t.Errorf("the JSON Schema is %q, %v", text, err)
	}
	at := func(name string) int {
		return slices.IndexFunc(c.Rules, func(r *rules.Rule) bool { return r.Name == name })
	}
	if c.Rules[0].Group() != "file" || at("fm/missing-section") < at("suppression/unused") || at("fm/missing-section") > at("md/missing-section") {
		t.Error("the rules of a team's formats are not after built-in groups")
	}
	if url := c.Rule("md/missing-section").URL(); !strings.HasSuffix(url, "/docs/custom-rules.md") {
		t.Errorf("the page of a rule of a team's format is %s", url)
	}
	if names := custom(t, "team.cue", ownFormats).Formats(); names[0] != "report" || !slices.Equal(names[len(names)-4:], []string{"ya", "js", "md", "fm"}) {
		t.Errorf("the formats are %q", names)
	}
	profiles := readTeam(t, "team.cue", `formats: own: {title: "x", form: "frontmatter", where: ["a"], profiles: {
	one: {when: data: k!: "k1", schema: {b!: 1, ...}}
	two: {when: {data: k!: "k2", body: lines!: >3}, schema: {c!: 1, ...}}
	three: {when: data: k!: "k3", schema: {d!: 1, ...}}
}}
formats: two: {title: "x", form: "frontmatter", where: ["b"], profiles: {
	one: {when: data: k!: "k1", schema: {b!: 1, ...}}
	two: {when: data: k!: "k2", schema: {c!: 1, ...}}
}}`)
	c, err = rules.LoadCatalogue(rules.Options{Team: profiles})
	if err != nil {
		t.Fatal(err)
	}
	if text, err := rules.JSONSchema(c.Format("own")); err != nil || !strings.Contains(text, `"k1"`) || strings.Contains(text, `"k2"`) || strings.Contains(text, `"k3"`) {
		t.Errorf("the JSON Schema with profiles is %q, %v", text, err)
	}
	if text, err := rules.JSONSchema(c.Format("two")); err != nil || strings.Count(text, `"else"`) != 1 {
		t.Errorf("the JSON Schema with two profiles is %q, %v", text, err)
	}
	if text, err := rules.JSONSchema(c.Format("task")); err != nil || !strings.Contains(text, "kelos") || !strings.Contains(text, `"$id": "https://`) || !strings.Contains(text, `"title": `) {
		t.Errorf("the JSON Schema of a task is %q, %v", text, err)
	}
}

// Team sources change no verdict of the built-in rules.
func TestSourcesChangeNothingBuiltIn(t *testing.T) {
	e := custom(t, "team.cue", "_date: \"x\"\n"+ownRule(`must: data: version!: int`))
	result := checkInput(t, e, rules.Input{Path: "kelos-handoff.json", Data: []byte(`{"summary": "TBD", "detail": "x"}`), Named: true})
	want(t, "built in", result, "error placeholder /summary", "warning task/no-version", "error team/own /version")
}

// A team's rule for all built-in formats is not for the team's formats.
func TestTeamRuleForBuiltInFormats(t *testing.T) {
	var names []string
	for _, f := range protocol.Builtin.Formats {
		names = append(names, strconv.Quote(f.Name))
	}
	e := custom(t, "team.cue", ownFormats+strings.Replace(ownRule(`must: data: version!: int`), `"task"`, strings.Join(names, ", "), 1))
	want(t, "own", checkInput(t, e, rules.Input{Path: "hand/a.yaml", Data: []byte("from: b\n"), Named: true}))
	want(t, "built in", checkInput(t, e, rules.Input{Path: "a.json", As: "task", Data: []byte(`{"summary": "Traced it to a.go"}`), Named: true}), "warning task/no-version", "error team/own /version")
}

// No check panics on a document of any form, with or without data.
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

// A final team rule hides none of the errors that a file has without it.
func TestTeamFinalHidesNoError(t *testing.T) {
	e := custom(t, "team.cue", ownRule("must: data: owner!: #Text\n\tfinal: true"), rules.Override{Pattern: "team/own", Severity: rules.Warning})
	result := checkInput(t, e, rules.Input{Path: "kelos-handoff.json", Data: []byte(`{"version": 0, "summary": "TBD"}`), Named: true})
	want(t, "final", result, "warning team/own /owner", "error placeholder /summary", "error schema/bad-format /version")
}

// Beside a final team rule, only built-in errors are reported.
func TestTeamFinalHidesTheRest(t *testing.T) {
	e := custom(t, "team.cue", ownRule("must: data: owner!: #Text\n\tfinal: true")+strings.ReplaceAll(ownRule("must: data: team!: #Text"), "team/own", "team/other"))
	result := checkInput(t, e, rules.Input{Path: "kelos-handoff.json", Data: []byte(`{"summary": "TBD", "detail": ""}`), Named: true})
	want(t, "final", result, "error team/own /owner", "error placeholder /summary")
}

// What is missing from the handoff's own object is reported at the first field that made `when` match.
func TestMissingIsReportedAtWhen(t *testing.T) {
	e := custom(t, "team.cue", ownFormats+strings.Replace(ownRule(`when: {body: lines!: >0, data: {size?: "big", owner!: "ann"}}, must: data: team!: #Text`), `"task"`, `"fm"`, 1))
	f := find(t, checkInput(t, e, rules.Input{Path: "fm/a.md", Data: []byte("---\nx: 1\nowner: ann\n---\n# Goal\n\nx\n"), Named: true}), "team/own")
	if f.Range.Start.Line != 3 || f.Range.Start.Column != 1 {
		t.Errorf("it is at %d:%d", f.Range.Start.Line, f.Range.Start.Column)
	}
}

// The messages of a team's format say how its Markdown says a field, and do not take what is beside a value for
// a part of it.
func TestWordsOfCustomFormats(t *testing.T) {
	e := custom(t, "team.cue", `import "list"
import "strings"
formats: {
	said: {title: "x", form: "markdown", where: ["*.said.md"], values: {status: {line: ["Status"]}, next: {heading: ["Next"]}, by: {field: "by"}}, schema: {status!: string, next!: string, by!: string, ...}}
	ya: {title: "x", form: "yaml", where: ["*.yaml"], schema: {files?: [...#Text] & list.MinItems(1), count?: int, tags?: [...string] & list.UniqueItems(), note?: strings.MinRunes(5) & strings.MaxRunes(9), size?: >=3, code?: 7 @rule(team/own), kind?: "a" @rule(team/own), state?: "in review" | "done", ...}}
}
`+strings.Replace(ownRule(`from: "schema"`), `"task"`, `"ya"`, 1))
	for _, tt := range []struct{ path, text, pointer, variant, said string }{
		{"a.said.md", "Next\n", "/status", "unsaid", `"Status: …"`},
		{"a.said.md", "Status: done\n\n## Next steps\n", "/next", "unsaid", `"## Next: …"`},
		{"a.said.md", "Status: done\n\n## Next: all\n", "/by", "", ""},
		{"a.yaml", "# list\nfiles:\n  -\n", "/files/0", "", ""},
		{"a.yaml", "files: None\n", "/files", "listed", ""},
		{"a.yaml", "count: [5]\n", "/count", "", ""},
		{"a.yaml", "code: 8\n", "/code", "above", ""},
		{"a.yaml", "tags: [a, b, a]\n", "/tags/2", "repeated", ""},
		{"a.yaml", "note: abc\n", "/note", "short", ""},
		{"a.yaml", "note: abcdefghij\n", "/note", "length", ""},
		{"a.yaml", "size: 2\n", "/size", "bound", ""},
		{"a.yaml", "kind: 8\n", "/kind", "only", ""},
	} {
		result := checkInput(t, e, rules.Input{Path: tt.path, Data: []byte(tt.text)})
		i := slices.IndexFunc(result.Findings, func(f rules.Finding) bool { return f.Pointer == tt.pointer })
		if i < 0 || result.Findings[i].Variant != tt.variant || result.Findings[i].Values["said"] != tt.said {
			t.Errorf("%q: %+v", tt.text, result.Findings)
		}
	}
	f := find(t, checkInput(t, e, rules.Input{Path: "a.yaml", Data: []byte("state: In review\n")}), "schema/not-allowed")
	if f.Fix != nil {
		t.Errorf("a value of two words is written without quotes: %+v", f.Fix)
	}
}

// A value that a finding lacks has a word in the message of a team's rule.
func TestTeamMessageOfAMissingField(t *testing.T) {
	e := custom(t, "team.cue", strings.Replace(ownRule("must: data: owner!: #Text"), "{field} is wrong", "{field} is {got}, {value}", 1))
	f := find(t, checkInput(t, e, rules.Input{Path: "kelos-handoff.json", Data: []byte(task), Named: true}), "team/own")
	if f.Message != "owner is nothing, nothing" {
		t.Errorf("the message is %q", f.Message)
	}
}

// A misspelt field keeps the name and severity of a team's error.
func TestTeamErrorOfAMisspeltField(t *testing.T) {
	e := custom(t, "team.cue", ownRule("must: data: owner!: #Text"), rules.Override{Pattern: "schema/missing-field", Severity: rules.Off})
	result := checkInput(t, e, rules.Input{Path: "kelos-handoff.json", Data: []byte(`{"version": 1, "summary": "Traced it to src/a.go", "ownr": "ann"}`), Named: true})
	want(t, "misspelt", result, "error team/own /owner")
}
