package lint

import (
	"io/fs"
	"path"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
)

// Folder is a folder that may be a session: one directly under the folder of session
// folders, or one that holds a file called as a report is. Ignored files are listed too: a
// file that is not to be checked leaves no gap in the session's numbers.
type Folder struct {
	// Path is as findings show it.
	Path string
	// InPlace is set under `agent-handoffs`. Any other folder is a session only if one
	// of its files is a report by its content: market surveys have numbers, too.
	InPlace bool
	// Reports are the names of the reports, Done those of the `.done` markers.
	// Each is sorted.
	Reports, Done []string
}

// newFolder sorts the entries of a folder by what they are in a session. The
// second result reports whether it may be a session at all.
func newFolder(p item, entries []fs.DirEntry) (Folder, bool) {
	folder := Folder{Path: p.show, InPlace: protocol.IsSessionFolder(p.key)}
	for _, entry := range entries {
		switch name := entry.Name(); {
		case entry.IsDir():
		case protocol.IsCalledReport(name):
			folder.Reports = append(folder.Reports, name)
		case strings.HasSuffix(name, protocol.MarkerSuffix()):
			folder.Done = append(folder.Done, name)
		}
	}
	return folder, folder.InPlace || len(folder.Reports) > 0
}

// isHandoffFile reports whether a file's path or name alone makes it a handoff.
func isHandoffFile(key string) bool {
	return document.FormatByPath(key) != document.Unknown || protocol.IsCalledReport(key)
}

// isHandoffFolder reports whether handoffs are to be expected in a folder at that
// path.
func isHandoffFolder(key string) bool {
	return path.Base(key) == protocol.SessionsFolder() || protocol.IsPlace(key)
}

// isMarker reports whether a path is that of a report's marker.
func isMarker(key string) bool {
	report, ok := strings.CutSuffix(key, protocol.MarkerSuffix())
	return ok && isHandoffFile(report)
}
