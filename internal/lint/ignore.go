package lint

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
)

// IgnoreFile is the name of the files that hide others from a walk.
const IgnoreFile = ".handofflintignore"

// ignoreLimit bounds an ignore file, in bytes: every line of it is tried on
// every path below.
const ignoreLimit = 64 << 10

// ignores are the ignore files that apply in a folder, the outermost first.
type ignores []*ignoreFile

type ignoreFile struct {
	// folder is the key of the folder it is in, path how findings show it.
	folder, path string
	lines        []ignoreLine
}

// match finds the line that decides about a path: the last one that matches
// in the innermost file that has one.
func (list ignores) match(key string, folder bool) (*ignoreFile, *ignoreLine) {
	for i := len(list) - 1; i >= 0; i-- {
		rel, ok := files.BelowKey(list[i].folder, key)
		if !ok {
			continue
		}
		for _, line := range slices.Backward(list[i].lines) {
			if line.Match(rel, folder) {
				return list[i], &line
			}
		}
	}
	return nil, nil
}

// within is the list with the ignore file of one more folder, if it has
// one.
func (w *walker) within(list ignores, folder place) ignores {
	file := w.ignoreFile(folder)
	if file == nil {
		return list
	}
	// A copy: folders side by side share what is above them.
	return append(list[:len(list):len(list)], file)
}

// ignoreFile reads the ignore file of a folder once, nil if it has none.
func (w *walker) ignoreFile(folder place) *ignoreFile {
	file, known := w.ignoreFiles[folder.key]
	if !known && !w.opts.NoIgnoreFiles {
		file = w.readIgnoreFile(folder)
		w.ignoreFiles[folder.key] = file
	}
	return file
}

// readIgnoreFile takes one that cannot be read for a problem, never for an
// empty one.
func (w *walker) readIgnoreFile(folder place) *ignoreFile {
	p := folder.in(IgnoreFile)
	in, fault := document.Read(w.door, p.show, ignoreLimit)
	switch {
	case fault != nil && fault.Variant == document.VariantMissing:
		return nil
	case fault != nil:
		w.problem(p, fault)
		return nil
	}
	file := &ignoreFile{folder: folder.key, path: p.show}
	for i, line := range strings.Split(strings.TrimPrefix(string(in.Data), text.BOM), "\n") {
		line, ok := parseIgnoreLine(line, i+1)
		if !ok {
			continue
		}
		if !line.valid {
			// Git takes a bad pattern for one that matches nothing, and so do we.
			w.skip(file.path, SkippedPattern, line.String())
			continue
		}
		file.lines = append(file.lines, line)
	}
	return file
}

// ignoreLine is a line of an ignore file.
type ignoreLine struct {
	files.Glob
	// number counts from 1.
	number int
	// negated says that what the line matches is not hidden after all.
	negated, valid bool
}

func (l ignoreLine) String() string { return strconv.Itoa(l.number) + ": " + l.Source }

// parseIgnoreLine reads a line as git does (gitignore(5)). ok is false for blank
// lines and comments.
func parseIgnoreLine(line string, number int) (parsed ignoreLine, ok bool) {
	line = strings.TrimRight(line, " \r")
	pattern, negated := strings.CutPrefix(line, "!")
	if strings.HasPrefix(line, "#") || strings.Trim(pattern, "/") == "" {
		return parsed, false
	}
	parsed = ignoreLine{number: number, negated: negated}
	parsed.Glob, parsed.valid = files.NewIgnoreGlob(pattern)
	parsed.Source = line
	return parsed, true
}

// hidden reports whether an ignore file or an exclude pattern hides a path, and
// notes it if one does.
func (w *walker) hidden(p place, folder bool, list ignores) bool {
	rel, ok := w.belowBase(p)
	if !ok {
		rel = strings.TrimPrefix(p.key, "/")
	}
	for _, g := range w.exclude {
		if g.Match(rel, folder) {
			w.skip(p.show, SkippedExcluded, g.Source)
			return true
		}
	}
	for _, globs := range w.opts.Hide {
		if source := globs.MatchItself(p.key, folder); source != "" {
			w.hide(p, folder, SkippedExcluded, source, w.opts.HideBy)
			return true
		}
	}
	file, line := list.match(p.key, folder)
	if line == nil || line.negated {
		return false
	}
	w.hide(p, folder, SkippedIgnored, file.path+":"+line.String(), file.path)
	return true
}

func (w *walker) hide(p place, folder bool, reason, detail, by string) {
	w.found.Skipped = append(w.found.Skipped, Skip{Path: p.show, Reason: reason, Detail: detail, By: by, Folder: folder})
}

// above are the ignore files that apply in the folder of a path: from the
// base down where the path is below it, else that folder's alone. The
// second result reports whether one of the folders on the way is hidden.
func (w *walker) above(p place) (ignores, bool) {
	rel, ok := w.belowBase(p)
	if !ok {
		return w.within(nil, parent(p)), false
	}
	var list ignores
	hidden := false
	at := w.base
	steps := strings.Split(rel, "/")
	for _, step := range steps[:len(steps)-1] {
		list = w.within(list, at)
		at = at.in(step)
		hidden = hidden || w.opts.ForceExclude && w.hidden(at, true, list)
	}
	return w.within(list, at), hidden
}

// parent is the folder that a path is in, shown as an absolute one where
// the path as the user wrote it does not say it.
func parent(p place) place {
	folder := place{show: path.Dir(p.key), key: path.Dir(p.key)}
	if path.Base(p.show) == path.Base(p.key) {
		folder.show = path.Dir(p.show)
	}
	return folder
}
