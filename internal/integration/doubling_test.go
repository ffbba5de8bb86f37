package integration

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/git"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/taskfile"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
	"github.com/handofflint/handofflint/teamrules"
)

// treeReader is what reads files of a checked tree, or of git's own folder.
type treeReader struct {
	// file is the one that a shape is the text of.
	file string
	read func(root string)
	// shapes are texts of about a size.
	shapes map[string]func(n int) string
	// others are further files of a shape, which all grow with it.
	others map[string]func(n int) map[string]string
}

// The bounds of TestWorkDoubles: the sizes of a shape, how much more work one of twice the size
// may take, how much is too little to compare, and how much the longest may take. Work is what is
// allocated, in bytes.
const (
	leastSize, mostSize = 64, 128 << 10
	aboutTwice          = 2.6
	tooLittle           = 4 << 20
	mostWork            = 256 << 20
)

// TestWorkDoubles holds that whatever reads a file of a checked tree takes about twice the work
// if the file is twice as long, in any shape. What is refused takes less, so that each size is
// compared with the most that a shorter one took.
func TestWorkDoubles(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector allocates more")
	}
	command(t, "git")
	for name, reader := range treeReaders() {
		for _, shape := range slices.Sorted(maps.Keys(reader.shapes)) {
			t.Run(name+"/"+shape, func(t *testing.T) {
				holdDoubling(t, reader, shape)
			})
		}
	}
}

func holdDoubling(t *testing.T, reader treeReader, shape string) {
	most := uint64(0)
	for n := leastSize; n <= mostSize; n *= 2 {
		root, err := filepath.EvalSymlinks(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		plant(t, root, gitFolder)
		plant(t, root, map[string]string{reader.file: reader.shapes[shape](n)})
		if others := reader.others[shape]; others != nil {
			plant(t, root, others(n))
		}
		past := time.Now().Add(-time.Hour)
		if err := os.Chtimes(filepath.Join(root, reader.file), past, past); err != nil {
			t.Fatal(err)
		}
		if n == leastSize {
			reader.read(root) // makes what is made once
		}
		work := allocated(func() { reader.read(root) })
		if n > leastSize && float64(work) > aboutTwice*float64(most)+tooLittle {
			t.Fatalf("%d bytes are allocated for a size of %d, and at most %d for half of it", work, n, most)
		}
		most = max(most, work)
	}
	if most > mostWork {
		t.Errorf("%d bytes are allocated for a size of %d", most, mostSize)
	}
}

// gitFolder is the .git of an empty repository.
var gitFolder = map[string]string{
	".git/HEAD": "ref: refs/heads/main\n", ".git/config": "[core]\n\trepositoryformatversion = 0\n\tbare = false\n",
	".git/objects/info/README": "", ".git/refs/heads/README": "",
}

// allocated returns how many bytes a function allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// fill repeats a text up to a size; {} in it is a number.
func fill(unit string, n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		b.WriteString(strings.ReplaceAll(unit, "{}", fmt.Sprint(i)))
	}
	return b.String()
}

// filled returns shapes of a text that is repeated between two others.
func filled(texts map[string][3]string) map[string]func(n int) string {
	shapes := map[string]func(n int) string{}
	for name, t := range texts {
		shapes[name] = func(n int) string { return t[0] + fill(t[1], n) + t[2] }
	}
	return shapes
}

// halves returns a shape of two texts, each repeated up to half of the size.
func halves(before, first, between, second, after string) func(n int) string {
	return func(n int) string { return before + fill(first, n/2) + between + fill(second, n/2) + after }
}

// nest returns a shape of brackets in one another.
func nest(before, opening, inner, closing string) func(n int) string {
	return func(n int) string {
		depth := n / (len(opening) + len(closing))
		return before + strings.Repeat(opening, depth) + inner + strings.Repeat(closing, depth) + "\n"
	}
}

