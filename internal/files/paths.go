package files

import (
	"path/filepath"
	"runtime"
	"strings"
)

// Shown returns a path as findings show it: with forward slashes, and relative if the user's path was. ""
// stays "": it names no file.
func Shown(path string) string {
	if path == "" {
		return ""
	}
	return filepath.ToSlash(filepath.Clean(path))
}

// Key identifies a path: the absolute path, with forward slashes. If the current folder is unknown, a relative
// path stays relative, and cannot be opened.
func Key(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		abs = path
	}
	return filepath.ToSlash(abs)
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
