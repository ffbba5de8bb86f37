package config

import (
	"path/filepath"
	"testing"
)

// A mistake in the team's own entries hides none elsewhere. A setting of a rule or format that itself has
// mistakes is not reported, since the rule or format is unknown.
func TestMistakesBesideOwn(t *testing.T) {
	dir := folder(t, map[string]string{
		YAMLName: `rule-files: [own.cue]
overrides: [{paths: a, rules: {"sesion/*": off, report/no-actoin: off}}, {paths: b, rules: {team/x: {severty: off}, "team/*": off}}]
files: [{paths: x, format: contxt}, {paths: x, format: notes}]
`,
		"own.cue": "rules: \"team/x\": {severity: \"eror\", formats: [\"report\"], check: \"dataSize\", params: max: 1, message: \"m\"}\n" +
			"formats: notes: {title: 3, form: \"json\", where: [\"a\"]}\n",
	})
	wantMistakes(t, "own", filepath.Join(dir, YAMLName), "2:32 group", "2:49 rule", "3:28 format", "1:8 own", "1:29 own", "2:25 own")
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
	dir := folder(t, map[string]string{YAMLName: "{strct: true, rules: {placeholder: eror}}\n"})
	wantMistakes(t, "one line", filepath.Join(dir, YAMLName), "1:2 unknown", "1:36 enum")
}
