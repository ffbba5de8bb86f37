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
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// ownEndings are the extensions of custom formats.
var ownEndings = []string{".md", ".markdown", ".json", ".yaml", ".yml"}

// mayHoldPath is a quick check whether a text can name a handoff by its path, mayHoldOwn whether it can
// name a file of a custom format, which must have "handoff" in its path, and mayHoldOutput whether it can name
// an output with a metadata block. Most events are about other files, and need no configuration.
func mayHoldPath(text string) bool {
	return strings.Contains(text, protocol.SessionsFolder()) || strings.Contains(text, protocol.Builtin.Contexts.Folder)
}

func mayHoldOwn(text string) bool { return strings.Contains(strings.ToLower(text), "handoff") }

func mayHoldOutput(text string) bool {
	return strings.Contains(filepath.ToSlash(text), protocol.Builtin.Metadata.Outputs+"/")
}

// formatAt returns the built-in format that a path implies, or Unknown.
func formatAt(path string) document.Format {
	at := protocol.Path{Shown: path}
	if protocol.Builtin.Formats.MayBeAnchored(path) {
		at.InTree = lint.InTree(path)
	}
	return document.FormatAt(at)
}

// absolute returns the absolute path of a file that an event names.
func (w *workspace) absolute(path string) string {
	if isAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(w.event.Cwd, path)
}

// isAbs reports whether a path is absolute, on Windows also in the form of POSIX shells.
func isAbs(file string) bool { return filepath.IsAbs(file) || strings.HasPrefix(file, "/") }

// fromHome returns the absolute path of one below the user's home folder in a shell's notation.
func fromHome(path string) string {
	home, err := os.UserHomeDir()
	if err != nil {
		return path
	}
	for _, prefix := range []string{"~/", "$HOME/", "${HOME}/"} {
		if rest, ok := strings.CutPrefix(path, prefix); ok {
			return filepath.Join(home, rest)
		}
	}
	return path
}

// relative returns a path relative to the working folder, or unchanged if it is not below.
func (w *workspace) relative(path string) string {
	rel, _ := filepath.Rel(w.event.Cwd, filepath.FromSlash(path)) // "" is not local
	if !filepath.IsLocal(rel) {
		return path
	}
	return filepath.ToSlash(rel)
}

// exists reports whether something is at a path, even a dangling link.
func (w *workspace) exists(path string) bool {
	_, err := w.door().Lstat(path)
	return err == nil || files.IsOutside(err)
}

// handoffsRoots returns the parents of the project's session folders, which need not exist.
func (c *call) handoffsRoots() (roots []string) {
	reports := protocol.SessionsFolder()
	if c.configured() {
		c.load()
		reports = cmp.Or(c.checker.Settings.ReportsFolder(), reports)
	}
	for _, folder := range []string{reports, protocol.Builtin.Reports.Upstream} {
		project := handoff.Root(c.event.Cwd, folder, c.config.Getenv)
		roots = text.AppendNew(roots, filepath.Join(project, filepath.FromSlash(folder)))
	}
	return roots
}

// reportsIn returns the reports in a session folder, nil if it cannot be listed.
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

// isHandoff reports whether a path belongs to a handoff, its marker, or a file of a custom format,
// according to the configuration or its path below the working folder. The name of the working folder does
// not count.
func (c *call) isHandoff(path string) bool {
	if formatAt(strings.TrimSuffix(path, protocol.MarkerSuffix())) != document.Unknown {
		return true
	}
	if !slices.Contains(ownEndings, strings.ToLower(filepath.Ext(path))) || !c.configured() {
		return false
	}
	if mayHoldOwn(c.relative(path)) {
		return true
	}
	c.load()
	return c.checker.Settings.Format(path) != document.Unknown
}

// configured is a quick check whether there is a configuration, valid or not.
func (w *workspace) configured() bool {
	path, err := config.Find(w.event.Cwd)
	return path != "" || err != nil || w.config.Base != ""
}

// maxHandoff bounds the bytes read of a file to see whether it is a handoff: as many as any configuration
// allows.
const maxHandoff = 4 << 20

// mayBeHandoff reports whether a file outside of the built-in places may be a handoff: Markdown by its
// text, JSON if it has the name of a context file, since its project may configure another folder.
func mayBeHandoff(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".json":
		return protocol.IsCalledContext(path)
	case ".md":
		in, fault := document.Read(files.Named, path, maxHandoff)
		return fault == nil && document.Detect(in, rules.LimitsWith(rules.Options{}).Limits) != document.Unknown
	}
	return false
}
