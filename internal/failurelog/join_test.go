package failurelog

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// logOf writes a log of lines into a folder of its own.
func logOf(t *testing.T, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log.jsonl")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// entryLine is an entry of upstream's, as this package writes it.
func entryLine(timestamp, file string) string {
	return fmt.Sprintf(`{"timestamp":%q,"file":%q,"error_types":["x"],"error_count":1,"errors":["x"]}`, timestamp, file)
}

func TestJoin(t *testing.T) {
	early, late := "2026-05-31T12:00:00.000Z", "2026-05-31T14:00:00+01:00"
	ours := `{"timestamp":"2026-05-31T12:00:00.000Z","file":"` + "\ufffd" + `","error_types":[],"error_count":0,"errors":[],"schema":1,` +
		`"tool":"","source":"","format":"","role":"","task_id":"","session_id":"","severity":"","findings":[],"raw_file":"/w=="}`
	cases := []struct {
		name    string
		logs    [][]string
		want    []string
		skipped int
	}{
		{"by time, then by file", [][]string{{entryLine(late, "a"), entryLine(early, "c")}, {entryLine(early, "b")}},
			[]string{entryLine(early, "b"), entryLine(early, "c"), entryLine(late, "a")}, 0},
		{"blank lines", [][]string{{"", entryLine(early, "b"), " "}}, []string{entryLine(early, "b")}, 0},
		{"a torn line", [][]string{{entryLine(early, "b"), `{"time`}}, []string{entryLine(early, "b")}, 1},
		{"a name that is not UTF-8", [][]string{{ours}, {entryLine(early, "🙂")}}, []string{entryLine(early, "🙂"), ours}, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var paths []string
			for _, lines := range c.logs {
				paths = append(paths, logOf(t, lines...))
			}
			var b bytes.Buffer
			skipped, err := Join(&b, paths)
			if want := strings.Join(c.want, "\n") + "\n"; err != nil || skipped != c.skipped || b.String() != want {
				t.Errorf("skipped %d, %v, got\n%s\nwant\n%s", skipped, err, b.String(), want)
			}
		})
	}
}

func TestJoinRefuses(t *testing.T) {
	good := logOf(t, entryLine("2026-05-31T12:00:00.000Z", "a"))
	if _, err := Join(&bytes.Buffer{}, []string{good, logOf(t, "# a log", "{}")}); !errors.Is(err, ErrForeign) {
		t.Errorf("no log: got %v", err)
	}
	for _, empty := range []string{logOf(t), logOf(t, "", " \t\r", ""), filepath.Join(t.TempDir(), "none.jsonl")} {
		if _, err := Join(&bytes.Buffer{}, []string{good, empty}); !errors.Is(err, ErrEmpty) {
			t.Errorf("no line at all: got %v", err)
		}
	}
	if _, err := Join(&bytes.Buffer{}, []string{good, t.TempDir()}); err == nil {
		t.Error("a folder is taken for a log")
	}
}
