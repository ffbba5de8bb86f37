package files

import (
	"errors"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// ownCache keeps the locks of a test out of the user's cache.
func ownCache(t *testing.T) {
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"} {
		t.Setenv(name, t.TempDir())
	}
}

func TestLock(t *testing.T) {
	ownCache(t)
	path := filepath.Join(t.TempDir(), "a.json")
	var count, inside atomic.Int32
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			unlock, err := Lock(path)
			if err != nil {
				t.Error(err)
				return
			}
			defer unlock()
			if n := inside.Add(1); n != 1 {
				t.Errorf("%d hold one lock", n)
			}
			count.Add(1)
			inside.Add(-1)
		})
	}
	group.Wait()
	if n := count.Load(); n != 20 {
		t.Errorf("%d of 20 had the lock", n)
	}
}

// Without a writable cache, the locks are in the system's temporary folder.
func TestLockWithoutACache(t *testing.T) {
	file := write(t, fresh(t, "file"), "", 0o600)
	for _, cache := range []string{file, ""} {
		temporary := t.TempDir()
		for name, value := range map[string]string{"HOME": cache, "XDG_CACHE_HOME": cache, "LOCALAPPDATA": cache, "TMPDIR": temporary, "TMP": temporary} {
			t.Setenv(name, value)
		}
		unlock, err := Lock(fresh(t, "a.json"))
		if err != nil {
			t.Fatal(err)
		}
		unlock()
		if locks, err := filepath.Glob(filepath.Join(temporary, "*", "*.lock")); err != nil || len(locks) != 1 {
			t.Errorf("cache %q: %q, %v", cache, locks, err)
		}
	}
}

func TestLocksAreApart(t *testing.T) {
	ownCache(t)
	folder := t.TempDir()
	for _, name := range []string{"a.json", "b.json"} {
		unlock, err := Lock(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		defer unlock()
	}
}

func TestLockAt(t *testing.T) {
	const short = 20 * time.Millisecond
	path := filepath.Join(t.TempDir(), "a.lock")
	unlock, err := LockAt(path, short)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := LockAt(path, short); !errors.Is(err, ErrBusy) {
		t.Errorf("a lock that is held: %v, want ErrBusy", err)
	}
	unlock()
	again, err := LockAt(path, short)
	if err != nil {
		t.Fatalf("it is free again: %v", err)
	}
	again()
	if _, err := LockAt(filepath.Join(path, "none", "a.lock"), short); err == nil || errors.Is(err, ErrBusy) {
		t.Errorf("in no folder: %v", err)
	}
}
