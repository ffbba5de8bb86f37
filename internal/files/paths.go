package files

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Shown returns a path as findings show it: with forward slashes, relative if the user's path was, and
// without `.` and double slashes. It keeps `..`, since `a/..` may be elsewhere if `a` is a link. "" stays "":
// it names no file.
func Shown(path string) string {
	volume := filepath.ToSlash(filepath.VolumeName(path))
	rest := filepath.ToSlash(path[len(volume):])
	var parts []string
	for part := range strings.SplitSeq(rest, "/") {
		if part != "" && part != "." {
			parts = append(parts, part)
		}
	}
	clean := strings.Join(parts, "/")
	if strings.HasPrefix(rest, "/") {
		clean = "/" + clean
	} else if clean == "" && path != "" && !strings.HasPrefix(volume, "//") {
		// a server's name is not a folder
		clean = "."
	}
	return volume + clean
}

// Key identifies a path: the absolute path, with forward slashes. It fails only if the current folder is
// unknown.
func Key(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("%s cannot be found, since the current folder is not known (%s): name a path from the root", Shown(path), err)
	}
	if strings.Contains(path, "..") {
		// A path through a link and .. may lead elsewhere.
		real, _ := os.Stat(path)
		if seeming, _ := os.Stat(abs); (real == nil) != (seeming == nil) || real != nil && !os.SameFile(real, seeming) {
			abs = path
		}
	}
	return filepath.ToSlash(abs), nil
}

// BelowKey returns the path of a key relative to a folder's key, and whether it is in that folder. Nothing is
// in "". On Windows, letter case is ignored.
func BelowKey(folder, key string) (string, bool) {
	start := strings.TrimSuffix(folder, "/") + "/"
	if folder == "" || len(key) <= len(start) {
		return "", false
	}
	isBelow := strings.HasPrefix(key, start) || runtime.GOOS == "windows" && strings.EqualFold(key[:len(start)], start)
	return key[len(start):], isBelow
}
