package teamrules

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/schema"
)

// ownRule returns a team's rule for tasks, with more fields.
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

// ownFormat returns a team's format with a schema.
func ownFormat(schema string) string {
	return "formats: own: {\n\ttitle: \"Own\"\n\tform: \"yaml\"\n\twhere: [\"*.own\"]\n\tschema: " + schema + "\n}\n"
}

// read reads one source and returns its problems as "line:column message (help)".
func read(name, text string) (*schema.Table, []string) {
	table, problems := tableOf([]Source{{Name: name, Data: []byte(text)}})
	var lines []string
	for _, p := range problems {
		lines = append(lines, fmt.Sprintf("%d:%d %s (%s)", p.Line, p.Column, p.Message, p.Help))
	}
	return table, lines
}

// TestMistakes holds that every mistake is reported in one run, each at its position.
func TestMistakes(t *testing.T) {
	tests := []struct {
		name, source string
		want         []string // line:column and a part of the message
	}{
		{"no CUE", "rules: {", []string{"1:9 expected '}'"}},
		{"no fields", "rules: 1", []string{"1:8 named fields are needed here"}},
		{"a comprehension", "rules: {for x in [\"a/b\"] {(x): {}}}", []string{"1:9 this cannot be used here"}},
		{"an import that acts", "import \"tool/exec\"\n" + ownRule(`must: data: version!: 1`), []string{`1:8 "tool/exec" cannot be imported`}},
		{"an import from elsewhere", "import \"example.com/x\"\n", []string{`1:8 "example.com/x" cannot be imported`}},
		{"an import of nothing", "import \"nothing\"\n" + ownRule(`must: data: version!: nothing.X`), []string{"1:8 \"nothing\" cannot be imported here", "7:24 nothing.X cannot be used here"}},
		{"an embedded file", ownRule(`must: data: version!: _ @embed(file=a.json)`), []string{"6:26 @embed cannot be used"}},
		{"a name", `rules: "Team/x": {summary: "x", formats: ["task"], severity: "off", message: "x", must: data: version!: 1}`, []string{`1:8 "Team/x" is not a valid name for rules (use lower-case letters, digits and dashes, in a group of your own: "team/name")`}},
		{"nothing in it", `rules: "team/x": {}`, []string{"1:8 rule team/x can never", "1:8 rule team/x has no summary", "1:8 rule team/x has no formats", "1:8 rule team/x has no severity", "1:8 rule team/x has no message"}},
		{"a misspelt key", ownRule("must: data: version!: 1\n\thlep: \"x\""), []string{`7:2 rule team/own has hlep, which means nothing here: did you mean "help"?`}},
		{"a severity", strings.Replace(ownRule(`must: data: version!: 1`), `"error"`, `"fatal"`, 1), []string{`4:12 severity of rule team/own is "fatal"`}},
		{"a profile", strings.Replace(ownRule(`must: data: version!: 1`), `"error"`, `{base: "off", phase: "off", task: "error", fase: "off"}`, 1), []string{`4:26 rule team/own has neither a format nor a profile "phase" (use one of base, task)`, `4:55 rule team/own has neither a format nor a profile "fase"`}},
		{"a format", strings.Replace(ownRule(`must: data: version!: 1`), `"task"`, `"tasks"`, 1), []string{`3:12 unknown format "tasks": did you mean "task"?`}},
		{"a check", ownRule(`check: "placeholdr"`), []string{`6:9 unknown check "placeholdr": did you mean "placeholder"? (the checks are action, cutOff, dataSize`}},
		{"no parameters", ownRule(`check: "relativePaths"`), []string{"1:8 rule team/own has no params.lists"}},
		{"other parameters", ownRule(`check: "relativePaths", params: {lists: "a", max: 1}`), []string{"6:42 params.lists of rule team/own must be a list", "6:47 rule team/own has params.max"}},
		{"a check of sessions", strings.Replace(ownRule(`check: "sequenceGap"`), `"task"`, `"task", "metadata"`, 1), []string{"3:12 the check sequenceGap looks at a session, not at a file", "3:20 the check sequenceGap looks at a session"}},
		{"a check of files", strings.Replace(ownRule(`check: "placeholder", params: empty: ["none"]`), `"task"`, `"task", "session"`, 1), []string{"3:20 the check placeholder looks at a file, not at a session"}},
		{"must and check", ownRule("must: data: version!: 1\n\tcheck: \"unknownFields\""), []string{"7:2 findings of rule team/own come from must and check"}},
		{"when alone", ownRule(`when: data: version!: 1`), []string{"1:8 rule team/own can never", "6:2 rule team/own has a when"}},
		{"yields", ownRule("must: data: version!: 1\n\tyields: [\"task/no-verson\", \"zz/zzzz\"]"), []string{"7:29 unknown rule \"zz/zzzz\" (a rule yields to others by their names; `handofflint rules` lists them)", `7:11 unknown rule "task/no-verson": did you mean "task/no-version"? (a rule yields to others by their names)`}},
		{"reads", ownRule("must: data: version!: 1\n\treads: [\"data.sumary\", \"nowhere\"]"), []string{"7:25 reads[1] of rule team/own must be a path"}},
		{"a pattern", ownRule(`must: data: summary!: =~"("`), []string{"6:26 this pattern does not compile"}},
		{"a hole of a check", strings.Replace(ownRule(`check: "dataSize", params: max: 1`), "something", "{sice}", 1), []string{"5:11 nothing fills in {sice}: did you mean \"size\"?"}},
		{"a hole of a pattern in a check", strings.Replace(ownRule(`check: "dataSize", params: max: 1`), "something", "{field}", 1), []string{"5:11 nothing fills in {field}"}},
		{"a hole", strings.Replace(ownRule(`must: data: version!: 1`), "{field}", "{field} {feild} {pth}", 1), []string{"5:11 nothing fills in {feild}: did you mean \"field\"?", "5:11 nothing fills in {pth}: did you mean \"path\"? (there are {field}, {name}, "}},
		{"a hole of a help", ownRule("must: data: version!: 1\n\thelp: \"{feild}\""), []string{"7:8 nothing fills in {feild}"}},
		{"a hole of a variant", ownRule("must: data: version!: 1\n\tvariants: {a: must: data: b!: 1, c: {message: \"{feild}\", must: data: d!: 1}}"), []string{"7:48 nothing fills in {feild}"}},
		{"a list as a schema", ownFormat(`["a", "b", "c"]`), []string{"5:10 the schema of format own accepts no object"}},
		{"a word as a schema", ownFormat(`"a"`), []string{"5:10 the schema of format own accepts no object"}},
		{"no value", strings.Replace(ownRule(`must: data: version!: 1`), `"{field} is wrong"`, "string", 1), []string{"5:11 plain data is needed here"}},
		{"no object of fields", `formats: own: 1, rules: "team/x": 1`, []string{"1:15 the value of format own must be an object", "1:35 the value of rule team/x must be an object"}},
		{"around a rejected part", `rules: "team/x": {summary: 5, formats: ["task"], mesage: "x", severity: string, must: {dta: 1}, why: 5}`, []string{
			"1:28 summary of rule team/x must be", "1:50 rule team/x has mesage", "1:8 rule team/x has no message", "1:73 plain data", "1:88 must of rule team/x asks for dta", "1:102 why of rule team/x must be"}},
		{"no globs", `formats: own: {title: "x", form: "yaml", where: []}`, []string{`1:49 where of format own must be a list of at least 1 item`}},
		{"a name of a format", `formats: Own: {title: "x", form: "json", where: ["a"]}`, []string{`1:10 "Own" is not a valid name for formats (use lower-case letters, digits and dashes)`}},
		{"many alternatives", `formats: own: {title: "x", form: "yaml", where: ["{a,b,c}{a,b,c}{a,b,c}{a,b,c}", "{a,b,c,d}{a,b,c,d}{a,b,c,d}"]}`, []string{`1:50 "{a,b,c}`}},
		{"sections of YAML", `formats: own: {title: "x", form: "yaml", where: ["a"], rounds: "Fix"}`, []string{"1:56 format own has rounds, but a yaml file has no headings"}},
		{"a pattern to recognise by", `formats: own: {title: "x", form: "yaml", recognised: [{data: a!: =~"("}, {data: b!: 1}]}`, []string{"1:68 this pattern does not compile"}},
		{"a list as a profile's schema", `formats: own: {title: "x", form: "yaml", where: ["a"], profiles: big: {when: data: a!: 1, schema: ["a"]}}`, []string{"1:99 the schema of format own accepts no object"}},
		{"a when alone in a variant", ownRule("must: data: version!: 1\n\tvariants: x: when: data: a!: 1"), []string{"7:15 variant x of rule team/own has a when and no must"}},
		{"a pattern of sessions in a variant", strings.Replace(ownRule(`variants: x: must: data: a!: 1`), `"task"`, `"task", "session"`, 1), []string{"3:20 must of rule team/own is over a document, and a session is a folder"}},
		{"a check that is no name", ownRule(`check: 5`), []string{"6:9 check of rule team/own must be"}},
		{"a branch by a built-in definition", ownRule(`must: #PreviousFailure`), []string{"6:8 must of rule team/own asks for reason at its top", "6:8 must of rule team/own asks for error_summary at its top", "6:8 must of rule team/own asks for attempt at its top"}},
		{"a contradiction", ownRule(`must: data: version!: 1 & 2`), []string{"6:28 nothing can be valid here"}},
		{"what is not there", ownRule(`must: data: version!: #Txet`), []string{`6:24 there is no #Txet: did you mean "#Text"?`}},
		{"an expensive pattern", "#A: =~\"(abc){400}\"\n" + ownRule(`must: data: version!: =~"(ab){600}"`), []string{"1:7 a pattern of this file compiles", "7:26 a pattern of rule team/own compiles"}},
		{"a setting", "strict: true\n", []string{"1:1 strict is not read here: a file of rules has rules, formats and definitions"}},
		{"a built-in rule", "rules: {\"task/no-version\": \"off\", \"task/*\": \"off\"}\n", []string{"1:9 task/no-version is built in", "1:35 task/* is built in"}},
		{"a rule that a field names", `formats: own: {title: "x", form: "json", where: ["a"], schema: {a!: 1 @rule(own/a), b?: 1 @rule(own/b), ...}}`, []string{"1:91 unknown rule \"own/b\"", "1:71 unknown rule \"own/a\" (@rule names the rule under which a fault of the field is reported; `handofflint rules` lists them)"}},
		{"nothing finds it", `formats: own: {title: "x", form: "json"}`, []string{"1:10 format own has neither where nor recognised"}},
		{"a form", `formats: own: {title: "x", form: "yml", where: ["a"]}`, []string{`1:34 form of format own is "yml", but it must be one of yaml, json, markdown, frontmatter (use one of these: did you mean "yaml"?)`}},
		{"a glob", `formats: own: {title: "x", form: "yaml", where: ["[a", "//b"]}`, []string{`1:50 "[a" is not a valid glob`, "1:56 where[1] of format own must be a glob that begins with none of"}},
		{"a glob that leads out", `formats: own: {title: "x", form: "yaml", where: ["../x", 5, ""]}`, []string{
			"1:50 where[0] of format own must be a glob that begins with none of //, ./ and ../", "1:58 where[1] of format own must be a glob", "1:61 where[2] of format own is empty"}},
		{"no list of globs", `formats: own: {title: "x", form: "yaml", where: "x"}`, []string{`1:49 where of format own must be a list of globs, such as ["handoffs/*.yaml"], got a string`}},
		{"no lists", ownRule("must: data: version!: 1\n\treads: \"data.version\"\n\tyields: \"placeholder\""), []string{
			`7:9 reads of rule team/own must be a list of paths`, `8:10 yields of rule team/own must be a list of rules`}},
		{"a format without a name", strings.Replace(ownRule(`must: data: version!: 1`), `"task"`, `""`, 1), []string{`3:12 formats[0] of rule team/own is empty`}},
		{"too many ways", `formats: own: {title: "x", form: "yaml", where: ["{a,b}{a,b}{a,b}{a,b}{a,b}", "**/a/**/b/**/c/**", "{a,b}{a,b}{a,b}{a,b}/**/a/**/*.{md", "a/**/b.{yaml,yml}"]}`, []string{
			"1:50 where[0] of format own", "1:79 where[1] of format own", "1:100 where[2] of format own", `1:100 "{a,b}`}},
		{"a long message", strings.Replace(ownRule(`must: data: version!: 1`), "{field}", strings.Repeat("x", 1000), 1), []string{"5:11 message of rule team/own must be"}},
		{"sections of JSON", `formats: own: {title: "x", form: "json", where: ["a"], sections: [{title: "A"}]}`, []string{"1:56 format own has sections, but a json file has no headings"}},
		{"a name that is taken", `formats: session: {title: "x", form: "json", where: ["a"]}`, []string{`1:10 session cannot be the name of a format of your own`}},
		{"a built-in format", `formats: context: {title: "x", form: "json", where: ["a"]}`, []string{`1:10 context cannot be the name of a format of your own`}},
		{"data without its branch", ownRule("when: status!: \"complete\"\n\tmust: owner!: string"), []string{
			"6:8 when of rule team/own asks for status at its top, where a document has data, body, file", "7:8 must of rule team/own asks for owner at its top"}},
		{"misspelt branches", ownRule(`must: {dta?: a!: 1, bdy?: b!: 1}`), []string{`6:9 must of rule team/own asks for dta at its top, where a document has data, body, file: did you mean "data"?`, `6:22 must of rule team/own asks for bdy at its top, where a document has data, body, file: did you mean "body"?`}},
		{"a branch in a variant", ownRule(`variants: x: must: {data: a!: 1} & {bdy: a!: 1}`), []string{"6:38 variants.x.must of rule team/own asks for bdy at its top"}},
		{"a branch by a definition", "#A: {owner!: string, ...}\n" + ownRule(`must: #A`), []string{"1:6 must of rule team/own asks for owner at its top"}},
		{"a field of the file", ownRule(`must: file: {pth!: string, sise!: int}`), []string{`6:15 must of rule team/own asks for file.pth, which no document has: did you mean "path"?`, "6:29 must of rule team/own asks for file.sise"}},
		{"a field of the body", strings.Replace(ownRule(`must: body: endmarker!: string`), `"task"`, `"report", "task"`, 1), []string{`6:14 must of rule team/own asks for body.endmarker, which no document has: did you mean "end_marker"? (body has end_marker, lines, sections, text, trailing)`}},
		{"no object", ownRule(`must: "complete"`), []string{"6:8 must of rule team/own is a string, and a document is an object"}},
		{"a list in a variant", ownRule(`variants: x: must: ["a"]`), []string{"6:21 variants.x.must of rule team/own is a list, and a document is an object"}},
		{"no body", ownRule(`must: body: sections!: [...]`), []string{"6:8 must of rule team/own asks for body, which only Markdown has: task is not Markdown"}},
		{"a body of one's own", `formats: own: {title: "x", form: "markdown", recognised: body: blocks!: _}`, []string{"1:64 recognised of format own asks for body.blocks"}},
		{"what any file is recognised by", `formats: own: {title: "x", form: "yaml", recognised: [{data: a!: 1}, {}, {relay!: int}]}`, []string{
			"1:75 recognised[2] of format own asks for relay at its top"}},
		{"a profile of data without its branch", `formats: own: {title: "x", form: "yaml", where: ["a"], profiles: big: {when: [{size!: "big"}], schema: {...}}}`, []string{
			"1:80 profiles.big.when[0] of format own asks for size at its top, where a document has data, body, file"}},
		{"a pattern of sessions", strings.Replace(ownRule(`must: data: a!: 1`), `"task"`, `"task", "session"`, 1), []string{"3:20 must of rule team/own is over a document, and a session is a folder"}},
		{"a cycle", ownRule(`must: #A`) + "#A: data!: #B\n#B: #B\n", []string{"9:5 #B refers to itself"}},
		{"an alias", ownRule(`must: X={data: version!: 1}`), []string{"6:8 this cannot be used here"}},
		{"a text made of others", strings.Replace(ownRule(`must: data: version!: 1`), `"{field} is wrong"`, `"\(1) is wrong"`, 1), []string{"5:11 this cannot be used"}},
		{"too deep", ownRule(`must: data: version!: ` + strings.Repeat("(", 120) + "1" + strings.Repeat(")", 120)), []string{"nested deeper than 64 levels"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			table, got := read("team.cue", tt.source)
			if table != nil || len(got) != len(tt.want) {
				t.Errorf("%d mistakes, want %d:\n%s", len(got), len(tt.want), strings.Join(got, "\n"))
			}
			for _, w := range tt.want {
				if !slices.ContainsFunc(got, func(line string) bool { return strings.Contains(line, w) }) {
					t.Errorf("no %q in:\n%s", w, strings.Join(got, "\n"))
				}
			}
		})
	}
}

