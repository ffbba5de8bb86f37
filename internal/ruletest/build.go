package ruletest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"
)

// errUnsupported means that this system, or this user, cannot make what a case needs: the case is skipped,
// not failed.
var errUnsupported = errors.New("not possible here")

// build copies the case into a folder and runs its steps. Times are set after everything that would change
// them, and permissions last, since they may lock us out.
func (c *testCase) build(into string) error {
	if err := c.copy(into); err != nil {
		return err
	}
	if err := c.encodeAll(into); err != nil {
		return err
	}
	late := map[string]bool{"mtime": true, "mode": true}
	for _, s := range c.steps {
		if late[s.what] {
			continue
		}
		if err := s.run(into); err != nil {
			return fmt.Errorf("%s %s: %w", s.what, s.path, err)
		}
	}
	if err := c.setTimes(into); err != nil {
		return err
	}
	for _, s := range c.steps {
		if s.what != "mode" {
			continue
		}
		if err := s.chmod(into); err != nil {
			return fmt.Errorf("%s %s: %w", s.what, s.path, err)
		}
	}
	return nil
}

func (c *testCase) copy(into string) error {
	switch {
	case c.archive != nil:
		return c.archive.Write(into)
	case c.folder:
		return os.CopyFS(into, os.DirFS(c.path))
	}
	return copyFile(c.path, filepath.Join(into, c.name))
}

func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}

// encodeAll rewrites the files of a copy in the case's encoding. Markers are not text, commits of sources
// have the hash of the golden, and transcripts are as their clients write them.
func (c *testCase) encodeAll(into string) error {
	if c.encode == nil {
		return nil
	}
	return filepath.WalkDir(into, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || slices.Contains([]string{".done", ".go", ".jsonl"}, filepath.Ext(path)) || entry.Name() == ".gitignore" {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(path, c.encode(data), 0o644)
	})
}

// run runs a step that makes a file.
func (s step) run(into string) error {
	if s.what == "git" {
		return s.git(into)
	}
	path := filepath.Join(into, filepath.FromSlash(s.path))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	switch s.what {
	case "size":
		return fillUp(path, s.number)
	case "cut":
		return cutEnd(path)
	case "bytes":
		return os.WriteFile(path, []byte(s.argument), 0o644)
	case "folder":
		return os.MkdirAll(path, 0o755)
	case "link":
		return link(s.argument, path)
	case "fifo":
		return makeFIFO(path)
	case "remove":
		return os.RemoveAll(path)
	case "rename":
		return rename(path, filepath.Join(into, filepath.FromSlash(s.argument)))
	}
	return fmt.Errorf("there is no such step")
}

// link makes a symbolic link. On Windows only some users may do that.
func link(target, path string) error {
	err := os.Symlink(filepath.FromSlash(target), path)
	if err != nil && runtime.GOOS == "windows" {
		return fmt.Errorf("%w: %v", errUnsupported, err)
	}
	return err
}

func rename(from, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.Rename(from, to)
}

// fillUp appends spaces to a file up to a size.
func fillUp(path string, size int64) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	spaces := make([]byte, max(0, size-info.Size()))
	for i := range spaces {
		spaces[i] = ' '
	}
	if _, err := f.Write(spaces); err != nil {
		return err
	}
	return f.Close()
}

// cutEnd removes the last line end of a file: each file of an archive has one.
func cutEnd(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	data = bytes.TrimSuffix(data, []byte("\n"))
	return os.WriteFile(path, bytes.TrimSuffix(data, []byte("\r")), 0o644)
}

// chmod removes permissions. They have no effect for the superuser, and on Windows.
func (s step) chmod(into string) error {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		return fmt.Errorf("%w: permissions do not bind this user", errUnsupported)
	}
	return os.Chmod(filepath.Join(into, filepath.FromSlash(s.path)), fs.FileMode(s.number))
}

// unlock restores permissions, so that the copy can be removed.
func (c *testCase) unlock(into string) {
	for _, s := range c.steps {
		if s.what == "mode" {
			_ = os.Chmod(filepath.Join(into, filepath.FromSlash(s.path)), 0o755)
		}
	}
}

// setTimes sets the case's time of every regular file. git keeps no times, and a copy has new ones.
func (c *testCase) setTimes(into string) error {
	usual := c.now.Add(-fileAge)
	times := map[string]time.Time{}
	for _, s := range c.steps {
		if s.what == "mtime" {
			times[filepath.Join(into, filepath.FromSlash(s.path))] = usual.Add(s.offset)
		}
	}
	return filepath.WalkDir(into, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		at, ok := times[path]
		if !ok {
			at = usual
		}
		return os.Chtimes(path, at, at)
	})
}
