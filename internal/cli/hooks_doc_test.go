package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rogpeppe/go-internal/txtar"
)

// consoleBlock is a code fence with commands behind `$` and what they print;
// one of four backticks may hold fences itself.
var consoleBlock = regexp.MustCompile("(?ms)^````console\n(.*?)^````$|^```console\n(.*?)^```$")

// TestHooksDoc runs every command that docs/hooks.md shows, in its order and
// in one repository, and holds the output that it shows to them.
func TestHooksDoc(t *testing.T) {
	doc := string(readFile(t, "../../docs/hooks.md"))
	jsonBlocks := regexp.MustCompile("(?s)```json\n(.*?)```").FindAllStringSubmatch(doc, -1)
	if len(jsonBlocks) != 2 {
		t.Fatalf("%d JSON blocks, want an event and settings with a comment", len(jsonBlocks))
	}
	archive := &txtar.Archive{Files: []txtar.File{
		{Name: "shop/.git", Data: []byte("gitdir: elsewhere\n")},
		{Name: "shop/event.json", Data: []byte(jsonBlocks[0][1])},
		{Name: "shop/.cursor/hooks.json", Data: []byte(jsonBlocks[1][1])},
		{Name: "shop/.claude/agent-handoffs/20260531-170546-ad4f12aa/01-tester-report.md", Data: brokenReport(t)},
	}}
	script := "env GORACE=atexit_sleep_ms=0\ncd shop\n"
	for _, block := range consoleBlock.FindAllStringSubmatch(doc, -1) {
		for _, session := range strings.Split("\n"+block[1]+block[2], "\n$ ")[1:] {
			script += oneCommand(archive, session)
		}
	}
	archive.Comment = []byte(script)
	path := filepath.Join(t.TempDir(), "hooks_doc.txtar")
	if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Files: []string{path},
		Setup: setUp,
		Cmds:  map[string]func(*testscript.TestScript, bool, []string){"attempt": attempt, "shows": shows},
	})
}

// oneCommand adds what a command is to print to the archive, and gives the
// lines of the script.
func oneCommand(archive *txtar.Archive, session string) string {
	command, want, _ := strings.Cut(session, "\n")
	name := fmt.Sprintf("want-%d", len(archive.Files))
	archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(strings.TrimSuffix(want, "\n") + "\n")})
	lines := ""
	if before, input, found := strings.Cut(command, " < "); found {
		command, lines = before, "stdin "+input+"\n"
	}
	return lines + "attempt " + command + "\nshows $WORK/" + name + "\n"
}

// brokenReport is the skill's example with two faults.
func brokenReport(t *testing.T) []byte {
	t.Helper()
	report := readFile(t, skillFolder+"/examples/01-tester-report.md")
	report = bytes.Replace(report, []byte(`status: "written"`), []byte(`status: "done"`), 1)
	return bytes.Replace(report, []byte("<!-- handoff-end -->\n"), nil, 1)
}

// attempt runs a command, whatever its exit code.
func attempt(ts *testscript.TestScript, _ bool, args []string) {
	_ = ts.Exec(args[0], args[1:]...) // what it says of it is looked at
}

// varying are what differs from run to run in what commands print, and what
// the documentation has in its place.
var varying = []struct {
	pattern *regexp.Regexp
	plain   string
}{
	{regexp.MustCompile(`\(\d+ ms\)`), "(N ms)"},
	{regexp.MustCompile(`(?m)^(  ok    the program: ).*$`), "$1 PATH"},
}

// shows compares the last output, stdout first, with a file.
func shows(ts *testscript.TestScript, _ bool, args []string) {
	got := ts.ReadFile("stdout") + ts.ReadFile("stderr")
	got = strings.ReplaceAll(filepath.ToSlash(got), filepath.ToSlash(ts.Getenv("WORK")), "/home/dev")
	want := ts.ReadFile(args[0])
	for _, v := range varying {
		got, want = v.pattern.ReplaceAllString(got, v.plain), v.pattern.ReplaceAllString(want, v.plain)
	}
	if strings.TrimRight(got, "\n") != strings.TrimRight(want, "\n") {
		ts.Fatalf("the command prints\n%s\nthe documentation shows\n%s", got, want)
	}
}