// TestAccepted holds that a rule may ask for fields that no schema has.
func TestAccepted(t *testing.T) {
	for _, tt := range []struct{ name, source string }{
		{"lists", ownFormat(`{one!: ["a"], pair!: [string, int], some!: ["a", "b", ...], words!: [...("a" | "b")], ...}`)},
		{"one of two", ownRule(`must: data: {owner!: "a"} | {owner!: "b"}`)},
		{"nothing allowed", "#None: {}\n" + ownRule(`must: data: #None`)},
		{"another kind", ownRule(`must: data: int`)},
		{"a check of sessions", strings.Replace(ownRule(`check: "sequenceGap"`), `"task"`, `"session"`, 1)},
		{"a field of a report's body", strings.Replace(ownRule(`must: body: end_marker!: true`), `"task"`, `"report"`, 1)},
		{"rules of formats", `formats: own: {title: "x", form: "markdown", where: ["a"], sections: [{title: "A"}]}` + "\n" + ownRule(`must: data: a!: 1, yields: ["own/missing-section", "syntax/yaml"]`)},
		{"any object", ownFormat(`{...}`)},
		{"added", ownRule(`must: data: {owner!: #Text, summary!: #Line}`)},
		{"no schema", `formats: own: {title: "x", form: "json", where: ["a"]}` + "\n" + strings.Replace(ownRule(`must: data: ownr!: #Text`), `"task"`, `"own"`, 1)},
		{"for items", ownRule("each: \"data.files\"\n\tmust: sumary!: #Text")},
	} {
		if table, got := read("team.cue", tt.source); table == nil {
			t.Errorf("%s: %q", tt.name, got)
		}
	}
}

