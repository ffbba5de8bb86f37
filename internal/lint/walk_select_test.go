package lint

import (
	"fmt"
	"path"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/document"
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

// fakeChanges are changed paths; those that end in a slash are folders that were touched.
type fakeChanges []string

func (c fakeChanges) Has(path string) bool       { return slices.Contains(c, path) }
func (c fakeChanges) Touched(folder string) bool { return slices.Contains(c, folder+"/") }

func TestChanged(t *testing.T) {
	all := archive(2, 2, 2)
	all.Folders[0].Done = []string{"00-a-report.md.done"}
	session := []string{"agent-handoffs/s0/00-a-report.md", "agent-handoffs/s0/01-a-report.md"}
	cases := []struct {
		name    string
		changes fakeChanges
		want    []string
	}{
		{"nothing", nil, []string{}},
		{"a file", fakeChanges{"docs/context/1.json"}, []string{"docs/context/1.json"}},
		{"a report", fakeChanges{"agent-handoffs/s0/01-a-report.md"}, session},
		{"a marker", fakeChanges{"agent-handoffs/s0/00-a-report.md.done"}, session},
		{"a report that is gone", fakeChanges{"agent-handoffs/s0/"}, session},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			found := all.Changed(c.changes)
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
	if got := all.Changed(fakeChanges{}); len(got.Files) != 1 {
		t.Errorf("got %v", got)
	}
}

// unexported lets files be compared with how they are read.
var unexported = cmp.Exporter(func(reflect.Type) bool { return true })
