package config

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// effective returns the effective configuration without origins.
func effective(t *testing.T, c *Config) map[string]string {
	t.Helper()
	list := c.Values("", true)
	all := map[string]string{}
	for _, v := range list {
		all[strings.Join(v.Path, " ")] = string(v.Value)
	}
	return all
}

// Without built-in values, only what files set is shown, merged, with the overrides for a path.
func TestWhatFilesSet(t *testing.T) {
	dir := folder(t, map[string]string{
		YAMLName:   "extends: far.yaml\nrules: {report/too-few-words: {params: {roles: {a: 1}}}}\noverrides: [{paths: x, strict: false}]\n",
		"far.yaml": "strict: true\nrules: {report/too-few-words: off}\n",
	})
	list := load(t, dir, YAMLName).Values(filepath.Join(dir, "x"), false)
	var got []string
	for _, v := range list {
		got = append(got, strings.Join(v.Path, " ")+"="+string(v.Value)+" "+v.Origin[strings.LastIndexAny(v.Origin, "/")+1:])
	}
	want := []string{
		`extends="far.yaml" .handofflint.yaml:1`, `rules report/too-few-words severity="off" far.yaml:2`,
		`rules report/too-few-words params roles a=1 .handofflint.yaml:2`, `strict=false .handofflint.yaml:3`,
		`overrides=[{"paths":"x","strict":false}] .handofflint.yaml:3`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Keys that YAML reads as something else than text are quoted.
func TestYAMLKeys(t *testing.T) {
	list := []Value{{[]string{"limits", "bytes"}, []byte("2048"), "a.yaml:1"}, {[]string{"limits", "depth"}, []byte("9"), ""}}
	if got := YAML(list); got != "limits:\n  bytes: 2048"+strings.Repeat(" ", 31)+"# a.yaml:1\n  depth: 9\n" {
		t.Errorf("%q", got)
	}
	for key, want := range map[string]string{"writer": "writer", "code-reviewer": "code-reviewer", "12": "12", "null": `"null"`, "True": `"True"`, "a b": `"a b"`, "012": `"012"`} {
		if got := yamlKey(key); got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
}

// Every value has an origin; in a file it is the position of its key.
func TestOrigins(t *testing.T) {
	c := yaml(t, "rules:\n  \"session/*\": off\n  report/too-few-words:\n    params:\n      roles:\n        a.b: 3\nlimits: {bytes: 2048}\nexclude:\n  - vendor\n")
	list := c.Values("", true)
	want := map[string]string{"rules session/empty severity": ":2", "rules session/* severity": ":2", "rules report/too-few-words params roles a.b": ":6", "limits bytes": ":7", "exclude": ":8",
		"rules report/filename": BuiltIn + "; the severity depends on the profile", "rules context/stale severity": BuiltIn}
	for _, v := range list {
		line, set := want[strings.Join(v.Path, " ")]
		switch {
		case set && !strings.HasSuffix(v.Origin, line), v.Origin == "":
			t.Errorf("%v comes from %q", v.Path, v.Origin)
		case !set && v.Path[0] != "rules" && v.Origin != BuiltIn:
			t.Errorf("%v comes from %q", v.Path, v.Origin)
		}
	}
	if all := effective(t, nil); all["limits bytes"] != "1048576" || all["limits depth"] != "64" || all["rules report/filename"] != "{}" || all["rules context/stale params days"] == "" || all["rules context/stale severity"] == "" {
		t.Errorf("not all built-in limits, or not all rules: %v", all)
	}
	override := yaml(t, "rules: {syntax/json: error, report/no-action: error}\noverrides: [{paths: x, rules: {\"*\": off}}]\n")
	for _, v := range override.Values(filepath.Join(filepath.Dir(override.Paths()[0]), "x"), false) {
		if want := map[string]string{"syntax/json": `"error"`, "report/no-action": `"off"`}[v.Path[min(1, len(v.Path)-1)]]; want != "" && string(v.Value) != want {
			t.Errorf("in x, %v is %s, want %s", v.Path, v.Value, want)
		}
	}
	for _, text := range []string{"rules: {\"session/*\": off}\n", "limits: {bytes: 2048}\n"} {
		if set := yaml(t, text).Values("", false); len(set) != 1 {
			t.Errorf("%s: a group is not its rules: %v", text, set)
		}
	}
	if set := effective(t, yaml(t, "rules: {\"*\": off, syntax/json: error}\n")); set["rules syntax/json severity"] != `"error"` {
		t.Errorf("%v", set)
	}
}

// commented matches what editors remove to enable a setting of a start. The first line is for editors, and
// stays.
var commented = regexp.MustCompile(`(?m)(\n)# `)

// The short start suggests a rule about a handoff that is kept up to date.
func TestStartFor(t *testing.T) {
	if StartFor("") != Start || !strings.Contains(StartFor("HANDOFF.md"), "# rules:\n#   handoff/stale: warning               # 20 commits since HANDOFF.md was changed\n") {
		t.Error(StartFor("HANDOFF.md"))
	}
}

// The short start has twelve lines, changes nothing as it is, and is a valid configuration with any or all of
// its settings enabled.
func TestStart(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(Start, "\n"), "\n")
	if len(lines) != 12 {
		t.Errorf("%d lines, want 12", len(lines))
	}
	plain := effective(t, nil)
	if diff := cmp.Diff(plain, effective(t, yaml(t, Start))); diff != "" {
		t.Errorf("a start changes something:\n%s", diff)
	}
	all := effective(t, yaml(t, commented.ReplaceAllString(Start, "$1")))
	for i, line := range lines {
		if i == 0 || !strings.HasPrefix(line, "# ") || strings.HasSuffix(line, ":") {
			continue
		}
		alone := effective(t, yaml(t, uncommented(lines, append(ancestors(lines, i), i))))
		if cmp.Equal(plain, alone) {
			t.Errorf("%s changes nothing", line)
		}
		for key, value := range alone {
			if plain[key] != value && all[key] != value {
				t.Errorf("with all settings %s is %s, not %s", key, all[key], value)
			}
		}
	}
}

// Parameters that only the engine needs are not shown, unless a file sets them.
func TestEngineParametersAreHidden(t *testing.T) {
	all := StartAll()
	shown := effective(t, nil)
	for _, name := range []string{"html", "elements", "marks", "distance", "letters"} {
		if strings.Contains(all, "# "+name+":") || strings.Contains(all, "  "+name+":") {
			t.Errorf("a start says %s", name)
		}
		for key := range shown {
			if strings.HasSuffix(key, " "+name) {
				t.Errorf("%s is shown", key)
			}
		}
	}
	set := effective(t, yaml(t, "rules: {placeholder: {params: {marks: 3}}}\n"))
	if set["rules placeholder params marks"] != "3" {
		t.Error("what a file sets is not shown")
	}
}

// A start with all settings is valid as it is, and its commented values are the defaults.
func TestStartIsTrue(t *testing.T) {
	start := StartAll()
	plain := effective(t, nil)
	if diff := cmp.Diff(plain, effective(t, yaml(t, start))); diff != "" {
		t.Errorf("a start changes something:\n%s", diff)
	}
	all := commented.ReplaceAllString(start, "$1")
	if diff := cmp.Diff(plain, effective(t, yaml(t, all))); diff != "" {
		t.Errorf("with everything in it a start says something else:\n%s", diff)
	}
	for _, line := range strings.Split(start, "\n") {
		if strings.HasPrefix(line, "##") && len(line) > 80 {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
	fields := configSchema().Fields
	for _, key := range fields {
		if strings.Contains(start, "\n# "+key.Name+":") == strings.Contains(start, "\n## For example: "+key.Name+": ") {
			t.Errorf("a start does not say %s", key.Name)
		}
		if key.Node.Doc == "" {
			t.Errorf("nothing is said of %s", key.Name)
		}
	}
	if !strings.HasPrefix(start, "# yaml-language-server: $schema="+SchemaURL+"\n") || !strings.Contains(start, "\n## "+page+"\n") {
		t.Errorf("a start begins with %.80q", start)
	}
	if !strings.Contains(start, "\n## "+rules.BuiltIn().Rule("report/no-action").Summary[:20]) {
		t.Error("a start does not say what a rule is about")
	}
	_, blockers, _ := strings.Cut(start, "\n## "+rules.BuiltIn().Rule("metadata/blocked-blockers").Summary)
	if !strings.HasPrefix(strings.ReplaceAll(blockers, "\n##", ""), "; the severity depends on the profile\n") {
		t.Errorf("a start does not say that a severity depends on the profile: %.80q", blockers)
	}
}

// Any setting of a start can be uncommented, as editors do: by itself with its parents, or a key with
// everything below it.
func TestStartByParts(t *testing.T) {
	start := StartAll()
	lines := strings.Split(start, "\n")
	plain := effective(t, nil)
	for i, line := range lines {
		if i == 0 || !strings.HasPrefix(line, "# ") {
			continue
		}
		if strings.HasPrefix(line, "#  ") {
			if !strings.HasSuffix(line, ":") {
				yaml(t, uncommented(lines, append(ancestors(lines, i), i)))
			}
			continue
		}
		block := []int{i}
		for j := i + 1; strings.HasPrefix(lines[j], "#"); j++ {
			block = append(block, j)
		}
		if diff := cmp.Diff(plain, effective(t, yaml(t, uncommented(lines, block)))); diff != "" {
			t.Errorf("%s changes something:\n%s", line, diff)
		}
	}
}

// uncommented returns lines with "# " removed from some.
func uncommented(lines []string, which []int) string {
	out := slices.Clone(lines)
	for _, i := range which {
		out[i] = strings.TrimPrefix(out[i], "# ")
	}
	return strings.Join(out, "\n")
}

// ancestors returns the lines of the keys above a line.
func ancestors(lines []string, i int) (above []int) {
	depth := func(line string) int { return len(line) - len(strings.TrimLeft(line[1:], " ")) }
	least := depth(lines[i])
	for j := i - 1; j > 0 && least > 2; j-- {
		if strings.HasPrefix(lines[j], "# ") && depth(lines[j]) < least {
			least, above = depth(lines[j]), append(above, j)
		}
	}
	return above
}

// The rules that one configuration names are not in the schema of the next.
func TestEntriesOfOneConfiguration(t *testing.T) {
	first := withEntries(entriesOf(rules.BuiltIn(), []string{"placeholder"}))
	withEntries(entriesOf(rules.BuiltIn(), []string{"report/filename"}))
	if first.Field("rules").Field("placeholder") == nil || first.Field("overrides").Items.Field("rules").Field("placeholder") == nil {
		t.Error("the second changed the schema of the first")
	}
}

// The JSON Schema for editors agrees with the checker, as far as a schema can.
func TestJSONSchemaAgrees(t *testing.T) {
	text, err := JSONSchema()
	if err != nil {
		t.Fatal(err)
	}
	if summary := rules.BuiltIn().Rule("report/no-action").Summary; !strings.Contains(text, summary) || strings.Count(text, `"report/*": {`) != 1 {
		t.Errorf("editors do not show %q, or show a group twice", summary)
	}
	schema := compileSchema(t, text)
	good := []string{
		`strict: true`, `rules: {"chain/*": off}`, `{extends: a.yaml, rules: {team/x: off}}`, `rules: {"*": off, report/filename: error, placeholder: {severity: off, params: {empty: []}}}`,
		`rules: {report/too-few-words: {params: {roles: {anything: 3}}}}`,
		`exclude: [a, b/**]`, `files: [{paths: a, format: report}]`, `failure-log: false`, `failure-log: a`, `baseline: false`, `baseline: a`,
		`limits: {bytes: 1024}`, `metadata: {profile: auto}`, `extends: [a.yaml, b.yaml]`,
		`overrides: [{paths: a, rules: {"report/*": off}, strict: true}]`,
	}
	bad := []string{
		`strct: true`, `strict: 1`, `rules: {report/filename: fatal}`, `rules: {report/filename: {severty: off}}`,
		`rules: {context/stale: {params: {days: 0}}}`, `rules: {context/stale: {params: {day: 1}}}`,
		`rules: {report/section-order: {params: {sections: []}}}`, `rules: {syntax/json: off}`,
		`rules: {report/filename: {params: {}}}`, `rules: {"report/*": {severity: off}}`,
		`limits: {bytes: 1}`, `limits: {byte: 2000}`, `metadata: {profile: x}`,
		`files: [{paths: a}]`, `overrides: [{strict: true}]`, `overrides: [{paths: a, rules: {report/filename: x}}]`,
		`failure-log: true`, `baseline: true`, `baseline: [a]`, `exclude: a`, `fail-on: x`,
		`rules: {team/x: {summary: s, formats: [task], severity: error, message: m}}`, `formats: {}`,
		`rules: {team/x: {summary: s, formats: [task], severity: error, must: 'data: owner!: string', message: m}}`,
		`rules: {team/x: {summary: s, formats: task, severity: error, check: dataSize, params: {max: 1}, message: m}}`,
	}
	for _, text := range good {
		agree(t, schema, text, true)
	}
	for _, text := range bad {
		agree(t, schema, text, false)
	}
}

func compileSchema(t *testing.T, text string) *jsonschema.Schema {
	t.Helper()
	parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource(SchemaURL, parsed); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile(SchemaURL)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func agree(t *testing.T, schema *jsonschema.Schema, text string, right bool) {
	t.Helper()
	root, _, faults := document.ParseYAML([]byte(text), document.Limits{Depth: 9, Values: 999})
	if len(faults) > 0 {
		t.Fatalf("%s: %v", text, faults)
	}
	var data any
	if err := json.Unmarshal([]byte(document.JSON(root)), &data); err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(data); (err == nil) != right {
		t.Errorf("%s: the schema says %v", text, err)
	}
	dir := folder(t, map[string]string{YAMLName: text, "a.yaml": "rule-files: [team.cue]\n", "b.yaml": "", "team.cue": teamRule})
	if told := mistakes(t, filepath.Join(dir, YAMLName)); (len(told) == 0) != right {
		t.Errorf("%s: the checker says %q", text, told)
	}
}

// FuzzLoad holds that reading does not panic, that every mistake has a message and a position in the file,
// and that a valid configuration can be shown and read again.
func FuzzLoad(f *testing.F) {
	for _, seed := range []string{
		"", "strict: true", "strct: 1", "rules: {a/b: {message: m}}", "rules:\n  report/*: off\n", "extends: [.handofflint.yaml]",
		"overrides: [{paths: a, rules: {x: y}}]", "a: &a [*a]", "<<: {strict: true}", "limits: {bytes: 99999999999999999999}",
		"exclude: [\"{a,b\", \"**\"]", "rules: {placeholder: {params: {patterns: [\"(\"]}}}", "\xff", "files: [{paths: [], format: 3}]",
		"rules: {report/too-few-words: {params: {roles: {\"\": 1e3}}}}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		dir := folder(t, map[string]string{YAMLName: text})
		path := filepath.Join(dir, YAMLName)
		if len(mistakes(t, path)) > 0 {
			return
		}
		c := load(t, dir, YAMLName)
		list := c.Values("", true)
		if _, _, faults := document.ParseYAML([]byte(YAML(list)), document.Limits{Depth: 99, Values: 99_999}); len(faults) > 0 {
			t.Errorf("what is shown is not YAML: %v\n%s", faults, YAML(list))
		}
	})
}
