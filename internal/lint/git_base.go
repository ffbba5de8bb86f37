package lint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
)

// What is in the way of an answer, each with the way out.
var (
	// ErrNoGit: the program git is not installed.
	ErrNoGit = errors.New("git is not installed or not on PATH: install it, or check without --changed and --staged")
	// ErrNoRepository: the folder is in no work tree of git's.
	ErrNoRepository = errors.New("this folder is in no git repository: check without --changed and --staged")
	// ErrNoCommits: there is nothing to compare with.
	ErrNoCommits = errors.New("this repository has no commits, so nothing can have changed since one: check without --changed, or use --staged")
	// ErrNoDefault: no base was named, and no default branch found.
	ErrNoDefault = errors.New("no default branch was found (origin/HEAD, main, master): name the commit to compare with, --changed=BASE")
	// ErrShallow: the history that was cloned does not reach the base.
	ErrShallow = errors.New("this clone is shallow, its history does not reach the commit to compare with: run `git fetch --unshallow`, or check out with the full history (GitHub: fetch-depth: 0, GitLab: GIT_DEPTH: 0)")
)

// defaultBranches are where the default branch is looked for, in this order.
var defaultBranches = []string{
	"refs/remotes/origin/HEAD",
	"refs/remotes/origin/main", "refs/remotes/origin/master",
	"refs/heads/main", "refs/heads/master",
}

// base is the commit that changes count from: the merge base of HEAD and a
// commit that the user names, or the default branch.
func (r repository) base(ctx context.Context, name string) (string, error) {
	if head, err := r.commit(ctx, "HEAD"); err != nil || head == "" {
		return "", cmp.Or(err, ErrNoCommits)
	}
	with, err := r.named(ctx, name)
	if err != nil {
		return "", err
	}
	base, err := r.ask(ctx, "merge-base", with, "HEAD")
	if err == nil {
		return strings.TrimSpace(base), nil
	}
	if !refused(err) {
		return "", err
	}
	none := fmt.Errorf("HEAD and %s have no commit in common, so nothing says what has changed: name another one, --changed=BASE", with)
	return "", r.shallowOr(ctx, none)
}

// named is the commit of a name, or of the default branch for "".
func (r repository) named(ctx context.Context, name string) (string, error) {
	wanted := []string{name}
	missing := fmt.Errorf("git knows no commit %q to compare with: is it fetched?", name)
	if name == "" {
		wanted, missing = defaultBranches, ErrNoDefault
	}
	for _, w := range wanted {
		commit, err := r.commit(ctx, w)
		if err != nil || commit != "" {
			return commit, err
		}
	}
	if err := r.shallowOr(ctx, missing); !errors.Is(err, ErrShallow) || name == "" {
		return "", err
	}
	return "", fmt.Errorf("git knows no commit %q: either there is none of that name, or %w", name, ErrShallow)
}

// commit is the commit that a name stands for, "" if there is none.
func (r repository) commit(ctx context.Context, name string) (string, error) {
	if strings.HasPrefix(name, "-") {
		return "", nil // git would take it for an option
	}
	id, err := r.ask(ctx, "rev-parse", "--verify", "--quiet", name+"^{commit}")
	if err != nil && refused(err) {
		return "", nil
	}
	return strings.TrimSpace(id), err
}

// shallowOr is ErrShallow in a shallow clone, which is then the likely cause,
// and another error elsewhere.
func (r repository) shallowOr(ctx context.Context, other error) error {
	if answer, err := r.ask(ctx, "rev-parse", "--is-shallow-repository"); err == nil && strings.TrimSpace(answer) == "true" {
		return ErrShallow
	}
	return other
}
