// Package worktree says what became of the files and commits that a handoff names, from the files of the work
// tree and from git. It does not know what an agent did. Start with Trees.Of.
package worktree

import (
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/git"
	"github.com/handofflint/handofflint/internal/ledger"
)

// Tree answers questions about the files of a work tree and its history. It is safe for concurrent use, and
// looks up each thing once, on demand.
type Tree struct {
	root string
	door files.Door
	// list has the names in the work tree, history what git knows.
	list    func() *names
	history func() *history
	trees   *Trees

	mutex  sync.Mutex
	memory map[question]any
}

// NewTree returns the work tree around a folder, for its own run. It looks up nothing in advance.
func NewTree(folder string) *Tree { return newTree(folder, NewTrees()) }

func newTree(folder string, trees *Trees) *Tree {
	t := &Tree{root: files.Root(folder), door: files.Tree(folder), memory: map[question]any{}, trees: trees}
	t.list = sync.OnceValue(func() *names { return listTree(t.root) })
	t.history = sync.OnceValue(func() *history { return readHistory(t.root, trees) })
	return t
}

// HasRepository reports whether the tree is a git repository's.
func (t *Tree) HasRepository() bool {
	_, found := files.Around(t.root)
	return found
}

// question is the key of an answer; handoff is set if the answer depends on it.
type question struct {
	kind, about string
	handoff     Handoff
}

// remember keeps the answer for each key. It does not hold the lock while asking, so two may ask at once.
func remember[T any](t *Tree, key question, ask func() T) T {
	t.mutex.Lock()
	answer, known := t.memory[key]
	t.mutex.Unlock()
	if known {
		return answer.(T)
	}
	fresh := ask()
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.memory[key] = fresh
	return fresh
}

// State is what became of a file.
type State int

// The states of a file at the time of a handoff.
const (
	// Uncertain: unknown. There is no git, or its history does not reach back; or the path is ignored, in a
	// submodule, outside of the tree, or may mean another file.
	Uncertain State = iota
	// Present: it exists now.
	Present
	// Past: it does not exist now, but was in a commit: it may have existed then.
	Past
	// Deleted: a commit before that time deleted it.
	Deleted
	// Moved: a commit before that time renamed it, and it exists under the new name.
	Moved
	// Absent: it is neither in the work tree nor in any commit.
	Absent
)

// File is what is known of a path.
type File struct {
	State State
	// Path is the path from the root.
	Path string
	// Commit deleted or moved the file, To is where it is now.
	Commit Commit
	To     string
	// Likely is how much the path looks like a path of this tree.
	Likely Likeness
}

// Likeness is what a path has in common with the paths of the tree, or of its history.
type Likeness struct {
	// Top: its first folder. Folder: its own folder. Extension: another file has its extension.
	Top, Folder, Extension bool
}

// Commit is a git commit.
type Commit struct {
	Hash string
	Time time.Time
}

// Handoff is the source of claims about files.
type Handoff struct {
	// Path is its file, or "".
	Path string
	// Said is the time that it states, Changed the time of its file; zero if unknown.
	Said, Changed time.Time
	// Work is the maximum duration of its work: files that disappeared meanwhile may have been read.
	Work time.Duration
	// IsLive is set while its agent is still working.
	IsLive bool
}

// maxDepth is the maximum number of folders of a path that is looked up: it may begin at each of them.
const maxDepth = 32

// Files says what became of the paths that a handoff names.
func (t *Tree) Files(h Handoff, paths []string) []File {
	found := make([]File, len(paths))
	for i, p := range paths {
		p = norm.NFC.String(p)
		if strings.Count(p, "/") > maxDepth {
			found[i] = File{Path: p, State: Uncertain}
			continue
		}
		f := remember(t, question{"file", p, h}, func() File { return t.file(h, p) })
		if f.State == Absent && remember(t, question{kind: "ignore"}, t.readIgnoreRules).mayIgnore(f.Path) {
			f.State = Uncertain
		}
		found[i] = f
	}
	return found
}

// written returns a lower bound of when a handoff was written, from the time that it states and the time at
// which its file was changed or committed. It returns zero for a committed handoff that states none.
func (t *Tree) written(h Handoff) time.Time {
	last, committed := t.history().last[t.Relative(h.Path)]
	if h.Said.IsZero() {
		if committed {
			return time.Time{}
		}
		return h.Changed
	}
	if committed {
		h.Changed = last.commit.Time
	}
	if !h.Changed.IsZero() && h.Changed.Before(h.Said) {
		return h.Changed
	}
	return h.Said
}

// file says what became of a path, without the ignore rules. Where nothing proves another state, it is Uncertain.
func (t *Tree) file(of Handoff, p string) File {
	if ledger.IsAbsolute(p) {
		here, known := t.translate(p)
		if !known {
			return File{Path: p}
		}
		p = here
	}
	for _, candidate := range candidates(t.Relative(of.Path), p) {
		switch t.exists(candidate) {
		case ledger.Yes:
			return File{State: Present, Path: candidate}
		case ledger.Unknown:
			return File{Path: candidate}
		}
	}
	if strings.HasPrefix(p, "../") { // it may be outside of the tree
		return File{Path: p}
	}
	return t.missing(of, p)
}

