package lsp

import (
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
)

// pathOf returns the absolute path of a file's URI, with forward slashes; "" for what is
// not a file on this machine.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" || strings.Contains(u.Path, "\x00") {
		return ""
	}
	path := u.Path
	if runtime.GOOS == "windows" && len(path) > 2 && path[2] == ':' {
		path = strings.ToUpper(path[1:2]) + path[2:] // /c:/folder
	}
	path = filepath.Clean(filepath.FromSlash(path))
	if !filepath.IsAbs(path) {
		return ""
	}
	return filepath.ToSlash(path)
}

// uriOf returns the URI of an absolute path.
func uriOf(path string) string {
	return (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(path), "/")}).String()
}
