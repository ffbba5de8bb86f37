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
	if err != nil || u.Scheme != "file" || strings.Contains(u.Path, "\x00") {
		return ""
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		switch {
		case u.Host != "":
			path = "//" + u.Host + path
		case len(path) > 2 && path[2] == ':':
			path = strings.ToUpper(path[1:2]) + path[2:] // /c:/folder
		}
	} else if u.Host != "" && u.Host != "localhost" {
		return ""
	}
	if path = filepath.Clean(filepath.FromSlash(path)); !filepath.IsAbs(path) {
		return ""
	}
	return filepath.ToSlash(path)
}

// uriOf returns the URI of an absolute path.
func uriOf(path string) string {
	path = filepath.ToSlash(path)
	if host, rest, found := strings.Cut(strings.TrimPrefix(path, "//"), "/"); found && strings.HasPrefix(path, "//") {
		return (&url.URL{Scheme: "file", Host: host, Path: "/" + rest}).String()
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