const ownFormats = `
formats: {
	ya: {title: "x", form: "yaml", where: ["hand/*.yaml"], recognised: data: from!: string, schema: {from!: #Text, ...}}
	js: {title: "x", form: "json", recognised: [{data: kind!: "js"}, {data: kind!: "json"}], schema: kind!: string, advice: {note!: _, ...}}
	md: {title: "x", form: "markdown", where: ["*.notes.md"], sections: [{title: "Goal", words: 2}, {title: "Next"}, {title: "More", optional: true}], skeleton: "## Goal\n", rounds: "(?i)^fix", values: {status: {line: ["Status"]}, owner: {line: ["Owner"], heading: ["Owner"]}}}
	fm: {title: "x", form: "frontmatter", where: ["fm/*.md"], schema: {owner!: #Text, ...}, sections: [{title: "Goal"}], profiles: {big: {when: [{data: size!: "big"}], schema: {reviewer!: #Text, ...}}, small: {when: {data: size!: "small"}, schema: {...}}}}
	yb: {title: "x", form: "yaml", where: ["b.yaml"]}
}
`

func TestFormats(t *testing.T) {
	table, problems := read("team.cue", ownFormats)
	if table == nil {
		t.Fatal(problems)
	}
	ya, js, md, fm := table.Formats[0], table.Formats[1], table.Formats[2], table.Formats[3]
	if ya.Own.Written() != "a YAML file" || ya.Own.Where[0] != "hand/*.yaml" || len(ya.Patterns) != 1 || !ya.Schema.Fields[0].Required {
		t.Errorf("%+v", ya)
	}
	if !strings.Contains(ya.Source, "from!: #Text") {
		t.Errorf("%+v", ya)
	}
	if len(js.Patterns) != 2 || js.Advice == nil {
		t.Errorf("%+v", js)
	}
	if len(md.Sections) != 3 || md.Sections[0].Words != 2 || !md.Sections[2].Optional || md.Schema == nil || md.Skeleton != "## Goal\n" || len(fm.Profiles) != 2 || len(fm.Profiles[0].When) != 1 || len(fm.Profiles[1].When) != 1 || fm.Profiles[1].Schema == nil {
		t.Errorf("%+v, %+v", md, fm)
	}
	wantValues := []protocol.Value{{Name: "status", Line: []string{"Status"}}, {Name: "owner", Line: []string{"Owner"}, Heading: []string{"Owner"}}}
	if diff := cmp.Diff(wantValues, md.Own.Values); diff != "" || md.Own.Rounds != "(?i)^fix" {
		t.Errorf("%s, rounds %q", diff, md.Own.Rounds)
	}
	var names []string
	for _, rule := range table.Rules {
		names = append(names, rule.Name+" "+fmt.Sprint(rule.Formats))
		if !rule.Generated || rule.Origin != "team.cue" {
			t.Errorf("%+v", rule)
		}
	}
	want := []string{
		`md/missing-section [md]`,
		`md/section-too-short [md]`,
		`fm/missing-section [fm]`,
		`fm/section-too-short [fm]`,
		`syntax/yaml [ya yb]`,
	}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
}

