package lint

import (
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
)

// IgnoreFile is the name of the files that hide other files from a walk.
const IgnoreFile = ".handofflintignore"

// ignoreLimit bounds an ignore file, in bytes: every line is tried on every path below.
const ignoreLimit = 64 << 10

// ignoreFile is a parsed ignore file, with its path as findings show it.
type ignoreFile struct {
	path  string
	lines []files.IgnoreLine
}

// setTop sets the outermost folder whose ignore file applies to a root: Options.Base, or the root itself if it
// is elsewhere.
func (w *walker) setTop(root item, isFolder bool) {
	_, isInside := files.BelowKey(w.here, root.key)
	switch {
	case isInside:
		w.top = w.here
	case isFolder:
		w.top = root.key
	default:
		w.top = path.Dir(root.key)
	}
}

// What isFolder is for a path of a known kind.
const (
	aFile   = false
	aFolder = true
)

// skipHidden records a path as skipped if an exclude pattern or an ignore file hides it, and reports whether one
// does.
func (w *walker) skipHidden(p item, isFolder bool) bool {
	if w.globs.Exceeded() {
		return true // the walk ends in an error, so nothing is left out silently
	}
	rel, inside := files.BelowKey(w.here, p.key)
	if !inside {
		rel = strings.TrimPrefix(p.key, "/")
	}
	excluded := -1 // the index of the pattern that matches
	files.Charge(&w.globs, func(steps *text.Steps) {
		excluded = slices.IndexFunc(w.exclude, func(g files.Glob) bool { return g.Match(rel, isFolder, steps) })
	})
	if excluded >= 0 {
		w.skip(Skip{Path: p.show, Reason: "excluded", Detail: w.exclude[excluded].Source, Folder: isFolder})
		return true
	}
	const around = false // see skipHiddenByPath
	if source := w.opts.Hide.MatchKey(p.key, isFolder, around); source != "" {
		w.skip(Skip{Path: p.show, Reason: "excluded", Detail: source, By: w.opts.HideBy, Folder: isFolder})
		return true
	}
	file, line := w.ignored(p, isFolder)
	if line == nil || line.Negated {
		return false
	}
	w.skip(Skip{Path: p.show, Reason: "ignored", Detail: file.path + ":" + line.String(), By: file.path, Folder: isFolder})
	return true
}

// skipHiddenByPath is skipHidden for a path that the walk did not reach through its folders: a folder above it
// may be hidden as well.
func (w *walker) skipHiddenByPath(p item, isFolder bool) bool {
	if w.skipHidden(p, isFolder) {
		return true
	}
	for at := p.parent(); ; at = at.parent() {
		if _, inside := files.BelowKey(w.top, at.key); !inside {
			return false
		}
		if w.skipHidden(at, aFolder) {
			return true
		}
	}
}

// ignored returns the line that decides about a path: the last match in the innermost ignore file that has
// one. The line is nil if none has.
func (w *walker) ignored(p item, isFolder bool) (*ignoreFile, *files.IgnoreLine) {
	for at := p.parent(); !w.opts.NoIgnoreFiles; at = at.parent() {
		if _, inside := files.BelowKey(w.top, at.key); !inside && at.key != w.top {
			break // p is the outermost folder itself
		}
		file, known := w.ignoreFiles[at.key]
		if !known {
			file = w.readIgnoreFile(at)
			w.ignoreFiles[at.key] = file
		}
		rel, _ := files.BelowKey(at.key, p.key)
		var decides *files.IgnoreLine
		files.Charge(&w.globs, func(steps *text.Steps) { decides = files.LastMatch(file.lines, rel, isFolder, steps) })
		if decides != nil {
			return file, decides
		}
		if at.key == w.top {
			break
		}
	}
	return nil, nil
}

// readIgnoreFile reads the ignore file of a folder, if it exists.
func (w *walker) readIgnoreFile(folder item) *ignoreFile {
	p := folder.in(IgnoreFile)
	file := &ignoreFile{path: p.show}
	in, fault := document.Read(w.door, p.show, ignoreLimit)
	if fault != nil {
		if fault.Variant != document.VariantMissing {
			w.addFault(p, fault)
		}
		return file
	}
	for _, line := range files.IgnoreLines(string(in.Data)) {
		if !line.Valid {
			// As in git, an invalid pattern matches nothing.
			w.skip(Skip{Path: p.show, Reason: "bad-pattern", Detail: line.String()})
			continue
		}
		file.lines = append(file.lines, line)
	}
	return file
}
