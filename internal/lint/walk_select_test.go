package lint

import (
	"fmt"
	"path"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
)

// archive is a number of sessions of a number of reports, and of single files.
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

func TestShardsAreEvenAndWhole(t *testing.T) {
	cases := []struct{ sessions, reports, singles, shards, tolerance int }{
		{0, 0, 5000, 7, 1},
		{0, 0, 3, 3, 1},
		{0, 0, 2, 5, 1},
		{100, 8, 4200, 7, 1},
		{500, 10, 0, 7, 10},
		{1, 50, 10, 4, 50},
		{3, 0, 0, 2, 0},
	}
	for _, c := range cases {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			all := archive(c.sessions, c.reports, c.singles)
			var sizes []int
			var files []File
			sets := map[string]bool{}
			for i := range c.shards {
				part, set := Shard{i + 1, c.shards}.Of(all)
				sets[set] = true
				sizes = append(sizes, len(part.Files))
				files = append(files, part.Files...)
				holdWhole(t, part)
			}
			if len(sets) != 1 {
				t.Errorf("the parts of one set name %d sets", len(sets))
			}
			if slices.Max(sizes)-slices.Min(sizes) > c.tolerance {
				t.Errorf("uneven: %v", sizes)
			}
			want := all.sorted().Files
			if diff := cmp.Diff(want, Found{Files: files}.sorted().Files, unexported); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// holdWhole holds that every session of a part has all its files in it, and no
// file of another.
func holdWhole(t *testing.T, part Found) {
	t.Helper()
	here := map[string]int{}
	for _, f := range part.Files {
		here[path.Dir(f.Path)]++
	}
	for _, folder := range part.Folders {
		if here[folder.Path] != len(folder.Reports) {
			t.Errorf("%s: %d of %d reports", folder.Path, here[folder.Path], len(folder.Reports))
		}
		delete(here, folder.Path)
	}
	for folder := range here {
		if protocol.IsSessionFolder(folder) {
			t.Errorf("reports of %s without their session", folder)
		}
	}
}

func TestShardsDoNotDependOnTheOrder(t *testing.T) {
	all := archive(20, 3, 100)
	part, set := Shard{2, 7}.Of(all)
	slices.Reverse(all.Files)
	slices.Reverse(all.Folders)
	again, sameSet := Shard{2, 7}.Of(all)
	if diff := cmp.Diff(part, again, unexported); diff != "" || set != sameSet {
		t.Errorf("%s\n%s, %s", diff, set, sameSet)
	}
	all.Files = all.Files[1:]
	if _, other := (Shard{2, 7}).Of(all); other == set {
		t.Error("another set has the same name")
	}
}

func TestParseShard(t *testing.T) {
	for s, want := range map[string]Shard{"1/1": {1, 1}, "3/7": {3, 7}, "7/7": {7, 7}, "0/7": {7, 7}, "0/1": {1, 1}} {
		if got, err := ParseShard(s); err != nil || got != want {
			t.Errorf("%s: got %v, %v", s, got, err)
		}
	}
	for _, s := range []string{"", "1", "/", "1/", "/7", "8/7", "-1/7", "1/0", "0/0", "1/1001", "1/7/7", "a/b", "1.5/7", " 1/7", "99999999999999999999/7"} {
		if got, err := ParseShard(s); err == nil {
			t.Errorf("%q is taken for %v", s, got)
		}
	}
}

// fakeChanges are paths that have changed; those that end in a slash are
// folders that were touched.
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

// TestChangedKeepsProblems holds that what nobody could look at counts as
// changed.
func TestChangedKeepsProblems(t *testing.T) {
	all := archive(0, 0, 1)
	all.Files = append(all.Files, File{Path: "secret", fault: &document.Fault{}})
	if got := all.Changed(fakeChanges{}); len(got.Files) != 1 {
		t.Errorf("got %v", got)
	}
}

// unexported lets files be compared with how they are read.
var unexported = cmp.Exporter(func(reflect.Type) bool { return true })
