package hook

import (
	"bytes"
	"cmp"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/handoff"
)

// doneSuffix makes the name of a report's marker from the report's.
const doneSuffix = ".done"

// handoffsFolder is where reports stand, a folder a session.
const handoffsFolder = "agent-handoffs"

// absolute is the path of a file that an event names.
func (w *watch) absolute(path string) string {
	if isAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(w.cwd(), path)
}

// fromHome is a path in full that is written, as shells have it, from the user's
// own folder.
func fromHome(path string) string {
	for _, prefix := range []string{"~/", "$HOME/", "${HOME}/"} {
		rest, ok := strings.CutPrefix(path, prefix)
		if home, err := os.UserHomeDir(); ok && err == nil {
			return filepath.Join(home, rest)
		}
	}
	return path
}

// cwd is the working folder of the session, the process's own where the event
// names none.
func (w *watch) cwd() string {
	if isAbs(w.event.Cwd) {
		return w.event.Cwd
	}
	wd, err := os.Getwd()
	if err != nil {
		return "."
	}
	return filepath.Join(wd, w.event.Cwd)
}

// shown is a path as findings show it.
func shown(path string) string { return filepath.ToSlash(path) }

// markerOf is the report whose `.done` a path is, or the path itself.
func markerOf(path string) (report string, ok bool) {
	report, ok = strings.CutSuffix(path, doneSuffix)
	if !ok || document.FormatByPath(report) != document.Report {
		return path, false
	}
	return report, true
}

// isAbs reports whether a path is one in full, on Windows also in the form of its
// POSIX shells.
func isAbs(file string) bool { return filepath.IsAbs(file) || strings.HasPrefix(file, "/") }

// mayHoldPath says quickly whether a text can name a handoff by its place.
func mayHoldPath(text string) bool {
	return strings.Contains(text, handoffsFolder) || strings.Contains(text, "context")
}

// ownPlace is what the name of a file of a team's own format, or of a folder
// that it is in, has to hold. Most events are about other files, and for those
// nobody looks for a configuration.
const ownPlace = "handoff"

// ownEndings are those of the forms that formats of a team's own have.
var ownEndings = []string{".md", ".markdown", ".json", ".yaml", ".yml"}

// mayHoldOwn says quickly whether a text can name a file of a team's own format.
func mayHoldOwn(text string) bool { return strings.Contains(strings.ToLower(text), ownPlace) }

// maybeOwn says whether a file may be of a format of the team's own, by its
// path below the working folder: what that one is called says nothing.
func (w *watch) maybeOwn(path string) bool {
	if !slices.Contains(ownEndings, strings.ToLower(filepath.Ext(path))) || !mayHoldOwn(w.relative(shown(path))) {
		return false
	}
	return w.config.Configured != nil && w.config.Configured(w.cwd())
}

// sniffed bounds how much of a file is looked at to tell whether it may be a
// handoff, in bytes: a little more than the largest one.
const sniffed = 1<<20 + 64<<10

// maybeHandoff says whether a file in no telling place looks like a handoff. It
// looks at the file alone: what is one for sure, the engine decides.
func maybeHandoff(path string) bool {
	ext := strings.ToLower(filepath.Ext(path))
	if ext != ".md" && ext != ".json" {
		return false
	}
	info, err := files.Named.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := files.Named.Open(path)
	if err != nil {
		return false
	}
	defer f.Close() // nothing was written
	data, err := io.ReadAll(io.LimitReader(f, sniffed))
	return err == nil && hasMarks(data, ext)
}

// marks are what the formats' detection asks for, each all of a line's words.
var marks = map[string][][]string{
	".md": {
		{"---", "agent_role"}, {"---", "handoff_type"},
		{`"agent"`, `"output_type"`}, {`"agent"`, `"skills_invoked"`}, {`"agent"`, `"status"`},
	},
	".json": {
		{`"agent"`, `"output_type"`}, {`"agent"`, `"skills_invoked"`}, {`"agent"`, `"status"`},
		{`"task_id"`, `"key_findings"`}, {`"task_id"`, `"task_summary"`}, {`"task_id"`, `"schema_version"`},
		{`"summary"`, `"version"`}, {`"summary"`, `"detail"`}, {`"summary"`, `"data"`},
	},
}

func hasMarks(data []byte, ext string) bool {
	for _, words := range marks[ext] {
		all := true
		for _, word := range words {
			all = all && bytes.Contains(data, []byte(word))
		}
		if all {
			return true
		}
	}
	return false
}

// exists says whether something stands at a path, be it a link that leads
// nowhere.
func (w *watch) exists(path string) bool {
	_, err := w.door().Lstat(path)
	return err == nil || files.IsOutside(err)
}

// door is what the paths of an event go through: the trees around the folders
// that the host works in.
func (w *watch) door() files.Door {
	folders := append([]string{w.cwd()}, w.event.Workspaces...)
	for _, variable := range []string{"CLAUDE_PROJECT_DIR", "FACTORY_PROJECT_DIR"} {
		if project := w.config.Getenv(variable); isAbs(project) {
			folders = append(folders, project)
		}
	}
	return files.Tree(folders...)
}

// upstreamFolder is where agent-handoff, which the format of reports is from, has
// its sessions.
const upstreamFolder = ".claude/agent-handoffs"

// handoffsRoots are the folders of the project's session folders.
func (w *watch) handoffsRoots() (roots []string) {
	reports := handoff.DefaultFolder
	if w.config.Configured != nil && w.config.Configured(w.cwd()) && w.load() == nil {
		reports = cmp.Or(w.judges.Reports, reports)
	}
	for _, folder := range []string{reports, upstreamFolder} {
		project, err := handoff.Root(w.cwd(), folder, w.config.Getenv)
		root := filepath.Join(project, filepath.FromSlash(folder))
		if info, statErr := w.door().Stat(root); err == nil && statErr == nil && info.IsDir() {
			roots = appendNew(roots, root)
		}
	}
	return roots
}
