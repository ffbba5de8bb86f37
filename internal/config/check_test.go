package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestMistakes checks the position of every kind of mistake.
func TestMistakes(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"nothing", "", nil},
		{"comments alone", "# none\n", nil},
		{"a key", "strct: true\n", []string{"1:1 unknown"}},
		{"a tag, which is reported once", "!x strict: true\n", []string{"1:1 unsupported"}},
		{"a key like no other", "zzzzzzzzzzzzzz: true\n", []string{"1:1 unknown"}},
		{"a value", "strict: yes\nexclude: a\n", []string{"1:9 value", "2:10 value"}},
		{"nothing behind a key", "rules:\n", []string{"1:7 value"}},
		{"a value of several", "fail-on: eror\n", []string{"1:10 enum"}},
		{"a value like no other", "fail-on: zzzzzz\n", []string{"1:10 enum"}},
		{"severities that are no slip of off", "rules: {placeholder: info, report/filename: loud, context/stale: {severity: \"on\"}}\n", []string{"1:22 enum", "1:45 enum", "1:77 enum"}},
		{"a slip of off", "rules: {placeholder: of}\n", []string{"1:22 enum"}},
		{"blank globs", "exclude: [\" \"]\n", []string{"1:11 value"}},
		{"a bound", "limits: {bytes: 1, zzz: 3}\n", []string{"1:17 value", "1:20 unknown"}},
		{"a tree's highest bounds", "limits: {bytes: 4194304, depth: 256, values: 80000, trailing: 8000, findings: 4000}\n", nil},
		{"over a tree's highest bounds", "limits: {bytes: 4194305, values: 80001, trailing: 8001, findings: 4001}\n", []string{"1:17 limit", "1:34 limit", "1:51 limit", "1:67 limit"}},
		{"a bound beyond numbers", "limits: {bytes: 99999999999999999999}\n", []string{"1:17 value"}},
		{"a missing field", "files: [{paths: a}]\n", []string{"1:9 missing"}},
		{"two missing fields of one object", "files: [{}]\n", []string{"1:9 missing", "1:9 missing"}},
		{"a key of a rule elsewhere", "files: [{paths: a, format: task, message: m}]\n", []string{"1:34 unknown"}},
		{"a rule", "rules: {report/filenme: off}\n", []string{"1:9 rule"}},
		{"a rule like no other", "rules: {zzz: off}\n", []string{"1:9 rule"}},
		{"a rule without its group", "rules: {no-action: off, metadata/no-action: off, \"*/no-action\": off}\n", []string{"1:9 rule", "1:25 rule", "1:50 group"}},
		{"a group's name", "rules: {report: off, schema: off}\n", []string{"1:9 rule", "1:22 rule"}},
		{"a group like no other", "rules: {\"zzz/*\": off}\n", []string{"1:9 group"}},
		{"a parameter beside params", "rules: {report/too-few-words: {severity: error, roles: {writer: 3}}}\n", []string{"1:49 unknown"}},
		{"a group", "rules: {\"reprt/*\": off, \"report*\": off}\n", []string{"1:9 group", "1:25 group"}},
		{"parameters of a group", "rules: {\"report/*\": {severity: off}}\n", []string{"1:21 value"}},
		{"a fixed rule", "rules: {syntax/json: warning, file/too-large: {severity: off}}\n", []string{"1:22 fixed", "1:58 fixed"}},
		{"a fixed rule as it is", "rules: {syntax/json: error}\n", nil},
		{"a group with fixed rules", "rules: {\"syntax/*\": off}\n", nil},
		{"a severity", "rules: {report/filename: 3, placeholder: fatal}\n", []string{"1:26 value", "1:42 enum"}},
		{"a field of a setting", "rules: {placeholder: {severty: off}}\n", []string{"1:23 unknown"}},
		{"no parameters", "rules: {report/filename: {params: {a: 1}}}\n", []string{"1:27 unknown"}},
		{"a parameter", "rules: {context/stale: {params: {dayz: 1}}}\n", []string{"1:34 unknown"}},
		{"a parameter like no other", "rules: {context/stale: {params: {zzzzzzzz: 1}}}\n", []string{"1:34 unknown"}},
		{"a parameter's value", "rules: {context/stale: {params: {days: soon}}}\n", []string{"1:40 value"}},
		{"a parameter's bound", "rules: {context/stale: {params: {days: 0}}}\n", []string{"1:40 value"}},
		{"a section's number", "rules: {report/section-too-short: {params: {min: {6: 1}}}}\n", []string{"1:51 unknown"}},
		{"a regular expression", "rules: {placeholder: {params: {heading: \"(\"}}}\n", []string{"1:41 value"}},
		{"set elsewhere", "rules: {report/section-order: {params: {sections: []}}, file/too-large: {params: {max: 3}}}\n", []string{"1:32 unknown", "1:74 unknown"}},
		{"a glob", "exclude: [\"a[\", \"../b\"]\nrule-files: [\"{\"]\n", []string{"1:11 glob", "1:17 glob", "2:14 glob"}},
		{"a glob that takes back", "exclude: [a, \"!b\", \"{!}c\"]\nfiles: [{paths: \"!a\", format: task}]\n", []string{"1:14 glob-not", "2:17 glob-not"}},
		{"globs of overrides", "overrides: [{paths: [\"a[\"]}, {strict: true}]\n", []string{"1:22 glob", "1:30 missing"}},
		{"rules of overrides", "overrides: [{paths: a, rules: {report/x: off}}]\n", []string{"1:32 rule"}},
		{"a setting of overrides", "overrides: [{paths: a, metadata: {profil: base}}]\n", []string{"1:35 unknown"}},
		{"globs that are none", "rule-files: [3, {a: b}]\n", []string{"1:14 value", "1:17 value"}},
		{"parameters of a group", "rules: {\"report/*\": {params: {max: 1}}}\n", []string{"1:21 value"}},
		{"a format", "files: [{paths: a, format: raport}]\n", []string{"1:28 format"}},
		{"a format like no other", "files: [{paths: a, format: session}]\n", []string{"1:28 format"}},
		{"a rule of the team's own", "rules: {team/x: {summary: s, formats: [task], severity: error, check: dataSize, params: {max: 1}, message: m}}\n", []string{"1:9 rule"}},
		{"a name that is taken", "rules: {placeholder: {message: m, check: dataSize}}\n", []string{"1:23 unknown", "1:35 unknown"}},
		{"a log", "failure-log: true\n", []string{"1:14 value"}},
		{"a profile", "metadata: {profile: phasd}\n", []string{"1:21 enum"}},
		{"a key twice", "strict: true\nstrict: false\n", []string{"2:1 duplicate"}},
		{"a key twice, and another mistake", "strict: true\nstrict: false\nzzz: 1\n", []string{"2:1 duplicate", "3:1 unknown"}},
		{"outside", "failure-log: ../f.jsonl\nbaseline: ../b.json\nrule-files: [../*.cue]\nfiles: [{paths: a, format: notes}]\n", []string{"1:14 outside", "2:11 outside", "3:14 outside"}},
		{"a baseline alone outside", "baseline: ../b.json\n", []string{"1:11 outside"}},
		{"a key twice, and an unknown rule", "strict: true\nstrict: false\nrules: {zzz: off}\nfiles: [{paths: a, format: zzzzzz}]\n", []string{"2:1 duplicate", "3:9 rule", "4:28 format"}},
		{"the user's home", "failure-log: ~/f.jsonl\n", []string{"1:14 outside"}},
		{"a list", "- a\n", []string{"1:1 not-mapping"}},
		{"YAML", "a: b: c\n", []string{"1:1 yaml"}},
		{"YAML below a key", "rules:\n  a: b: c\n", []string{"2:3 yaml"}},
		{"a list that is not closed", "exclude: [a, b\nstrict: true\n", []string{"1:1 yaml"}},
		{"an object within one", "files:\n  - {paths: [\"a]\", 'b', format: x}\n", []string{"2:3 yaml"}},
		{"a quote that is not closed", "failure-log: \"a\nstrict: true\n", []string{"1:1 yaml"}},
		{"an indented first line", " strict: true\nfail-on: error\n", []string{"2:1 several-documents"}},
		{"deeper than a value", "strict: true\n  fail-on: error\n", []string{"2:3 yaml"}},
		{"between two levels", "rules:\n    report/filename: off\n  placeholder: off\n", []string{"3:3 yaml"}},
		{"an object", "metadata: phased\noverrides: {a: b}\nextends: {}\n", []string{"1:11 value", "2:12 value", "3:10 value"}},
		{"the editor's line", "yaml-language-server: $schema=x\n", []string{"1:1 unknown"}},
		{"a NUL", "failure-log: \"a\x00\"\n", []string{"1:16 nul"}},
		{"a yaml", "rules:\n  \treport/filename: off\n", []string{"2:4 yaml"}},
		{"an alias", "extends: *a\n", []string{"1:10 unsupported"}},
		{"a glob without quotes", "exclude: [**/a]\n", []string{"1:1 yaml"}},
		{"a control character", "strict: \x01\n", []string{"1:9 character"}},
		{"no text", "strict: \xff\n", []string{"1:9 not-utf8"}},
		{"two documents", "strict: true\n---\nstrict: true\n", []string{"2:1 several-documents"}},
	}
	for _, tt := range tests {
		dir := folder(t, map[string]string{".git/HEAD": "", YAMLName: tt.text})
		wantMistakes(t, tt.name, filepath.Join(dir, YAMLName), tt.want...)
	}
}

