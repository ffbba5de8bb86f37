package failurelog

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"github.com/google/go-cmp/cmp"
)

// testEntry is an entry that is known by its task.
func testEntry(id string) Entry {
	return Entry{
		Timestamp: "2026-05-31T12:21:29.123Z", File: "h/01-writer-report.md",
		ErrorTypes: []string{"placeholder"}, ErrorCount: 1, Errors: []string{"section 3 is a placeholder"},
		Schema: Schema, TaskID: id, Findings: []Finding{{Rule: "placeholder", Line: 14, Message: "section 3 is a placeholder"}},
	}
}

// numbered is a run of test entries with consecutive numbers.
func numbered(first, n int) []Entry {
	entries := make([]Entry, n)
	for i := range entries {
		entries[i] = testEntry(strconv.Itoa(first + i))
	}
	return entries
}

// openTest is a log in a new folder, with its own limits.
func openTest(t *testing.T, limit int64, keep int) *Log {
	t.Helper()
	l := mustOpen(t, filepath.Join(t.TempDir(), "log.jsonl"))
	l.limit, l.keep = limit, keep
	return l
}

func mustOpen(t *testing.T, path string) *Log {
	t.Helper()
	l, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func mustAppend(t *testing.T, l *Log, entries ...Entry) {
	t.Helper()
	if err := l.Append(entries...); err != nil {
		t.Fatal(err)
	}
}

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// logged is the tasks of a log's entries, in order, and how many lines are no
// entries.
func logged(t *testing.T, l *Log) (ids []string, skipped int) {
	t.Helper()
	r := Read(l.path, ReadOptions{})
	r.keep = l.keep
	for e := range r.Entries() {
		ids = append(ids, e.TaskID)
	}
	if r.Err() != nil {
		t.Fatal(r.Err())
	}
	return ids, r.Skipped()
}

// counted is the numbers from first to last as text.
func counted(first, last int) []string {
	var ids []string
	for i := first; i <= last; i++ {
		ids = append(ids, strconv.Itoa(i))
	}
	return ids
}

func checkLogged(t *testing.T, l *Log, want []string, skipped int) {
	t.Helper()
	ids, bad := logged(t, l)
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
	if bad != skipped {
		t.Errorf("%d lines skipped, want %d", bad, skipped)
	}
}

func TestAppendCreates(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	l := mustOpen(t, filepath.Join(dir, "log.jsonl"))
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Open has made the folder: %v", err)
	}
	mustAppend(t, l)
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("appending nothing has made the folder: %v", err)
	}
	mustAppend(t, l, numbered(1, 2)...)
	mustAppend(t, l, numbered(3, 1)...)
	checkLogged(t, l, counted(1, 3), 0)
	if runtime.GOOS == "windows" {
		return // has no such permissions
	}
	for path, want := range map[string]fs.FileMode{dir: 0o700, l.path: 0o600, l.path + ".lock": 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v; want %v", path, info.Mode().Perm(), err, want)
		}
	}
}

// TestAppendAfterTornLine: what stands in the file stays, and our line is
// whole.
func TestAppendAfterTornLine(t *testing.T) {
	for _, test := range []struct {
		name, before, between string
		want                  []string
		skipped               int
	}{
		{"torn", `{"timestamp":"20`, "\n", []string{"1"}, 1},
		{"whole, without a line end", upstreamLine, "\n", []string{"", "1"}, 0},
		{"ended", upstreamLine + "\n", "", []string{"", "1"}, 0},
		{"ended as on Windows", upstreamLine + "\r\n", "", []string{"", "1"}, 0},
		{"ends in NULs, as after a power cut", upstreamLine + "\n\x00\x00", "\n", []string{"", "1"}, 1},
		{"empty", "", "", []string{"1"}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := openTest(t, rotateAt, keepRotated)
			writeFile(t, l.path, test.before)
			mustAppend(t, l, testEntry("1"))
			line, _ := encodeLine(testEntry("1"))
			if got, want := readFile(t, l.path), test.before+test.between+string(line); got != want {
				t.Errorf("file:\n%q\nwant\n%q", got, want)
			}
			checkLogged(t, l, test.want, test.skipped)
		})
	}
}

