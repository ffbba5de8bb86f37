package lint

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
)

// Found is the result of a Walk. Every list is sorted by path.
type Found struct {
	Files   []File
	Folders []Folder
	Skipped []Skip
}

// Skip is a file or folder that a walk left out on purpose. The files in such a folder are not listed.
type Skip struct {
	Path string
	// Reason is "excluded" (Detail is the pattern), "ignored" (`file:line: pattern`),
	// "bad-pattern" for the ignore file at Path (`line: pattern`), "unfollowed-link",
	// "special-file", or, with Options.SkipUnknown, "other-ending".
	Reason, Detail string
	// By is the ignore file, or Options.HideBy, that hides the path, or "".
	By     string
	Folder bool
}

// Options configure a walk.
type Options struct {
	// Base is the outermost folder whose ignore file applies, "" for the current folder.
	Base string
	// Exclude are globs relative to Base. A glob without a slash also matches outside of that folder. The
	// content of an excluded folder is excluded.
	Exclude []string
	// Hide are further globs, relative to their own folder, and HideBy the file that has them.
	Hide   *files.Globs
	HideBy string
	// NoIgnoreFiles ignores all ignore files.
	NoIgnoreFiles bool
	// Include are globs of files that are yielded with any extension.
	Include []*files.Globs
	// Also reports whether a file with another extension may be a handoff; it may be nil. Paths have forward
	// slashes.
	Also func(path string) bool
	// SkipUnknown is for callers that name every file, such as pre-commit. A named file is treated like a
	// file that was found in a folder: it is left out if it has another extension or is hidden, and it need
	// not be a handoff. A missing file is still a fault.
	SkipUnknown bool
	// Unsaved yields named files that do not exist, for editors.
	Unsaved bool
	// Flat does not enter subfolders.
	Flat bool
	// Changes has the staged texts that differ from the work tree; it may be nil.
	Changes *Changes
}

// ownFiles are handofflint's own files, which no glob turns into handoffs.
var ownFiles = map[string]bool{".handofflint.yaml": true, IgnoreFile: true}

// prunedFolders are not entered by a walk: version control and third-party packages.
var prunedFolders = map[string]bool{".git": true, ".hg": true, ".svn": true, "node_modules": true}

// Walk finds the files to check under the roots, which are files or folders in native or slash form. It
// yields each file once, however many roots contain it, in the same order on every machine.
//
// A folder, link or ignore file that cannot be read is not an error but a File that cannot be read, since
// handoffs may be hidden there. An error is an invalid exclude pattern, or the context's.
func Walk(ctx context.Context, roots []string, opts Options) (Found, error) {
	w := &walker{ctx: ctx, opts: opts, ignoreFiles: map[string]*ignoreFile{}, files: map[string]int{}, reached: map[string]bool{}}
	w.here = files.Key(cmp.Or(opts.Base, "."))
	for _, pattern := range opts.Exclude {
		g, err := files.NewGlob(pattern)
		if err != nil {
			return Found{}, fmt.Errorf("exclude: %q: %w", pattern, err)
		}
		w.exclude = append(w.exclude, g)
	}
	items := make([]item, 0, len(roots))
	for _, root := range roots {
		items = append(items, item{show: files.Shown(root), key: files.Key(root)})
	}
	// Sort outer folders first, so that the order of the roots does not matter.
	slices.SortStableFunc(items, func(a, b item) int { return strings.Compare(a.key, b.key) })
	for _, p := range items {
		w.addRoot(p)
	}
	if opts.Changes != nil {
		w.onlyStaged(items)
	}
	isOver := func(g *files.Globs) bool { return g.Err() != nil }
	if w.globs.Exceeded() || isOver(opts.Hide) || slices.ContainsFunc(opts.Include, isOver) {
		return Found{}, files.ErrGlobs
	}
	return w.found.sorted(), ctx.Err()
}

