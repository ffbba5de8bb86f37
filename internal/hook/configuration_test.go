package hook

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What the configuration reads is compared when the turn ends with what it was when the
// session started, whoever changed it, and a change is told once.
func TestAChangedConfigurationIsTold(t *testing.T) {
	const told = "what is checked and how has changed in this session"
	start, stop := map[string]any{"hook_event_name": "SessionStart"}, map[string]any{"hook_event_name": "Stop"}
	const config = "extends: base.yaml\nrule-files: [\"rules/*.cue\"]\nbaseline: known.json\n"
	const rule = "rules: \"team/a\": {summary: \"a\", formats: [\"report\"], severity: \"warning\", when: data: a!: string, must: data: a?: \"b\", message: \"m\", help: \"h\"}\n"
	for file, text := range map[string]string{
		".handofflint.yaml": "extends: base.yaml\n",
		"base.yaml":         "rules: {placeholder: off}\n",
		"rules/a.cue":       strings.Replace(rule, "warning", "error", 1),
		"known.json":        "{}",
		"":                  "",
	} {
		b := newBench(t)
		for name, text := range map[string]string{".handofflint.yaml": config, "base.yaml": "rules: {placeholder: error}\n", "rules/a.cue": rule, "known.json": "[]"} {
			mustWrite(t, filepath.Join(b.root, name), []byte(text))
		}
		b.play(start)
		if _, out := b.play(stop); strings.Contains(out, told) {
			t.Errorf("%s: told of no change: %s", file, out)
		}
		b.play(ranCommand("python3 weaken.py"))
		if file == "" {
			if err := os.Remove(filepath.Join(b.root, ".handofflint.yaml")); err != nil {
				t.Fatal(err)
			}
		} else {
			mustWrite(t, filepath.Join(b.root, file), []byte(text))
		}
		// A session that is compacted starts again, and keeps what was.
		b.play(start)
		b.says(stop, `"systemMessage":"`, told)
		if _, out := b.play(stop); strings.Contains(out, told) {
			t.Errorf("%s: told twice: %s", file, out)
		}
	}
}

// A configuration that appears is told, if the project had handoffs; one whose edit was
// told when a tool made it is not told again.
func TestANewConfigurationIsToldOnce(t *testing.T) {
	const told = "what is checked and how"
	b := newBench(t)
	b.play(map[string]any{"hook_event_name": "SessionStart"})
	path := filepath.Join(b.root, ".handofflint.yaml")
	mustWrite(t, path, []byte("rules: {placeholder: off}\n"))
	b.says(map[string]any{"hook_event_name": "Stop"}, told)
	mustWrite(t, path, []byte("strict: false\n"))
	b.says(write(path), told)
	if _, out := b.play(map[string]any{"hook_event_name": "Stop"}); strings.Contains(out, told) {
		t.Errorf("told twice: %s", out)
	}
}
