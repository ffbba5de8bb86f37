package files

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

const (
	// wait is how long a call waits for another that changes the same file; one
	// takes milliseconds.
	wait = 10 * time.Second
	poll = 10 * time.Millisecond
)

// Lock takes the lock of a file by its path, which must be absolute and free
// of links, and gives what ends it. The lock is in the user's cache rather
// than beside the file, where it would stay in the repository for good; the
// end of the process ends it too. An error says that it could not be had, also
// after ten seconds of waiting for another process.
func Lock(path string) (unlock func(), err error) {
	dir, err := folder()
	if err != nil {
		return nil, fmt.Errorf("no lock: %w", err)
	}
	name := fmt.Sprintf("%x.lock", sha256.Sum256([]byte(path)))
	release, err := LockAt(context.Background(), filepath.Join(dir, name), Patience{wait, poll})
	if errors.Is(err, ErrBusy) {
		return nil, fmt.Errorf("another handofflint has held the lock on %s for %v", path, wait)
	}
	if err != nil {
		return nil, fmt.Errorf("no lock: %w", err)
	}
	return func() { _ = release() }, nil
}

// ErrBusy says that somebody else held a lock for as long as it was waited for.
var ErrBusy = errors.New("another process holds the lock")

// Patience is how long a lock is waited for, and how often it is asked for
// meanwhile.
type Patience struct{ Wait, Poll time.Duration }

// LockAt takes a lock by the path of the lock's own file, for what has a place for
// one, and gives what ends it; the end of the process ends it too. The file is
// made where it is missing, in a folder that must be there, and stays for good:
// to remove it would let two processes hold two locks of one name. The error is
// ErrBusy, the context's, or the system's.
func LockAt(ctx context.Context, path string, p Patience) (unlock func() error, err error) {
	waiting, cancel := context.WithTimeout(ctx, p.Wait)
	defer cancel()
	// Should a pipe are in the file's place, O_NONBLOCK keeps the call from
	// waiting for its other end; it means nothing for a file, and on Windows.
	l := flock.New(path, flock.SetFlag(os.O_CREATE|os.O_RDONLY|syscall.O_NONBLOCK))
	_, err = l.TryLockContext(waiting, p.Poll)
	switch {
	case errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil:
		return nil, ErrBusy
	case err != nil:
		return nil, err
	}
	return l.Unlock, nil
}

// folder is in the user's cache, or among the system's temporary files where
// there is no cache to write to.
func folder() (string, error) {
	if cache, err := os.UserCacheDir(); err == nil {
		dir := filepath.Join(cache, "handofflint", "locks")
		if os.MkdirAll(dir, 0o700) == nil {
			return dir, nil
		}
	}
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("handofflint-%d", os.Getuid()))
	return dir, os.MkdirAll(dir, 0o700)
}
