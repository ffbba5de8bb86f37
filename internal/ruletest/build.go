package ruletest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
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
	isMode := func(s step) bool { return s.what == "mode" }
	isEarly := func(s step) bool { return s.what != "mtime" && s.what != "mode" }
	if err := c.runSteps(into, isEarly); err != nil {
		return err
	}
	if err := c.setTimes(into); err != nil {
		return err
	}
	return c.runSteps(into, isMode)
}

// runSteps runs the chosen steps of the case in order.
func (c *testCase) runSteps(into string, isChosen func(step) bool) error {
	for _, s := range c.steps {
		if !isChosen(s) {
			continue
		}
		if err := s.run(into); err != nil {
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
	return copyFile(c.path, filepath.Join(into, c.name), bytes.Clone)
}

// copyFile copies a file with changes. A missing file is empty, so that a step can make one.
func copyFile(from, to string, change func([]byte) []byte) error {
	data, err := os.ReadFile(from)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.WriteFile(to, change(data), 0o644)
}

// encodeAll rewrites the files of a copy in the case's encoding. Markers are not text, commits of sources
// have the hash of the golden, and transcripts are as their clients write them.
func (c *testCase) encodeAll(into string) error {
	if c.encode == nil {
		return nil
	}
	return filepath.WalkDir(into, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || slices.Contains([]string{".done", ".go", ".jsonl", ".gitignore"}, filepath.Ext(path)) {
			return err
		}
		return copyFile(path, path, c.encode)
	})
}

// run runs a step other than mtime.
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
		return copyFile(path, path, func(data []byte) []byte {
			return append(data, bytes.Repeat([]byte(" "), max(0, int(s.number)-len(data)))...)
		})
	case "cut":
		return copyFile(path, path, func(data []byte) []byte { // each file of an archive has a last line end
			return bytes.TrimSuffix(bytes.TrimSuffix(data, []byte("\n")), []byte("\r"))
		})
	case "bytes":
		return os.WriteFile(path, []byte(s.argument), 0o644)
	case "folder":
		return os.MkdirAll(path, 0o755)
	case "link":
		return link(s.argument, path)
	case "fifo":
		if err := exec.Command("mkfifo", path).Run(); err != nil {
			return fmt.Errorf("%w: %v", errUnsupported, err)
		}
		return nil
	case "mode":
		return s.chmod(path)
	case "remove":
		return os.RemoveAll(path)
	case "rename":
		to := filepath.Join(into, filepath.FromSlash(s.argument))
		return errors.Join(os.MkdirAll(filepath.Dir(to), 0o755), os.Rename(path, to))
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

// chmod removes permissions. They have no effect for the superuser, and on Windows.
func (s step) chmod(path string) error {
	if runtime.GOOS == "windows" || os.Geteuid() == 0 {
		return fmt.Errorf("%w: permissions do not bind this user", errUnsupported)
	}
	return os.Chmod(path, fs.FileMode(s.number))
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
