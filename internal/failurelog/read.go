package failurelog

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/handofflint/handofflint/internal/text"
)

// Read calls each for every failure in a log, oldest line first, as of the start of the call. Duplicates are
// skipped. Failures older than since are left out, and so are those without a time if since is set. A missing
// log is not an error, and a file that cannot be read does not stop the others. Read returns the number of
// files that it has read, and of lines that are not entries: torn, too long, or from another program.
func Read(path string, since time.Time, each func(Entry)) (read, skipped int, err error) {
	logs, err := openAll(path)
	seen := map[string]bool{}
	for _, log := range logs {
		err = errors.Join(err, eachLine(log, func(line []byte, isEnded bool) {
			e, ok := parse(line)
			if !ok {
				if isEnded { // else it is still being written
					skipped++
				}
				return
			}
			if e.Key != "" && seen[e.Key] {
				return
			}
			seen[e.Key] = true
			if !e.Time().Before(since) {
				each(e)
			}
		}), log.Close())
	}
	if err != nil {
		err = fmt.Errorf("the failure log was not read to its end: %w", err)
	}
	return len(logs), skipped, err
}

// openAll opens all files of a log and returns the oldest first. It opens them from newest to oldest, the
// direction in which rotation moves them: a file that is moved meanwhile is seen again under its new name,
// where its keys are known, and is never missed. So no lock is needed.
func openAll(path string) (logs []*os.File, failed error) {
	path, err := resolve(path)
	if err != nil {
		return nil, err
	}
	for n := 0; n <= keep; n++ {
		f, err := open(rotated(path, n), os.O_RDONLY)
		if err == nil {
			logs = append(logs, f)
		} else if !errors.Is(err, fs.ErrNotExist) {
			failed = errors.Join(failed, err)
		}
	}
	slices.Reverse(logs)
	return logs, failed
}

// eachLine calls a function for each non-blank line of a file, with nil for a line that is too long, and with whether
// the line has a line feed.
func eachLine(f *os.File, each func(line []byte, isEnded bool)) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() > maxRead {
		return &fs.PathError{Op: "read", Path: f.Name(), Err: fmt.Errorf("more than %d MiB", maxRead>>20)}
	}
	lines := bufio.NewReaderSize(io.LimitReader(f, info.Size()), maxLine) // not what is appended meanwhile
	for {
		line, err := lines.ReadSlice('\n')
		tooLong := err == bufio.ErrBufferFull
		for err == bufio.ErrBufferFull { // skip the rest of it
			_, err = lines.ReadSlice('\n')
		}
		if err != nil && err != io.EOF {
			return err
		}
		line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte(text.BOM)))
		if tooLong {
			each(nil, true)
		} else if len(line) > 0 {
			each(line, err == nil)
		}
		if err == io.EOF {
			return nil
		}
	}
}