// The words of a mistake say what is expected, with an example or the reason if there is one.
func TestWordsOfMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"strict: 3\n":                 "strict must be true or false, got an integer; write true or false",
		"exclude: a\n":                "exclude must be a list of non-blank strings, got a string; write a list of non-blank strings, such as [archive/, \"*.draft.md\"]",
		"limits: {bytes: 1}\n":        "limits.bytes must be an integer from 1024 to 67108864, got 1; write an integer from 1024 to 67108864",
		"overrides: [{paths: []}]\n":  "overrides[0].paths must be a list of at least 1 item, got 0 items; write a list of at least 1 item",
		"dispatch: {folder: \"(\"}\n": "dispatch.folder must be a folder of the project named agent-handoffs, such as .claude/agent-handoffs, got \"(\"; write a folder of the project named agent-handoffs, such as .claude/agent-handoffs",
		"rules: {placeholder: {params: {heading: \"(\"}}}\n": "rules.placeholder.params.heading must be a regular expression (RE2), got \"(\": missing closing ): `(`; write a regular expression (RE2)",
	} {
		_, err := Load(filepath.Join(folder(t, map[string]string{YAMLName: text}), YAMLName))
		var problems *Problems
		if !errors.As(err, &problems) {
			t.Fatal(err)
		}
		f := problems.Results[0].Findings[0]
		if got := f.Message + "; " + f.Help; got != want || f.URL != page || strings.Contains(err.Error(), "more in the configuration") {
			t.Errorf("%s:\n got %s\nwant %s", text, got, want)
		}
	}
}