func TestRules(t *testing.T) {
	source := strings.Replace(ownRule(`when: data: version!: 1, must: data: owner!: #Text
	variants: late: {when: data: late!: true, must: data: why!: #Text, message: "why?", at: "data.late"}
	variants: early: {must: data: how!: #Text, message: "how?"}
	reads: ["data.version"], yields: ["placeholder", "team/size"], at: "data.version", final: true
	why: "w", examples: {bad: "b", good: "g"}, since: "2", url: "https://example.org", help: "h", related: "r"`), `"error"`, `{base: "error", "phased": "off"}`, 1)
	source = strings.Replace(source, `"task"`, `"task", "metadata"`, 1) + `
rules: "team/size": {summary: "s", formats: ["task"], severity: "off", message: "m", check: "placeholder", params: empty: ["none"]}
rules: "team/from": {summary: "s", formats: ["task"], severity: "warning", message: "m", from: "schema"}
rules: "team/marks": {summary: "s", formats: ["task"], severity: "off", message: "m", check: "placeholder", params: {empty: ["none"], marks: 3}}
`
	table, problems := read("team.cue", source)
	if table == nil {
		t.Fatal(problems)
	}
	own := table.Rules[0]
	if own.Severity != "error" || len(own.Profiles) != 2 || own.At != "data.version" || !own.Final || own.Page != "https://example.org" || own.Help+own.Related != "hr" || own.Why+own.Bad+own.Good+own.Since != "wbg2" || own.Generated || own.Origin != "team.cue" {
		t.Errorf("%+v", own)
	}
	if own.When == nil || own.Must == nil || own.Reads[0] != "data.version" || own.Yields[1] != "team/size" {
		t.Errorf("%+v", own)
	}
	if v := own.Variants[0]; len(own.Variants) != 2 || own.Variants[1].Name != "early" || own.Variants[1].Must == nil || v.Name != "late" || v.When == nil || v.Must == nil || v.Message != "why?" || v.At != "data.late" {
		t.Errorf("%+v", v)
	}
	var params []string
	for _, rule := range table.Rules {
		params = append(params, rule.Params)
	}
	if diff := cmp.Diff([]string{"", `{"empty":["none"],"marks":6}`, "", `{"empty":["none"],"marks":3}`}, params); diff != "" {
		t.Error(diff)
	}
	if params := table.Rules[1].ParamNode; params.Field("marks") == nil || table.Rules[2].From != "schema" {
		t.Errorf("%+v", params)
	}
}

