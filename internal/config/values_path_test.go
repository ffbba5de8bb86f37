package config

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is shown of a configuration is one that comes to the same values, though
// paths in it stood in files of other folders. The folder's own name may look
// like a glob.
func TestShownIsAConfiguration(t *testing.T) {
	dir := folder(t, map[string]string{
		"a [b]/.git/x":             "",
		"a [b]/repo/" + YAMLName:   "extends: [../shared/base.yaml]\nrules: {report/*: error}\nsections: {4: Risks}\n",
		"a [b]/shared/base.yaml":   "extends: more.yaml\nbaseline: base.json\nfailure-log: log.jsonl\nrule-files: [\"rules/*.cue\", ../repo/own.cue]\nlimits: {trailing: 2048}\n",
		"a [b]/shared/more.yaml":   "metadata: {profile: phased}\nexclude: [a/]\n",
		"a [b]/shared/rules/a.cue": `rules: "team/x": {summary: "s", formats: ["task"], severity: "error", must: data: owner!: string, message: "m"}`,
		"a [b]/repo/own.cue":       `rules: "team/y": {summary: "s", formats: ["task"], severity: "error", must: data: owner!: string, message: "m"}`,
	})
	repo := filepath.Join(dir, "a [b]", "repo")
	before := load(t, repo, YAMLName)
	if len(before.Sources()) != 2 {
		t.Fatalf("%d files of rules", len(before.Sources()))
	}
	values, err := before.Values("")
	if err != nil {
		t.Fatal(err)
	}
	set := slices.DeleteFunc(values, func(v Value) bool { return v.Origin == Default || v.Origin == BuiltIn })
	if err := os.WriteFile(filepath.Join(repo, YAMLName), []byte(YAML(set)), 0o644); err != nil {
		t.Fatal(err)
	}
	after := load(t, repo, YAMLName)
	if diff := cmp.Diff(unplaced(t, before), unplaced(t, after)); diff != "" {
		t.Error(diff)
	}
	if before.Baseline() != after.Baseline() || after.Baseline() != filepath.Join(dir, "a [b]", "shared", "base.json") {
		t.Errorf("the baseline is %s, and was %s", after.Baseline(), before.Baseline())
	}
	if log, _ := after.FailureLog(); log != filepath.Join(dir, "a [b]", "shared", "log.jsonl") {
		t.Errorf("the log is %s", log)
	}
}

// The paths of the user's own file stay as they are written.
func TestShownPaths(t *testing.T) {
	dir := folder(t, map[string]string{YAMLName: "extends: ./b.yaml\nfailure-log: a/../log.jsonl\n", "b.yaml": "baseline: false\n"})
	want := map[string]string{"extends": `"./b.yaml"`, "failure-log": `"a/../log.jsonl"`, "baseline": "false"}
	for _, v := range unplaced(t, load(t, dir, YAMLName)) {
		if text, ok := want[v.Path[0]]; ok && string(v.Value) != text {
			t.Errorf("%s is %s, want %s", v.Path[0], v.Value, text)
		}
	}
}

// unplaced are the values of a configuration without their origins.
func unplaced(t *testing.T, c *Config) []Value {
	t.Helper()
	values, err := c.Values("")
	if err != nil {
		t.Fatal(err)
	}
	for i := range values {
		values[i].Origin = ""
	}
	return values
}