// A key that is written twice is reported with the first one, and a mistake in a team's rule in the words of
// package teamrules.
func TestWhatAMistakeLeadsTo(t *testing.T) {
	dir := folder(t, map[string]string{YAMLName: "strict: true\nstrict: false\nrule-files: [a.cue]\n", "a.cue": strings.Replace(teamRule, `"error"`, `"eror"`, 1)})
	_, err := Load(filepath.Join(dir, YAMLName))
	var problems *Problems
	if !errors.As(err, &problems) || len(problems.Results) != 2 {
		t.Fatal(err)
	}
	twice, own := problems.Results[0].Findings[0], problems.Results[1].Findings[0]
	if len(twice.Related) != 1 || twice.Related[0].Range.Start.Line != 1 {
		t.Errorf("related: %+v", twice.Related)
	}
	if own.URL != teamPage || !strings.Contains(own.Message, "eror") || !strings.Contains(own.Help, "error") {
		t.Errorf("%s; %s; %s", own.Message, own.Help, own.URL)
	}
}

// Only the first of many mistakes are listed, and the rest are counted.
func TestManyMistakes(t *testing.T) {
	var b strings.Builder
	b.WriteString("rules:\n")
	for i := range 5000 {
		fmt.Fprintf(&b, "  report/x%d: off\n", i)
	}
	dir := folder(t, map[string]string{YAMLName: b.String()})
	_, err := Load(filepath.Join(dir, YAMLName))
	var problems *Problems
	if !errors.As(err, &problems) {
		t.Fatal(err)
	}
	found := problems.Results[0].Findings
	if last := found[len(found)-1]; len(found) != 1000 || !strings.HasSuffix(last.Message, "; only the first 1000 of 5000 mistakes are listed") {
		t.Errorf("%d mistakes, the last one: %s", len(found), last.Message)
	}
	if text := problems.Error(); !strings.Contains(text, ":2:3: ") || !strings.HasSuffix(text, " (and 999 more in the configuration)") {
		t.Errorf("the error is %q", text)
	}
}

