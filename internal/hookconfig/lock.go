package hookconfig

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
	// lockWait is how long a call waits for another that changes the same
	// file; one takes milliseconds.
	lockWait = 10 * time.Second
	lockPoll = 10 * time.Millisecond
)

// lock takes the lock of a settings file. It stands in the user's cache rather
// than beside the file, where it would stay in the repository for good.
func lock(path string) (unlock func(), err error) {
	dir, err := lockFolder()
	if err != nil {
		return nil, fmt.Errorf("nothing changed: no lock: %w", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), lockWait)
	defer cancel()
	name := fmt.Sprintf("%x.lock", sha256.Sum256([]byte(path)))
	l := flock.New(filepath.Join(dir, name))
	_, err = l.TryLockContext(ctx, lockPoll)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, fmt.Errorf("nothing changed: another handofflint has held the lock on %s for %v", path, lockWait)
	}
	if err != nil {
		return nil, fmt.Errorf("nothing changed: no lock: %w", err)
	}
	return func() { _ = l.Unlock() }, nil // the end of the process unlocks it too
}

// lockFolder is in the user's cache, or among the system's temporary files
// where there is no cache to write to.
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
