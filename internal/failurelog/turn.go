package failurelog

import (
	"errors"
	"fmt"
	"os"
)

// turn is what a process does with a log while it holds the lock: it gathers
// lines into batches and writes them.
type turn struct {
	path  string
	limit int64
	keep  int

	// batch holds lines of entries that are not written yet; pending counts
	// them, written those before.
	batch            []byte
	pending, written int
	// leftOut has an error for every entry that cannot be a line, unrotated
	// why the log has outgrown its size.
	leftOut   []error
	unrotated error
}

// write writes entries in batches of whole lines. No batch is larger than a
// log may be, which bounds the memory too. An entry that cannot be a line is
// left out, and keeps no other from the log.
func (t *turn) write(entries []Entry) error {
	for _, e := range entries {
		line, err := encodeLine(e)
		if err != nil {
			t.leftOut = append(t.leftOut, err)
			continue
		}
		if err := t.add(line); err != nil {
			return t.report(err, len(entries))
		}
	}
	return t.report(t.flush(), len(entries))
}

// report joins what went wrong; failure is why writing stopped, if it did.
func (t *turn) report(failure error, total int) error {
	if failure != nil {
		failure = fmt.Errorf("%d of %d entries written: %w", t.written, total, failure)
	}
	return errors.Join(failure, t.unrotated, errors.Join(t.leftOut...))
}

func (t *turn) add(line []byte) error {
	if int64(len(t.batch)+len(line)) > t.limit {
		if err := t.flush(); err != nil {
			return err
		}
	}
	t.batch = append(t.batch, line...)
	t.pending++
	return nil
}

// flush writes the batch, in a file that has room for it.
func (t *turn) flush() error {
	if len(t.batch) == 0 {
		return nil
	}
	if err := t.makeRoom(); err != nil {
		return err
	}
	f, info, err := openRegular(t.path, os.O_RDWR|os.O_APPEND|os.O_CREATE)
	if err != nil {
		return err
	}
	err = appendLines(f, info.Size(), t.batch)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	t.written += t.pending
	t.batch, t.pending = t.batch[:0], 0
	return nil
}

// makeRoom rotates where the batch would make the file too large. A rotation
// that fails loses nothing, and is no reason to lose the batch: on Windows a
// reader that has a file open is in its way, and the next append tries again.
// Only a log of twice its size is worth a word.
func (t *turn) makeRoom() error {
	info, err := statRegular(t.path)
	if err != nil || info == nil || info.Size() == 0 {
		return err
	}
	size := info.Size() + int64(len(t.batch))
	if size <= t.limit {
		return nil
	}
	if err := rotate(t.path, t.keep); err != nil && size > 2*t.limit {
		t.unrotated = fmt.Errorf("%w: %w", ErrNotRotated, err)
	}
	return nil
}

// encodeLine is an entry's line with its line end.
func encodeLine(e Entry) ([]byte, error) {
	line, err := e.MarshalJSON()
	if err == nil && len(line) > MaxLine {
		err = fmt.Errorf("%d bytes, and a line has at most %d", len(line), MaxLine)
	}
	if err != nil {
		return nil, fmt.Errorf("the entry of %q is left out: %w", clip(e.File, maxName), err)
	}
	return append(line, '\n'), nil
}

// appendLines writes whole lines at the end of a file of that size, with one
// write. A last line that some writer left unfinished is ended first, so that
// it spoils no other.
func appendLines(f *os.File, size int64, lines []byte) error {
	ended, err := endsLine(f, size)
	if err != nil {
		return err
	}
	if !ended {
		lines = append([]byte{'\n'}, lines...)
	}
	n, err := f.Write(lines)
	if err != nil {
		return errors.Join(err, cutBack(f, size, int64(n)))
	}
	return nil
}

// endsLine says whether a file of that size is empty or ends with a line end.
func endsLine(f *os.File, size int64) (bool, error) {
	if size == 0 {
		return true, nil
	}
	var last [1]byte
	if _, err := f.ReadAt(last[:], size-1); err != nil {
		return false, err
	}
	return last[0] == '\n', nil
}

// cutBack takes back the n bytes of a write that failed halfway, for instance
// on a full disk, so that it leaves no torn line. A program that knows nothing
// of the lock may have written behind them: then they stay, and the next
// append ends their line.
func cutBack(f *os.File, size, n int64) error {
	if n == 0 {
		return nil
	}
	info, err := f.Stat()
	if err == nil && info.Size() != size+n {
		err = errors.New("another program has written behind them")
	}
	if err == nil {
		err = truncate(f, size)
	}
	if err != nil {
		return fmt.Errorf("%d bytes of an unfinished line remain: %w", n, err)
	}
	return nil
}

// truncate cuts a file. Windows does not let a file opened for appending be
// cut; its path does, and names the same file while we hold the lock.
func truncate(f *os.File, size int64) error {
	if f.Truncate(size) == nil {
		return nil
	}
	return os.Truncate(f.Name(), size)
}