func TestTooLarge(t *testing.T) {
	dir := folder(t, map[string]string{YAMLName: "# " + strings.Repeat("x", 300_000)})
	wantMistakes(t, "a large file", filepath.Join(dir, YAMLName), "1:1 unread")
	wantMistakes(t, "a folder", dir+".yaml", "1:1 unread")
	wantMistakes(t, "itself", filepath.Join(folder(t, map[string]string{"a.yaml": "extends: b.yaml\n", "b.yaml": "extends: a.yaml\n"}), "a.yaml"), "1:10 extends-cycle")
	wantMistakes(t, "an ending", filepath.Join(dir, "a.json"), "1:1 extends-ending")
	if _, err := Load(filepath.Join(dir, "a.json")); !strings.Contains(err.Error(), `a.json" is not a configuration`) {
		t.Errorf("an ending: %v", err)
	}
}

// TestYAMLIsBounded holds that the values of a configuration are bounded, without aliases: the root is one,
// an object and a list are two more.
func TestYAMLIsBounded(t *testing.T) {
	values := func(n int) string { return "hooks: {exempt: [a" + strings.Repeat(", a", n-4) + "]}\n" }
	contract := loadReading()
	dir := folder(t, map[string]string{YAMLName: values(contract.Limits.Values)})
	wantMistakes(t, "as many as there may be", filepath.Join(dir, YAMLName))
	dir = folder(t, map[string]string{YAMLName: values(contract.Limits.Values + 1)})
	wantMistakes(t, "one too many", filepath.Join(dir, YAMLName), "1:60009 too-many")
}

// TestGlobsOfAFile holds that the globs of a file are counted before any is used.
func TestGlobsOfAFile(t *testing.T) {
	most := loadReading().Globs
	if most != 1000 {
		t.Fatalf("%d globs", most)
	}
	for name, tt := range map[string]struct {
		text string
		want []string
	}{
		"as many as there may be": {"exclude: [" + strings.Repeat("a, ", 900) + "]\noverrides: [{paths: [" + strings.Repeat("'{a,b}', ", 50) + "], strict: true}]\n", nil},
		"one too many":            {"exclude: [" + strings.Repeat("a, ", 1000) + "]\nfiles: [{paths: b, format: task}]\n", []string{"2:17 globs"}},
		"of overrides":            {"exclude: [" + strings.Repeat("a, ", 999) + "b]\noverrides: [{paths: b, strict: true}]\n", []string{"2:21 globs"}},
		"of rule files":           {"rule-files: [" + strings.Repeat("\"a*\", ", 1001) + "]\n", []string{"1:6014 globs"}},
		"with braces":             {"exclude: ['{a,b}{c,d}{e,f}{g,h}{i,j}{k,l}'" + strings.Repeat(", '{a,b}{c,d}{e,f}{g,h}{i,j}{k,l}'", 15) + "]\n", []string{"1:521 globs"}},
	} {
		dir := folder(t, map[string]string{YAMLName: tt.text})
		wantMistakes(t, name, filepath.Join(dir, YAMLName), tt.want...)
	}
}