// task returns what reads the tasks that a command calls.
func task(command string) func(root string) {
	return func(root string) {
		run := ledger.Deed{Act: ledger.Run, Command: command, Invocation: ledger.Invocation{Folder: filepath.ToSlash(root)}, Time: time.Now()}
		taskfile.In(root).WorkOf(&run)
	}
}

// with returns shapes with some more.
func with(shapes, more map[string]func(n int) string) map[string]func(n int) string {
	maps.Copy(shapes, more)
	return shapes
}

func treeReaders() map[string]treeReader {
	readers := taskReaders()
	maps.Copy(readers, gitReaders())
	maps.Copy(readers, settingsReaders())
	return readers
}

func taskReaders() map[string]treeReader {
	const end = "\ntest:\n\tpytest\n"
	return map[string]treeReader{
		"make": {file: "Makefile", read: task("make test"), shapes: with(filled(map[string][3]string{
			"needs":            {"test: ", "a{} ", "\n"},
			"needs of itself":  {"test: ", "test ", "\n"},
			"the same rule":    {"", "test: b\n", ""},
			"the same lines":   {"", "test:\n\tx\n", ""},
			"short rules":      {"", "a:a\n", end},
			"rules":            {"", "a{}: a{}0\n", end},
			"lines":            {"test:\n", "\tgo vet ./...\n", ""},
			"a long line":      {"test:\n\t", "x ", ""},
			"commands":         {"test:\n\t", "x && ", "x\n"},
			"variables":        {"test:\n\t", "$(a)", "\n"},
			"open brackets":    {"test:\n\t", "$(", "\n"},
			"a continued line": {"test: ", "a \\\n", "\n"},
			"a long word":      {"", "a", end},
			"words of a line":  {"", "export ", end},
			"conditions":       {"", "ifdef a\n", end},
			"rules in a line":  {"", "test:;x\n", ""},
		}), map[string]func(n int) string{
			"targets and needs": halves("", "a{} ", ":", "b{} ", end),
			"targets of itself": halves("", "a ", ":", "a ", end),
			"targets and lines": halves("", "a{} ", ":\n", "\tx\n", end),
			"a chain of rules":  halves("", "a{}: a{}1\n", "test: a0\n", "\tx\n", end),
		})},
		"npm": {file: "package.json", read: task("npm test"), shapes: with(filled(map[string][3]string{
			"scripts":         {`{"scripts":{"test":"x"`, `,"a{}":"x"`, "}}"},
			"the same script": {`{"scripts":{"test":"x"`, `,"test":"x"`, "}}"},
			"lists":           {`{"scripts":{"test":"x","a":[0`, ",[]", "]}}"},
			"objects":         {`{"scripts":{"test":"x"},"a":[0`, `,{"":0}`, "]}"},
			"a long script":   {`{"scripts":{"test":"`, "x ", `"}}`},
			"calls":           {`{"scripts":{"test":"npm test"`, ` ,"pretest":"npm test"`, `}}`},
		}), map[string]func(n int) string{"lists in lists": nest(`{"scripts":{"test":"x"},"a":`, "[", "0", "]")})},
		"mise": {file: "mise.toml", read: task("mise run test"), shapes: with(filled(map[string][3]string{
			"tasks":           {"[tasks]\ntest='x'\n", "a{}='x'\n", ""},
			"tables":          {"", "[tasks.a{}]\n", ""},
			"lists of tables": {"", "[[a]]\n", ""},
			"tables in them":  {"", "[[a]]\n[a.b]\n", ""},
			"lines":           {"[tasks]\ntest=[", "'x',", "]\n"},
			"needs":           {"[tasks.test]\ndepends=[", "'test',", "]\n"},
			"inline tables":   {"[tasks]\ntest='x'\n", "a{}={a=1}\n", ""},
			"a long text":     {"[tasks]\ntest='''", "x\n", "'''\n"},
			"a long key":      {"", "a.", "b=1\n"},
			"long keys":       {"", "a{}." + strings.Repeat("a.", 30) + "b=1\n", ""},
		}), map[string]func(n int) string{
			"keys of a long table": halves("[", "a.", "b]\n", "a{}=1\n", ""),
			"lists in lists":       nest("[tasks]\ntest=", "[", "", "]"),
			"tables in tables":     nest("[tasks]\ntest=", "{a=", "1", "}"),
		})},
	}
}