// TestPatterns holds that compiled patterns match the documents that they describe.
func TestPatterns(t *testing.T) {
	const task = `{"version": 1, "summary": "Traced it", "owner": "ann", "data": {"kind": "a", "n": "2"}}`
	const report = "---\nagent_role: reviewer\nsession: s\n---\n\n## 1. What Was Done\n\nTraced it.\n\n## 2. Output Artifacts\n\n$ go test ./...\nok\n"
	for _, tt := range []struct {
		must, text string
		matches    bool
	}{
		{`must: data: owner!: #Text`, task, true},
		{`must: data: late!: #Text`, task, false},
		{`must: data: {owner!: "bob" | "ann", late?: _|_}`, task, true},
		{`must: data: version!: int & >1`, task, false},
		{`must: data: data!: {kind!: "a", n!: =~"^[0-9]$"} | {kind!: "b"}`, task, true},
		{`must: data: data!: [=~"^[a-z]+$"]: string`, task, true},
		{`must: data: {...} & #Task, #Task: {summary!: strings.MinRunes(5), ...}`, task, true},
		{`must: body: text!: =~"(?m)^ok$"`, report, true},
		{`must: body: {text!: !~"^---", lines!: <9}`, report, true},
		{`must: body: lines!: <5`, report, false},
		{`must: body: sections!: [{text!: !~"go test"}, {text!: =~"^\\$ go test", lines!: 2}]`, report, true},
		{`must: body: sections!: [...{number!: int, title!: string, lines!: >1}]`, report, false},
	} {
		must, definitions, _ := strings.Cut(tt.must, ", #Task")
		source := ownRule(must)
		if definitions != "" {
			source = "import \"strings\"\n#Own" + definitions + "\n" + strings.Replace(source, "#Task", "#Own", 1)
		}
		table, problems := read("team.cue", strings.Replace(source, `"task"`, `"task", "report"`, 1))
		if table == nil {
			t.Errorf("%s: %s", tt.must, problems)
			continue
		}
		doc := document.Parse(document.Input{Path: map[string]string{task: "kelos-handoff.json"}[tt.text], Data: []byte(strings.ReplaceAll(tt.text, "\n", "\r\n")), Named: true}, document.Limits{Depth: 64, Values: 1000, Lines: 1000})
		if got := table.Rules[0].Must.Match(doc.Root, nil); got != tt.matches {
			t.Errorf("%s: matches is %t", tt.must, got)
		}
	}
}

