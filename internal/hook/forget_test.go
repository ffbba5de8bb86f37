package hook

import (
	"path/filepath"
	"slices"
	"testing"
)

// stored returns the number of files that the hooks of some benches have written.
func (b *bench) stored() int {
	s, err := openStore(b.getenv)
	if err != nil {
		b.t.Fatal(err)
	}
	return len(s.list())
}

// Uninstalling the last hooks of a project removes what they remember of it, and nothing else.
func TestForget(t *testing.T) {
	home := newTree(t)
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
	target := Target{Host: claude, Path: claude.projectPath(b.root), Root: b.root}
	beside := Target{Host: codex, Path: codex.projectPath(b.root), Root: b.root}
	global := Target{Host: claude, Path: claude.userPath(home, b.getenv)}
	forgets := func(t *testing.T, target Target, want bool, left int) {
		t.Helper()
		removed, err := target.Forget(home, b.getenv)
		if err != nil || removed != want {
			t.Errorf("removed: %v, %v", removed, err)
		}
		if got := b.stored(); got != left {
			t.Errorf("%d files are left, want %d", got, left)
		}
	}
	const all = 4 // of two sessions and two projects
	if got := b.stored(); got != all {
		t.Fatalf("there are %d files, want %d", got, all)
	}
	for _, left := range []Target{target, beside, global} { // the other hooks still need it
		if _, err := left.Install(exe); err != nil {
			t.Fatal(err)
		}
		forgets(t, target, false, all)
		if _, _, err := left.Uninstall(); err != nil {
			t.Fatal(err)
		}
	}
	forgets(t, target, true, 2)
	forgets(t, target, false, 2)
	if got := other.lines(other.report("04-reviewer-report.md")); got != factsOfFailure {
		t.Errorf("the other project: %s", got)
	}
	forgets(t, global, true, 0)
	if left := listing(t, b.getenv("XDG_STATE_HOME")); !slices.Equal(left, []string{"log.jsonl", "log.jsonl.lock"}) { // the failure log stays
		t.Errorf("left are %v", left)
	}
}
