package evidence

import (
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/handofflint/handofflint/internal/files"
)

// Tree answers for the files of a work tree and its history. It is safe for concurrent
// use, and looks at each thing once, when it is first asked for.
type Tree struct {
	root string
	door files.Door
	// list has the names in the work tree, history what git knows.
	list    func() *listing
	history func() *history
	// others are the repository's other work trees outside of this one, false if they
	// cannot be known.
	others func() ([]*Tree, bool)

	mutex   sync.Mutex
	renames map[string]map[string]string
	within  map[string]Answer
	hashes  map[string]Answer
	hidden  map[string]bool
	files   map[handoffPath]File
	counts  map[string]counted
	// committed are files with the content of their last commit.
	committed map[string]bool
}

// handoffPath is a path as a handoff means it.
type handoffPath struct {
	handoff Handoff
	path    string
}

// maxDepth is how many folders deep a path is looked for: each may be where it begins.
const maxDepth = 32

// NewTree is the work tree around a folder. Nothing is looked at before it is asked
// for.
func NewTree(folder string) *Tree { return newTree(folder, maxCommits) }

// NewTreeInHook is NewTree for who cannot wait: it looks at the latest 5,000 commits, and
// in a longer history no file is said to be in none.
func NewTreeInHook(folder string) *Tree { return newTree(folder, hookCommits) }

func newTree(folder string, commits int) *Tree {
	t := &Tree{root: files.Root(folder), door: files.Tree(folder), renames: map[string]map[string]string{}, within: map[string]Answer{}, hashes: map[string]Answer{}, hidden: map[string]bool{}, files: map[handoffPath]File{}, counts: map[string]counted{}, committed: map[string]bool{}}
	t.list = sync.OnceValue(func() *listing { return listTree(t.root) })
	t.history = sync.OnceValue(func() *history { return readHistory(t.root, commits) })
	t.others = sync.OnceValues(func() (others []*Tree, known bool) {
		roots, known := t.history().otherTrees(t.root)
		for _, root := range roots {
			others = append(others, newTree(root, commits))
		}
		return others, known
	})
	return t
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
	// Path is its file, "" if it has none.
	Path string
	// Said is the time that it gives for itself, Changed when its file was; zero if
	// that is not known.
	Said, Changed time.Time
	// Work is how long its work may have taken: what went meanwhile may have been read.
	Work time.Duration
}

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
		found[i] = remember(t, t.files, handoffPath{h, p}, func() File { return t.file(h, p) })
		if found[i].State == Absent {
			absent = append(absent, found[i].Path)
		}
	}
	if len(absent) == 0 {
		return found
	}
	ignored := t.ignored(absent)
	for i := range found {
		if f := &found[i]; f.State == Absent && ignored[f.Path] {
			f.State = Uncertain
		}
	}
	return found
}

// ignored are those of some paths that git ignores. Each is asked about once, and as
// many as can be together.
func (t *Tree) ignored(paths []string) map[string]bool {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	var unknown []string
	for _, p := range paths {
		if _, known := t.hidden[p]; !known {
			unknown = append(unknown, p)
		}
	}
	asked := t.history().ignored(unknown)
	for _, p := range unknown {
		t.hidden[p] = asked[p]
	}
	ignored := map[string]bool{}
	for _, p := range paths {
		ignored[p] = t.hidden[p]
	}
	return ignored
}

// written is when a handoff was written, no later than it was: by what it says of
// itself and when its file was changed, or committed. Of one that was committed and
// says nothing, it is not known: the zero time.
func (t *Tree) written(h Handoff) time.Time {
	last, committed := t.history().last[t.relative(h.Path)]
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

// relative is the path of a handoff from the root, "" if it is not in the tree.
func (t *Tree) relative(handoff string) string {
	key, err := files.Key(filepath.FromSlash(handoff))
	if err != nil || handoff == "" {
		return ""
	}
	place, err := t.door.Find(filepath.FromSlash(key))
	if err != nil {
		return ""
	}
	return t.fromRoot(place.Path())
}

// fromRoot is a path below the root, with forward slashes; "" for any other.
func (t *Tree) fromRoot(p string) string {
	rel, err := filepath.Rel(t.root, p)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return ""
	}
	return filepath.ToSlash(rel)
}

