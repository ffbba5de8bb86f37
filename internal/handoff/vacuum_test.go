package handoff

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

var now = time.Date(2026, 6, 30, 12, 0, 0, 0, time.UTC)

func vacuum(t *testing.T) Vacuum {
	return Vacuum{OlderThan: 7 * day, Now: now, Limits: limits(t)}
}

// aged writes a file with a modification time in the past.
func aged(t *testing.T, path, text string, ago time.Duration) string {
	t.Helper()
	write(t, path, text)
	setAge(t, path, ago)
	return path
}

func setAge(t *testing.T, path string, ago time.Duration) {
	t.Helper()
	if err := os.Chtimes(path, now.Add(-ago), now.Add(-ago)); err != nil {
		t.Fatal(err)
	}
}

// contextOf returns a context file of a task.
func contextOf(id string) string {
	return `{"schema_version": 1, "task_id": "` + id + `", "task_summary": "x"}`
}

// removedBy returns the names of the entries that were removed.
func removedBy(t *testing.T, done Vacuumed) (removed []string) {
	t.Helper()
	for _, path := range done.Removed {
		removed = append(removed, filepath.Base(path))
	}
	for _, failure := range done.Failed {
		t.Error(failure)
	}
	return removed
}

func want(t *testing.T, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

// staleFolder has one of each kind of entry, all older than the limit by their file time except those named
// fresh and future.
func staleFolder(t *testing.T) ContextFolder {
	f := ContextFolder{Root: t.TempDir(), Rel: "docs/context"}
	for name, text := range map[string]string{
		"1717500000-old.json":         contextOf("1717500000-old"),
		"OLD.JSON":                    contextOf("1717500000-old"),
		".old.json":                   contextOf("1717500000-old"),
		"broken.json":                 `{"schema_version": 1, "task_`,
		"empty.json":                  "",
		"other-version.json":          strings.Replace(contextOf("2026-01-01-x"), "1,", "2,", 1),
		"data.json":                   contextOf("1782820000-data"),
		"1782820000-name.json":        "{",
		"2026-06-24-day.json":         contextOf("x"),
		"2026-06-23-day.json":         contextOf("x"),
		"1782907200-clock.json":       contextOf("1717500000-x"),
		"clock.json":                  contextOf("1782907200-x"),
		"package.json":                `{"name": "x"}`,
		"list.json":                   `[1]`,
		"tsconfig.json":               "{\n  // strict\n  \"strict\": true\n}\n",
		"events.json":                 "{\"k\": 1}\n{\"k\": 2}\n",
		"vars.json":                   `{"name": {{ .Values.name }}}`,
		"2026-01-01-events.json":      `{"events": []}`,
		"2026-01-02-torn.json":        `Sorry, I could`,
		"2026-01-03-large.json":       strings.Repeat(" ", int(limits(t).Bytes)) + contextOf("a"),
		"notes.md":                    contextOf("1717500000-x"),
		"1717500000-old.json.bak":     contextOf("1717500000-x"),
		"no-extension":                contextOf("1717500000-x"),
		".handofflint-0.tmp":          "torn",
		".handofflint-other":          "",
		"folder.json/1717500000.json": contextOf("1717500000-x"),
	} {
		aged(t, f.Path(filepath.FromSlash(name)), text, 30*day)
	}
	aged(t, f.Path("fresh.json"), contextOf("1717500000-x"), 7*day-time.Second)
	aged(t, f.Path("limit.json"), contextOf("1717500000-x"), 7*day)
	aged(t, f.Path("future.json"), contextOf("1717500000-x"), -time.Second)
	aged(t, f.Path("read-only.json"), contextOf("1717500000-x"), 30*day)
	if err := os.Chmod(f.Path("read-only.json"), 0o444); err != nil {
		t.Fatal(err)
	}
	return f
}

// 1782820000 is 2026-06-30T11:46:40Z and 1782907200 a day after now.
func TestVacuumFiles(t *testing.T) {
	f := staleFolder(t)
	removed := []string{
		".handofflint-0.tmp",
		"1717500000-old.json",
		"2026-01-02-torn.json",
		"2026-06-23-day.json",
		"limit.json",
		"other-version.json",
	}
	kept := []string{
		".handofflint-other",      // not a context file
		".old.json",               // not a context file
		"1717500000-old.json.bak", // not a context file
		"1782820000-name.json",    // 13 minutes old, not 7 days
		"1782907200-clock.json",   // its time is in the future: 2026-07-01T12:00:00Z
		"2026-01-01-events.json",  // not a context file
		"2026-01-03-large.json",   // not a context file
		"2026-06-24-day.json",     // 6 days old, not 7 days
		"OLD.JSON",                // not a context file
		"broken.json",             // not a context file
		"clock.json",              // its time is in the future: 2026-07-01T12:00:00Z
		"data.json",               // 13 minutes old, not 7 days
		"empty.json",              // not a context file
		"events.json",             // not a context file
		"folder.json",             // not a regular file
		"fresh.json",              // 6 days old, not 7 days
		"future.json",             // its time is in the future: 2026-06-30T12:00:01Z
		"list.json",               // not a context file
		"no-extension",            // not a context file
		"notes.md",                // not a context file
		"package.json",            // not a context file
		"read-only.json",          // it is read-only
		"tsconfig.json",           // not a context file
		"vars.json",               // not a context file
	}
	dry := vacuum(t)
	dry.DryRun = true
	before := names(t, f.Path(""))
	want(t, removedBy(t, dry.Files(f)), removed)
	want(t, names(t, f.Path("")), before)

	done := vacuum(t).Files(f)
	want(t, removedBy(t, done), removed)
	if done.Kept != len(kept) {
		t.Errorf("%d kept, want %d", done.Kept, len(kept))
	}
	want(t, names(t, f.Path("")), kept)
	if entries := names(t, f.Path("folder.json")); len(entries) != 1 {
		t.Errorf("a folder lost its file: %v", entries)
	}
}

func TestVacuumLeavesLinks(t *testing.T) {
	f := ContextFolder{Root: t.TempDir(), Rel: "docs/context"}
	outside := aged(t, filepath.Join(t.TempDir(), "1717500000-x.json"), contextOf("1717500000-x"), 30*day)
	mustMakeFolder(t, f.Path(""))
	link(t, outside, f.Path("1717500000-link.json"))
	link(t, filepath.Dir(outside), f.Path("folder.json"))
	link(t, "nothing", f.Path("nothing.json"))
	done := vacuum(t).Files(f)
	if removed := removedBy(t, done); len(removed) > 0 || done.Kept != 3 {
		t.Errorf("removed %q, kept %d", removed, done.Kept)
	}
	holds(t, outside, contextOf("1717500000-x"))
}

func TestVacuumWithoutFolder(t *testing.T) {
	v := vacuum(t)
	if done := v.Files(ContextFolder{Root: t.TempDir(), Rel: "docs/context"}); len(removedBy(t, done)) > 0 || done.Kept > 0 {
		t.Errorf("got %+v of nothing", done)
	}
	if runtime.GOOS == "windows" {
		t.Skip("Windows does not say that docs is no folder, but that there is nothing below it")
	}
	root := t.TempDir()
	write(t, filepath.Join(root, "docs"), "")
	done := v.Files(ContextFolder{Root: root, Rel: "docs/context"})
	if len(done.Failed) != 1 || done.Failed[0].Err.Error() != "not a directory" {
		t.Errorf("got %+v", done)
	}
}
