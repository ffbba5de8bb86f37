package lint

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/rules"
)

// Folder is a folder that may be a session: one directly under the folder of session folders, or one with a
// file that is named like a report. It also lists ignored files: a file that is not checked leaves no gap in
// the session's numbers.
type Folder struct {
	// Path is as findings show it.
	Path string
	// InPlace is set under `agent-handoffs`. Any other folder is a session only if one of its files is a
	// report by its content: market surveys have numbers, too.
	InPlace bool
	// Reports are the names of the reports, Done those of the `.done` markers, both sorted.
	Reports, Done []string
}

// newFolder finds the reports and markers among the entries of a folder. The second result reports whether the folder
// may be a session: by its place, or by the name of a report. Markers alone do not make it one.
func newFolder(p item, entries []fs.DirEntry) (Folder, bool) {
	folder := Folder{Path: p.show, InPlace: protocol.IsSessionFolder(p.key)}
	for _, entry := range entries {
		name := entry.Name()
		if entry.IsDir() {
			continue
		}
		if protocol.Called(name).InSession {
			folder.Reports = append(folder.Reports, name)
		} else if strings.HasSuffix(name, protocol.MarkerSuffix()) {
			folder.Done = append(folder.Done, name)
		}
	}
	return folder, folder.InPlace || len(folder.Reports) > 0
}

// isHandoffFolder reports whether a folder is expected to have handoffs, by its path.
func isHandoffFolder(key string) bool {
	return path.Base(key) == protocol.SessionsFolder() || protocol.IsPlace(key)
}

// sessionCheck is the check of a session folder in a run.
type sessionCheck struct {
	folder Folder
	// files are the indexes of the files in it, and left is how many of them are not checked yet.
	files   []int
	left    atomic.Int64
	results []rules.Result
}

// sessionsIn returns the session folders of a run by their paths.
func sessionsIn(found Found) map[string]*sessionCheck {
	sessions := map[string]*sessionCheck{}
	for _, folder := range found.Folders {
		sessions[folder.Path] = &sessionCheck{folder: folder}
	}
	for i, f := range found.Files {
		if s := sessions[path.Dir(f.Path)]; s != nil {
			s.files = append(s.files, i)
			s.left.Add(1)
		}
	}
	return sessions
}

// checkSession checks a session folder as a whole, and frees what it needed of its files.
func (l *Linter) checkSession(s *sessionCheck, slots []slot) (err error) {
	defer recoverAs(&err, s.folder.Path)
	var members []rules.Member
	for _, i := range s.files {
		if slots[i].member != nil {
			members = append(members, *slots[i].member)
			slots[i].member = nil
		}
	}
	if !s.folder.InPlace && len(members) == 0 {
		return nil
	}
	engine, err := l.engineFor(s.folder.Path)
	if err != nil {
		return err
	}
	s.results, err = engine.CheckSession(sessionOf(s.folder, members), l.factsFor(s.folder.Path))
	return err
}

// sessionOf returns a session folder with its reports: those that were checked, and only the names of the
// others.
func sessionOf(folder Folder, checked []rules.Member) *rules.Session {
	s := &rules.Session{Path: folder.Path}
	byPath := map[string]bool{}
	for _, m := range checked {
		byPath[m.Path] = true
		if m.Reserved {
			s.Reserved = append(s.Reserved, m.Sequence.Number())
			continue
		}
		s.Members = append(s.Members, m)
	}
	for _, name := range folder.Reports {
		if p := path.Join(folder.Path, name); !byPath[p] {
			s.Members = append(s.Members, rules.MemberByName(p))
		}
	}
	for _, name := range folder.Done {
		s.Done = append(s.Done, path.Join(folder.Path, name))
	}
	slices.SortFunc(s.Members, func(a, b rules.Member) int { return strings.Compare(a.Path, b.Path) })
	return s
}
