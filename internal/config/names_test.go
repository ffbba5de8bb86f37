package config

import (
	"path/filepath"
	"testing"
)

// A mistake in the team's own entries hides none elsewhere.
func TestMistakesBesideOwn(t *testing.T) {
	// settings has a mistake of each kind that needs to know the team's names.
	const settings = `overrides: [{paths: a, rules: {"sesion/*": off, report/no-actoin: off}}, {paths: b, rules: {team/x: off, "team/*": off}}]
files: [{paths: x, format: contxt}]
`
	told := []string{"1:32 group", "1:49 rule", "2:28 format"}
	tests := []struct {
		name, own string
		want      []string
	}{
		{"keys that are missing", "{severity: error, formats: [report], check: dataSize}", []string{"3:9 own", "3:9 own", "3:9 own"}},
		{"a severity", "{summary: s, message: m, severity: eror, formats: [report], check: dataSize, params: {max: x}}", []string{"3:52 own", "3:108 own"}},
		{"a pattern", "{summary: s, message: m, severity: error, formats: [report], must: {file: {name: x}}}", []string{"3:78 own"}},
	}
	for _, tt := range tests {
		dir := folder(t, map[string]string{YAMLName: settings + "rules: {team/x: " + tt.own + "}\n"})
		wantMistakes(t, tt.name, filepath.Join(dir, YAMLName), append(told[:len(told):len(told)], tt.want...)...)
	}
}

// A setting of a rule or format that itself has mistakes is not reported, since the rule or format is
// unknown.
func TestSettingOfBrokenRule(t *testing.T) {
	dir := folder(t, map[string]string{YAMLName: "overrides: [{paths: b, rules: {team/x: {severty: off}}}]\nrules: {team/x: {severity: eror, check: 'a'}}\nformats: {notes: {title: 3}}\nfiles: [{paths: x, format: notes}]\n"})
	got := mistakes(t, filepath.Join(dir, YAMLName))
	if len(got) == 0 {
		t.Error("no mistakes")
	}
	for _, m := range got {
		if m[0] != '2' && m[0] != '3' {
			t.Errorf("told: %s", m)
		}
	}
}

// If a file cannot be read, what it may contain is not reported as missing.
func TestNamesInUnreadFile(t *testing.T) {
	dir := folder(t, map[string]string{
		YAMLName:  "rule-files: [own.cue]\nrules: {\"zzzzzz/*\": off, zzzzzzzzz: off}\nfiles: [{paths: x, format: zzzzzzzzz}]\n",
		"own.cue": "rules: {\n",
	})
	extending := folder(t, map[string]string{YAMLName: "extends: far.yaml\nfiles: [{paths: x, format: zzzzzzzzz}]\n", "far.yaml": "formats: {\n"})
	wantMistakes(t, "a file that it extends", filepath.Join(extending, YAMLName), "1:1 yaml")
	for _, m := range mistakes(t, filepath.Join(dir, YAMLName)) {
		if m[0] != '1' && m[0] != '2' || m == "2:9 group" {
			t.Errorf("told: %q", m)
		}
	}
}

// Two mistakes on one line are two.
func TestMistakesOnOneLine(t *testing.T) {
	dir := folder(t, map[string]string{YAMLName: "{strct: true, rules: {team/x: {summary: s, message: m, severity: eror, formats: [report], check: dataSize, params: {max: 1}}}}\n"})
	wantMistakes(t, "one line", filepath.Join(dir, YAMLName), "1:2 unknown", "1:66 own")
}
