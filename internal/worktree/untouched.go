package worktree

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/handofflint/handofflint/internal/ledger"
)

// Untouched is a file that the commits of a handoff do not touch, nor any other since the work
// on it can have begun.
type Untouched struct {
	// Listed is the path as the handoff has it, and Path from the root.
	Listed, Path string
	// Last is the last commit that touched it, First the first one that the handoff names.
	Last, First Commit
}

// maxUntouched is how many files git is asked about for one handoff.
const maxUntouched = 20

// Untouched returns those of the files that a handoff says it changed that no commit has
// touched since some time before the first of its commits, given by their hashes. It returns
// nothing unless that is beyond doubt: the commits are here, touch another file of the list,
// and the clone has everything that was committed since; and the file is as it was committed
// and can be no other one of the tree.
func (t *Tree) Untouched(of Handoff, hashes, listed []string, work time.Duration) []Untouched {
	h := t.history()
	first, touched := t.commitsOf(hashes)
	begun := first.Time.Add(-work)
	if first.Hash == "" || !h.covers(begun) || t.list().over || !t.isOnlyTree() {
		return nil
	}
	var found []Untouched
	isOfThem := false
	for _, p := range listed {
		here, ok := t.fromList(p)
		if touched[here] {
			isOfThem = true
		}
		last := h.last[here]
		isOld := last.commit.Hash != "" && !last.gone && last.commit.Time.Before(begun)
		if ok && isOld && here != t.Relative(of.Path) {
			found = append(found, Untouched{p, here, last.commit, first})
		}
	}
	if !isOfThem {
		return nil // the list is not about these commits, or is written from another folder
	}
	found = found[:min(len(found), maxUntouched)]
	return slices.DeleteFunc(found, func(u Untouched) bool { return t.mayBeTouched(u.Path, begun) })
}

// commitsOf returns the first of some commits, and the files that they touch. It returns no
// commit if one of them is not known.
func (t *Tree) commitsOf(hashes []string) (first Commit, touched map[string]bool) {
	touched = map[string]bool{}
	for _, hash := range hashes {
		commit, known := t.history().commit(hash)
		if !known {
			return Commit{}, nil
		}
		names := remember(t, question{kind: "touched", about: commit.Hash}, func() []string { return t.history().touchedBy(commit.Hash) })
		if names == nil {
			return Commit{}, nil
		}
		for _, name := range names {
			touched[name] = true
		}
		if first.Hash == "" || commit.Time.Before(first.Time) {
			first = commit
		}
	}
	return first, touched
}

// fromList returns the path from the root that an entry of a list means, and whether it can
// mean no other file: the list may have been written from another folder.
func (t *Tree) fromList(p string) (here string, sure bool) {
	here = path.Clean(norm.NFC.String(p))
	if ledger.IsAbsolute(p) {
		translated, ok := t.translate(p)
		if !ok {
			return "", false
		}
		here = translated
	}
	isEnd := func(other string) bool { return strings.HasSuffix(other, "/"+here) }
	base := path.Base(here)
	isAnother := slices.ContainsFunc(t.list().byBase[base], isEnd) || slices.ContainsFunc(t.history().byBase[base], isEnd)
	return here, !isAnother && !t.isNested(here) && t.now(here) == ledger.Yes
}

// mayBeTouched reports whether a file may have been changed since a time: it is not as it was
// committed last, or a merge or a stash changes it, which have no changes of their own in the
// history.
func (t *Tree) mayBeTouched(p string, begun time.Time) bool {
	content := t.contentOf(p)
	if !content.known || content.blob != t.history().last[p].blob {
		return true
	}
	out, err := t.history().ask("", "log", "--all", "--reflog", "--full-history", "--no-show-signature", "--no-mailmap", "--max-count=1",
		"--max-age="+strconv.FormatInt(begun.Unix(), 10), "--format=%H", "--", ":(top,literal)"+p)
	return err != nil || out != ""
}

// isOnlyTree reports whether the repository has no other work tree, which could have changes
// that are not committed.
func (t *Tree) isOnlyTree() bool {
	others := t.others()
	return others.known && len(others.roots) == 0
}

// commit returns the commit with a hash, or with the beginning of one, and whether it is known.
func (h *history) commit(hash string) (Commit, bool) {
	i, _ := slices.BinarySearchFunc(h.commits, hash, func(c Commit, hash string) int { return cmp.Compare(c.Hash, hash) })
	isOne := i < len(h.commits) && strings.HasPrefix(h.commits[i].Hash, hash)
	isSeveral := i+1 < len(h.commits) && strings.HasPrefix(h.commits[i+1].Hash, hash)
	if !isOne || isSeveral {
		return Commit{}, false
	}
	return h.commits[i], true
}

// touchedBy returns the files that a commit changed, a merge those that differ from its first
// parent; nil if git does not answer.
func (h *history) touchedBy(commit string) []string {
	out, err := h.ask("", "log", "--max-count=1", "-m", "--first-parent", "--root", "--no-show-signature", "--no-mailmap", "--ignore-submodules=none",
		"--no-relative", "--name-only", "-z", "--no-renames", "--format=", commit)
	if err != nil {
		return nil
	}
	names := []string{}
	for name := range strings.SplitSeq(out, "\x00") {
		if name = strings.TrimLeft(name, "\n"); name != "" {
			names = append(names, norm.NFC.String(name))
		}
	}
	return names
}