// open opens the repository in a folder.
func open(root string) {
	_, _ = git.Open(context.Background(), root, git.NewClock(time.Minute)) // any answer will do
}

func gitReaders() map[string]treeReader {
	trees := func(n int) map[string]string {
		planted := map[string]string{}
		for i := range n / 64 {
			planted[fmt.Sprintf(".git/worktrees/a%d/gitdir", i)] = fmt.Sprintf("../../../a%d/.git\n", i%8)
			planted[fmt.Sprintf(".git/worktrees/a%d/commondir", i)] = "../..\n"
			planted[fmt.Sprintf("a%d/.git", i%8)] = fmt.Sprintf("gitdir: ../.git/worktrees/a%d\n", i%8)
		}
		return planted
	}
	return map[string]treeReader{
		"packed refs": {file: ".git/packed-refs", read: open, shapes: filled(map[string][3]string{
			"references": {"# pack-refs with: peeled fully-peeled sorted\n", "1111111111111111111111111111111111111111 refs/heads/a{}\n", ""},
		})},
		"gitdir": {file: ".git/commondir", read: open, shapes: filled(map[string][3]string{"folders": {"", "../", "\n"}})},
		"work trees": {file: ".git/info/README", read: func(root string) { git.WorkTrees(root) },
			shapes: map[string]func(n int) string{"many": func(int) string { return "" }},
			others: map[string]func(n int) map[string]string{"many": trees}},
	}
}

