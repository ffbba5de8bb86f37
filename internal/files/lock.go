package files

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// lockWait is how long Lock waits for another process that changes the same file, which takes milliseconds.
const lockWait = 10 * time.Second

// ErrBusy is the error if another process held the lock for the whole wait.
var ErrBusy = errors.New("another process holds the lock")

// Lock keeps other processes of this program from changing a file, or the files of a folder, until unlock is
// called or the process ends. It does not stop other programs. The path must be absolute and free of links.
// The lock is in the user's cache and not next to the file, where it would stay in the repository.
func Lock(path string) (unlock func(), err error) {
	folder, err := lockFolder()
	if err == nil {
		name := fmt.Sprintf("%x.lock", sha256.Sum256([]byte(path)))
		unlock, err = LockAt(filepath.Join(folder, name), lockWait)
	}
	if errors.Is(err, ErrBusy) {
		return nil, fmt.Errorf("another handofflint has held the lock on %s for %v", path, lockWait)
	}
	if err != nil {
		return nil, fmt.Errorf("no lock: %w", err)
	}
	return unlock, nil
}

// lockFolder returns a folder in the user's cache, or in the system's temporary folder if the cache is not
// writable.
func lockFolder() (string, error) {
	if cache, err := os.UserCacheDir(); err == nil {
		dir := filepath.Join(cache, "handofflint", "locks")
		if os.MkdirAll(dir, 0o700) == nil {
			return dir, nil
		}
	}
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("handofflint-%d", os.Getuid()))
	return dir, os.MkdirAll(dir, 0o700)
}

// LockAt takes a lock by the path of the lock's own file, in a folder that must exist. The file is never
// removed: otherwise two processes could hold two locks with the same name. The error is ErrBusy or the
// system's.
func LockAt(path string, wait time.Duration) (unlock func(), err error) {
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	// O_NONBLOCK is for a pipe at this path; it has no effect on a file.
	l := flock.New(path, flock.SetFlag(os.O_CREATE|os.O_RDONLY|nonblock))
	_, err = l.TryLockContext(ctx, 10*time.Millisecond)
	if errors.Is(err, context.DeadlineExceeded) {
		err = ErrBusy
	}
	return func() { _ = l.Unlock() }, err // the system releases the lock when the process ends
}
