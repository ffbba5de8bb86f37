package filelock

import (
	"path/filepath"
	"sync"
	"testing"
)

func TestLock(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", "")
	t.Setenv("LOCALAPPDATA", t.TempDir())
	path := filepath.Join(t.TempDir(), "a.json")
	count, inside := 0, 0
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			unlock, err := Lock(path)
			if err != nil {
				t.Error(err)
				return
			}
			defer unlock()
			inside++
			if inside != 1 {
				t.Errorf("%d hold one lock", inside)
			}
			count++
			inside--
		})
	}
	group.Wait()
	if count != 20 {
		t.Errorf("%d of 20 had the lock", count)
	}
}

func TestLocksAreApart(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"a.json", "b.json"} {
		unlock, err := Lock(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		defer unlock()
	}
}
