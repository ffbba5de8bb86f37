package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/handofflint/handofflint/internal/testkit"
)

// TestDocs runs the commands of every page in docs and of the site's first, in order, in one shell and
// one repository, and compares what they print with what the page shows. -update
// writes it into the page. The repository begins with testdata/examples and the
// files of testdata/docs/PAGE.txtar; those of its folder bin are programs. A page
// makes a file itself with a code block after <!-- file: NAME --> or after the line
// "`NAME`:", or with `$ cat NAME` of a file that does not exist yet.
func TestDocs(t *testing.T) {
	testkit.SkipWithRace(t)
	if _, err := exec.LookPath("bash"); err != nil || runtime.GOOS == "windows" {
		t.Skip("no bash")
	}
	paths, err := filepath.Glob(docsFolder + "/*.md")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no pages: %v", err)
	}
	for _, path := range append(paths, "../../site/index.md") {
		page := string(testkit.Read(t, path))
		steps := docSteps(page)
		if len(steps) > 0 {
			t.Run(filepath.Base(path), func(t *testing.T) { runDoc(t, path, page, steps) })
		}
	}
}

// docStep is a part of a page's script, and what the page shows that it prints.
type docStep struct {
	script, shown string
	start, end    int // of shown, in the page
}

var (
	// docBlock is a code block, after the name of its file if it has one, or the
	// beginning of an example with an empty repository of its own.
	docBlock = regexp.MustCompile("(?ms)^(?:(?:<!-- file: (\\S+) -->|`(\\S+)`:\n)\n)?`{3,4}(\\w+)\n(.*?)^`{3,4}$|^<!-- example -->$")
	// docCommand is a command, with the lines that continue it after >.
	docCommand = regexp.MustCompile(`(?m)^\$ (.*\n(?:> .*\n|>\n)*)`)
)

func docSteps(page string) (steps []docStep) {
	for _, block := range docBlock.FindAllStringSubmatchIndex(page, -1) {
		if block[8] < 0 {
			steps = append(steps, docStep{script: "cd && rm -r shop && mkdir -p shop/.git && cd shop\n"})
			continue
		}
		text := page[block[8]:block[9]]
		if start, end := max(block[2], block[4]), max(block[3], block[5]); start >= 0 {
			steps = append(steps, docStep{script: makeFile(page[start:end], text)})
		}
		if page[block[6]:block[7]] != "console" {
			continue
		}
		commands := docCommand.FindAllStringSubmatchIndex(text, -1)
		for i, c := range commands {
			end := len(text)
			if i+1 < len(commands) {
				end = commands[i+1][0]
			}
			s := docStep{
				script: regexp.MustCompile(`(?m)^> ?`).ReplaceAllString(text[c[2]:c[3]], ""),
				shown:  text[c[1]:end], start: block[8] + c[1], end: block[8] + end,
			}
			if name, ok := strings.CutPrefix(strings.TrimSpace(s.script), "cat "); ok && !strings.ContainsAny(name, " ;|<>") {
				s.script = fmt.Sprintf("[ -e %s ] || { %s}\n%s", name, makeFile(name, s.shown), s.script)
			}
			steps = append(steps, s)
		}
	}
	return steps
}

func makeFile(name, text string) string {
	return fmt.Sprintf("mkdir -p \"$(dirname %s)\"\ncat > %[1]s <<'END OF THE FILE'\n%sEND OF THE FILE\n", name, text)
}

func runDoc(t *testing.T, path, page string, steps []docStep) {
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	repository := filepath.Join(home, "shop")
	plantDoc(t, strings.TrimSuffix(filepath.Base(path), ".md"), repository)
	script := "exec 2>&1\n"
	for _, s := range steps {
		script += s.script + "code=$?; printf '\\036'; (exit $code)\n"
	}
	start := time.Now().Unix()
	cmd := exec.Command("bash", "-c", script)
	cmd.Dir = repository
	cmd.Env = []string{"HOME=" + home, "PATH=" + filepath.Join(home, "bin") + ":" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0", "GOCOVERDIR=" + os.Getenv("GOCOVERDIR")}
	out, err := cmd.CombinedOutput()
	printed := strings.Split(plainDoc(string(out), home, start), "\x1e")
	if len(printed) != len(steps)+1 {
		t.Fatalf("%d of %d commands ran to their end: %v\n%s", len(printed)-1, len(steps), err, out)
	}
	for i := len(steps) - 1; i >= 0; i-- {
		s := steps[i]
		if *update && s.end > 0 {
			page = page[:s.start] + printed[i] + page[s.end:]
		} else if printed[i] != plainDoc(s.shown, home, start) {
			t.Errorf("%s\nprints\n%s\nand the page shows\n%s", s.script, printed[i], s.shown)
		}
	}
	if *update {
		writeFile(t, path, page)
	}
}

// plantDoc makes the repository that a page begins with, and the programs that
// play the agents of the page.
func plantDoc(t *testing.T, name, repository string) {
	t.Helper()
	if err := copyTree(os.DirFS("../../testdata/examples"), repository); err != nil {
		t.Fatal(err)
	}
	archive := &txtar.Archive{}
	if data, err := os.ReadFile("testdata/docs/" + name + ".txtar"); err == nil {
		archive = txtar.Parse(data)
	}
	for _, f := range append(archive.Files, txtar.File{Name: ".git/HEAD"}) {
		path := filepath.Join(repository, f.Name)
		if strings.HasPrefix(f.Name, "bin/") {
			path = filepath.Join(filepath.Dir(repository), f.Name)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// varyingDoc are patterns of what differs from run to run in what commands print, and what
// a page has in its place.
var varyingDoc = []struct{ pattern, plain string }{
	{`"20\d\d-\d\d-\d\dT[0-9:]*Z"`, `"2026-05-31T12:21:29Z"`},
	{`"20\d\d-\d\d-\d\dT[0-9:]*\.\d*Z"`, `"2026-05-31T12:21:29.000Z"`},
	{`\b0\.1\.0-dev\b`, "0.1.0"},
	{`\(\d+ ms\)`, "(21 ms)"},
	{`(?m)^(  ok    the program: ).*$`, "${1}/usr/local/bin/handofflint"},
}

func plainDoc(text, home string, start int64) string {
	text = strings.ReplaceAll(text, home, "/home/dev")
	text = regexp.MustCompile(`\b\d{10}-`).ReplaceAllStringFunc(text, func(id string) string {
		if at, _ := strconv.ParseInt(id[:10], 10, 64); at >= start {
			return "1717500000-" // an id that a command has just made
		}
		return id
	})
	for _, v := range varyingDoc {
		text = regexp.MustCompile(v.pattern).ReplaceAllString(text, v.plain)
	}
	return text
}
