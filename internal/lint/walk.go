package lint

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
)

// Problem is what kept a walk from seeing all that it should. Each must become
// a finding: there may be files that nobody judged.
type Problem struct {
	// Path is the folder, link or ignore file, as findings show it.
	Path  string
	Fault *document.Fault
}

// The reasons of a Skip, with what its Detail says.
const (
	// SkippedIgnored: an ignore file hides it. Detail: `file:line: pattern`.
	SkippedIgnored = "ignored"
	// SkippedExcluded: Options.Exclude hides it. Detail: the pattern.
	SkippedExcluded = "excluded"
	// SkippedLink: a link that the walk does not follow.
	SkippedLink = "unfollowed-link"
	// SkippedDangling: a link that leads nowhere.
	SkippedDangling = "dangling-link"
	// SkippedSpecial: neither file nor folder nor link.
	SkippedSpecial = "special-file"
	// SkippedPattern: a line of the ignore file at Path is not a valid pattern.
	// Detail: `line: pattern`.
	SkippedPattern = "bad-pattern"
	// SkippedName: with Options.SkipUnknown, a named file that ends in neither
	// .md nor .json.
	SkippedName = "other-ending"
)

// Skip is what a walk left out on purpose, for those who ask why. Where a
// folder was left out, what is in it is not listed.
type Skip struct {
	Path, Reason, Detail string
	// By is the ignore file, or Options.HideBy, that hides the path; "" for any
	// other reason.
	By     string
	Folder bool
}

// Found is what Walk yields. Every list is sorted by path.
type Found struct {
	Files    []File
	Folders  []Folder
	Problems []Problem
	Skipped  []Skip
}

// Options says what a walk leaves out.
type Options struct {
	// Base is the folder that Exclude is relative to, and the outermost whose
	// ignore file counts; "" is the current folder. A root outside it has its
	// own ignore files alone.
	Base string
	// Exclude are globs (`*`, `?`, `[a-z]`, `{a,b}`, `**` for any number of
	// folders). One without a slash matches a name at any depth, one that ends
	// in a slash only folders. What is in an excluded folder is excluded.
	Exclude []string
	// Hide are further globs of this kind, each relative to a folder of its own, and
	// HideBy the file that has them.
	Hide   []*files.Globs
	HideBy string
	// NoIgnoreFiles ignores all ignore files.
	NoIgnoreFiles bool
	// Include are the globs of files that are yielded whatever their ending.
	Include []*files.Globs
	// ForceExclude makes Exclude and ignore files hide what the user named
	// too. It is for callers that name every file, as pre-commit does; for a
	// person who names a file, that file is what they want checked.
	ForceExclude bool
	// SkipUnknown takes a file that the user named for one that was found in a
	// folder: one with another ending is left out, and a file that turns out to
	// be no handoff is not a fault. One that is not there still is.
	SkipUnknown bool
	// Also says of further names that a file so named may be a handoff; nil for
	// none. Paths have forward slashes.
	Also func(path string) bool
	// Tree has other texts of the files than the machine; nil for none.
	Tree Tree
}

// ownFiles are files of this program. However wide a team's globs are, these are
// no handoffs.
var ownFiles = map[string]bool{".handofflint.yaml": true, ".handofflintignore": true}

// candidate reports whether a file may be a handoff by its name.
func (o Options) candidate(path string) bool {
	return Candidate(path) || o.Also != nil && o.Also(path)
}

// Walk finds what there is to check under the roots, files or folders in the
// operating system's or in slash form. Each file comes once, however many
// roots it is under, and in the same order on every machine.
//
// What cannot be read is not an error but a Problem, or a File that cannot be
// read. An error is an exclude pattern that is none, a relative root or base
// where the current folder is not there, or the context's.
func Walk(ctx context.Context, roots []string, opts Options) (Found, error) {
	w, err := newWalker(ctx, opts)
	if err != nil {
		return Found{}, err
	}
	places, err := locateAll(roots)
	if err != nil {
		return Found{}, err
	}
	for _, p := range places {
		if err := w.root(p); err != nil {
			return Found{}, err
		}
	}
	if opts.Tree != nil {
		w.gone(places)
	}
	return w.sorted(), nil
}

