package lint

import (
	"path/filepath"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
)

// place is a file or folder of a walk.
type place struct {
	// show is the path as findings show it, key as it is told apart from others
	// (files.Key).
	show, key string
	// at is found when its folder is listed; zero before.
	at files.Place
}

// locate makes a place of a path that the user gave. It fails only if the
// current folder is not known.
func locate(path string) (place, error) {
	key, err := files.Key(path)
	return place{show: files.Shown(path), key: key}, err
}

// in is the place of an entry in a folder.
func (p place) in(name string) place {
	child := place{show: name, key: join(p.key, name)}
	if p.show != "." {
		child.show = join(p.show, name)
	}
	if p.at != noPlace {
		child.at = p.at.In(name)
	}
	return child
}

// native is the path as the operating system takes it.
func (p place) native() string { return filepath.FromSlash(p.show) }

func join(folder, name string) string { return strings.TrimSuffix(folder, "/") + "/" + name }

// noPlace is the place of a path that was not looked up.
var noPlace files.Place
