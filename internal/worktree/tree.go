// Package worktree says what became of the files and commits that a handoff names, by the
// files of the work tree and by what git knows of them. It knows nothing of what an agent did. Trees.Of
// is where to begin.
package worktree

import (
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/ledger"
)

// Tree answers for the files of a work tree and its history. It is safe for concurrent
// use, and looks at each thing once, when it is first asked for.
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

// NewTree returns the work tree around a folder, in a run of its own. Nothing is looked
// at before it is asked for.
func NewTree(folder string) *Tree { return newTree(folder, NewTrees()) }

func newTree(folder string, trees *Trees) *Tree {
	t := &Tree{root: files.Root(folder), door: files.Tree(folder), memory: map[question]any{}, trees: trees}
	t.list = sync.OnceValue(func() *names { return listTree(t.root) })
	t.history = sync.OnceValue(func() *history { return readHistory(t.root, trees) })
	return t
}

// HasRepository reports whether the tree is that of a git repository.
func (t *Tree) HasRepository() bool {
	_, found := files.Around(t.root)
	return found
}

// question is what is asked once, of what a handoff says if it depends on that.
type question struct {
	kind, about string
	handoff     Handoff
}

// remember asks once for each key. The lock is not held meanwhile.
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
	// Uncertain: nobody can say. There is no git, or its history does not reach; the
	// path is ignored, in a submodule, outside of the tree or could be another file's.
	Uncertain State = iota
	// Present: it is there now.
	Present
	// Past: it is not there now, and was in a commit: it may have been there then.
	Past
	// Deleted: a commit before that time took it away.
	Deleted
	// Moved: a commit before that time gave it another name, under which it is there.
	Moved
	// Absent: neither the work tree nor any commit has it.
	Absent
)

// File is what is known of a path.
type File struct {
	State State
	// Path is the path from the root.
	Path string
	// Commit took a deleted or moved file away, To is where it is now.
	Commit Commit
	To     string
	// Likely is how far the path looks like one of this tree.
	Likely Likeness
}

// Likeness is what a path has in common with those of the tree, or of its history.
type Likeness struct {
	// Top: its first folder, Folder: the folder that it is in, Extension: another file
	// with its extension.
	Top, Folder, Extension bool
}

// Commit is one of git's.
type Commit struct {
	Hash string
	Time time.Time
}

// Handoff is where claims about files come from.
type Handoff struct {
	// Path is its file, or "" if it has none.
	Path string
	// Said is the time that it gives for itself, Changed when its file was; zero if
	// that is not known.
	Said, Changed time.Time
	// Work is how long its work may have taken: what went meanwhile may have been read.
	Work time.Duration
	// IsLive is set while its agent still works.
	IsLive bool
}

// maxDepth is how many folders deep a path is looked for: each may be where it begins.
const maxDepth = 32

// Files says what became of the paths that a handoff names.
func (t *Tree) Files(h Handoff, paths []string) []File {
	found := make([]File, len(paths))
	var absent []string
	for i, p := range paths {
		p = norm.NFC.String(p)
		if strings.Count(p, "/") > maxDepth {
			found[i] = File{Path: p}
			continue
		}
		found[i] = remember(t, question{"file", p, h}, func() File { return t.file(h, p) })
		if found[i].State == Absent {
			absent = append(absent, found[i].Path)
		}
	}
	if len(absent) == 0 {
		return found
	}
	rules := remember(t, question{kind: "ignore"}, t.ignoreRules)
	for i := range found {
		if f := &found[i]; f.State == Absent && rules.mayIgnore(f.Path) {
			f.State = Uncertain
		}
	}
	return found
}

// written returns when a handoff was written, no later than it was: by what it says of
// itself and when its file was changed, or committed. Of one that was committed and
// says nothing, it is not known: the zero time.
func (t *Tree) written(h Handoff) time.Time {
	last, committed := t.history().last[t.Relative(h.Path)]
	if committed && h.Said.IsZero() {
		return time.Time{}
	}
	if committed {
		h.Changed = last.commit.Time
	}
	if h.Said.IsZero() || !h.Changed.IsZero() && h.Changed.Before(h.Said) {
		return h.Changed
	}
	return h.Said
}

func (t *Tree) file(of Handoff, p string) File {
	handoff := t.Relative(of.Path)
	if ledger.IsAbsolute(p) {
		here, known := t.translate(p)
		if !known {
			return File{Path: p}
		}
		p = here
	}
	var f File
	for _, p := range candidates(handoff, p) {
		now := t.now(p)
		if now == ledger.Yes {
			return File{State: Present, Path: p}
		}
		if now == ledger.Unknown || p == ".git" || strings.HasPrefix(p, ".git/") {
			f.Path = p
			return f
		}
	}
	f.Path = p
	if strings.HasPrefix(p, "../") {
		return f
	}
	h := t.history()
	f.Likely = t.likeness(of, p)
	if h.has[p] {
		f.State = Past
		if begun := t.written(of); !begun.IsZero() {
			t.setDeparture(&f, begun.Add(-of.Work))
		}
		return f
	}
	isKnown := h.covers(t.written(of)) && !t.list().over
	if isKnown && !t.isNested(p) && !t.couldBeAnother(handoff, p) && !t.isElsewhere(p) {
		f.State = Absent
	}
	return f
}