// missing says what became of a path at which there is nothing now. It is Absent only if everything is known and the
// path can mean nothing else.
func (t *Tree) missing(of Handoff, p string) File {
	h := t.history()
	f := File{Path: p, Likely: t.likeness(of, p)}
	written := t.written(of)
	if h.has[p] {
		f.State = Past
		if !written.IsZero() {
			t.setDeparture(&f, written.Add(-of.Work))
		}
		return f
	}
	isKnown := h.covers(written) && !t.list().incomplete
	if isKnown && !t.isNested(p) && !t.couldBeAnother(t.Relative(of.Path), p) && !t.isElsewhere(p) {
		f.State = Absent
	}
	return f
}

// exists reports whether there is a file or folder now.
func (t *Tree) exists(p string) ledger.Answer {
	return remember(t, question{kind: "there", about: p}, func() ledger.Answer { return stat(t.door, t.root, p) })
}

func stat(door files.Door, root, p string) ledger.Answer {
	_, err := door.Stat(filepath.Join(root, filepath.FromSlash(p)))
	if err == nil {
		return ledger.Yes
	}
	if isMissing(err) {
		return ledger.No
	}
	return ledger.Unknown
}

// maxRenames is the maximum number of consecutive renames that are followed.
const maxRenames = 8

// setDeparture makes a file Deleted or Moved if an ancestor of HEAD did that at or before a time, following renames.
// Otherwise it leaves the state as it is.
func (t *Tree) setDeparture(f *File, at time.Time) {
	name := f.Path
	for range maxRenames {
		last := t.history().last[name]
		wasGone := last.gone && !last.commit.Time.After(at)
		if !wasGone || !t.isInHead(last.commit.Hash) {
			return
		}
		renames := t.renames(last.commit.Hash)
		if renames == nil {
			return
		}
		if name == f.Path { // the first of several renames
			f.Commit = last.commit
		}
		name = renames[name]
		if name == "" {
			f.State = Deleted
			return
		}
		if t.exists(name) == ledger.Yes {
			f.State, f.To = Moved, name
			return
		}
	}
}

// isInHead and renames are those of the history.
func (t *Tree) isInHead(hash string) bool {
	return remember(t, question{kind: "contained", about: hash}, func() bool { return t.history().isInHead(hash) })
}

func (t *Tree) renames(hash string) map[string]string {
	return remember(t, question{kind: "renames", about: hash}, func() map[string]string { return t.history().renames(hash) })
}

// Commits reports for hashes, or their prefixes, whether the repository has such an object now. It answers
// only for a handoff that is in no commit and was written in this clone recently: a commit named where the
// work was done must exist, but one named elsewhere may have been squashed, and git prunes old ones. For a
// committed handoff that its agent is working on, it answers for hashes that HEAD's version does not name.
func (t *Tree) Commits(of Handoff, hashes []string, now time.Time) map[string]ledger.Answer {
	if len(hashes) == 0 {
		return nil // without running git
	}
	h := t.history()
	rel := t.Relative(of.Path)
	_, isCommitted := h.last[rel]
	if isCommitted && !of.IsLive {
		return nil
	}
	at := t.written(of)
	if isCommitted {
		at = of.Changed                                           // it is being written
		before, err := h.ask("", "cat-file", "blob", "HEAD:"+rel) // without an answer, it may name all hashes
		hashes = slices.DeleteFunc(slices.Clone(hashes), func(hash string) bool { return err != nil || strings.Contains(before, hash) })
	}
	if rel == "" || !h.keepsFrom(at, now) {
		return nil
	}
	asked := question{kind: "objects", about: strings.Join(hashes, " ")}
	return remember(t, asked, func() map[string]ledger.Answer { return h.objects(hashes) })
}

// others returns the roots of the repository's work trees outside of this one.
func (t *Tree) others() []string {
	return remember(t, question{kind: "worktrees"}, func() []string {
		return slices.DeleteFunc(git.WorkTrees(t.root), func(root string) bool { return files.Below(t.root, root) })
	})
}

// isElsewhere reports whether another work tree of the repository may have the file.
func (t *Tree) isElsewhere(p string) bool {
	return slices.ContainsFunc(t.others(), func(root string) bool { return stat(files.Tree(root), root, p) != ledger.No })
}

// maxFile is the maximum size of a file whose lines are counted, in bytes.
const maxFile = 32 << 20

// content is what is kept about a file whose lines were counted.
type content struct {
	known   bool
	lines   int
	changed time.Time
	blob    string
}

// EndsBefore reports whether an existing file has fewer lines than line, and had no more when a handoff was
// written; count is the number of lines. It returns false if the file was or may have been changed since.
func (t *Tree) EndsBefore(line int, p string, of Handoff) (count int, sure bool) {
	c := t.content(p)
	at := t.written(of)
	if !c.known || line <= c.lines || at.IsZero() {
		return c.lines, false
	}
	if !c.changed.After(at) { // not written since
		return c.lines, true
	}
	last := t.history().last[norm.NFC.String(p)]
	return c.lines, last.blob == c.blob && !last.commit.Time.After(at)
}

// content returns what is known about the content of a file.
func (t *Tree) content(p string) content {
	return remember(t, question{kind: "content", about: p}, func() content { return t.readContent(p) })
}

func (t *Tree) readContent(p string) content {
	place, err := t.door.Find(filepath.Join(t.root, filepath.FromSlash(p)))
	if err != nil {
		return content{}
	}
	data, info, over, err := place.Read(maxFile)
	if err != nil || over {
		return content{}
	}
	lines := strings.Count(string(data), "\n")
	if len(data) > 0 && data[len(data)-1] != '\n' {
		lines++
	}
	blob := sha1.Sum(append(fmt.Appendf(nil, "blob %d\x00", len(data)), data...))
	return content{known: true, lines: lines, changed: info.ModTime(), blob: hex.EncodeToString(blob[:])}
}
