package files

import (
	"bytes"
	"fmt"
	"io"
	"math"
)

// ReadUpTo reads at most limit bytes of a stream, and reports whether it goes
// on. size is how many are expected, to reserve room for them; 0 if nobody knows.
func ReadUpTo(r io.Reader, size, limit int64) (data []byte, over bool, err error) {
	limit = min(max(limit, 0), math.MaxInt64-1)
	var buf bytes.Buffer
	// MinRead more, so that meeting the end takes no second allocation.
	buf.Grow(int(min(max(size, 0), limit, 1<<20)) + bytes.MinRead)
	if _, err := buf.ReadFrom(io.LimitReader(r, limit+1)); err != nil {
		return nil, false, err
	}
	data = buf.Bytes()
	return data[:min(int64(len(data)), limit)], int64(len(data)) > limit, nil
}

// ReadFile is ReadUpTo of a regular file.
func (d Door) ReadFile(path string, limit int64) (data []byte, over bool, err error) {
	f, err := d.Open(path)
	if err != nil {
		return nil, false, err
	}
	defer f.Close() // nothing was written
	info, err := f.Stat()
	if err != nil {
		return nil, false, err
	}
	if !info.Mode().IsRegular() {
		return nil, false, fmt.Errorf("%s is not a regular file", path)
	}
	return ReadUpTo(f, info.Size(), limit)
}

// maxLog is how many bytes of a log or an agent's output are read.
const maxLog = 32 << 20

// ErrLongLog says that a log is longer than what is read.
var ErrLongLog = fmt.Errorf("it is longer than %d MiB: pass its end alone, as `tail -c %dM` gives it", maxLog>>20, maxLog>>20)

// ReadLog reads a log or an agent's output to its end. The error is ErrLongLog
// or the stream's.
func ReadLog(r io.Reader) ([]byte, error) {
	data, over, err := ReadUpTo(r, 0, maxLog)
	if over {
		return nil, ErrLongLog
	}
	return data, err
}
