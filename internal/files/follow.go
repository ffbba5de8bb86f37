package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"

	"github.com/handofflint/handofflint/internal/text"
)

// maxLinks is the maximum number of links that are followed in a path, as on Linux (path_resolution(7)).
const maxLinks = 40

// descriptors matches a folder with the open files of a process (proc_pid_fd(5)). Its entries look like
// links, but name no path to follow.
var descriptors = text.MustCompile(`^/proc/[0-9]+(/task/[0-9]+)?/fd$`)

// resolved is the target of a path.
type resolved struct {
	// real is absolute and without links, except for the last part if it is not followed.
	real string
	// within are the roots of the trees that contain links of the path.
	within []string
}

// lastLink says what to do with a link at the end of a path.
type lastLink bool

const followLast, keepLast lastLink = true, false

// follow resolves a path part by part, as the system does, and records the tree of each link.
func follow(path string, last lastLink) (w resolved, err error) {
	if path == "" {
		return w, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	if !filepath.IsAbs(path) {
		here, err := os.Getwd()
		if err != nil {
			return w, fmt.Errorf("the current folder is not known: %w", err)
		}
		path = here + string(filepath.Separator) + path // not joined: a/.. is not always here
	}
	real, rest := splitAbsolute(path)
	for links := 0; len(rest) > 0; {
		next := filepath.Join(real, rest[0]) // for .. it is the parent of real
		rest = rest[1:]
		info, err := os.Lstat(next)
		if errors.Is(err, fs.ErrNotExist) {
			// A missing file has no links, and nor has what would be in it.
			w.real = filepath.Join(append([]string{spelled(real), filepath.Base(next)}, rest...)...)
			return w, nil
		}
		if err != nil {
			return w, err
		}
		isKept := len(rest) == 0 && last == keepLast
		if info.Mode()&fs.ModeSymlink == 0 || isKept || descriptors.MatchString(real) {
			real = next
			continue
		}
		links++
		if links > maxLinks {
			return w, &fs.PathError{Op: "open", Path: path, Err: syscall.ELOOP}
		}
		target, err := os.Readlink(next)
		if err != nil {
			return w, err
		}
		if root := rootOf(real); root != "" {
			w.within = append(w.within, root)
		}
		parts := split(target)
		if filepath.IsAbs(target) {
			real, parts = splitAbsolute(target)
		}
		rest = append(parts, rest...)
	}
	if last == keepLast { // spelled would follow it
		w.real = filepath.Join(spelled(filepath.Dir(real)), filepath.Base(real))
		return w, nil
	}
	w.real = spelled(real)
	return w, nil
}

// spelled returns a path without links as it is spelled on disk. On Windows one file has many names: letters
// in either case, and short names such as C:\PROGRA~1.
func spelled(real string) string {
	if runtime.GOOS != "windows" {
		return real
	}
	if path, err := filepath.EvalSymlinks(real); err == nil {
		return path
	}
	return real
}

// splitAbsolute returns the root of the file system of an absolute path, and the path's parts.
func splitAbsolute(path string) (real string, parts []string) {
	volume := filepath.VolumeName(path)
	return volume + string(filepath.Separator), split(path[len(volume):])
}

func split(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r < 0x80 && os.IsPathSeparator(uint8(r)) })
}

// rootOf returns the root of the tree that contains a path without links: the nearest repository, else the
// working folder if it contains the path, else "". The home folder, those above it and, as a working folder, the
// root of the file system do not count.
func rootOf(real string) string {
	home := homeFolder()
	for dir := real; !Below(dir, home); dir = filepath.Dir(dir) {
		if isRepository(dir) {
			return dir
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	here, err := os.Getwd()
	if err == nil {
		here, err = filepath.EvalSymlinks(here)
	}
	if err != nil || !Below(here, real) {
		return ""
	}
	isTop := here == filepath.Dir(here) || Below(here, home)
	if isTop {
		return ""
	}
	return here
}

// isRepository reports whether the .git of a folder is a repository, or a file that names one.
func isRepository(folder string) bool {
	name := filepath.Join(folder, ".git")
	info, err := os.Stat(name)
	if err != nil {
		return false
	}
	if info.IsDir() {
		_, err := os.Lstat(filepath.Join(name, "HEAD"))
		return err == nil
	}
	if !info.Mode().IsRegular() {
		return false
	}
	const begin = "gitdir:"
	file, err := os.OpenFile(name, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return false
	}
	defer file.Close() // nothing was written
	data, _, err := ReadUpTo(file, 0, int64(len(begin)))
	return err == nil && string(data) == begin
}

var realHomes sync.Map // by name: a home is looked up for every path

// homeFolder returns the user's home without links, or "".
func homeFolder() string {
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	real, known := realHomes.Load(home)
	if !known {
		real, err = filepath.EvalSymlinks(home)
		if err != nil {
			real = filepath.Clean(home)
		}
		realHomes.Store(home, real)
	}
	return real.(string)
}