// gone takes the files that only the tree has, after all others.
func (w *walker) gone(roots []place) {
	w.opts.ForceExclude = true // what hides a folder hides a file in it
	for _, path := range w.opts.Tree.Gone() {
		for _, root := range roots {
			folder, err := files.Named.Find(root.native())
			rel, inside := files.BelowKey(filepath.ToSlash(folder.Path()), filepath.ToSlash(path))
			if err != nil || !inside {
				continue
			}
			if p := root.in(rel); w.candidate(p) && !w.forced(p, false) {
				w.add(p, false)
			}
			break
		}
	}
}

// locateAll puts outer folders before those in them, so that the order in
// which the user named them makes no difference.
func locateAll(roots []string) ([]place, error) {
	places := make([]place, 0, len(roots))
	for _, root := range roots {
		p, err := locate(root)
		if err != nil {
			return nil, err
		}
		places = append(places, p)
	}
	slices.SortStableFunc(places, func(a, b place) int { return strings.Compare(a.key, b.key) })
	return places, nil
}

// walker is the state of one Walk.
type walker struct {
	ctx         context.Context
	opts        Options
	base        place
	exclude     []files.Glob
	ignoreFiles map[string]*ignoreFile
	// door is what the paths of the current root go through.
	door files.Door
	// files has the index in found.Files by key, folders the keys of all
	// folders that were entered.
	files   map[string]int
	folders map[string]bool
	// links are those of the current root, to be settled after it.
	links []place
	found Found
}

func newWalker(ctx context.Context, opts Options) (*walker, error) {
	w := &walker{
		ctx: ctx, opts: opts,
		ignoreFiles: map[string]*ignoreFile{},
		files:       map[string]int{},
		folders:     map[string]bool{},
	}
	var err error
	if w.base, err = locateBase(opts.Base); err != nil {
		return nil, err
	}
	for _, pattern := range opts.Exclude {
		g, err := files.NewGlob(pattern)
		if err != nil {
			return nil, fmt.Errorf("exclude: %q: %w", pattern, err)
		}
		w.exclude = append(w.exclude, g)
	}
	return w, nil
}

// locateBase is the place that ignore files are read down from, by default the
// current folder. Nothing is below one that is not known: it has no key.
func locateBase(folder string) (place, error) {
	if folder != "" {
		return locate(folder)
	}
	if p, err := locate("."); err == nil {
		return p, nil
	}
	return place{}, nil
}

// belowBase is the path of a place relative to the base, and whether it is in
// it.
func (w *walker) belowBase(p place) (string, bool) {
	if w.base.key == "" {
		return "", false
	}
	return files.BelowKey(w.base.key, p.key)
}

// root takes one path that the user named.
func (w *walker) root(p place) error {
	w.door = files.Named
	mode, err := w.look(p)
	folder := err == nil && mode.IsDir()
	if w.opts.ForceExclude && w.forced(p, folder) {
		return nil
	}
	if !folder {
		w.named(p, err == nil)
		return nil
	}
	if p.at, err = w.door.Find(p.native()); err != nil {
		w.problem(p, document.Unlisted(err))
		return nil
	}
	if !p.at.InTree() { // then it is the root of a tree of its own
		w.door = files.Tree(p.at.Path())
		if p.at, err = w.door.Find(p.native()); err != nil {
			w.problem(p, document.Unlisted(err))
			return nil
		}
	}
	var list ignores
	if _, inside := w.belowBase(p); inside {
		list, _ = w.above(p)
	}
	if err := w.folder(p, list); err != nil {
		return err
	}
	w.settle(p)
	return nil
}

