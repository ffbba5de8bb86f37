package failurelog

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/handofflint/handofflint/internal/filelock"
	"github.com/handofflint/handofflint/internal/files"
)

var (
	// ErrBusy says that the log's lock could not be had in time.
	ErrBusy = filelock.ErrBusy
	// ErrNotRotated says that a log has grown to twice its size because it
	// cannot be rotated. What was to be written has been written.
	ErrNotRotated = errors.New("the entries are written, but the log cannot be rotated")
)

const (
	// lockWait is how long an append waits for its turn. Fifty processes that
	// append without a pause were measured to wait 0.2 s at worst on two cores;
	// this leaves room for slow disks and is still shorter than the minute
	// that an agent gives a hook.
	lockWait = 15 * time.Second
	// lockPoll is how often a waiting append tries again. At 2 ms the tries of
	// fifty processes were measured to take more time than their appends.
	lockPoll = 10 * time.Millisecond
)

// Log appends to a failure log. It holds nothing open between appends, and is
// safe for use by several goroutines and, together with the Logs of other
// processes, by all that write to the same file.
type Log struct {
	path  string
	limit int64
	keep  int
	wait  time.Duration
	mu    sync.Mutex
}

// Open makes a Log of a path, which need not exist; nothing is created before
// there is something to write. It fails where the path is empty or leads to
// something that is no regular file (ErrNotRegular).
func Open(path string) (*Log, error) {
	if path == "" {
		return nil, errors.New("failure log: the path is empty")
	}
	if _, err := statRegular(path); err != nil {
		return nil, pathError(path, err)
	}
	return &Log{path: path, limit: rotateAt, keep: keepRotated, wait: lockWait}, nil
}

// Append writes entries at the end of the log, each a whole line, all of them
// with one write unless they are together larger than a log may be. It creates
// the file and its folders, rotates where the entries would make the file too
// large, and closes off a line that another writer left unfinished.
//
// An error says which entries are not in the log: those that did not fit on a
// line, or all from a failed write on, of which nothing is left behind. Errors
// wrap ErrBusy, ErrNotRegular and ErrNotRotated where those are the cause.
// Whoever has many entries passes them in one call.
func (l *Log) Append(entries ...Entry) error {
	if len(entries) == 0 {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.append(entries); err != nil {
		return pathError(l.path, err)
	}
	return nil
}

func (l *Log) append(entries []Entry) (err error) {
	path, err := l.prepare()
	if err != nil {
		return err
	}
	unlock, err := l.lock(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	t := turn{path: path, limit: l.limit, keep: l.keep}
	return t.write(entries)
}

// prepare finds the file behind the log's path and makes its folder.
func (l *Log) prepare() (string, error) {
	path, err := resolve(l.path)
	if err != nil {
		return "", err
	}
	if _, err := statRegular(path); err != nil {
		return "", err
	}
	at, err := files.Named.Find(filepath.Dir(path))
	if err != nil {
		return "", err
	}
	return path, at.MkdirAll(0o700)
}

// lock takes the log's lock, a file beside it.
func (l *Log) lock(path string) (unlock func() error, err error) {
	name := path + ".lock"
	if at, err := files.Named.FindLink(path); err == nil && at.InTree() {
		// No file of ours is opened by a path that a tree can turn into a link.
		release, err := filelock.Lock(path)
		return func() error { release(); return nil }, err
	}
	unlock, err = filelock.At(context.Background(), name, filelock.Patience{Wait: l.wait, Poll: lockPoll})
	if errors.Is(err, filelock.ErrBusy) {
		return nil, fmt.Errorf("nothing written in %v: %w %s", l.wait, ErrBusy, name)
	}
	if err != nil {
		return nil, fmt.Errorf("nothing written: no lock: %w", err)
	}
	return unlock, nil
}

func pathError(path string, err error) error {
	return fmt.Errorf("failure log %s: %w", path, err)
}
