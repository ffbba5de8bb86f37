package git

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// The errors that prevent an answer, each with a way out.
var (
	// ErrNoGit: the program git is not installed.
	ErrNoGit = errors.New("git is not installed or not on PATH: install it, or check without --changed and --staged")
	// ErrNoRepository: the folder is in no git work tree.
	ErrNoRepository = errors.New("this folder is in no git repository: check without --changed and --staged")
	// ErrNoCommits: there is nothing to compare with.
	ErrNoCommits = errors.New("this repository has no commits, so nothing can have changed since one: check without --changed, or use --staged")
	// ErrNoDefault: no base was named, and no default branch found.
	ErrNoDefault = errors.New("no default branch was found (origin/HEAD, main, master): name the commit to compare with, --changed=BASE")
	// ErrShallow: the cloned history does not reach the base.
	ErrShallow = errors.New("this clone is shallow, its history does not reach the commit to compare with: run `git fetch --unshallow`, or check out with the full history (GitHub: fetch-depth: 0, GitLab: GIT_DEPTH: 0)")
)

// orCheckAll ends the message about an untrusted repository.
const orCheckAll = "or check without --changed and --staged"

// defaultBranches are the candidates for the default branch, in order.
var defaultBranches = []string{
	"refs/remotes/origin/HEAD",
	"refs/remotes/origin/main", "refs/remotes/origin/master",
	"refs/heads/main", "refs/heads/master",
}

// Open returns the repository of the work tree in a folder with a .git. Git must agree that the folder is the
// work tree. Its own folder, which has the index, must be the .git there or say itself that it belongs there,
// as those of worktrees and submodules do: a checked tree could lead git elsewhere. Nor may it borrow objects
// from another repository.
//
// The files that git would read are checked first: see regularFiles. All answers share the time of the
// clock.
func Open(ctx context.Context, root string, clock *Clock) (Repository, error) {
	git, err := exec.LookPath("git")
	if err != nil {
		return Repository{}, ErrNoGit
	}
	root, err = filepath.EvalSymlinks(root)
	if err != nil {
		return Repository{}, err
	}
	r := Repository{git: git, Root: root, clock: clock}
	if err := regularFiles(root); err != nil {
		return r, err
	}
	answer, err := r.Ask(ctx, "rev-parse", "--show-toplevel", "--absolute-git-dir", "--git-common-dir")
	if IsCutShort(err) {
		return r, err
	}
	if err != nil {
		return r, fmt.Errorf("git does not accept the repository in %s: %w", root, err)
	}
	lines := strings.Split(strings.TrimSuffix(answer, "\n"), "\n")
	if len(lines) != 3 {
		return r, fmt.Errorf("git rev-parse answers with %q instead of three paths", answer)
	}
	top := lines[0]
	r.dir = lines[1]
	r.common = resolve(root, lines[2])
	if !sameFolder(top, root) {
		return r, fmt.Errorf("the repository in %s has its work tree in %s: remove core.worktree from its configuration, %s", root, top, orCheckAll)
	}
	if !sameFolder(r.dir, r.common) && !isOfWorkTree(r.dir, r.common) {
		return r, fmt.Errorf("%s takes its objects from another repository, %s: remove its file commondir, %s", r.dir, r.common, orCheckAll)
	}
	borrowed := filepath.Join(r.common, "objects", "info", "alternates")
	if _, err := os.Lstat(borrowed); err == nil {
		return r, fmt.Errorf("%[1]s takes objects from another repository: run `git repack -a -d && rm %[1]s`, %[2]s", shortened(root, borrowed), orCheckAll)
	}
	at := filepath.Join(root, ".git")
	info, err := os.Lstat(at)
	if err != nil {
		return r, err
	}
	isOwn := info.IsDir() && sameFolder(at, r.dir)
	if !isOwn && !r.pointsBack(ctx) {
		return r, fmt.Errorf("%s leads to %s, which is not set up for this work tree: if it belongs here, run `git worktree repair` or `git config core.worktree \"$PWD\"` in %s, %s", at, r.dir, root, orCheckAll)
	}
	return r, nil
}

