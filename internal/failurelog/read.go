package failurelog

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"slices"
	"time"

	"github.com/handofflint/handofflint/internal/text"
)

// ReadOptions says which entries are wanted.
type ReadOptions struct {
	// Since leaves out what is older, and entries whose time is unknown; the
	// zero time leaves out nothing.
	Since time.Time
}

// Reader reads a log, its rotated files first. What it counts is of the last
// walk over Entries, and complete once that has come to its end. It is for
// one goroutine.
type Reader struct {
	path    string
	options ReadOptions
	keep    int

	files, skipped, undated int
	err                     error
}

// Read makes a reader of the log at a path. Nothing is opened before Entries
// is walked over, and nothing is ever written, a lock included.
func Read(path string, options ReadOptions) *Reader {
	return &Reader{path: path, options: options, keep: keepRotated}
}

// Files is the number of files read: 0 where there is no log.
func (r *Reader) Files() int { return r.files }

// Skipped is the number of lines that are no entries: torn, over MaxLine, or
// somebody else's. Blank lines do not count.
func (r *Reader) Skipped() int { return r.skipped }

// Undated is the number of entries without a readable timestamp.
func (r *Reader) Undated() int { return r.undated }

// Err is what kept a file from being read, whole or in part; the others were
// read nevertheless. A log that does not exist is no error.
func (r *Reader) Err() error { return r.err }

// Entries walks over the log's entries, the oldest line first, as they were
// when the walk began. Memory does not grow with the log.
func (r *Reader) Entries() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		r.files, r.skipped, r.undated, r.err = 0, 0, 0, nil
		files := r.open()
		defer files.close()
		r.files = len(files)
		for _, file := range files {
			if !r.walk(file, yield) {
				return
			}
		}
	}
}

// snapshot is a file of the log and the size that it had when it was opened.
type snapshot struct {
	*os.File
	info fs.FileInfo
}

// snapshots are files of a log, the oldest first.
type snapshots []snapshot

func (s snapshots) close() {
	for _, file := range s {
		_ = file.Close() // it was only read
	}
}

// oldest adds a file in front. One that is there already has been moved behind
// those that came after it, and may have grown: its last meeting counts.
func (s snapshots) oldest(file snapshot) snapshots {
	rest := slices.DeleteFunc(s, func(earlier snapshot) bool {
		same := os.SameFile(earlier.info, file.info)
		if same {
			_ = earlier.Close() // it was not even read
		}
		return same
	})
	return append(snapshots{file}, rest...)
}

// open opens all files of the log before any is read. It goes from the newest
// to the oldest, the way in which rotation moves them: a file that is moved
// meanwhile is met again under its new name, never missed. So no lock is
// needed.
func (r *Reader) open() snapshots {
	path, err := resolve(r.path)
	if err != nil {
		r.fail(err)
		return nil
	}
	var files snapshots
	for n := 0; n <= r.keep; n++ {
		f, info, err := openRegular(rotatedPath(path, n), os.O_RDONLY)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			r.fail(err)
			continue
		}
		files = files.oldest(snapshot{f, info})
	}
	return files
}

func (r *Reader) fail(err error) {
	r.err = errors.Join(r.err, pathError(r.path, err))
}

// walk yields a file's entries, and is false once no more are wanted.
func (r *Reader) walk(file snapshot, yield func(Entry) bool) bool {
	lines := newLineReader(io.LimitReader(file, file.info.Size()), MaxLine)
	for first := true; ; first = false {
		line, fits, err := lines.next()
		if err == io.EOF {
			return true
		}
		if err != nil {
			r.fail(err)
			return true
		}
		if first {
			line = bytes.TrimPrefix(line, []byte(text.BOM))
		}
		if e, ok := r.entry(line, fits); ok && !yield(e) {
			return false
		}
	}
}

// entry reads a line, counts it, and says whether it is wanted.
func (r *Reader) entry(line []byte, fits bool) (Entry, bool) {
	var e Entry
	if fits && len(bytes.TrimSpace(line)) == 0 {
		return e, false
	}
	if !fits || e.UnmarshalJSON(line) != nil {
		r.skipped++
		return e, false
	}
	at, dated := e.Time()
	if !dated {
		r.undated++
	}
	since := r.options.Since
	return e, since.IsZero() || dated && !at.Before(since)
}

// Last is the newest n entries of the log, the oldest of them first.
func (r *Reader) Last(n int) ([]Entry, error) {
	var last []Entry
	seen := 0
	for e := range r.Entries() {
		if len(last) < n {
			last = append(last, e)
		} else if n > 0 {
			last[seen%n] = e
		}
		seen++
	}
	if n > 0 && seen > n {
		last = append(last[seen%n:len(last):len(last)], last[:seen%n]...)
	}
	return last, r.Err()
}
