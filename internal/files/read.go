package files

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"math"
)

// ReadUpTo reads at most limit bytes of a stream, and reports whether there are more. size is the expected
// number of bytes, to allocate memory for them; 0 if unknown.
func ReadUpTo(r io.Reader, size, limit int64) (data []byte, over bool, err error) {
	limit = min(max(limit, 0), math.MaxInt64-1)
	var buf bytes.Buffer
	// MinRead more, so that reaching the end needs no second allocation.
	buf.Grow(int(min(max(size, 0), limit, 1<<20)) + bytes.MinRead)
	if _, err := buf.ReadFrom(io.LimitReader(r, limit+1)); err != nil {
		return nil, false, err
	}
	data = buf.Bytes()
	return data[:min(int64(len(data)), limit)], int64(len(data)) > limit, nil
}

// Read reads at most limit bytes of a regular file, describes it, and reports whether there are more.
func (p Place) Read(limit int64) (data []byte, info fs.FileInfo, over bool, err error) {
	f, err := p.Open()
	if err != nil {
		return nil, nil, false, err
	}
	defer f.Close() // nothing was written
	info, err = f.Stat()
	if err != nil {
		return nil, nil, false, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, false, fmt.Errorf("%s is not a regular file", p.Path())
	}
	data, over, err = ReadUpTo(f, info.Size(), limit)
	return data, info, over, err
}

// Holds reports whether the place is a regular file with exactly the content, and describes it. It reads no
// more bytes than content has.
func (p Place) Holds(content []byte) (info fs.FileInfo, ok bool) {
	data, info, over, err := p.Read(int64(len(content)))
	return info, err == nil && !over && bytes.Equal(data, content)
}

// ReadFile is Place.Read for the file at a path.
func (d Door) ReadFile(path string, limit int64) (data []byte, over bool, err error) {
	p, err := d.Find(path)
	if err == nil {
		data, _, over, err = p.Read(limit)
	}
	return data, over, err
}

// MaxLog is the maximum number of bytes of a log or an agent's output.
const MaxLog = 32 << 20

// ErrLongLog is the error of a log that is longer than MaxLog.
var ErrLongLog = fmt.Errorf("it is longer than %d MiB: pass its end alone, as `tail -c %dM` gives it", MaxLog>>20, MaxLog>>20)

// ReadLog reads a log or an agent's output to its end. The error is ErrLongLog or the stream's.
func ReadLog(r io.Reader) ([]byte, error) {
	data, over, err := ReadUpTo(r, 0, MaxLog)
	if over {
		return nil, ErrLongLog
	}
	return data, err
}