// TestHostileFiles holds that expensive files are read in time: names are compared a bounded number of times,
// and a recursive schema is visited once.
func TestHostileFiles(t *testing.T) {
	var rules, names, fields strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&rules, "rules: \"x/%d\": 1\n", i)
		names.WriteString(`"task/no-verson",`)
		fmt.Fprintf(&fields, "f%d?: #A,", i)
	}
	cyclic := "#A: {" + fields.String() + "}\nformats: own: {title: \"x\", form: \"json\", where: [\"a\"], schema: #A}\n"
	for name, source := range map[string]string{
		"rules": rules.String(), "yields": ownRule("must: data: version!: 1\n\tyields: [" + names.String() + "]"),
		"a recursive schema": cyclic + strings.Replace(ownRule("must: data: #A"), `"task"`, `"own"`, 1),
		"fields":             cyclic + strings.Replace(ownRule("must: data: {"+strings.ReplaceAll(fields.String(), "f", "g")+"}"), `"task"`, `"own"`, 1),
		"names":              strings.Replace(ownRule("must: data: version!: 1"), `"task"`, strings.Repeat(`"tsk",`, 3000), 1),
		"large":              strings.Repeat(" ", MaxSource+1),
	} {
		table, problems := read("a.cue", source)
		if table == nil != (len(problems) > 0) && name != "fields" {
			t.Errorf("%s: %d problems", name, len(problems))
		}
		if len(problems) > maxProblems {
			t.Errorf("%s: %d problems are listed", name, len(problems))
		}
		if isCut := name != "fields" && len(problems) == maxProblems; isCut && !strings.Contains(problems[maxProblems-1], "only the first 1000 of ") {
			t.Errorf("%s: the last problem is %s", name, problems[maxProblems-1])
		}
		near := slices.DeleteFunc(problems, func(p string) bool { return !strings.Contains(p, "did you mean") })
		isUnknown := name == "names" || name == "yields"
		if len(near) > maxSuggested || isUnknown && len(near) < maxSuggested {
			t.Errorf("%s: %d names were compared", name, len(near))
		}
	}
}

