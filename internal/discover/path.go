package discover

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// show is a path as findings show it: with forward slashes, relative where the
// user was, and without `.` and doubled slashes. It keeps `..`, since `a/..`
// is not where it seems where `a` is a link. "" stays "": it names no file.
func show(path string) string {
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

// place is a path twice: as it is shown and opened, and as it is told apart
// from others.
type place struct {
	show string
	// key is the absolute path with forward slashes.
	key string
}

// locate makes a place of a path that the user gave. It fails only where the
// current folder is not known.
func locate(path string) (place, error) {
	p := place{show: show(path)}
	abs, err := filepath.Abs(path)
	if err != nil {
		return p, fmt.Errorf("%s cannot be found, since the current folder is not known (%s): name a path from the root", p.show, reason(err))
	}
	if strings.Contains(p.show, "..") && !sameFile(path, abs) {
		// The path leads through a link and back: where its letters say it
		// leads is another file, so it must not be taken for that one.
		abs = path
	}
	p.key = filepath.ToSlash(abs)
	return p, nil
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

// in is the place of an entry in a folder.
func (p place) in(name string) place {
	child := place{show: name, key: join(p.key, name)}
	if p.show != "." {
		child.show = join(p.show, name)
	}
	return child
}

// native is the path as the operating system takes it.
func (p place) native() string { return filepath.FromSlash(p.show) }

func join(folder, name string) string {
	if strings.HasSuffix(folder, "/") {
		return folder + name
	}
	return folder + "/" + name
}

// below is the path of key relative to the folder, and whether it is in it.
func below(folder, key string) (string, bool) {
	if !strings.HasSuffix(folder, "/") {
		folder += "/"
	}
	rel, ok := strings.CutPrefix(key, folder)
	return rel, ok && rel != ""
}
