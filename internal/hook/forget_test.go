package hook

import (
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/handofflint/handofflint/internal/failurelog"
)

// state returns the names of the files that the hooks of some benches have written, by their
// folders.
func (b *bench) state() map[string]int {
	b.t.Helper()
	folder, err := failurelog.StateFolder(b.getenv)
	if err != nil {
		b.t.Fatal(err)
	}
	count := map[string]int{}
	for _, name := range []string{memoryFolder, receiptsFolder, "."} {
		entries, _ := os.ReadDir(filepath.Join(folder, name))
		for _, entry := range entries {
			if entry.Type().IsRegular() && (name == "." || filepath.Ext(entry.Name()) == ".json") {
				count[name]++
			}
		}
	}
	return count
}

// To uninstall the last hooks of a project removes what they remember of it, and nothing else.
func TestForget(t *testing.T) {
	home := workspace(t)
	b, other := newBench(t), newBench(t)
	other.getenv = b.getenv
	for session, bench := range map[string]*bench{"s1": b, "s2": other} {
		bench.handsBack(failedLint)
		event := write(bench.report("02-implementer-report.md"))
		event["session_id"], event["cwd"] = session, filepath.Join(bench.root, "docs")
		bench.says(event, `"decision":"block"`)
		bench.play(map[string]any{"hook_event_name": "SessionStart", "session_id": session})
	}
	claude, codex := HostByName("claude"), HostByName("codex")
	target := Target{Host: claude, Path: claude.ProjectPath(b.root), Root: b.root}
	beside := Target{Host: codex, Path: codex.ProjectPath(b.root), Root: b.root}
	global := Target{Host: claude, Path: claude.UserPath(home, b.getenv)}
	forgets := func(t *testing.T, target Target, want bool, left map[string]int) {
		t.Helper()
		removed, err := target.Forget(home, b.getenv)
		if err != nil || removed != want {
			t.Errorf("removed: %v, %v", removed, err)
		}
		if got := b.state(); !maps.Equal(got, left) {
			t.Errorf("left are %v, want %v", got, left)
		}
	}
	all := b.state()
	if want := map[string]int{memoryFolder: 2, receiptsFolder: 2, ".": 1}; !maps.Equal(all, want) {
		t.Fatalf("there are %v, want %v", all, want)
	}
	for _, left := range []Target{target, beside, global} { // hooks that are left need it
		if _, err := left.Install(exe); err != nil {
			t.Fatal(err)
		}
		forgets(t, target, false, all)
		if _, _, err := left.Uninstall(); err != nil {
			t.Fatal(err)
		}
	}
	forgets(t, target, true, map[string]int{memoryFolder: 1, receiptsFolder: 1})
	forgets(t, target, false, map[string]int{memoryFolder: 1, receiptsFolder: 1})
	if got := other.lines(other.report("04-reviewer-report.md")); got != factsOfFailure {
		t.Errorf("the other project: %s", got)
	}
	forgets(t, global, true, map[string]int{})
}