func settingsReaders() map[string]treeReader {
	ignore := filled(map[string][3]string{
		"lines": {"", "x\n", ""}, "folders": {"", "x/\n", ""}, "stars": {"", "*x*x*\n", ""}, "any folders": {"", "**/a/**/b\n", ""},
		"no patterns": {"", "[\n", ""}, "taken back": {"", "!x\n", ""}, "a long line": {"", "a/", "\n"}, "braces": {"", "{a,b}{a,b}{a,b}\n", ""},
	})
	handoffs := func(n int) map[string]string {
		planted := map[string]string{}
		for i := range 40 {
			planted[fmt.Sprintf("a/b/c%d.md", i)] = ""
		}
		return planted
	}
	more := map[string]func(n int) map[string]string{}
	for name := range ignore {
		more[name] = handoffs
	}
	walk := func(root string) { _, _ = lint.Walk(context.Background(), []string{root}, lint.Options{}) }
	ruleFiles := func(n int) map[string]string {
		planted := map[string]string{}
		for i := range n / 32 {
			planted[fmt.Sprintf("r/a%d.cue", i)] = ""
		}
		return planted
	}
	extended := func(n int) map[string]string {
		planted := map[string]string{}
		for i := range 40 {
			planted[fmt.Sprintf("e%d.yaml", i)] = "extends: [" + fill("e{}.yaml,", n/40) + "]\n"
		}
		return planted
	}
	return map[string]treeReader{
		".handofflintignore": {file: ".handofflintignore", read: walk, shapes: ignore, others: more},
		".gitignore": {file: ".gitignore", shapes: ignore, read: func(root string) {
			data, _ := os.ReadFile(filepath.Join(root, ".gitignore"))
			lines := files.IgnoreLinesOrMore(string(data))
			for i := range 20 {
				files.LastMatch(lines, fmt.Sprintf("a/b/c%d.md", i), false, &text.Steps{})
			}
		}},
		"configuration": {file: config.YAMLName, read: load, shapes: with(filled(map[string][3]string{
			"rules":               {"rules:\n", "  a/b{}: error\n", ""},
			"rules of its own":    {"rules:\n", "  a/b{}: {check: wordCount, message: x}\n", ""},
			"keys":                {"", "a{}: error\n", ""},
			"the same key":        {"", "strict: true\n", ""},
			"what it extends":     {"extends: [", "a{}.yaml,", "]\n"},
			"what extends itself": {"extends: [", ".handofflint.yaml,", "]\n"},
			"one another":         {"extends: [e0.yaml", ",e{}.yaml", "]\n"},
			"excluded":            {"exclude: [a", ",'{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}*'", "]\n"},
			"rule files":          {"rule-files: [r/none", ",'r/{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}*'", "]\n"},
			"overrides":           {"overrides: [{paths: a, strict: true}", ",{paths: a, strict: true}", "]\n"},
			"rules of overrides":  {"overrides:\n- paths: a\n  rules:\n", "    report/b{}: error\n", ""},
			"formats of files":    {"files: [{paths: a, format: task}", ",{paths: a, format: tas{}}", "]\n"},
		}), map[string]func(n int) string{
			"aliases":        halves("a: &a [x", ",x", "]\nexclude: [a", ",*a", "]\n"),
			"lists in lists": nest("exclude: ", "[", "a", "]"),
		}), others: map[string]func(n int) map[string]string{"rule files": ruleFiles, "one another": extended}},
		"team rules": {file: "team.cue", read: readTeam, shapes: filled(map[string][3]string{
			"rules":           {"", `rules: "a/b{}": {formats: ["context"], summary: "x", help: "x", when: data: x: "y", message: "x"}` + "\n", ""},
			"the same rule":   {"", `rules: "a/b": {formats: ["context"]}` + "\n", ""},
			"formats":         {"", `formats: "a-{}": {title: "x", form: "json", where: ["a{}.json"]}` + "\n", ""},
			"rules of them":   {"", `formats: "a-{}": {title: "x", form: "json", where: ["a{}.json"]}` + "\n" + `rules: "a/b{}": {formats: ["a-{}"], message: "x"}` + "\n", ""},
			"places":          {`formats: x: {title: "x", form: "json", where: ["x"`, `,"{a,b}{a,b}{a,b}{a,b}{}"`, "]}\n"},
			"definitions":     {"", "#A{}: 1\n", ""},
			"unknown names":   {"", "#A{}: #B\n", ""},
			"a chain of them": {"", "#A{}: #A{}0\n", ""},
			"fields":          {`formats: x: {title: "x", form: "json", where: ["x"], schema: {`, "a{}: 1\n", "}}\n"},
			"the same field":  {`formats: x: {title: "x", form: "json", where: ["x"], schema: {`, "a: string\n", "}}\n"},
			"a union":         {`formats: x: {title: "x", form: "json", where: ["x"], schema: a: `, `"a{}" | `, "1}\n"},
			"all at once":     {`formats: x: {title: "x", form: "json", where: ["x"], schema: a: `, `=~"a" & `, "=~\"a\"}\n"},
			"a long pattern":  {`formats: x: {title: "x", form: "json", where: ["x"], schema: a: =~"`, "a?", "\"}\n"},
			"variants":        {`rules: "a/b": {formats: ["context"], message: "x", variants: {`, `a{}: {when: data: x: "y", message: "x"}` + "\n", "}}\n"},
		})},
	}
}

// load reads a configuration, and uses its globs.
func load(root string) {
	settings, err := config.Load(filepath.Join(root, config.YAMLName))
	if err == nil {
		_, _ = settings.Engines(checks.All(), rules.Options{})
		settings.Excluded(filepath.Join(root, "a/b/c.md"))
	}
}

// readTeam reads a team's rules, in as many files as they fit into.
func readTeam(root string) {
	data, _ := os.ReadFile(filepath.Join(root, "team.cue"))
	var sources []teamrules.Source
	for len(data) > 0 {
		n := min(len(data), teamrules.MaxSource)
		sources = append(sources, teamrules.Source{Name: fmt.Sprintf("team%d.cue", len(sources)), Data: data[:n]})
		data = data[n:]
	}
	_, _ = teamrules.Read(sources)
}
