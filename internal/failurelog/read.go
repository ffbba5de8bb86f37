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

// Read calls each for every failure in a log, the oldest line first, as the log was
// when the call began. A failure that is in it twice is read once. What is older
// than since is left out, and then also what has no time. A log that does not exist
// is not an error; one file that cannot be read does not keep the others from
// being read. Read returns how many files it has read, and how many lines are not
// entries: torn, too long, or somebody else's.
func Read(path string, since time.Time, each func(Entry)) (read, skipped int, err error) {
	logs, err := openAll(path)
	seen := map[string]bool{}
	for _, log := range logs {
		err = errors.Join(err, eachLine(log, func(line []byte, ended bool) {
			e, ok := parse(line)
			if !ok {
				if ended { // else it is just being written
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

// openAll opens all files of a log, the oldest first. It goes from the newest to
// the oldest, the way in which rotation moves them: a file that is moved meanwhile
// is met again under its new name, where its keys are known, and never missed. So no
// lock is needed.
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

// eachLine calls a function for the lines of a file that are not blank, with nil
// for one that is too long.
func eachLine(f *os.File, each func(line []byte, ended bool)) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() > maxRead {
		return &fs.PathError{Op: "read", Path: f.Name(), Err: fmt.Errorf("more than %d MiB", maxRead>>20)}
	}
	lines := bufio.NewReaderSize(io.LimitReader(f, info.Size()), maxLine)
	for {
		line, err := lines.ReadSlice('\n')
		tooLong := err == bufio.ErrBufferFull
		for err == bufio.ErrBufferFull {
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