// pointsBack reports whether git's folder names the root as its work tree: a worktree's in its file gitdir, a
// submodule's in its configuration.
func (r Repository) pointsBack(ctx context.Context) bool {
	back := firstLine(filepath.Join(r.dir, "gitdir"))
	if back != "" {
		return isGitOf(resolve(r.dir, back), r.Root)
	}
	tree, err := r.Ask(ctx, "config", "--get", "core.worktree")
	return err == nil && sameFolder(resolve(r.dir, strings.TrimSuffix(tree, "\n")), r.Root)
}

// ExcludeFile returns the file with the repository's own ignore rules. It may be missing.
func (r Repository) ExcludeFile() string { return filepath.Join(r.common, "info", "exclude") }

// UseIndex uses the index in the file that GIT_INDEX_FILE names, or git's own for "". It refuses a link and a file
// outside of git's folder, which could show what is staged in another repository.
func (r *Repository) UseIndex(name string) error {
	file := filepath.Join(r.dir, "index")
	if name != "" {
		file = resolve(r.Root, name)
		if !sameFolder(filepath.Dir(file), r.dir) {
			return fmt.Errorf("GIT_INDEX_FILE is %s, which is not in %s: unset it", name, r.dir)
		}
		r.index = file
	}
	info, err := os.Lstat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // nothing is staged
	}
	if err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file: remove it and run `git reset`, %s", file, orCheckAll)
	}
	return err
}

// isGitOf reports whether a path is the .git in a folder.
func isGitOf(path, folder string) bool {
	return filepath.Base(path) == ".git" && sameFolder(filepath.Dir(path), folder)
}

// resolve returns the path that git names, which may be relative to a folder.
func resolve(folder, path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, path)
}

// sameFolder reports whether two paths lead to the same folder.
func sameFolder(a, b string) bool {
	first, errFirst := os.Stat(a)
	second, errSecond := os.Stat(b)
	return errFirst == nil && errSecond == nil && os.SameFile(first, second)
}

// Base returns the commit to compare with: the merge base of HEAD and a commit that the user names, or the
// default branch for "".
func (r Repository) Base(ctx context.Context, name string) (string, error) {
	if head, err := r.Commit(ctx, "HEAD"); head == "" {
		return "", cmp.Or(err, ErrNoCommits)
	}
	candidates := []string{name}
	if name == "" {
		candidates = defaultBranches
	}
	for _, candidate := range candidates {
		with, err := r.Commit(ctx, candidate)
		if err != nil {
			return "", err
		}
		if with == "" {
			continue
		}
		base, err := r.Ask(ctx, "merge-base", with, "HEAD")
		if Refused(err) {
			return "", r.noBase(ctx, name, with)
		}
		return strings.TrimSpace(base), err
	}
	return "", r.noBase(ctx, name, "")
}

// noBase returns why Base finds nothing: git does not know the name ("" for the default branch), or its commit (with)
// shares no history with HEAD.
func (r Repository) noBase(ctx context.Context, name, with string) error {
	answer, _ := r.Ask(ctx, "rev-parse", "--is-shallow-repository")
	isShallow := strings.TrimSpace(answer) == "true"
	isUnknown := with == "" && name != ""
	switch {
	case isShallow && isUnknown:
		return fmt.Errorf("git knows no commit %q: the name is wrong, or %w", name, ErrShallow)
	case isShallow:
		return ErrShallow
	case isUnknown:
		return fmt.Errorf("git knows no commit %q to compare with: is it fetched?", name)
	case with != "":
		return fmt.Errorf("HEAD and %s have no commit in common, so nothing says what has changed: name another one, --changed=BASE", with)
	}
	return ErrNoDefault
}

// Commit returns the commit with a name, or "".
func (r Repository) Commit(ctx context.Context, name string) (string, error) {
	if strings.HasPrefix(name, "-") {
		return "", nil // git would treat it as an option
	}
	id, err := r.Ask(ctx, "rev-parse", "--verify", "--quiet", name+"^{commit}")
	if Refused(err) {
		return "", nil
	}
	return strings.TrimSpace(id), err
}
