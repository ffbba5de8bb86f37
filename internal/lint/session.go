package lint

import (
	"io/fs"
	"path"
	"regexp"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

// handoffsFolder holds the session folders of the report format, one folder a
// session (formats.md, report: `agent-handoffs/{session-id}/`).
const handoffsFolder = "agent-handoffs"

// contextFolder holds the files of the context format.
const contextFolder = "context"

// reportName is `{seq}-{role}-report.md`, the name of a report. More than three
// digits are a year.
var reportName = regexp.MustCompile(`(?i)^[0-9]{1,3}-.+-report\.md$`)

// payloadName is the name of the file that a task leaves its payload in.
const payloadName = "kelos-handoff.json"

// prunedFolders are the ones that a walk does not enter: stores of version
// control, and other people's packages.
var prunedFolders = map[string]bool{".git": true, ".hg": true, ".svn": true, "node_modules": true}

// Folder is a session folder: one directly under a folder `agent-handoffs`, or
// one that holds a report by its name, `{seq}-{role}-report.md`. All names in
// it are listed, ignored ones too: a file that is not to be checked leaves no
// gap in the session's numbers.
type Folder struct {
	// Path is as findings show it.
	Path string
	// Reports are the names of the reports, Done those of the `.done` markers,
	// Other all others, folders among them. Each is sorted.
	Reports, Done, Other []string
}

// newFolder sorts the entries of a folder by what they are in a session. The
// second result reports whether it is a session folder at all.
func newFolder(p place, entries []fs.DirEntry) (Folder, bool) {
	folder := Folder{Path: p.show}
	for _, entry := range entries {
		list := folder.listFor(entry)
		*list = append(*list, entry.Name())
	}
	return folder, underHandoffs(p.key) || len(folder.Reports) > 0
}

func (f *Folder) listFor(entry fs.DirEntry) *[]string {
	switch {
	case entry.IsDir():
		return &f.Other
	case reportName.MatchString(entry.Name()):
		return &f.Reports
	case strings.HasSuffix(entry.Name(), document.DoneSuffix):
		return &f.Done
	}
	return &f.Other
}

// underHandoffs reports whether a path is directly under `agent-handoffs`.
func underHandoffs(key string) bool { return path.Base(path.Dir(key)) == handoffsFolder }

// Candidate reports whether a file of that name may be a handoff.
func Candidate(name string) bool {
	ext := path.Ext(name)
	return strings.EqualFold(ext, ".md") || strings.EqualFold(ext, ".markdown") || strings.EqualFold(ext, ".json")
}

// handoffFile reports whether a file's place or name alone makes it a handoff: the
// patterns `**/agent-handoffs/*/*.md` and `**/context/*.json` of formats.md, the
// name of a payload, and that of a report.
func handoffFile(key string) bool {
	folder := path.Dir(key)
	switch strings.ToLower(path.Ext(key)) {
	case ".md", ".markdown":
		return underHandoffs(folder) || reportName.MatchString(path.Base(key))
	case ".json":
		return path.Base(folder) == contextFolder || strings.EqualFold(path.Base(key), payloadName)
	}
	return false
}

// handoffFolder reports whether handoffs are to be expected in a folder at that
// place.
func handoffFolder(key string) bool {
	return path.Base(key) == handoffsFolder || underHandoffs(key)
}

// marker reports whether a path is that of a report's marker.
func marker(key string) bool {
	report, ok := strings.CutSuffix(key, document.DoneSuffix)
	return ok && (reportName.MatchString(path.Base(report)) || handoffFile(report))
}

// marked takes a marker for the report that it is for, if there is one, and
// for its session: the marker alone is not a handoff, but what it says is judged
// there. So it is with Options.SkipUnknown.
func (w *walker) marked(p place) {
	folder := parent(p)
	report := folder.in(strings.TrimSuffix(path.Base(p.key), document.DoneSuffix))
	hidden := w.opts.ForceExclude && w.forced(report, false)
	if _, err := w.look(report); err == nil && !hidden {
		w.add(report, false)
	}
	if w.folders[folder.key] {
		return
	}
	w.folders[folder.key] = true
	entries, err := w.door.ReadDir(folder.native())
	if err != nil {
		w.problem(folder, document.Unlisted(err))
	} else if session, ok := newFolder(folder, entries); ok {
		w.found.Folders = append(w.found.Folders, session)
	}
}
