// Package filelock keeps processes of this program from changing one file at
// the same time. It holds off no other program: whoever replaces a file also
// looks whether it is still what was read.
package filelock

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

const (
	// wait is how long a call waits for another that changes the same file; one
	// takes milliseconds.
	wait = 10 * time.Second
	poll = 10 * time.Millisecond
)

// Lock takes the lock of a file by its path, which must be absolute and free
// of links, and gives what ends it. The lock stands in the user's cache rather
// than beside the file, where it would stay in the repository for good; the
// end of the process ends it too. An error says that it could not be had, also
// after ten seconds of waiting for another process.
func Lock(path string) (unlock func(), err error) {
	dir, err := folder()
	if err != nil {
		return nil, fmt.Errorf("no lock: %w", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	name := fmt.Sprintf("%x.lock", sha256.Sum256([]byte(path)))
	l := flock.New(filepath.Join(dir, name))
	_, err = l.TryLockContext(ctx, poll)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, fmt.Errorf("another handofflint has held the lock on %s for %v", path, wait)
	}
	if err != nil {
		return nil, fmt.Errorf("no lock: %w", err)
	}
	return func() { _ = l.Unlock() }, nil
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
