package handoff

import (
	"os"
	"strings"
	"testing"
)

func TestCreate(t *testing.T) {
	f := ContextFolder{Root: t.TempDir(), Rel: "notes/deep/context"}
	for _, wanted := range []string{"1780000000-a", "1780000000-a-2", "1780000000-a-3"} {
		id, err := f.Create(contextRequest("a"))
		if err != nil || id != wanted {
			t.Errorf("got %s, %v; want %s", id, err, wanted)
		}
		holds(t, f.Path(id+".json"), `"task_id": "`+wanted+`"`)
	}
	want(t, names(t, f.Path("")), []string{"1780000000-a-2.json", "1780000000-a-3.json", "1780000000-a.json"})
}

// Whatever has the name keeps it, even a dangling link.
func TestCreateOverNothing(t *testing.T) {
	f := ContextFolder{Root: t.TempDir(), Rel: "docs/context"}
	mustMakeFolder(t, f.Path("1780000000-a.json"))
	write(t, f.Path("1780000000-a-2.json"), "")
	outside := f.Path("nothing")
	link(t, outside, f.Path("1780000000-a-3.json"))
	if id, err := f.Create(contextRequest("a")); err != nil || id != "1780000000-a-4" {
		t.Errorf("got %s, %v; want 1780000000-a-4", id, err)
	}
	holds(t, f.Path("1780000000-a-2.json"), "")
	if _, err := os.Lstat(outside); err == nil {
		t.Error("a file was made through a link")
	}
}

func TestCreateFails(t *testing.T) {
	f := ContextFolder{Root: t.TempDir(), Rel: "docs/context"}
	if _, err := f.Create(contextRequest(strings.Repeat("a", 300))); err == nil || !strings.HasPrefix(err.Error(), "no context file is made in docs/context: ") || strings.Contains(err.Error(), "have the id") {
		t.Errorf("a name that no file can have: %v", err)
	}
	want(t, names(t, f.Path("")), nil)
}