func (f Found) sorted() Found {
	slices.SortStableFunc(f.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	slices.SortFunc(f.Folders, func(a, b Folder) int { return strings.Compare(a.Path, b.Path) })
	slices.SortStableFunc(f.Skipped, func(a, b Skip) int { return strings.Compare(a.Path, b.Path) })
	f.Skipped = slices.Compact(f.Skipped) // roots may overlap
	return f
}

// walker is the state of one Walk.
type walker struct {
	ctx     context.Context
	opts    Options
	exclude []files.Glob
	// globs counts the steps of Options.Exclude and of ignore files.
	globs text.Steps
	// here is the key of Options.Base, top that of the outermost folder whose ignore file applies to the
	// current root.
	here, top   string
	ignoreFiles map[string]*ignoreFile
	// door opens the paths of the current root.
	door files.Door
	// files has the indexes in found.Files by key, reached the real paths of the files that were found and
	// the folders that were listed.
	files   map[string]int
	reached map[string]bool
	// links are the links that the walk of the current root has seen.
	links []item
	found Found
}

// addRoot handles one path that the user named.
func (w *walker) addRoot(p item) {
	w.door = files.Named
	mode, err := w.targetMode(p)
	exists := err == nil || w.opts.Unsaved // an editor may still have to write it
	isFolder := mode.IsDir()
	w.setTop(p, isFolder)
	if w.opts.SkipUnknown && w.skipHiddenByPath(p, isFolder) {
		return
	}
	switch {
	case isFolder:
		w.walkRoot(p)
	case !w.opts.SkipUnknown:
		w.add(p, asNamed)
	case exists:
		w.addFound(p)
	default:
		w.add(p, asFound) // reading it reports that it is missing
	}
}

// addFound handles a named file as if it were found in a folder.
func (w *walker) addFound(p item) {
	report, isMarker := strings.CutSuffix(p.key, protocol.MarkerSuffix())
	if isMarker && w.isHandoffFile(report) {
		w.addMarked(p)
	} else if !w.isCandidate(p) {
		w.skip(Skip{Path: p.show, Reason: "other-ending"})
	} else {
		w.add(p, asFound)
	}
}

// walkRoot walks a named folder.
func (w *walker) walkRoot(p item) {
	var err error
	p.at, err = w.door.Find(p.native())
	if err == nil && !p.at.InTree() {
		// A folder outside of any tree is treated as a tree's root.
		w.door = files.Tree(p.at.Path())
		p.at, err = w.door.Find(p.native())
	}
	if err != nil {
		w.addFault(p, document.Unlisted(err))
		return
	}
	w.walkFolder(p)
	for _, link := range w.links { // those that the walk has seen
		w.checkLink(link, p.at)
	}
	w.links = nil
}

// targetMode returns the mode of a path's target. A file that is only in the index is a regular file.
func (w *walker) targetMode(p item) (fs.FileMode, error) {
	if w.opts.Changes.Apart(p.native()) {
		return 0, nil
	}
	info, err := w.door.Stat(p.native())
	if err != nil {
		return 0, err
	}
	return info.Mode(), nil
}

// maxDepth bounds how deep a folder may be: to open it, each folder above it is opened.
const maxDepth = 100

func (w *walker) walkFolder(p item) {
	if w.ctx.Err() != nil || w.reached[p.at.Path()] {
		return
	}
	if strings.Count(p.key, "/") > maxDepth {
		w.addFault(p, document.Unreadable(document.VariantDeep))
		return
	}
	for _, listed := range w.listFolder(p) {
		w.visit(p.in(listed.Name()), listed.Type())
	}
}

// listFolder lists a folder once, and keeps it if it is a session.
func (w *walker) listFolder(p item) []fs.DirEntry {
	w.reached[p.at.Path()] = true
	entries, err := p.at.ReadDir()
	if err != nil {
		w.addFault(p, document.Unlisted(err))
	} else if session, ok := newFolder(p, entries); ok {
		w.found.Folders = append(w.found.Folders, session)
	}
	return entries
}

// visit handles an entry of a folder: it enters a folder, adds a file, and leaves links for checkLink. Something else
// at the path of a handoff, such as a pipe, is added as well, so that it is reported.
func (w *walker) visit(p item, kind fs.FileMode) {
	name := path.Base(p.key)
	isFolder := kind.IsDir()
	isLink := kind&(fs.ModeSymlink|fs.ModeIrregular) != 0 // irregular: a junction on Windows
	isLeftOut := false
	if isFolder {
		isLeftOut = w.opts.Flat || prunedFolders[name]
	} else if !isLink {
		isLeftOut = ownFiles[name] || !w.isCandidate(p)
	}
	if isLeftOut || w.skipHidden(p, isFolder) {
		return
	}
	switch {
	case isFolder:
		w.walkFolder(p)
	case isLink:
		w.links = append(w.links, item{show: p.show, key: p.key})
	case kind.IsRegular() || w.isHandoffFile(p.key):
		w.add(p, asFound)
		w.reached[p.at.Path()] = true
	default:
		w.skip(Skip{Path: p.show, Reason: "special-file"})
	}
}

// checkLink adds a link to a file inside the walked folder. It runs after the walk, since a link to a file that
// the walk yields anyway adds nothing. A link that is not followed is a fault if its path is that of a handoff,
// or of a folder of handoffs, else it is skipped.
func (w *walker) checkLink(link item, root files.Place) {
	mode, err := w.targetMode(link)
	leadsOut := files.IsOutside(err)
	isBroken := err != nil && !leadsOut
	if isBroken {
		if w.isHandoffFile(link.key) {
			w.add(link, asFound) // reading it reports the error
			return
		}
		w.skip(Skip{Path: link.show, Reason: "unfollowed-link"})
		return
	}
	if !leadsOut && !mode.IsDir() && !w.isCandidate(link) {
		return // as visit leaves out such a file
	}
	target, _ := w.door.Find(link.native()) // a place that is not found is in no folder
	isInside := files.Below(root.Path(), target.Path())
	switch {
	case isInside && w.reached[target.Path()]: // the walk has it already
	case isInside && mode.IsRegular():
		w.add(link, asFound)
	case w.isHandoffFile(link.key) || isHandoffFolder(link.key):
		w.addFault(link, document.Unreadable(document.VariantUnfollowedLink))
	default:
		w.skip(Skip{Path: link.show, Reason: "unfollowed-link"})
	}
}

// addMarked yields the report of a marker, if it exists, and its session: a marker is not a handoff, but the
// rules for reports and sessions check it.
func (w *walker) addMarked(p item) {
	folder := p.parent()
	report := folder.in(strings.TrimSuffix(path.Base(p.key), protocol.MarkerSuffix()))
	if _, err := w.targetMode(report); err == nil && !w.skipHiddenByPath(report, aFile) {
		w.add(report, asFound)
	}
	at, err := w.door.Find(folder.native())
	if err != nil {
		w.addFault(folder, document.Unlisted(err))
		return
	}
	folder.at = at
	if !w.reached[at.Path()] {
		w.listFolder(folder)
	}
}

// onlyStaged adds the files below the roots that are in the index but not in the work tree, after all others: no
// folder lists them.
func (w *walker) onlyStaged(roots []item) {
	w.door = files.Named
	for _, gone := range w.opts.Changes.gone() {
		for _, root := range roots {
			folder, _ := w.door.Find(root.native()) // a place that is not found has no path
			rel, inside := files.BelowKey(filepath.ToSlash(folder.Path()), filepath.ToSlash(gone))
			if !inside {
				continue
			}
			w.setTop(root, aFolder)
			if p := root.in(rel); w.isCandidate(p) && !w.skipHiddenByPath(p, aFile) {
				w.add(p, asFound)
			}
			break
		}
	}
}

// appleDouble is the prefix of files in which macOS keeps metadata that other file systems cannot store, such
// as "._HANDOFF.md".
const appleDouble = "._"

// isCandidate reports whether a file may be a handoff: by its extension, or by a glob that includes it.
func (w *walker) isCandidate(p item) bool {
	if strings.HasPrefix(path.Base(p.key), appleDouble) {
		return false
	}
	switch strings.ToLower(path.Ext(p.key)) {
	case ".md", ".markdown", ".json":
		return true
	}
	return w.isNamedByConfig(p.key)
}

// isNamedByConfig reports whether the configuration, or a format of its own, names a file.
func (w *walker) isNamedByConfig(key string) bool {
	const around = true // a glob may match a folder above
	included := func(g *files.Globs) bool { return g.MatchKey(key, aFile, around) != "" }
	return w.opts.Also != nil && w.opts.Also(key) || slices.ContainsFunc(w.opts.Include, included)
}

// isHandoffFile reports whether a file is a handoff by its path or name alone.
func (w *walker) isHandoffFile(key string) bool {
	inTree, _ := files.BelowKey(w.top, key)
	at, _ := protocol.Builtin.Formats.At(protocol.Path{Shown: key, InTree: inTree})
	return at.Name != "" || protocol.Called(key).Name != "" || w.isNamedByConfig(key)
}

// How a file came into a walk.
const (
	asFound = false
	asNamed = true // by the user
)

// add adds a file once. A file that was both named and found counts as named.
func (w *walker) add(p item, named bool) {
	file := File{Path: p.show, Named: named, changes: w.opts.Changes, at: p.at, door: w.door}
	i, known := w.files[p.key]
	if !known {
		w.files[p.key] = len(w.found.Files)
		w.found.Files = append(w.found.Files, file)
	} else if named {
		w.found.Files[i] = file
	}
}

// addFault adds a path that cannot be read.
func (w *walker) addFault(p item, fault *document.Fault) {
	w.found.Files = append(w.found.Files, File{Path: p.show, fault: fault})
}

func (w *walker) skip(s Skip) { w.found.Skipped = append(w.found.Skipped, s) }
