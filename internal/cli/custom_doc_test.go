package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// docPart is a file, or a command with what it prints, of docs/custom-rules.md.
var docPart = regexp.MustCompile("(?s)<!-- (file|exits): (\\S+) -->\n```[a-z]+\n(.*?)```\n")

// TestCustomRulesDoc makes the files of every example of docs/custom-rules.md
// and runs its commands: what they print is what stands there.
func TestCustomRulesDoc(t *testing.T) {
	doc := strings.ReplaceAll(string(readFile(t, "../../docs/custom-rules.md")), "\r\n", "\n")
	examples := strings.Split(doc, "\n<!-- example -->\n### ")[1:]
	if len(examples) != 3 {
		t.Fatalf("%d examples, want 3", len(examples))
	}
	for _, example := range examples {
		title, _, _ := strings.Cut(example, "\n")
		t.Run(title, func(t *testing.T) {
			t.Chdir(t.TempDir())
			commands := 0
			for _, part := range docPart.FindAllStringSubmatch(example, -1) {
				if part[1] == "file" {
					writeDocFile(t, part[2], part[3])
					continue
				}
				commands++
				runDocCommand(t, part[2], part[3])
			}
			if commands < 2 {
				t.Errorf("%d commands: a bad and a good one belong in an example", commands)
			}
		})
	}
}

func writeDocFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(filepath.FromSlash(name)), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.FromSlash(name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// runDocCommand runs the first line of a console, whose other lines are what
// it prints.
func runDocCommand(t *testing.T, exits, console string) {
	t.Helper()
	line, want, _ := strings.Cut(console, "\n")
	line, found := strings.CutPrefix(line, "$ handofflint ")
	if !found {
		t.Fatalf("%q is no command of handofflint", line)
	}
	args := []string{"handofflint"}
	for _, arg := range strings.Fields(line) {
		args = append(args, strings.Trim(arg, "'"))
	}
	if args[1] == "check" {
		args = append(args, "--no-failure-log")
	}
	var out bytes.Buffer
	streams := Streams{In: strings.NewReader(""), Out: &out, Err: &out, Getenv: func(string) string { return "" }}
	code := Main(streams, args)
	if strconv.Itoa(code) != exits {
		t.Errorf("%s: exit code %d, want %s", line, code, exits)
	}
	if out.String() != want {
		t.Errorf("%s\ngot:\n%s\nwant:\n%s", line, out.String(), want)
	}
}
