package files

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Shown is a path as findings show it: with forward slashes, relative if the
// user's was, and without `.` and doubled slashes. It keeps `..`, since `a/..`
// is not where it seems if `a` is a link. "" stays "": it names no file.
func Shown(path string) string {
	volume := filepath.VolumeName(path)
	rest := filepath.ToSlash(path[len(volume):])
	var parts []string
	for part := range strings.SplitSeq(rest, "/") {
		if part != "" && part != "." {
			parts = append(parts, part)
		}
	}
	clean := strings.Join(parts, "/")
	switch {
	case strings.HasPrefix(rest, "/"):
		clean = "/" + clean
	case clean == "" && path != "":
		clean = "."
	}
	return filepath.ToSlash(volume) + clean
}

// Key is what a path is told apart from others by: the absolute path, with
// forward slashes. It fails only if the current folder is not known.
func Key(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("%s cannot be found, since the current folder is not known (%s): name a path from the root", Shown(path), err)
	}
	if strings.Contains(path, "..") && !sameFile(path, abs) {
		// The path leads through a link and back: what its letters seem to lead
		// to is another file, so it must not be taken for that one.
		abs = path
	}
	return filepath.ToSlash(abs), nil
}

// sameFile reports whether two paths lead to one file, or both nowhere.
func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA != nil || errB != nil {
		return errA != nil && errB != nil
	}
	return os.SameFile(infoA, infoB)
}

// BelowKey is the path of a key relative to a folder's key, and whether it is
// in that folder. Nothing is in "".
func BelowKey(folder, key string) (string, bool) {
	rel, ok := strings.CutPrefix(key, strings.TrimSuffix(folder, "/")+"/")
	return rel, ok && rel != "" && folder != ""
}
