package git

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxAlternates is how many folders of borrowed objects lie behind one another at most, as
// for git.
const maxAlternates = 5

// borrows returns an error if the repository takes objects from another one: a checked tree
// could show what that one has. Those of the repository itself do no harm, as of a submodule
// that borrows from the one around it.
func (r Repository) borrows() error {
	own := r.common
	if around, _, isSubmodule := strings.Cut(filepath.ToSlash(own), "/.git/modules/"); isSubmodule {
		own = filepath.Join(filepath.FromSlash(around), ".git")
	}
	folders := []string{filepath.Join(r.common, "objects")}
	for range maxAlternates {
		var further []string
		for _, folder := range folders {
			file := filepath.Join(folder, "info", "alternates")
			lenders, err := readAlternates(folder, file)
			if err != nil {
				return err
			}
			for _, lender := range lenders {
				if !isWithin(own, lender) {
					return fmt.Errorf("%s takes objects from another repository: run `git repack -a -d && rm %[1]s`, %s", shortened(r.Root, file), orCheckAll)
				}
			}
			further = append(further, lenders...)
		}
		folders = further
	}
	return nil
}

// readAlternates returns the folders that a list of alternates names (gitrepository-layout(5)).
func readAlternates(folder, file string) (lenders []string, err error) {
	info, err := os.Lstat(file)
	switch {
	case err != nil:
		return nil, nil // git does not see it either
	case !info.Mode().IsRegular() || info.Size() > 1<<16:
		return nil, &fs.PathError{Op: "read", Path: file, Err: fs.ErrInvalid}
	}
	data, err := os.ReadFile(file)
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if line != "" && !strings.HasPrefix(line, "#") {
			lenders = append(lenders, from(folder, line))
		}
	}
	return lenders, err
}

// isWithin reports whether a folder that is there lies in another one.
func isWithin(around, folder string) bool {
	around, errAround := filepath.EvalSymlinks(around)
	folder, err := filepath.EvalSymlinks(folder)
	if errAround != nil || err != nil {
		return false
	}
	rel, err := filepath.Rel(around, folder)
	return err == nil && filepath.IsLocal(rel)
}
