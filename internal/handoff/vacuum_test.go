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

// outcomes returns the items as lines, without the folder's path.
func outcomes(items []Item, rel string) []string {
	var out []string
	for _, item := range items {
		line := string(item.Outcome) + " " + strings.TrimPrefix(item.Path, rel+"/")
		if item.Why != "" {
			line += ": " + item.Why
		}
		out = append(out, line)
	}
	return out
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
	wanted := []string{
		"kept .handofflint-0.tmp: not a context file",
		"kept .handofflint-other: not a context file",
		"kept .old.json: not a context file",
		"removed 1717500000-old.json",
		"kept 1717500000-old.json.bak: not a context file",
		"kept 1782820000-name.json: 13 minutes old, not 7 days",
		"kept 1782907200-clock.json: under a minute old, not 7 days",
		"kept 2026-01-01-events.json: not a context file",
		"removed 2026-01-02-torn.json",
		"kept 2026-01-03-large.json: not a context file",
		"removed 2026-06-23-day.json",
		"kept 2026-06-24-day.json: 6 days old, not 7 days",
		"kept OLD.JSON: not a context file",
		"kept broken.json: not a context file",
		"kept clock.json: under a minute old, not 7 days",
		"kept data.json: 13 minutes old, not 7 days",
		"kept empty.json: not a context file",
		"kept events.json: not a context file",
		"kept folder.json: not a regular file",
		"kept fresh.json: 6 days old, not 7 days",
		"kept future.json: under a minute old, not 7 days",
		"removed limit.json",
		"kept list.json: not a context file",
		"kept no-extension: not a context file",
		"kept notes.md: not a context file",
		"removed other-version.json",
		"kept package.json: not a context file",
		"removed read-only.json",
		"kept tsconfig.json: not a context file",
		"kept vars.json: not a context file",
	}
	dry := vacuum(t)
	dry.DryRun = true
	before := names(t, f.Path(""))
	t.Run("dry", func(t *testing.T) { // it writes nothing, and needs no lock
		withoutLocks(t)
		want(t, outcomes(dry.Files(f), f.Rel), wanted)
		if items := vacuum(t).Files(f); len(items) != 1 || items[0].Outcome != Failed {
			t.Errorf("without a lock: %+v", items)
		}
		want(t, names(t, f.Path("")), before)
	})

	want(t, outcomes(vacuum(t).Files(f), f.Rel), wanted)
	var left []string
	for _, line := range wanted {
		if rest, kept := strings.CutPrefix(line, "kept "); kept {
			name, _, _ := strings.Cut(rest, ":")
			left = append(left, name)
		}
	}
	want(t, names(t, f.Path("")), left)
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
	want(t, outcomes(vacuum(t).Files(f), f.Rel), []string{
		"kept 1717500000-link.json: not a regular file", "kept folder.json: not a regular file", "kept nothing.json: not a regular file",
	})
	holds(t, outside, contextOf("1717500000-x"))
}

func TestVacuumWithoutFolder(t *testing.T) {
	v := vacuum(t)
	if items := v.Files(ContextFolder{Root: t.TempDir(), Rel: "docs/context"}); len(items) > 0 {
		t.Errorf("got %+v of nothing", items)
	}
	if runtime.GOOS == "windows" {
		t.Skip("Windows does not say that docs is no folder, but that there is nothing below it")
	}
	root := t.TempDir()
	write(t, filepath.Join(root, "docs"), "")
	want(t, outcomes(v.Files(ContextFolder{Root: root, Rel: "docs/context"}), "docs/context"), []string{"failed docs/context: not a directory"})
}
