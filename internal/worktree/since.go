package worktree

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// CommitsSince returns the number of commits of HEAD after the last one that changed a file, and that commit.
// A merge counts as one commit. It returns false if the file differs from that commit, or if the answer is
// unknown, as in a shallow clone.
func (t *Tree) CommitsSince(file string) (count int, last Commit, known bool) {
	name := t.Relative(file)
	h := t.history()
	if h.shallow || !t.IsCommitted(file) {
		return 0, Commit{}, false
	}
	// If git fails, there is no number in its answer.
	out, _ := h.ask("", "log", "--first-parent", "--max-count=1", "--no-show-signature", "--no-mailmap", "--format=%H %ct", "HEAD", "--", ":(top,literal)"+name)
	hash, seconds, _ := strings.Cut(strings.TrimSpace(out), " ")
	last, err := commitOf(hash, seconds)
	if err != nil {
		return 0, Commit{}, false
	}
	out, _ = h.ask("", "rev-list", "--first-parent", "--count", hash+"..HEAD")
	count, err = strconv.Atoi(strings.TrimSpace(out))
	if err != nil {
		return 0, Commit{}, false
	}
	return count, last, true
}

// IsNewest reports whether no other file in the folder that counts was committed later, or is not committed
// yet.
func (t *Tree) IsNewest(file string, counts func(name string) bool) bool {
	name := t.Relative(file)
	h := t.history()
	own := h.last[name].commit.Time
	return !slices.ContainsFunc(t.beside(name), func(base string) bool {
		other := path.Join(path.Dir(name), base)
		last, committed := h.last[other]
		return counts(other) && (!committed || last.commit.Time.After(own))
	})
}

// IsCommitted reports whether a file is the same as in HEAD.
func (t *Tree) IsCommitted(file string) bool {
	name := t.Relative(file)
	blob, _ := t.history().ask("", "rev-parse", "--verify", "--quiet", "HEAD:"+name) // "" without one
	content := t.content(name)
	return content.known && content.blob == strings.TrimSpace(blob)
}
