package lint

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
)

// item is a file or folder of a walk.
type item struct {
	// show is the path as findings show it, key identifies it (files.Key).
	show, key string
	// at is set for an entry of a listing, and zero for a link or a path that the user named.
	at files.Place
}

// in returns an entry of a folder.
func (p item) in(name string) item {
	child := item{show: name, key: strings.TrimSuffix(p.key, "/") + "/" + name}
	if p.show != "." {
		child.show = strings.TrimSuffix(p.show, "/") + "/" + name
	}
	if p.at != (files.Place{}) {
		child.at = p.at.In(name)
	}
	return child
}

// parent returns the folder of a path. It is absolute if the user's spelling of the path does not contain the
// folder.
func (p item) parent() item {
	folder := item{show: path.Dir(p.key), key: path.Dir(p.key)}
	if path.Base(p.show) == path.Base(p.key) {
		folder.show = path.Dir(p.show)
	}
	return folder
}

// native returns the path for the operating system.
func (p item) native() string { return filepath.FromSlash(p.show) }
