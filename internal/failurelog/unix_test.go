//go:build linux || darwin

package failurelog

import (
	"strings"
	"syscall"
	"testing"
	"time"
)

func init() {
	limitFileSize = func(bytes uint64) error {
		return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: bytes})
	}
}

// TestPipe holds that a named pipe in place of the log is refused without waiting.
func TestPipe(t *testing.T) {
	l := newLog(t, rotateAt)
	if err := syscall.Mkfifo(l.path, 0o600); err != nil {
		t.Skipf("no named pipes here: %v", err)
	}
	if err := l.append(numbered(1, 1)); err == nil || !strings.Contains(err.Error(), "is not a regular file") {
		t.Errorf("append: %v", err)
	}
	if _, _, err := Read(l.path, time.Time{}, func(Entry) {}); err == nil {
		t.Error("a pipe is read")
	}
}

// TestDiskFull holds that an incomplete write is reported, removes nothing, and is repaired by the next run.
// A bound on the size of files cuts a write short exactly as a full disk does.
func TestDiskFull(t *testing.T) {
	lines := numbered(1, 3)
	before := string(lines[0].text)
	size := uint64(len(before))
	for _, room := range []uint64{0, 1, size - 1, size, size + 10, 2*size - 1} {
		l := newLog(t, rotateAt)
		writeFile(t, l.path, before)
		out, err := child(t, childTask{Path: l.path, Limit: l.limit, First: 2, Rounds: 1, Batch: 2, FileSize: size + room}).Output()
		if err != nil || !strings.Contains(string(out), syscall.EFBIG.Error()) {
			t.Errorf("%d bytes: %v, said %q", room, err, out)
		}
		if after := readFile(t, l.path); !strings.HasPrefix(after, before) {
			t.Errorf("%d bytes: the file is %q", room, after)
		}
		mustAppend(t, l, lines)
		paths, skipped := logged(t, l.path)
		if strings.Join(paths, " ") != "00001 00002 00003" || skipped > 1 {
			t.Errorf("%d bytes: %q, %d torn lines", room, paths, skipped)
		}
	}
}