// TestSeveralSources holds that sources see each other's formats, and must not define the same names.
func TestSeveralSources(t *testing.T) {
	formats := Source{Name: "formats.cue", Data: []byte(`formats: own: {title: "x", form: "json", where: ["a.json"]}`)}
	rule := Source{Name: "rules.cue", Data: []byte("\n" + strings.Replace(ownRule(`must: data: version!: 1`), `"task"`, `"own"`, 1))}
	if table, problems := tableOf([]Source{rule, formats}); table == nil {
		t.Error(problems)
	}
	_, problems := tableOf([]Source{rule, formats, {Name: "again.cue", Data: append([]byte("\n\n\n"), rule.Data...)}})
	if len(problems) != 1 || problems[0].Path != "again.cue" || problems[0].Message != "rule team/own is already defined in rules.cue, line 2" {
		t.Errorf("got %v", problems)
	}
	// Mistakes are in the order of the sources, and in that of each file.
	first := Source{Name: "z.cue", Data: []byte("\n\nb: 1\na: 1\n")}
	second := Source{Name: "a.cue", Data: []byte("c: 1\n" + string(formats.Data) + "\nrules: \"team/x\": {severity: \"off\", formats: [\"tsk\"], must: data: a!: 1, message: \"m\"}")}
	_, err := Read([]Source{first, second})
	var at []string
	for line := range strings.Lines(err.Error()) {
		if !strings.HasPrefix(line, "   = ") {
			at = append(at, strings.Join(strings.SplitN(line, ":", 4)[:3], ":"))
		}
	}
	if diff := cmp.Diff([]string{"z.cue:3:1", "z.cue:4:1", "a.cue:1:1", "a.cue:3:8", "a.cue:3:46"}, at); diff != "" {
		t.Errorf("%s%v", diff, err)
	}
	// An unreadable source may define names that others use.
	rule.Data = []byte(strings.NewReplacer(`"error"`, `{base: "error", big: "off"}`, "must: data:", `yields: ["team/other"], must: body:`).Replace(string(rule.Data)))
	_, problems = tableOf([]Source{rule, {Name: "formats.cue", Data: []byte("formats: {")}})
	if len(problems) != 1 || problems[0].Path != "formats.cue" {
		t.Errorf("got %v", problems)
	}
}