func (t *Tree) file(of Handoff, p string) File {
	handoff := t.relative(of.Path)
	if IsAbsolute(p) {
		here, known := t.translate(p)
		if !known {
			return File{Path: p}
		}
		p = here
	}
	var f File
	for _, p := range candidates(handoff, p) {
		now := t.now(p)
		if now == Yes {
			return File{State: Present, Path: p}
		}
		if now == Unknown || p == ".git" || strings.HasPrefix(p, ".git/") {
			f.Path = p
			return f
		}
	}
	if f.Path = p; strings.HasPrefix(p, "../") {
		return f
	}
	h, list := t.history(), t.list()
	f.Likely = t.likeness(p)
	if last, was := h.last[p]; was {
		f.State = Past
		if begun := t.written(of); !begun.IsZero() {
			t.setDeparture(&f, last, begun.Add(-of.Work))
		}
		return f
	}
	if !h.covers(t.written(of)) || list.over || t.nested(p) || t.couldBeAnother(handoff, p) || t.isElsewhere(p) {
		return f
	}
	f.State = Absent
	return f
}

// now reports whether a file or folder is there, its name written as it is on disk.
func (t *Tree) now(p string) Answer {
	_, err := t.door.Stat(filepath.Join(t.root, filepath.FromSlash(p)))
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return No
	case err != nil:
		return Unknown
	}
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		if list := t.list(); !list.over && !list.has[p] && list.folded()[strings.ToLower(p)] {
			return No // in other letters
		}
	}
	return Yes
}

// setDeparture says since when a file is gone, if that was before a time.
func (t *Tree) setDeparture(f *File, last change, at time.Time) {
	if !last.gone || last.commit.Time.After(at) || t.contains(last.commit.Hash) != Yes {
		return
	}
	if t.renamedBy(last.commit.Hash) == nil {
		return
	}
	f.State, f.Commit = Deleted, last.commit
	to, hops := t.renamedBy(last.commit.Hash)[f.Path], 0
	for ; to != "" && t.now(to) != Yes && hops < 8; hops++ {
		next, was := t.history().last[to]
		if !was || !next.gone || next.commit.Time.After(at) {
			return
		}
		to = t.renamedBy(next.commit.Hash)[to]
	}
	if to != "" && t.now(to) == Yes {
		f.State, f.To = Moved, to
	}
}

// contains reports whether a commit is one that the work tree is based on.
func (t *Tree) contains(commit string) Answer {
	return remember(t, t.within, commit, func() Answer { return t.history().contains(commit) })
}

// renamedBy are the new names of the files that a commit renamed, nil if that is not
// known.
func (t *Tree) renamedBy(commit string) map[string]string {
	return remember(t, t.renames, commit, func() map[string]string { return t.history().renames(commit) })
}

// Commit reports whether the repository has an object with a hash, or one that begins
// so. No is only said of the hashes of a handoff that is in no commit: what is named
// where the work is done must be there, what is named elsewhere may have been squashed.
func (t *Tree) Commit(of Handoff, hash string) Answer {
	h := t.history()
	rel := t.relative(of.Path)
	if _, committed := h.last[rel]; committed || rel == "" {
		return Unknown
	}
	return remember(t, t.hashes, hash, func() Answer { return h.hasObject(hash) })
}

// remember asks once for each key. The lock is not held meanwhile.
func remember[K comparable, T any](t *Tree, memory map[K]T, key K, ask func() T) T {
	t.mutex.Lock()
	answer, known := memory[key]
	t.mutex.Unlock()
	if known {
		return answer
	}
	answer = ask()
	t.mutex.Lock()
	defer t.mutex.Unlock()
	memory[key] = answer
	return answer
}

// Problem is why there is no history, nil if there is one.
func (t *Tree) Problem() error { return t.history().err }
