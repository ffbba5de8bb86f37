package hook

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/internal/files"
)

// Bounds that keep the stored files small and few.
const (
	maxStoredBytes = 4 << 20
	// The other bounds are for the folder. The least recently used files are removed first.
	maxStored      = 2048
	maxFolderBytes = 64 << 20
	maxStoredAge   = 30 * 24 * time.Hour
	// storeWait is how long to wait for another process's lock.
	storeWait = 2 * time.Second
)

// storeFolder holds what hooks remember, below the program's state folder. lockName is the lock in it.
const storeFolder, lockName = "hooks", ".lock"

// store is a folder with a JSON file for each session (Session), each receipt (receiptOrigin) and each status
// line (shownStatus). All hook processes share it under one lock.
type store struct{ folder string }

// openStore returns the store, or an error saying why there is none.
func openStore(getenv func(string) string) (store, error) {
	folder, err := failurelog.StateFolder(getenv)
	return store{filepath.Join(folder, storeFolder)}, err
}

// fileName returns the name of the file of a kind for an id, which may be any text.
func fileName(kind, id string) string {
	return hashOf(kind+"\x00"+id) + ".json"
}

// hashOf returns a short hash of a text.
func hashOf(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:16])
}

// read reads a file into v and returns its text. A file that is missing, damaged or too large counts as
// empty.
func (s store) read(name string, v any) []byte {
	data, _, _ := files.Named.ReadFile(filepath.Join(s.folder, name), maxStoredBytes) // without its end it is not JSON
	if json.Unmarshal(data, v) != nil {
		return nil
	}
	return data
}

// update reads a file into v, which must be empty, calls change to modify v, and writes it.
func (s store) update(name string, v any, change func()) error {
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return err
	}
	unlock, err := files.LockAt(filepath.Join(s.folder, lockName), storeWait)
	if err != nil {
		return err
	}
	defer unlock()
	path := filepath.Join(s.folder, name)
	if _, err := files.Named.Lstat(path); err != nil {
		s.makeRoom(time.Now())
	}
	before := s.read(name, v)
	change()
	data := encode(v)
	if bytes.Equal(data, before) {
		return nil
	}
	// Whatever took the file's place must not block an event.
	return files.Write(path, data, files.WriteOptions{Mode: 0o600})
}

// projectOf returns the root of a folder's project, without links.
func projectOf(folder string) string { return files.Real(files.Root(files.Real(folder))) }

func encode(v any) []byte {
	data, _ := json.Marshal(v) // these structs can always be encoded
	return append(data, '\n')
}

// list returns the files, most recently used first.
func (s store) list() (list []fs.FileInfo) {
	entries, _ := files.Named.ReadDir(s.folder) // without the folder, nothing is remembered
	for _, entry := range entries {
		info, err := entry.Info()
		if err == nil && filepath.Ext(info.Name()) == ".json" {
			list = append(list, info)
		}
	}
	slices.SortStableFunc(list, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	return list
}

// makeRoom removes the least recently used files to make room for one more.
func (s store) makeRoom(now time.Time) {
	var size int64
	for i, info := range s.list() {
		size += info.Size()
		if i >= maxStored-1 || size > maxFolderBytes || now.Sub(info.ModTime()) > maxStoredAge {
			_ = remove(filepath.Join(s.folder, info.Name())) // on an error the next call tries again
		}
	}
}

// remove removes a file or an empty folder, which may be gone already.
func remove(path string) error {
	at, err := files.Named.FindLink(path)
	if err == nil {
		err = at.Remove()
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// forget removes what is remembered of a project, "" for all, and reports whether there was anything.
func (s store) forget(project string) (removed bool, err error) {
	for _, info := range s.list() {
		var stored struct{ Projects []string }
		s.read(info.Name(), &stored)
		if project != "" && !slices.Contains(stored.Projects, project) {
			continue
		}
		if err := remove(filepath.Join(s.folder, info.Name())); err != nil {
			return removed, err
		}
		removed = true
	}
	if len(s.list()) == 0 {
		// The lock is not needed any more. Folders with other files are kept.
		for _, path := range []string{filepath.Join(s.folder, lockName), s.folder, filepath.Dir(s.folder)} {
			_ = remove(path)
		}
	}
	return removed, nil
}
