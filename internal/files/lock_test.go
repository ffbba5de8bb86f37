package files

import (
	"context"
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

// TestAt: who waits for a lock hears whether it was the time or the user that
// ended it.
func TestAt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.lock")
	short := Patience{Wait: 20 * time.Millisecond, Poll: time.Millisecond}
	unlock, err := LockAt(t.Context(), path, short)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := LockAt(t.Context(), path, short); !errors.Is(err, ErrBusy) {
		t.Errorf("a lock that is held: %v, want ErrBusy", err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := LockAt(stopped, path, Patience{Wait: time.Hour, Poll: time.Millisecond}); !errors.Is(err, context.Canceled) {
		t.Errorf("nobody waits any longer: %v", err)
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	again, err := LockAt(t.Context(), path, short)
	if err != nil {
		t.Fatalf("it is free again: %v", err)
	}
	if err := again(); err != nil {
		t.Fatal(err)
	}
	if _, err := LockAt(t.Context(), filepath.Join(path, "none", "a.lock"), short); err == nil || errors.Is(err, ErrBusy) {
		t.Errorf("in no folder: %v", err)
	}
}
