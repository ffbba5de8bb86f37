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

// The bounds of what is remembered keep the files small and few, whatever happens.
const (
	// maxStoredBytes is the size of a file.
	maxStoredBytes = 512 << 10
	// The others are of the folder. What was in use last is forgotten last.
	maxStored      = 2048
	maxFolderBytes = 64 << 20
	maxStoredAge   = 30 * 24 * time.Hour
	// storeWait is how long to wait for another process that writes.
	storeWait = 2 * time.Second
)

// storeFolder holds what hooks remember, below the program's folder for state, and lockName is the
// lock in it.
const storeFolder, lockName = "hooks", ".lock"

// store is a folder with a JSON file for each session (Session), the receipts of each project (Receipts) and each
// status line (shownStatus).
// The processes of all hooks share it, under one lock.
type store struct{ folder string }

// stored is what a file holds.
type stored interface {
	// shrink forgets the older half of what matters least.
	shrink()
}

// openStore returns the store; the error says why there is none.
func openStore(getenv func(string) string) (store, error) {
	folder, err := failurelog.StateFolder(getenv)
	return store{filepath.Join(folder, storeFolder)}, err
}

// fileName returns the name of the file about something that an id, any text, identifies.
func fileName(kind, id string) string {
	sum := sha256.Sum256([]byte(kind + "\x00" + id))
	return hex.EncodeToString(sum[:16]) + ".json"
}

// read reads a file into v and returns its text. One that is missing, damaged or too large is
// taken for empty.
func (s store) read(name string, v any) []byte {
	data, over, err := files.Named.ReadFile(filepath.Join(s.folder, name), maxStoredBytes)
	if err != nil || over || json.Unmarshal(data, v) != nil {
		return nil
	}
	return data
}

// update reads a file into v, which is empty, lets change change it, and writes it.
func (s store) update(name string, v stored, change func()) error {
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
	for len(data) > maxStoredBytes {
		v.shrink()
		data = encode(v)
	}
	if bytes.Equal(data, before) {
		return nil
	}
	// What has taken the file's place must not make an event wait.
	return files.Write(path, data, files.WriteOptions{Mode: 0o600})
}

// projectOf returns the root of the project that a folder is in, without links.
func projectOf(folder string) string { return files.Real(files.Root(files.Real(folder))) }

// encode returns the text of a file.
func encode(v any) []byte {
	data, _ := json.Marshal(v) // structs of texts always can be
	return append(data, '\n')
}

// list returns the files, those that were in use last first.
func (s store) list() (list []fs.FileInfo) {
	entries, _ := files.Named.ReadDir(s.folder) // nothing is remembered without it
	for _, entry := range entries {
		info, err := entry.Info()
		if err == nil && info.Mode().IsRegular() && filepath.Ext(info.Name()) == ".json" {
			list = append(list, info)
		}
	}
	slices.SortStableFunc(list, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	return list
}

// makeRoom removes what was not in use for longest, so that there is room for one more file.
func (s store) makeRoom(now time.Time) {
	var size int64
	for i, info := range s.list() {
		size += info.Size()
		if i >= maxStored-1 || size > maxFolderBytes || now.Sub(info.ModTime()) > maxStoredAge {
			_ = s.remove(info.Name()) // else the next one tries again
		}
	}
}

// remove removes a file, which may be gone already.
func (s store) remove(name string) error { return remove(filepath.Join(s.folder, name)) }

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

// forget removes what is remembered of a project, of all for "", and reports whether there was
// anything.
func (s store) forget(project string) (removed bool, err error) {
	for _, info := range s.list() {
		var of struct{ Projects []string }
		s.read(info.Name(), &of)
		if project != "" && !slices.Contains(of.Projects, project) {
			continue
		}
		if err := s.remove(info.Name()); err != nil {
			return removed, err
		}
		removed = true
	}
	if len(s.list()) == 0 {
		// The lock guards nothing more. What else is in the folders keeps them.
		for _, path := range []string{filepath.Join(s.folder, lockName), s.folder, filepath.Dir(s.folder)} {
			_ = remove(path)
		}
	}
	return removed, nil
}