// look is the mode of what a path leads to. What only the tree has is a regular file.
func (w *walker) look(p place) (fs.FileMode, error) {
	if w.opts.Tree != nil {
		if _, apart, err := w.opts.Tree.Content(p.native()); apart || err != nil {
			return 0, err
		}
	}
	info, err := w.door.Stat(p.native())
	if err != nil {
		return 0, err
	}
	return info.Mode(), nil
}

// named takes a file that the user named.
func (w *walker) named(p place, exists bool) {
	if w.opts.SkipUnknown && exists && marker(p.key) {
		w.marked(p)
		return
	}
	if w.opts.SkipUnknown && exists && !w.candidate(p) {
		w.skip(p.show, SkippedName, "")
		return
	}
	w.add(p, !w.opts.SkipUnknown)
}

// forced reports whether a named path is hidden, by itself or by a folder on the
// way to it.
func (w *walker) forced(p place, folder bool) bool {
	list, hidden := w.above(p)
	return hidden || w.hidden(p, folder, list)
}

func (w *walker) folder(p place, list ignores) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if w.folders[p.key] {
		return nil
	}
	w.folders[p.key] = true
	entries, err := p.at.ReadDir()
	if err != nil {
		w.problem(p, document.Unlisted(err))
	} else if session, ok := newFolder(p, entries); ok {
		w.found.Folders = append(w.found.Folders, session)
	}
	if len(entries) == 0 {
		return nil
	}
	list = w.within(list, p)
	for _, entry := range entries {
		if err := w.entry(p.in(entry.Name()), entry, list); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) entry(p place, entry fs.DirEntry, list ignores) error {
	kind := entry.Type()
	switch {
	case kind.IsDir():
		if prunedFolders[entry.Name()] || w.hidden(p, true, list) {
			return nil
		}
		return w.folder(p, list)
	case isLink(kind):
		if !w.hidden(p, false, list) {
			p.at = noPlace // it is found by its path
			w.links = append(w.links, p)
		}
	case ownFiles[entry.Name()] || !w.candidate(p) || w.hidden(p, false, list):
	case kind.IsRegular() || handoffFile(p.key):
		w.add(p, false)
	default:
		w.skip(p.show, SkippedSpecial, "")
	}
	return nil
}

// candidate reports whether a file is yielded: by its ending, or by a glob that
// includes it.
func (w *walker) candidate(p place) bool {
	included := func(g *files.Globs) bool { return g.MatchKey(p.key, false) != "" }
	return w.opts.candidate(p.key) || slices.ContainsFunc(w.opts.Include, included)
}

// add keeps a file once. Where it was both named and found, it was named.
func (w *walker) add(p place, named bool) {
	i, known := w.files[p.key]
	if !known {
		w.files[p.key] = len(w.found.Files)
		w.found.Files = append(w.found.Files, File{Path: p.show, Named: named, Tree: w.opts.Tree, at: p.at, door: w.door})
		return
	}
	if named && !w.found.Files[i].Named {
		w.found.Files[i] = File{Path: p.show, Named: true, Tree: w.opts.Tree, at: p.at, door: w.door}
	}
}

func (w *walker) problem(p place, fault *document.Fault) {
	w.found.Problems = append(w.found.Problems, Problem{Path: p.show, Fault: fault})
}

func (w *walker) skip(path, reason, detail string) {
	w.found.Skipped = append(w.found.Skipped, Skip{Path: path, Reason: reason, Detail: detail})
}

func (w *walker) sorted() Found {
	f := w.found
	slices.SortFunc(f.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(f.Folders, func(a, b Folder) int { return strings.Compare(a.Path, b.Path) })
	slices.SortStableFunc(f.Problems, func(a, b Problem) int { return strings.Compare(a.Path, b.Path) })
	slices.SortStableFunc(f.Skipped, func(a, b Skip) int { return strings.Compare(a.Path, b.Path) })
	return f
}