// now reports whether a file or folder is there.
func (t *Tree) now(p string) ledger.Answer {
	return remember(t, question{kind: "there", about: p}, func() ledger.Answer { return stat(t.door, t.root, p) })
}

func stat(door files.Door, root, p string) ledger.Answer {
	_, err := door.Stat(filepath.Join(root, filepath.FromSlash(p)))
	if err == nil {
		return ledger.Yes
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return ledger.No
	}
	return ledger.Unknown
}

// setDeparture sets since when a file is gone, and where it went, if that was before a
// time.
func (t *Tree) setDeparture(f *File, at time.Time) {
	name := f.Path
	for range 8 { // renames, one after the other
		last := t.history().last[name]
		isBefore := last.gone && !last.commit.Time.After(at)
		if !isBefore {
			return
		}
		hash := last.commit.Hash
		isContained := remember(t, question{kind: "contained", about: hash}, func() bool { return t.history().contains(hash) })
		if !isContained {
			return
		}
		renames := remember(t, question{kind: "renames", about: hash}, func() map[string]string { return t.history().renames(hash) })
		if renames == nil {
			return
		}
		if name == f.Path {
			f.Commit = last.commit
		}
		name = renames[name]
		if name == "" {
			f.State = Deleted
			return
		}
		if t.now(name) == ledger.Yes {
			f.State = Moved
			f.To = name
			return
		}
	}
}

// Commits answers for hashes, or their beginnings, whether the repository has such an
// object now. It answers only for a handoff that is in no commit, and was written in this
// clone not long ago: what is named where the work is done must be there, what is named
// elsewhere may have been squashed, and git prunes what is old. Of a committed one that its agent
// works on it answers for what HEAD's version of it does not name.
func (t *Tree) Commits(of Handoff, hashes []string, now time.Time) map[string]ledger.Answer {
	if len(hashes) == 0 {
		return nil // without a process of git
	}
	h := t.history()
	rel := t.Relative(of.Path)
	_, isCommitted := h.last[rel]
	if isCommitted && of.IsLive {
		before, err := h.ask("", "cat-file", "blob", "HEAD:"+rel)
		hashes = slices.DeleteFunc(slices.Clone(hashes), func(hash string) bool { return err != nil || strings.Contains(before, hash) })
	}
	if isCommitted && !of.IsLive || rel == "" || len(hashes) == 0 || !h.keepsFrom(t.written(of), now) {
		return nil
	}
	asked := question{kind: "objects", about: strings.Join(hashes, " ")}
	return remember(t, asked, func() map[string]ledger.Answer { return h.objects(hashes) })
}

// otherTrees are the roots of the repository's other work trees, if they are known.
type otherTrees struct {
	roots []string
	known bool
}

func (t *Tree) others() otherTrees {
	return remember(t, question{kind: "worktrees"}, func() otherTrees { return t.history().otherTrees(t.root) })
}

// isElsewhere reports whether another work tree of the repository may have the file.
func (t *Tree) isElsewhere(p string) bool {
	all := t.others()
	return !all.known || slices.ContainsFunc(all.roots, func(root string) bool { return stat(files.Tree(root), root, p) != ledger.No })
}

// maxFile is the longest file whose lines are counted, in bytes.
const maxFile = 32 << 20

// content is what is kept of a file whose lines were counted.
type content struct {
	known   bool
	lines   int
	changed time.Time
	blob    string
}

// EndsBefore reports whether a file that is there has fewer lines than some, and as
// many when a handoff was written; count is how many. It reports false if the file was
// or may have been changed since.
func (t *Tree) EndsBefore(line int, p string, of Handoff) (count int, sure bool) {
	c := t.contentOf(p)
	at := t.written(of)
	if !c.known || line <= c.lines || at.IsZero() {
		return c.lines, false
	}
	if !c.changed.After(at) {
		return c.lines, true
	}
	last := t.history().last[norm.NFC.String(p)]
	return c.lines, !last.gone && last.blob == c.blob && !last.commit.Time.After(at)
}

// contentOf returns what is known of the content of a file.
func (t *Tree) contentOf(p string) content {
	return remember(t, question{kind: "content", about: p}, func() content { return t.content(p) })
}

func (t *Tree) content(p string) content {
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
