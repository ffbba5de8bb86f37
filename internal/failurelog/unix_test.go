//go:build linux || darwin

package failurelog

import (
	"errors"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func init() {
	limitFileSize = func(bytes uint64) error {
		return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: bytes})
	}
}

// TestPipe: a named pipe in the place of the log is refused, one in the place
// of its lock does no harm, and neither keeps anybody waiting.
func TestPipe(t *testing.T) {
	l := openTest(t, rotateAt, keepRotated)
	for _, path := range []string{l.path, filepath.Join(filepath.Dir(l.path), "other.lock")} {
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Skipf("no named pipes here: %v", err)
		}
	}
	if _, err := Open(l.path); !errors.Is(err, ErrNotRegular) || !strings.Contains(err.Error(), "named pipe") {
		t.Errorf("Open: %v", err)
	}
	if err := l.Append(testEntry("1")); !errors.Is(err, ErrNotRegular) {
		t.Errorf("Append: %v", err)
	}
	if _, err := Read(l.path, ReadOptions{}).Last(1); !errors.Is(err, ErrNotRegular) {
		t.Errorf("Read: %v", err)
	}
	other := mustOpen(t, filepath.Join(filepath.Dir(l.path), "other"))
	mustAppend(t, other, testEntry("1"))
	checkLogged(t, other, counted(1, 1), 0)
}

// TestDiskFull: a write that ends halfway is taken back, and the error says
// what became of the entries. A bound on the size of files cuts a write short
// exactly as a full disk does.
func TestDiskFull(t *testing.T) {
	line, _ := encodeLine(testEntry("1"))
	size := uint64(len(line))
	for _, test := range []struct {
		name, before string
		room         uint64 // bytes that still fit
		want         string
	}{
		{"not one byte fits", string(line), 0, "0 of 2 entries written"},
		{"one byte fits", string(line), 1, "0 of 2 entries written"},
		{"one entry of two fits", string(line), size + 10, "0 of 2 entries written"},
		{"all but the last line end fits", string(line), 2*size - 1, "0 of 2 entries written"},
		{"after a torn line, its line end fits", `{"torn`, 1, "0 of 2 entries written"},
		{"after a torn line", `{"torn`, size, "0 of 2 entries written"},
		{"all fits", string(line), 2 * size, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := openTest(t, rotateAt, keepRotated)
			writeFile(t, l.path, test.before)
			out, err := child(t, childTask{
				Path: l.path, Limit: l.limit, Keep: l.keep, First: 2, Rounds: 1, Batch: 2,
				FileSize: uint64(len(test.before)) + test.room,
			}).Output()
			if err != nil {
				t.Fatal(err)
			}
			got := strings.TrimSpace(string(out))
			if test.want == "" {
				if got != "" {
					t.Errorf("error %s", got)
				}
				return
			}
			if !strings.Contains(got, test.want) || !strings.Contains(got, syscall.EFBIG.Error()) {
				t.Errorf("error %q, want %q and %q", got, test.want, syscall.EFBIG.Error())
			}
			if after := readFile(t, l.path); after != test.before {
				t.Errorf("the file is changed:\n%q\nwant\n%q", after, test.before)
			}
		})
	}
}
