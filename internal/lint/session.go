package lint

import (
	"io/fs"
	"path"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// handoffsFolder holds the session folders of the report format, one folder a
// session (formats.md, report: `agent-handoffs/{session-id}/`).
const handoffsFolder = "agent-handoffs"

// reportName is `{seq}-{role}-report.md`, the name of a report. More than three
// digits are a year.
var reportName = text.MustCompile(`(?i)^[0-9]{1,3}-.+-report\.md$`)

// Folder is a session folder: one directly under a folder `agent-handoffs`, or
// one that holds a report by its name, `{seq}-{role}-report.md`. Ignored files are
// listed too: a file that is not to be checked leaves no gap in the session's
// numbers.
type Folder struct {
	// Path is as findings show it.
	Path string
	// Reports are the names of the reports, Done those of the `.done` markers.
	// Each is sorted.
	Reports, Done []string
}

// newFolder sorts the entries of a folder by what they are in a session. The
// second result reports whether it is a session folder at all.
func newFolder(p item, entries []fs.DirEntry) (Folder, bool) {
	folder := Folder{Path: p.show}
	for _, entry := range entries {
		switch name := entry.Name(); {
		case entry.IsDir():
		case reportName.MatchString(name):
			folder.Reports = append(folder.Reports, name)
		case strings.HasSuffix(name, document.DoneSuffix):
			folder.Done = append(folder.Done, name)
		}
	}
	return folder, path.Base(path.Dir(p.key)) == handoffsFolder || len(folder.Reports) > 0
}

// isHandoffFile reports whether a file's path or name alone makes it a handoff.
func isHandoffFile(key string) bool {
	return document.FormatByPath(key) != document.Unknown || reportName.MatchString(path.Base(key))
}

// isHandoffFolder reports whether handoffs are to be expected in a folder at that
// path.
func isHandoffFolder(key string) bool {
	folder := path.Dir(key)
	return path.Base(key) == handoffsFolder || path.Base(folder) == handoffsFolder || path.Base(key) == "context" && path.Base(folder) == "docs"
}

// isMarker reports whether a path is that of a report's marker.
func isMarker(key string) bool {
	report, ok := strings.CutSuffix(key, document.DoneSuffix)
	return ok && isHandoffFile(report)
}
