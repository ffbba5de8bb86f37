package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/files"
)

// shownFromHere is an absolute path as an agent in the current folder may use
// it, with forward slashes: relative if it is in the folder, else in full.
func shownFromHere(path string) string {
	here, err := filepath.Abs(".")
	if err != nil {
		return filepath.ToSlash(path)
	}
	if rel, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(path)
}

// checkout is the root of the repository and the current folder within it,
// both without links and with forward slashes. GitHub and GitLab name the
// root; elsewhere it is the nearest folder upwards with a .git, and without one
// the current folder.
func (r *runner) checkout() (root, dir string) {
	here, err := os.Getwd()
	if err != nil {
		return "", ""
	}
	if real, err := filepath.EvalSymlinks(here); err == nil {
		here = real
	}
	for _, root := range []string{r.streams.Getenv("GITHUB_WORKSPACE"), r.streams.Getenv("CI_PROJECT_DIR"), files.Root(here)} {
		real, err := filepath.EvalSymlinks(root)
		if err != nil || !filepath.IsAbs(real) {
			continue
		}
		if dir, err := filepath.Rel(real, here); err == nil && filepath.IsLocal(dir) {
			return filepath.ToSlash(real), filepath.ToSlash(dir)
		}
	}
	return filepath.ToSlash(here), ""
}

// behindLinks is a path in full, its folder without links; as far as it is
// there.
func behindLinks(path string) string {
	full, err := filepath.Abs(path)
	if err != nil {
		return filepath.Clean(path)
	}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(full)); err == nil {
		return filepath.Join(folder, filepath.Base(full))
	}
	return full
}

// samePlace reports whether two paths lead to one file, or would once it is there.
func samePlace(a, b string) bool {
	infoA, errA := files.Named.Stat(a)
	infoB, errB := files.Named.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB) || behindLinks(a) == behindLinks(b)
}

// notOver refuses an output that would replace one of the inputs, however either is
// called; what says what the inputs are. An output "" is none, and a device is not
// replaced.
func notOver(output, what string, inputs ...string) error {
	info, err := files.Named.Stat(output)
	if output == "" || err != nil || !info.Mode().IsRegular() {
		return nil
	}
	for _, input := range inputs {
		if other, err := files.Named.Stat(input); err == nil && os.SameFile(info, other) {
			return fmt.Errorf("%s would be replaced by the output, and it is %s: write the output to another file", output, what)
		}
	}
	return nil
}

// outsideTree refuses names of files that lie in the checked tree: that around the
// current folder, and those around the paths that are checked. It is for
// --untrusted, which obeys nothing that the tree holds.
func outsideTree(names, checked []string) error {
	roots := []string{files.Root(".")}
	for _, path := range checked {
		if info, err := os.Stat(path); err != nil || !info.IsDir() {
			path = filepath.Dir(path)
		}
		roots = append(roots, files.Root(path))
	}
	for _, name := range names {
		target, err := filepath.EvalSymlinks(name)
		if err != nil {
			target = name // not there, which who reads it reports
		}
		for _, root := range roots {
			// A link of the tree that leads outside is the tree's as well.
			if files.Below(root, behindLinks(name)) || files.Below(root, behindLinks(target)) {
				return fmt.Errorf("--untrusted obeys no file of the checked tree, and %s lies in it: name a file outside of %s", name, root)
			}
		}
	}
	return nil
}

// readPaths parts `-` from the paths; without any argument the current folder
// is meant.
func (o *checkOptions) readPaths(c *cli.Context) error {
	for _, arg := range c.Args().Slice() {
		switch arg {
		case "-":
			o.stdin = true
		case "":
			return errors.New("one of the paths is empty")
		default:
			o.paths = append(o.paths, arg)
		}
	}
	if c.IsSet("stdin-filename") && !o.stdin {
		if len(o.paths) > 0 {
			return errors.New("--stdin-filename goes with standard input: add `-` to the paths")
		}
		o.stdin = true
	}
	if len(o.paths) == 0 && !o.stdin {
		o.paths = []string{"."}
	}
	return nil
}
