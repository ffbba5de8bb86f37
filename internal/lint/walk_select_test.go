package lint

import (
	"fmt"
	"path"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
)

// archive returns sessions with a number of reports each, and single files.
func archive(sessions, reports, singles int) (f Found) {
	for i := range sessions {
		folder := Folder{Path: fmt.Sprintf("agent-handoffs/s%d", i)}
		for j := range reports {
			name := fmt.Sprintf("%02d-a-report.md", j)
			folder.Reports = append(folder.Reports, name)
			f.Files = append(f.Files, File{Path: path.Join(folder.Path, name)})
		}
		f.Folders = append(f.Folders, folder)
	}
	for i := range singles {
		f.Files = append(f.Files, File{Path: fmt.Sprintf("docs/context/%d.json", i)})
	}
	return f
}

// stagedOf returns changes in which only some paths of what was found are staged. Nothing has to be on disk.
func stagedOf(t *testing.T, all Found, paths ...string) *Changes {
	changes := &Changes{root: files.Real(t.TempDir()), objects: map[string]string{}, staged: map[string]bool{}}
	t.Chdir(changes.root)
	for _, file := range all.Files {
		changes.objects[file.Path] = "known"
	}
	for _, path := range paths {
		changes.staged[path] = true
	}
	return changes
}

func TestChanged(t *testing.T) {
	all := archive(2, 2, 2)
	session := []string{"agent-handoffs/s0/00-a-report.md", "agent-handoffs/s0/01-a-report.md"}
	cases := []struct {
		name    string
		changed []string
		want    []string
	}{
		{"nothing", nil, []string{}},
		{"a file", []string{"docs/context/1.json"}, []string{"docs/context/1.json"}},
		{"a report", []string{"agent-handoffs/s0/01-a-report.md"}, session},
		{"a marker", []string{"agent-handoffs/s0/00-a-report.md.done"}, session},
		{"a report that is gone", []string{"agent-handoffs/s0/02-a-report.md"}, session},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			found := all.Changed(stagedOf(t, all, c.changed...))
			if diff := cmp.Diff(c.want, paths(found), unexported); diff != "" {
				t.Error(diff)
			}
			if len(found.Folders) != len(found.Files)/2 {
				t.Errorf("sessions: %v", found.Folders)
			}
		})
	}
}

// TestChangedKeepsProblems holds that what cannot be read counts as changed.
func TestChangedKeepsProblems(t *testing.T) {
	all := archive(0, 0, 1)
	all.Files = append(all.Files, File{Path: "secret", fault: &document.Fault{}})
	if got := all.Changed(stagedOf(t, all)); len(got.Files) != 1 {
		t.Errorf("got %v", got)
	}
}

// unexported lets files be compared with how they are read.
var unexported = cmp.Exporter(func(reflect.Type) bool { return true })
