package git

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxLenders is how many folders of borrowed objects a repository may have, as lenders may have
// lenders. A clone has one or two.
const maxLenders = 20

// borrows returns an error if the repository takes objects from another one: a checked tree
// could show what that one has. Those of the repository itself do no harm, as of a submodule
// that borrows from the one around it.
func (r Repository) borrows(ctx context.Context) error {
	ctx, stop := r.clock.start(ctx)
	defer stop()
	own := r.common
	if around, _, isSubmodule := strings.Cut(filepath.ToSlash(own), "/.git/modules/"); isSubmodule {
		own = filepath.Join(filepath.FromSlash(around), ".git")
	}
	folders := []string{filepath.Join(r.common, "objects")}
	isKnown := map[string]bool{folders[0]: true}
	for i := 0; i < len(folders); i++ {
		file := filepath.Join(folders[i], "info", "alternates")
		lenders, err := readAlternates(folders[i], file)
		if err != nil {
			return err
		}
		for _, lender := range lenders {
			if isKnown[lender] {
				continue
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			lends := ""
			if len(folders) > maxLenders {
				lends = fmt.Sprintf("over %d folders", maxLenders)
			} else if !isWithin(own, lender) {
				lends = "another repository"
			}
			if lends != "" {
				return fmt.Errorf("%[1]s takes objects from %[2]s: run `git repack -a -d && rm %[1]s`, %[3]s", shortened(r.Root, file), lends, orCheckAll)
			}
			isKnown[lender] = true
			folders = append(folders, lender)
		}
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