// TestCutBack: the bytes of a failed write are taken back, unless somebody
// else has written behind them.
func TestCutBack(t *testing.T) {
	for _, test := range []struct {
		name, content string
		size, n       int64
		want          string
		fails         bool
	}{
		{"ours are last", "before\nhalf", 7, 4, "before\n", false},
		{"nothing was written", "before\n", 7, 0, "before\n", false},
		{"another wrote behind them", "before\nhalfother\n", 7, 4, "before\nhalfother\n", true},
		{"another has cut the file", "bef", 7, 4, "bef", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "log.jsonl")
			writeFile(t, path, test.content)
			f, _, err := openRegular(path, os.O_RDWR|os.O_APPEND)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if err := cutBack(f, test.size, test.n); (err != nil) != test.fails {
				t.Errorf("error %v, want one: %v", err, test.fails)
			}
			if got := readFile(t, path); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

// TestAppendLeavesOutOverlongLine: one entry that is too large keeps no other
// from the log.
func TestAppendLeavesOutOverlongLine(t *testing.T) {
	l := openTest(t, rotateAt, keepRotated)
	large := testEntry("2")
	large.Tool = strings.Repeat("x", MaxLine)
	large.File = "big.md"
	err := l.Append(testEntry("1"), large, testEntry("3"))
	if err == nil || !strings.Contains(err.Error(), "big.md") {
		t.Errorf("error %v, want one that names the file", err)
	}
	checkLogged(t, l, []string{"1", "3"}, 0)
	if err := l.Append(large); err == nil {
		t.Error("an entry is left out without an error")
	}
	checkLogged(t, l, []string{"1", "3"}, 0)
}

func TestNotRegular(t *testing.T) {
	dir := t.TempDir()
	for _, test := range []struct{ path, kind string }{{dir, "folder"}, {os.DevNull, "device"}} {
		if _, err := Open(test.path); !errors.Is(err, ErrNotRegular) || !strings.Contains(err.Error(), test.kind) {
			t.Errorf("Open(%s): %v, want a refusal of a %s", test.path, err, test.kind)
		}
		l := &Log{path: test.path, limit: rotateAt, keep: keepRotated, wait: lockWait} // it was a file when it was opened
		if err := l.Append(testEntry("1")); !errors.Is(err, ErrNotRegular) {
			t.Errorf("Append to %s: %v", test.path, err)
		}
		r := Read(test.path, ReadOptions{})
		for range r.Entries() {
			t.Errorf("%s has an entry", test.path)
		}
		if !errors.Is(r.Err(), ErrNotRegular) {
			t.Errorf("Read(%s): %v", test.path, r.Err())
		}
	}
	if _, err := Open(""); err == nil {
		t.Error("an empty path is accepted")
	}
}

// TestNoFolder: a file stands where the log's folder should be.
func TestNoFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	writeFile(t, file, "")
	path := filepath.Join(file, "log.jsonl")
	l, err := Open(path)
	if err == nil {
		err = l.Append(testEntry("1"))
	}
	if err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v, want one that names the path", err)
	}
}

func TestUnwritableFolder(t *testing.T) {
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		t.Skip("permissions of a folder do not bind this user")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(dir, "log.jsonl"), filepath.Join(dir, "sub", "log.jsonl")} {
		if err := mustOpen(t, path).Append(testEntry("1")); !errors.Is(err, fs.ErrPermission) {
			t.Errorf("%s: %v, want %v", path, err, fs.ErrPermission)
		}
	}
}

// TestBusy: who cannot have the lock in time says so, and writes nothing.
func TestBusy(t *testing.T) {
	l := openTest(t, rotateAt, keepRotated)
	l.wait = 20 * time.Millisecond
	holder := flock.New(l.path + ".lock")
	if err := holder.Lock(); err != nil {
		t.Fatal(err)
	}
	if err := l.Append(testEntry("1")); !errors.Is(err, ErrBusy) || !strings.Contains(err.Error(), "20ms") {
		t.Errorf("error %v, want ErrBusy and how long it took", err)
	}
	if _, err := os.Stat(l.path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("something was written: %v", err)
	}
	if err := holder.Unlock(); err != nil {
		t.Fatal(err)
	}
	mustAppend(t, l, testEntry("1"))
	checkLogged(t, l, counted(1, 1), 0)
}

// TestSymlink: a log behind links is followed, rotates where it really is, and
// shares its lock with whoever comes by another way.
func TestSymlink(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "real", "log.jsonl")
	for link, to := range map[string]string{
		"first": "second", "second": filepath.Join("real", "log.jsonl"), "loop": "loop", "pipe": os.DevNull,
	} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
	}
	for _, bad := range []string{"loop", "pipe"} {
		if l, err := Open(filepath.Join(dir, bad)); err == nil && l.Append(testEntry("1")) == nil {
			t.Errorf("%s is accepted", bad)
		}
	}
	l := mustOpen(t, filepath.Join(dir, "first"))
	mustAppend(t, l, testEntry("1")) // the target does not exist yet
	l.limit = 1
	mustAppend(t, l, testEntry("2"))
	for _, path := range []string{target, target + ".1", target + ".lock"} {
		if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
			t.Errorf("%s: %v", path, err)
		}
	}
	checkLogged(t, l, counted(1, 2), 0)
	checkLogged(t, mustOpen(t, target), counted(1, 2), 0)
}

// TestGoroutines: several goroutines share Logs, and two Logs share a file.
func TestGoroutines(t *testing.T) {
	const goroutines, each = 8, 50
	l := openTest(t, 16<<10, 100)
	other := &Log{path: l.path, limit: l.limit, keep: l.keep, wait: l.wait}
	var wg sync.WaitGroup
	for g := range goroutines {
		wg.Go(func() {
			to := []*Log{l, other}[g%2]
			for i := range each {
				if err := to.Append(numbered(g*each+i, 1)...); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	checkEachOnce(t, l, goroutines*each)
}

// checkEachOnce holds a log to have the entries 0 to n-1, each once, and
// nothing else.
func checkEachOnce(t *testing.T, l *Log, n int) {
	t.Helper()
	ids, skipped := logged(t, l)
	if len(ids) != n || skipped != 0 {
		t.Errorf("%d entries and %d other lines, want %d and none", len(ids), skipped, n)
	}
	seen := map[string]int{}
	for _, id := range ids {
		seen[id]++
	}
	for _, id := range counted(0, n-1) {
		if seen[id] != 1 {
			t.Errorf("entry %s is there %d times", id, seen[id])
		}
	}
	for i := range l.keep + 1 {
		content, err := os.ReadFile(rotatedPath(l.path, i))
		if err == nil && !bytes.HasSuffix(content, []byte("\n")) {
			t.Errorf("file %d ends in a torn line", i)
		}
		if int64(len(content)) > l.limit {
			t.Errorf("file %d has %d bytes, over %d", i, len(content), l.limit)
		}
	}
}
