package git

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestBorrows holds that each folder of borrowed objects is looked at once, and few of them,
// within the time that git has.
func TestBorrows(t *testing.T) {
	spent := NewClock(time.Hour)
	spent.used = time.Hour
	tests := map[string]struct {
		// files are the lists of alternates, by the folder of objects in .git.
		files map[string]string
		clock *Clock
		want  string
	}{
		"none":                         {nil, NewClock(time.Hour), ""},
		"itself, many times":           {map[string]string{"objects": strings.Repeat(".\n", 20)}, NewClock(time.Hour), ""},
		"itself, spelled in many ways": {map[string]string{"objects": numbered("x%d/..\n", 5000)}, NewClock(time.Hour), ""},
		"one another":                  {map[string]string{"objects": "../a\n../b\n", "a": "../b\n../objects\n", "b": "../a\n../b\n"}, NewClock(time.Hour), ""},
		"another repository":           {map[string]string{"objects": "../a\n", "a": "../../../b\n"}, NewClock(time.Hour), "takes objects from another repository: run `git repack -a -d && rm .git/a/info/alternates`, or check without"},
		"too many":                     {map[string]string{"objects": numbered("../a%d\n", 21)}, NewClock(time.Hour), "takes objects from over 20 folders"},
		"no time":                      {map[string]string{"objects": "../a\n", "a": ""}, spent, "git gave no answer"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			common := filepath.Join(root, ".git")
			for i := range 21 {
				mkdir(t, filepath.Join(common, fmt.Sprintf("a%d", i)))
			}
			for folder, list := range test.files {
				info := filepath.Join(common, folder, "info")
				mkdir(t, info)
				if err := os.WriteFile(filepath.Join(info, "alternates"), []byte(list), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			err := Repository{Root: root, common: common, clock: test.clock}.borrows(context.Background())
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func numbered(pattern string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, pattern, i)
	}
	return b.String()
}

func mkdir(t *testing.T, folder string) {
	t.Helper()
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
}
