package failurelog

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// ErrForeign says that a file has no line that is an entry, but others.
var ErrForeign = errors.New("this is no failure log: no line of it is an entry")

// ErrEmpty says that a file has no line at all. A run that finds nothing leaves
// no log, not an empty one.
var ErrEmpty = errors.New("the file is empty: the machine that wrote it failed, so run its part again")

// Join writes the entries of several logs to w as one log: the oldest first,
// and those of one time by their files' names, as one run writes them. It
// returns how many lines it left out because they are no entries.
func Join(w io.Writer, paths []string) (skipped int, err error) {
	var all []joined
	for _, path := range paths {
		reader := Read(path, ReadOptions{})
		count := len(all)
		for e := range reader.Entries() {
			at, _ := e.Time()
			all = append(all, joined{at, e})
		}
		if err := reader.Err(); err != nil {
			return skipped, err
		}
		skipped += reader.Skipped()
		switch none := count == len(all); {
		case none && reader.Skipped() > 0:
			return skipped, fmt.Errorf("%s: %w", path, ErrForeign)
		case none:
			return skipped, fmt.Errorf("%s: %w", path, ErrEmpty)
		}
	}
	slices.SortStableFunc(all, func(a, b joined) int {
		return cmp.Or(a.at.Compare(b.at), strings.Compare(a.path(), b.path()))
	})
	for _, e := range all {
		line, err := encodeLine(e.Entry)
		if err != nil {
			return skipped, err
		}
		if _, err := w.Write(line); err != nil {
			return skipped, err
		}
	}
	return skipped, nil
}

// joined is an entry with its time, the zero time where it has none.
type joined struct {
	at time.Time
	Entry
}

// path is the path of the entry's file as it sorts among others.
func (e joined) path() string {
	if e.RawFile != nil {
		return string(e.RawFile)
	}
	return e.File
}
