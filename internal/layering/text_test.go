package layering

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestSourcesAreText holds that sources, tests and documents are text: an editor that writes NUL or an escape
// sequence into one breaks it invisibly. Files that need such a character are in the list.
func TestSourcesAreText(t *testing.T) {
	const rules = "testdata/rules/"
	deliberate := []string{
		rules + "safety/hidden-text/bad/report.txtar",
		rules + "syntax/front-matter/bad/control-character.txtar",
		rules + "syntax/json/bad/escape-character-in-string.task.json",
	}
	lineEnds := []string{
		rules + "file/unknown-format/bad/white-space.json",
		rules + "metadata/missing-block/good/capitals.md",
		rules + "report/invalid-done-marker/good",
		rules + "report/missing-section/good/byte-order-mark-and-crlf.txtar",
		rules + "syntax/front-matter/good/crlf.txtar",
		rules + "syntax/json/good/crlf.json",
	}
	isIn := func(name string, list []string) bool {
		return slices.ContainsFunc(list, func(start string) bool { return strings.HasPrefix(name, start) })
	}
	checked := 0
	check := func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", "node_modules", "dist", "pictures"}, d.Name()):
			return fs.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		slash := filepath.ToSlash(name)
		isOurs := slices.Contains([]string{".cue", ".go", ".md", ".txtar"}, filepath.Ext(name)) || strings.Contains(slash, "testdata/")
		shown := strings.TrimPrefix(slash, "../../")
		if !isOurs || isIn(shown, deliberate) {
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		checked++
		for i, line := range strings.Split(string(data), "\n") {
			if isIn(shown, lineEnds) {
				line = strings.ReplaceAll(line, "\r", "")
			}
			if at := strings.IndexFunc(line, isControl); at >= 0 {
				t.Errorf("%s:%d has %q: write it as an escape", shown, i+1, line[at])
			}
		}
		return nil
	}
	if err := filepath.WalkDir("../..", check); err != nil {
		t.Fatal(err)
	}
	if checked < 1000 {
		t.Errorf("only %d files are checked", checked)
	}
}

func isControl(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }
