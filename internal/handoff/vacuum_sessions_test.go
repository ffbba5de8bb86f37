package handoff

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// sessionsPath is where the sessions of these tests are.
const sessionsPath = ".claude/agent-handoffs"

// sealed is a session whose agents are done, by the names of its files and how
// long ago they were written.
func sealed() map[string]time.Duration {
	return map[string]time.Duration{
		"01-writer-report.md": 30 * day, "01-writer-report.md.done": 30 * day,
		"02-tester-report.md": 29 * day, "02-tester-report.md.done": 28 * day,
	}
}

// with is a sealed session with other files in it; a negative age takes one
// out that is there.
func with(changes map[string]time.Duration) map[string]time.Duration {
	files := sealed()
	for name, ago := range changes {
		if _, there := files[name]; there && ago < 0 {
			delete(files, name)
			continue
		}
		files[name] = ago
	}
	return files
}

func putSession(t *testing.T, root, name string, files map[string]time.Duration) string {
	t.Helper()
	folder := mustMakeFolder(t, filepath.Join(root, ".claude", "agent-handoffs", name))
	for file, ago := range files {
		aged(t, filepath.Join(folder, file), file, ago)
	}
	return folder
}

func TestVacuumSessions(t *testing.T) {
	const out = -time.Hour
	tests := []struct {
		name  string
		files map[string]time.Duration
		why   string // "" where it goes
	}{
		{"sealed", sealed(), ""},
		{"not sealed", with(map[string]time.Duration{"01-writer-report.md.done": out}), "01-writer-report.md is not sealed"},
		{"changed since", with(map[string]time.Duration{"01-writer-report.md": 20 * day}), "01-writer-report.md was changed after it was sealed"},
		{"half removed by a process that was killed", with(map[string]time.Duration{"01-writer-report.md": out}), ""},
		{"markers alone", with(map[string]time.Duration{"01-writer-report.md": out, "02-tester-report.md": out}), ""},
		{"notes", with(map[string]time.Duration{"notes.md": 30 * day}), "notes.md is neither a report nor a report's marker"},
		{"hidden", with(map[string]time.Duration{".env": 30 * day}), ".env is neither a report nor a report's marker"},
		{"empty", nil, "it has no report"},
		{"one is fresh", with(map[string]time.Duration{"02-tester-report.md.done": 6 * day}), "6 days old, not 7 days"},
		{"a clock that is wrong", with(map[string]time.Duration{"03-x-report.md": 30 * day, "03-x-report.md.done": -time.Hour}), "its time is in the future: 2026-06-30T13:00:00Z"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := t.TempDir()
			folder := putSession(t, root, "s", tt.files)
			wanted := "removed s"
			if tt.why != "" {
				wanted = "kept s: " + tt.why
			}
			dry := vacuum(t)
			dry.DryRun = true
			want(t, outcomes(dry.Sessions(root, sessionsPath), sessionsPath), []string{wanted})
			want(t, names(t, folder), slices.Sorted(maps.Keys(tt.files)))
			want(t, outcomes(vacuum(t).Sessions(root, sessionsPath), sessionsPath), []string{wanted})
			if tt.why != "" {
				want(t, names(t, folder), slices.Sorted(maps.Keys(tt.files)))
			} else {
				want(t, names(t, filepath.Dir(folder)), nil)
			}
		})
	}
}

func TestVacuumSessionsWithOddEntries(t *testing.T) {
	root := t.TempDir()
	folder := putSession(t, root, "folder", sealed())
	mustMakeFolder(t, filepath.Join(folder, "03-x-report.md"))
	protected := filepath.Join(putSession(t, root, "read-only", sealed()), "01-writer-report.md")
	if err := os.Chmod(protected, 0o444); err != nil {
		t.Fatal(err)
	}
	outside := putSession(t, t.TempDir(), "outside", sealed())
	link(t, outside, filepath.Join(root, ".claude", "agent-handoffs", "link"))
	link(t, filepath.Join(outside, "01-writer-report.md"), filepath.Join(putSession(t, root, "linked", sealed()), "03-x-report.md"))
	write(t, filepath.Join(root, ".claude", "agent-handoffs", ".gitignore"), "*\n")
	want(t, outcomes(vacuum(t).Sessions(root, sessionsPath), sessionsPath), []string{
		"kept .gitignore: not a folder",
		"kept folder: 03-x-report.md is not a regular file",
		"kept link: it is a link",
		"kept linked: 03-x-report.md is not a regular file",
		"kept read-only: 01-writer-report.md is read-only",
	})
	want(t, names(t, outside), slices.Sorted(maps.Keys(sealed())))
}
