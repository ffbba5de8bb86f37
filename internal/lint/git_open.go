package lint

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// wayOut ends the message about a repository that is not to be trusted.
const wayOut = "or check without --changed and --staged"

// openRepository is the repository whose work tree a folder is the root of. The folder
// has a .git, and git has to agree that this is the repository: a checked tree
// could lead it elsewhere.
func openRepository(ctx context.Context, root string) (repository, error) {
	git, err := exec.LookPath("git")
	if err != nil {
		return repository{}, ErrNoGit
	}
	root, err = filepath.EvalSymlinks(root)
	if err != nil {
		return repository{}, err
	}
	r := repository{git: git, root: root}
	answer, err := r.ask(ctx, "rev-parse", "--show-toplevel", "--absolute-git-dir", "--git-common-dir")
	if err != nil {
		return r, fmt.Errorf("git does not accept the repository in %s: %w", root, err)
	}
	lines := strings.Split(strings.TrimSuffix(answer, "\n"), "\n")
	if len(lines) != 3 {
		return r, fmt.Errorf("git rev-parse answers with %q instead of three paths", answer)
	}
	r.dir = lines[1]
	return r, r.belongs(ctx, lines[0], from(root, lines[2]))
}

// belongs checks that the repository is the one of the root: git's work tree is
// the root, and its folder, which has the index, is the .git of the root, or
// says itself that it belongs there, as those of worktrees and submodules do.
// common is the folder with the objects.
func (r repository) belongs(ctx context.Context, top, common string) error {
	if !same(top, r.root) {
		return fmt.Errorf("the repository in %s has its work tree in %s: remove core.worktree from its configuration, %s", r.root, top, wayOut)
	}
	linked := filepath.Join(common, "worktrees", filepath.Base(r.dir))
	if !same(r.dir, common) && !same(r.dir, linked) {
		return fmt.Errorf("%s takes its objects from another repository, %s: remove its file commondir, %s", r.dir, common, wayOut)
	}
	at := filepath.Join(r.root, ".git")
	info, err := os.Lstat(at)
	if err != nil {
		return err
	}
	if !(info.IsDir() && same(at, r.dir)) && !r.pointsBack(ctx) {
		return fmt.Errorf("%s leads to %s, which is not set up for this work tree: if it belongs here, run `git worktree repair` or `git config core.worktree \"$PWD\"` in %s, %s", at, r.dir, r.root, wayOut)
	}
	return nil
}

// pointsBack reports whether git's folder names the root as its work tree: that
// of a worktree in its file gitdir, that of a submodule in its configuration.
func (r repository) pointsBack(ctx context.Context) bool {
	file := filepath.Join(r.dir, "gitdir")
	if info, err := os.Lstat(file); err == nil && info.Mode().IsRegular() && info.Size() < 1<<16 {
		data, err := os.ReadFile(file)
		back := from(r.dir, strings.TrimSuffix(string(data), "\n"))
		return err == nil && filepath.Base(back) == ".git" && same(filepath.Dir(back), r.root)
	}
	tree, err := r.ask(ctx, "config", "--get", "core.worktree")
	return err == nil && same(from(r.dir, strings.TrimSuffix(tree, "\n")), r.root)
}

// useIndex takes the index from the file that GIT_INDEX_FILE names, or from
// git's own for "". A link is refused, for it could show what is staged in
// another repository.
func (r *repository) useIndex(name string) error {
	file := filepath.Join(r.dir, "index")
	if name != "" {
		file = from(r.root, name)
		if !same(filepath.Dir(file), r.dir) {
			return fmt.Errorf("GIT_INDEX_FILE is %s, which is not in %s: unset it", name, r.dir)
		}
		r.index = file
	}
	info, err := os.Lstat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // nothing is staged
	}
	if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file: remove it and run `git reset`, %s", file, wayOut)
	}
	return err
}

// from is a path that may be relative to a folder.
func from(folder, path string) string {
	if path = filepath.FromSlash(path); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, path)
}

// same reports whether two paths lead to one folder.
func same(a, b string) bool {
	first, errFirst := os.Stat(a)
	second, errSecond := os.Stat(b)
	return errFirst == nil && errSecond == nil && os.SameFile(first, second)
}
