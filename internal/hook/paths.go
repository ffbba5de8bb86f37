package hook

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/rules"
)

// ownPlace is what the path of a file of a team's own format has to hold. Most
// events are about other files, and for those no configuration is looked for.
const ownPlace = "handoff"

// ownEndings are those of the forms that formats of a team's own have.
var ownEndings = []string{".md", ".markdown", ".json", ".yaml", ".yml"}

// mayHoldPath reports quickly whether a text can name a handoff by its place,
// mayHoldOwn whether it can name a file of a team's own format, and mayHoldOutput whether
// it can name an output that ends in a metadata block.
func mayHoldPath(text string) bool {
	return strings.Contains(text, protocol.SessionsFolder()) || strings.Contains(text, protocol.ContextFolder())
}

func mayHoldOwn(text string) bool { return strings.Contains(strings.ToLower(text), ownPlace) }

func mayHoldOutput(text string) bool {
	return strings.Contains(filepath.ToSlash(text), protocol.OutputsFolder()+"/")
}

// placeOf returns where a file at an absolute path is.
func placeOf(path string) protocol.Path {
	at := protocol.Path{Shown: path}
	if protocol.Builtin.Formats.MayBeAnchored(path) {
		at.InTree = lint.InTree(path)
	}
	return at
}

// absolute returns the path of a file that an event names.
func (w *workspace) absolute(path string) string {
	if isAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(w.event.Cwd, path)
}

// isAbs reports whether a path is absolute, on Windows also in the form of its
// POSIX shells.
func isAbs(file string) bool { return filepath.IsAbs(file) || strings.HasPrefix(file, "/") }

// fromHome returns the absolute path of one that is written, as shells have it, from the
// user's own folder.
func fromHome(path string) string {
	for _, prefix := range []string{"~/", "$HOME/", "${HOME}/"} {
		rest, ok := strings.CutPrefix(path, prefix)
		if home, err := os.UserHomeDir(); ok && err == nil {
			return filepath.Join(home, rest)
		}
	}
	return path
}

// relative returns a path as seen from the working folder, if it is below that.
func (w *workspace) relative(path string) string {
	rel, err := filepath.Rel(w.event.Cwd, filepath.FromSlash(path))
	if err != nil || !filepath.IsLocal(rel) {
		return path
	}
	return filepath.ToSlash(rel)
}

// exists reports whether there is something at a path, be it a link that leads
// nowhere.
func (w *workspace) exists(path string) bool {
	_, err := w.door().Lstat(path)
	return err == nil || files.IsOutside(err)
}

// handoffsRoots returns the folders of the project's session folders.
func (c *call) handoffsRoots() (roots []string) {
	reports := protocol.SessionsFolder()
	if c.configured() && c.load() == nil {
		reports = cmp.Or(c.checker.Settings.ReportsFolder(), reports)
	}
	for _, folder := range []string{reports, protocol.UpstreamFolder()} {
		project, err := handoff.Root(c.event.Cwd, folder, c.config.Getenv)
		root := filepath.Join(project, filepath.FromSlash(folder))
		if info, statErr := c.door().Stat(root); err == nil && statErr == nil && info.IsDir() {
			roots = appendNew(roots, root)
		}
	}
	return roots
}

// reportsIn returns the reports of a session folder, none if it cannot be listed.
func (w *workspace) reportsIn(folder string) (list []string) {
	entries, _ := w.door().ReadDir(folder)
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		if !entry.IsDir() && !strings.HasPrefix(entry.Name(), ".") && protocol.At(path).IsSealed {
			list = append(list, path)
		}
	}
	return list
}

// isHandoff reports whether a handoff, its marker, or a file of a format of the
// team's own belongs at a path, by the configuration or by a path below the working
// folder: what that one is called says nothing.
func (c *call) isHandoff(path string) bool {
	if document.FormatAt(placeOf(strings.TrimSuffix(path, protocol.MarkerSuffix()))) != document.Unknown {
		return true
	}
	if !slices.Contains(ownEndings, strings.ToLower(filepath.Ext(path))) || !c.configured() {
		return false
	}
	return mayHoldOwn(c.relative(path)) || c.load() == nil && c.checker.Settings.Format(path) != document.Unknown
}

// configured reports quickly whether there is a configuration, right or not.
func (w *workspace) configured() bool {
	path, err := config.Find(w.event.Cwd)
	return path != "" || err != nil || w.config.Base != ""
}

// maxHandoff bounds how much is read of a file to see whether it is a handoff, in
// bytes: as much as the largest one that a tree may allow.
const maxHandoff = 4 << 20

// mayBeHandoff reports whether a file that is at none of the built-in places may be a
// handoff: Markdown by its text, JSON if it is called as a context file, for which the
// settings of its project may have another folder.
func mayBeHandoff(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".json":
		return protocol.IsCalledContext(path)
	case ".md":
		in, fault := document.Read(files.Named, path, maxHandoff)
		return fault == nil && document.Detect(in, rules.LoadLimits().Limits) != document.Unknown
	}
	return false
}
