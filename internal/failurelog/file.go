package failurelog

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/handofflint/handofflint/internal/files"
)

// lockWait is how long an append waits for the lock. Fifty processes that append continuously waited at most
// 0.2 s on two cores; this leaves room for slow disks and is shorter than the minute that an agent gives a
// hook.
var lockWait = 15 * time.Second

// logFile is a log on disk that is rotated at a maximum size.
type logFile struct {
	path  string
	limit int64
}

// append adds the lines whose key is not yet at the end of the log, in one write. It reads the end of the log
// under the lock, so that no other process adds them meanwhile.
func (l logFile) append(lines []entryLine) error {
	path, err := resolve(l.path)
	if err != nil {
		return err
	}
	l.path = path
	if _, err := files.Named.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	unlock, err := lock(l.path)
	if err != nil {
		return err
	}
	defer unlock()
	end, err := readEnd(l.path, window)
	if err != nil {
		return err
	}
	// The rest of the window is in .1, if the log was just rotated. Without it, a failure may be logged twice.
	older, _ := readEnd(rotated(l.path, 1), max(0, window-end.size))
	maps.Copy(end.keys, older.keys)
	var text []byte
	for _, line := range lines {
		if !end.keys[line.key] {
			end.keys[line.key] = true
			text = append(text, line.text...)
		}
	}
	if len(text) == 0 {
		return nil
	}
	if end.torn { // some writer left its last line unfinished
		text = append([]byte{'\n'}, text...)
	}
	if size := end.size + int64(len(text)); end.size > 0 && size > l.limit {
		// On Windows a reader prevents this. The next append tries again, until the log has twice the size.
		if err := rotate(l.path); err != nil && size > 2*l.limit {
			return fmt.Errorf("%s cannot be rotated: %w", l.path, err)
		}
	}
	f, err := open(l.path, os.O_WRONLY|os.O_APPEND|os.O_CREATE)
	if err != nil {
		return err
	}
	// Lines that a full disk cuts off stay: truncating could remove a line of upstream's, which writes
	// without a lock.
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// logEnd is the end of a file: the keys of its lines, and whether the last line is unfinished.
type logEnd struct {
	size int64
	keys map[string]bool
	torn bool
}

// readEnd reads the last bytes of a file. A missing file is empty.
func readEnd(path string, length int64) (logEnd, error) {
	end := logEnd{keys: map[string]bool{}}
	f, err := open(path, os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return end, nil
	}
	if err != nil {
		return end, err
	}
	defer f.Close() // nothing was written
	info, err := f.Stat()
	if err != nil {
		return end, err
	}
	end.size = info.Size()
	start := max(0, end.size-length)
	data, err := io.ReadAll(io.NewSectionReader(f, start, end.size-start))
	if err != nil || len(data) == 0 {
		return end, err
	}
	end.torn = data[len(data)-1] != '\n'
	if !end.addKeys(data) {
		return end, fmt.Errorf("%s is not a failure log: no line at its end is a failure; name another file", path)
	}
	return end, nil
}

// addKeys adds the keys of lines, and reports whether any line is one of a failure log.
func (e *logEnd) addKeys(data []byte) (isLog bool) {
	// A writer that was killed may have left only the start of a line.
	isLog = !bytes.Contains(data, []byte{'\n'}) && bytes.HasPrefix(data, []byte(`{"timestamp":"`))
	for line := range bytes.Lines(data) {
		line = bytes.TrimSpace(line)
		if key := keyIn(line); key != "" {
			e.keys[key] = true
			isLog = true
		}
		if !isLog { // parsing each line would take long
			_, isLog = parse(line)
		}
	}
	return isLog
}

// open opens a regular file. O_NONBLOCK keeps the call from waiting if the path becomes a pipe meanwhile; it
// has no effect on a file, or on Windows.
func open(path string, flag int) (*os.File, error) {
	at, err := regular(path)
	if err != nil {
		return nil, err
	}
	return at.OpenFile(flag|syscall.O_NONBLOCK, 0o600)
}

// regular finds a regular file, or a free path. Nothing else is opened: a pipe would wait for its other end.
func regular(path string) (files.Place, error) {
	at, err := files.Named.Find(path)
	if err != nil {
		return at, err
	}
	info, err := at.Stat()
	if errors.Is(err, fs.ErrNotExist) {
		return at, nil
	}
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file", path)
	}
	return at, err
}

// resolve follows links to a log, so that all paths to it share its lock and its rotated files. It refuses a
// link in a checked tree, whose target does not belong to the tree.
func resolve(path string) (string, error) {
	at, err := files.Named.FindLink(path)
	if err != nil {
		return "", err
	}
	if info, err := at.Lstat(); err == nil && info.Mode()&fs.ModeSymlink != 0 && at.InTree() {
		return "", fmt.Errorf("%s is a link in the checked tree", path)
	}
	at, err = regular(path)
	return at.Path(), err
}

// lock takes the lock of a log, a file next to it.
func lock(path string) (unlock func(), err error) {
	if at, err := files.Named.FindLink(path); err == nil && at.InTree() {
		// Our files are not opened at a path that a tree can turn into a link.
		return files.Lock(path)
	}
	unlock, err = files.LockAt(path+".lock", lockWait)
	if err != nil {
		return nil, fmt.Errorf("no lock on %s: %w", path, err)
	}
	return unlock, nil
}

// rotated returns the path of a rotated file; 0 is the log itself.
func rotated(path string, n int) string {
	if n == 0 {
		return path
	}
	return fmt.Sprintf("%s.%d", path, n)
}

// rotate moves the log to .1, and older files up by one until a free name; if there is none, the oldest is
// lost. Each step moves one file to a free name, so that an interruption leaves a gap but loses nothing. A
// file that is not a log stops the rotation.
func rotate(path string) error {
	free := 1
	for ; free < keep; free++ {
		if _, err := files.Named.Lstat(rotated(path, free)); errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	for n := 1; n <= free; n++ {
		if _, err := readEnd(rotated(path, n), window); err != nil {
			return err
		}
	}
	for n := free; n > 0; n-- {
		at, err := files.Named.FindLink(rotated(path, n-1))
		if err != nil {
			return err
		}
		if err := at.Rename(at.Beside(filepath.Base(rotated(path, n)))); err != nil {
			return err
		}
	}
	return nil
}
