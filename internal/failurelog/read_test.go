package failurelog

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// mixedLog is a log of two files with lines of all kinds: four entries, one of
// them without a time, and four lines that are none.
func mixedLog(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log.jsonl")
	at := func(id, timestamp string) string {
		e := testEntry(id)
		e.Timestamp = timestamp
		line, err := encodeLine(e)
		if err != nil {
			t.Fatal(err)
		}
		return string(line)
	}
	writeFile(t, rotatedPath(path, 2), "\uFEFF"+at("1", "2026-05-30T23:59:59.999Z")+`{"timestamp":"2026-05-3`+"\n")
	writeFile(t, path, upstreamLine+"\r\n\n  \n"+
		strings.Repeat("x", MaxLine+1)+"\n"+
		at("3", "2026-06-01T00:00:00.000Z")+
		"Traceback (most recent call last):\n"+
		at("4", "some time")+
		`{"timestamp":"2026-06-02`)
	return path
}

func TestRead(t *testing.T) {
	path := mixedLog(t)
	before := readFile(t, path)
	for _, test := range []struct {
		name  string
		since time.Time
		want  []string
	}{
		{"all", time.Time{}, []string{"1", "", "3", "4"}},
		{"since, to the millisecond", time.Date(2026, 5, 30, 23, 59, 59, 999e6, time.UTC), []string{"1", "", "3"}},
		{"since, in another time zone", time.Date(2026, 5, 31, 14, 21, 29, 0, time.FixedZone("", 7200)), []string{"", "3"}},
		{"since, one nanosecond later", time.Date(2026, 6, 1, 0, 0, 0, 1, time.UTC), nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := Read(path, ReadOptions{Since: test.since})
			for round := range 2 { // a reader may be used again
				var ids []string
				for e := range r.Entries() {
					ids = append(ids, e.TaskID)
				}
				if diff := cmp.Diff(test.want, ids); diff != "" {
					t.Errorf("entries (-want +got):\n%s", diff)
				}
				got := [...]int{r.Files(), r.Skipped(), r.Undated()}
				if want := [...]int{2, 4, 1}; got != want || r.Err() != nil {
					t.Errorf("round %d: files, skipped, undated %v, want %v; error %v", round, got, want, r.Err())
				}
			}
		})
	}
	if readFile(t, path) != before {
		t.Error("reading has changed the log")
	}
	if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) != 2 {
		t.Errorf("reading has left something in the folder: %v", entries)
	}
}

func TestReadNoLog(t *testing.T) {
	r := Read(filepath.Join(t.TempDir(), "no", "log.jsonl"), ReadOptions{})
	stats, err := Aggregate(r)
	if err != nil || stats.Entries != 0 || r.Files() != 0 {
		t.Errorf("%d entries of %d files, error %v", stats.Entries, r.Files(), err)
	}
}

// TestReadPastBadFile: one file that cannot be read is an error, and hides no
// other.
func TestReadPastBadFile(t *testing.T) {
	path := mixedLog(t)
	if err := os.Mkdir(rotatedPath(path, 1), 0o700); err != nil {
		t.Fatal(err)
	}
	entries, err := Read(path, ReadOptions{}).Last(10)
	if len(entries) != 4 || !errors.Is(err, ErrNotRegular) || !strings.Contains(err.Error(), path) {
		t.Errorf("%d entries, error %v; want 4 and ErrNotRegular", len(entries), err)
	}
}

// TestReadStops: breaking off the walk closes the files, so that even Windows
// lets them be removed.
func TestReadStops(t *testing.T) {
	path := mixedLog(t)
	for range Read(path, ReadOptions{}).Entries() {
		break
	}
	if err := os.Remove(path); err != nil {
		t.Error(err)
	}
}

// TestReadIsASnapshot: what is appended during a walk is no part of it, so
// that a walk always ends.
func TestReadIsASnapshot(t *testing.T) {
	l := openTest(t, rotateAt, keepRotated)
	mustAppend(t, l, numbered(1, 3)...)
	seen := 0
	for range Read(l.path, ReadOptions{}).Entries() {
		seen++
		mustAppend(t, l, testEntry("late"))
	}
	if seen != 3 {
		t.Errorf("%d entries, want the 3 that were there", seen)
	}
}

func TestLast(t *testing.T) {
	l := openTest(t, 1, keepRotated) // one line a file
	mustAppend(t, l, numbered(1, 5)...)
	for _, test := range []struct {
		n    int
		want []string
	}{
		{-1, nil}, {0, nil}, {1, counted(5, 5)}, {2, counted(4, 5)}, {3, counted(3, 5)},
		{4, counted(2, 5)}, {5, counted(1, 5)}, {6, counted(1, 5)}, {1 << 40 >> 10, counted(1, 5)},
	} {
		entries, err := Read(l.path, ReadOptions{}).Last(test.n)
		var ids []string
		for _, e := range entries {
			ids = append(ids, e.TaskID)
		}
		if diff := cmp.Diff(test.want, ids); diff != "" || err != nil {
			t.Errorf("last %d, error %v (-want +got):\n%s", test.n, err, diff)
		}
	}
}

// TestReadWhileWriting: a reader that takes no lock sees, however the files
// are moved under it, all that was there when it began, once and in order.
func TestReadWhileWriting(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows may refuse to open a file at the moment in which it is renamed")
	}
	const total = 300
	l := openTest(t, 2<<10, total)
	var done atomic.Int64
	go func() {
		for i := range total {
			if err := l.Append(numbered(i, 1)...); err != nil {
				t.Error(err)
			}
			done.Store(int64(i + 1))
		}
	}()
	for before := 0; before < total; {
		before = int(done.Load())
		ids, _ := logged(t, l) // the last line may be half written
		if len(ids) < before {
			t.Fatalf("%d entries, and %d were written before", len(ids), before)
		}
		for i, id := range ids {
			if id != strconv.Itoa(i) {
				t.Fatalf("entry %d is %s", i, id)
			}
		}
	}
}

// FuzzRead: no file breaks the reader, and every line is counted once.
func FuzzRead(f *testing.F) {
	f.Add([]byte(upstreamLine + "\n\n{}\n[]\n" + upstreamLine))
	f.Add([]byte("\uFEFF" + upstreamLine + "\r\n\xff\x00\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "log.jsonl")
		writeFile(t, path, string(data))
		r := Read(path, ReadOptions{})
		stats, err := Aggregate(r)
		if err != nil {
			t.Fatal(err)
		}
		lines := 0
		for line := range bytes.Lines(bytes.TrimPrefix(data, []byte("\uFEFF"))) {
			if len(bytes.TrimSpace(line)) > 0 {
				lines++
			}
		}
		if stats.Entries+stats.Skipped != lines {
			t.Errorf("%d entries and %d skipped of %d lines", stats.Entries, stats.Skipped, lines)
		}
		last, err := r.Last(1)
		if err != nil || len(last) != min(1, stats.Entries) {
			t.Errorf("%d last entries of %d, error %v", len(last), stats.Entries, err)
		}
	})
}
