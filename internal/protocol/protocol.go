// Package protocol has the facts of the handoff protocols: the names of their files, the meaning of these
// names, and the description of each format, a [Spec]. They are data in cue/protocol.cue and cue/formats.cue;
// this package gives them a type, so that each has one home. It opens no file. Start with At, which finds the
// format for a path, and Spec.
package protocol

import (
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/text"
)

// Facts is the form of cue/protocol.cue, with the descriptions of cue/formats.cue.
type Facts struct {
	Reports  Reports
	Contexts Contexts
	Payloads Payloads
	Metadata Metadata
	Logs     Logs
	Formats  Formats
}

// Reports describes reports, from cue/protocol.cue. Folder is the name of the folder of session folders,
// Upstream its path in the upstream project.
type Reports struct{ Folder, Upstream, Ending, Extension, Marker string }

// Contexts describes context files.
type Contexts struct{ Folder, Docs, Extension string }

// Payloads describes task payloads.
type Payloads struct{ File string }

// Metadata describes metadata objects. Outputs is the folder of outputs that end in one; it also has other
// files.
type Metadata struct{ Outputs string }

// Logs has the patterns of the headings of a log's entries.
type Logs struct{ Date, Words, Number, Old string }

// SessionsFolder returns the name of the folder that holds the session folders of reports. It is the default
// place of new ones.
func SessionsFolder() string { return Builtin.Reports.Folder }

// End returns the word in the comment that ends a handoff.
func End() string {
	return Builtin.Formats.First(func(s *Spec) bool { return s.End != "" }).End
}

// EndMarker returns the comment that ends a handoff.
func EndMarker() string { return "<!-- " + End() + " -->" }

// MarkerSuffix returns the suffix of a report's name that makes the name of its marker.
func MarkerSuffix() string { return Builtin.Reports.Marker }

// Name is the information in the name of a report's file.
type Name struct {
	// Sequence is the report's number in its session, from 1.
	Sequence int
	// Role is the role of its writer.
	Role string
}

// String returns the name of the file, such as 02-writer-report.md.
func (n Name) String() string { return NameOf(fmt.Sprintf("%02d", n.Sequence), n.Role) }

// NameOf returns the name of a report's file with a number and a role as they are written.
func NameOf(sequence, role string) string {
	return sequence + "-" + role + Builtin.Reports.Ending + Builtin.Reports.Extension
}

// reportName matches the name of a report's file: its number and its role.
var reportName = text.MustCompile(`^([0-9]{1,9})-((?s:.+))` + regexp.QuoteMeta(Builtin.Reports.Ending+Builtin.Reports.Extension) + `$`)

// ReportName parses the name of a report's file, and returns false for any other name. The path may have
// slashes of either kind.
func ReportName(name string) (Name, bool) {
	m := reportName.FindStringSubmatch(base(name))
	if m == nil {
		return Name{}, false
	}
	sequence, _ := strconv.Atoi(m[1]) // nine digits always fit
	return Name{sequence, m[2]}, true
}

// NamePattern returns a regular expression for the names of reports in a text.
func NamePattern() string {
	return `(?i)\b[0-9]{1,3}-[a-z0-9_-]+` + Builtin.Reports.Ending + `\` + Builtin.Reports.Extension + `\b`
}

// ReportGlob returns a glob for the names of reports.
func ReportGlob() string { return "*" + Builtin.Reports.Ending + Builtin.Reports.Extension }

// Session returns the name of the session folder that a path is directly in, or false.
func Session(name string) (string, bool) {
	folder := path.Dir(Slashed(name))
	return path.Base(folder), IsSessionFolder(folder)
}

// IsSessionFolder reports whether a folder is a session's, by its place.
func IsSessionFolder(folder string) bool {
	return path.Base(path.Dir(Slashed(folder))) == Builtin.Reports.Folder
}

// IsCalledContext reports whether a file is in a folder of context files and is named after its task's id.
// Many projects have a folder with that name but without handoffs, so this alone does not make the file a
// context file.
func IsCalledContext(name string) bool {
	folder, file := path.Split(Slashed(name))
	isContextFile := isDated(file) && strings.EqualFold(path.Ext(file), Builtin.Contexts.Extension)
	return isContextFile && path.Base(folder) == Builtin.Contexts.Folder
}

// taskTime matches the beginning of a task id: seconds of Unix time, or a day.
var taskTime = text.MustCompile(`^(?:(\d{9,11})|(\d{4}-\d{2}-\d{2}))-`)

// TimeOf returns the time at the start of a task id, `<unix seconds>-<words>` or `YYYY-MM-DD-<words>`. A date
// is its midnight, UTC. The time is zero for any other id, and for a day that does not exist.
func TimeOf(id string) time.Time {
	m := taskTime.FindStringSubmatch(id)
	if m == nil {
		return time.Time{}
	}
	if m[1] != "" {
		seconds, _ := strconv.ParseInt(m[1], 10, 64)
		return time.Unix(seconds, 0)
	}
	day, _ := time.Parse(time.DateOnly, m[2])
	return day
}

// sessionTime is the layout of the UTC time at the start of a session's id, and sessionBegin matches it.
const sessionTime = "20060102-150405"

var sessionBegin = text.MustCompile(`^(20\d{6}-\d{6})(-|$)`)

// SessionID returns the id of a session that begins at a time, such as 20260531-170546-ad4f12aa.
func SessionID(begin time.Time, suffix string) string {
	return begin.UTC().Format(sessionTime) + "-" + suffix
}

// SessionTime returns the time at the start of a session's id, or the zero time.
func SessionTime(id string) time.Time {
	m := sessionBegin.FindStringSubmatch(id)
	if m == nil {
		return time.Time{}
	}
	at, _ := time.Parse(sessionTime, m[1])
	return at
}

// Slashed returns a clean path with forward slashes. A backslash is a separator on every system, so that a
// path has the same verdict everywhere.
func Slashed(name string) string { return path.Clean(strings.ReplaceAll(name, `\`, "/")) }

var drive = text.MustCompile(`^[A-Za-z]:[\\/]`)

// HasDrive reports whether a path begins with a Windows drive: `C:\` or C:/.
func HasDrive(name string) bool { return drive.MatchString(name) }

func base(name string) string { return path.Base(Slashed(name)) }