func TestValidRuleName(t *testing.T) {
	if !ValidRuleName("team/own") || ValidRuleName("own") {
		t.Error("names of rules")
	}
}

// FuzzRead holds that reading any source returns a table, or problems at positions in the source.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		ownRule(`must: data: version!: 1`), ownRule(`check: "relativePaths", params: lists: ["a"]`), ownFormats,
		"rules: \"a/b\": severity: 1\n", "#A: {a: #A}\nrules: \"a/b\": #A", "rules: \"a/b\": {must: X={data: X}}",
		"formats: a: {title: \"x\", form: \"json\", where: [\"x\"], profiles: b: {when: [1], schema: {}}}",
		"\ufeffrules: \"a/b\": {}\r\n", "rules: \"a/b\": {when: [], must: {} | {data: _|_}, params: 1, variants: 1, formats: [1, \"\"]}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		const name = "a.cue"
		table, problems := tableOf([]Source{{Name: name, Data: data}})
		for _, p := range problems {
			if p.Line < 1 || p.Column < 1 || p.Message == "" || p.Help == "" || p.Path != name {
				t.Errorf("%+v of\n%s", p, data)
			}
		}
		if table == nil {
			if len(problems) == 0 {
				t.Errorf("no table and no problem of\n%s", data)
			}
			return
		}
		for _, rule := range table.Rules {
			if rule.Message == "" || rule.Params != "" && !json.Valid([]byte(rule.Params)) {
				t.Errorf("%+v of\n%s", rule, data)
			}
		}
	})
}
