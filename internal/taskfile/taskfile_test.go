package taskfile

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
)

var (
	changed = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	ran     = changed.Add(time.Hour)
)

// treeOf returns a tree with files last changed before the tasks run.
func treeOf(t *testing.T, content map[string]string) (tree *Tree, root string) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(root, ".git", "HEAD"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range content {
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(name, changed, changed); err != nil {
			t.Fatal(err)
		}
	}
	return In(root), filepath.ToSlash(root)
}

// told returns the commands that a command ran in a folder of the tree, in comparable form. `?` follows a
// command that may have passed or not, `...` stands for unknown commands, "nothing" for a task without commands, "" for an unknown task.
func told(tree *Tree, root, folder, command string) string {
	in := ledger.Invocation{Folder: path.Join(root, folder)}
	work, ok := tree.WorkOf(&ledger.Deed{Act: ledger.Run, Command: command, Invocation: in, Time: ran})
	if !ok {
		return ""
	}
	var all []string
	for _, d := range work.Runs {
		run := strings.Join(d.Words, " ")
		if d.Result != ledger.Passed {
			run += "?"
		}
		if d.Folder != root && d.Folder != "" {
			run += " in " + strings.TrimPrefix(d.Folder, root+"/")
		}
		all = append(all, run)
	}
	if !work.Complete {
		all = append(all, "...")
	}
	return cmp.Or(strings.Join(all, "; "), "nothing")
}

const packageJSON = `{"scripts": {
	"run": "tsc", "lint": "eslint . --max-warnings 0", "types": "tsc -b", "test": "vitest run", "pretest": "npm run types",
	"ci": "npm run lint && npm test", "fix": "eslint . --fix", "ship": "npm run ci; ./deploy.sh", "unit": "npx jest src/unit | tail",
	"loop": "npm run loop", "install": "node setup.js", "web": "cd web && npm run build", "num": 3, "odd": "npm run num; tsc", "bin": "make -C named && tsc", "gen": "node tools/gen.mjs", "or": "eslint . || true"
}}`

const makefile1 = `# all: none

	echo before the rules
GO ?= go
PY := python3 # the one of the system
TWICE = a
TWICE = b
SHELLED != date
SHELL := /bin/bash
.PHONY: check test
build: main.go
	go build ./...
test: build ; @go test ./... $(FLAGS)
lint:
	-golangci-lint run
	$(GO) vet ./...
vet:
	@echo "vet"

	go vet ./...  # all of it
check: lint test
sub:
	$(MAKE) -C web all
typed:
	$(PY) -m mypy . $(TWICE) $(SHELLED)
made: $(GENERATED)
	go vet ./...
linted:
	$(LINT) ./...
LINT = $(GO) vet
MODE = vet
own: MODE = test
own:
	go $(MODE) ./...
list:
	go test $$(go list ./... | grep -v e2e)
long: vet
	cd web && \
	  go test ./...
`

func TestWorkOf(t *testing.T) {
	content := map[string]string{
		"package.json": packageJSON, "web/package.json": `{"scripts": {"build": "vite build", "test": "jest"}}`, "bad/package.json": `{"scripts": {`,
		"tools/gen.mjs": "console.log('x')\n", "node_modules/.bin/eslint": "#!/bin/sh\ngo vet ./...\n", "node_modules/.bin/frob": "#!/bin/sh\ngo vet ./...\n",
		"some/package.json": `{"scripts": {"a": "tsc"` + several(maxScripts-1) + "}}", "many/package.json": `{"scripts": {"a": "tsc"` + several(maxScripts) + "}}",
		"some/Makefile": "A = " + strings.Repeat("a", maxValue) + "\na:\n\ttsc $(A)\n", "many/Makefile": "A = " + strings.Repeat("a", maxValue+1) + "\na:\n\ttsc $(A)\n",
		"named/Makefile": "$(BIN): main.go\n\tgo build -o $@\ntest:\n\tgo test ./...\n", "my scripts/check.sh": "#!/bin/sh\ncd \"$(dirname \"$0\")/..\" && go vet ./...\n",
		"Makefile": makefile1, "windows/Makefile": "ifeq ($(OS),Windows_NT)\nGO = gow\nodd:\n\tgo vet ./...\nendif\nvet:\n\t$(GO) vet\n", "web/Makefile": "all:\n\ttsc\n", "patterns/Makefile": "test: gen.go\n\tgo test ./...\n%.go: %.y\n\tgoyacc $<\n",
		"open/Makefile": "include x.mk\ntest:\n\tgo test ./...\n", "both/GNUmakefile": "a:\n\tgo vet ./...\n", "both/Makefile": "a:\n\tgo test ./...\n",
		"crlf/Makefile":  "lint:\r\n\tgo vet \\\r\n\t\t./...\r\n",
		"notes/Makefile": "a: b # c\n\tgo vet ./...\nb:\n\ttsc\nc:\n\tgo test ./...\nd:: b\n\tgo vet ./...\n",
		"order/Makefile": "test:\n\tgo test ./...\ntest: lint\nlint:\n\tgolangci-lint run\n",
		"composer.json":  `{"scripts": {"lint": "phpcs src", "test": "phpunit", "two": ["phpcs src", "phpunit"], "check": ["@lint", "@test"], "odd": [1, "phpunit"], "miss": ["@none", "phpunit"], "deps": ["composer install", "phpunit"]}}`,
		"long/Makefile":  "a:\n" + strings.Repeat("\tgo vet ./...\n", 200),
		"wide/Makefile":  names("a", 3000) + ":" + names("b", 3000) + "\n\ttsc\nb7:\n\tgo vet ./...\ntest: a1 a2\n\tgo test ./...\ntest: b7\n",
		"gradlew":        "#!/bin/sh\njavac -d out src/*.java\n", "scripts/check.sh": "#!/usr/bin/env bash\nset -euo pipefail\ncd \"$(dirname \"$0\")/..\"\ngo vet ./...\necho tests\ngo test ./... | tail -3\n",
		"ci/lint":       "#!/bin/sh\ngo vet ./... || exit 1\nstaticcheck ./...\n",
		"ci/make":       "#!/bin/sh\ngo vet ./...\n",
		"ci/pytest":     "#!/bin/sh\ngo vet ./...\n",
		"ci/notes":      "go vet ./...\n",
		"ci/rotate.sh":  "#!/bin/sh\nset -e\nfor f in *.log; do gzip \"$f\"; done\n",
		"ci/own.sh":     "#!/bin/sh\n./ci/suite\n",
		"ci/after.sh":   "#!/bin/sh\nexit 0\ngo test ./...\n",
		"ci/self.sh":    "#!/bin/sh\n./ci/self.sh\n",
		"ci/odd.sh":     "#!/bin/sh\nif (\n",
		"huge/Makefile": "test:\n\tgo test ./...\nx: " + names("b", maxParts) + "\n",
	}
	tree, root := treeOf(t, content)
	for command, want := range map[string]string{
		"composer check":          "phpcs src; phpunit; ...",
		"composer odd":            "phpunit",
		"composer miss":           "phpunit; ...", // of a script that nobody defines, anything may run
		"composer deps":           "composer install; phpunit",
		"node_modules/.bin/frob":  "",
		"bash":                    "",
		"composer run lint -- -n": "phpcs src -n; ...",
		"make -C crlf lint":       "go vet ./... in crlf",
		"make -C notes a":         "tsc in notes; go vet ./... in notes",
		"make -C notes d":         "tsc in notes; go vet ./... in notes",
		"make -C order test":      "golangci-lint run in order; go test ./... in order",
		"composer install":        "",
		"composer run two -- -n":  "phpcs src; phpunit -n; ...",
		"yarn lint src":           "eslint . --max-warnings 0 src",
		"npm run run":             "tsc",
		// package.json
		"npm run lint":                "eslint . --max-warnings 0",
		"npm run lint -- --fix":       "eslint . --max-warnings 0 --fix",
		"npm test":                    "tsc -b; vitest run",
		"CI=1 npm test":               "tsc -b; vitest run",
		"npm run ci":                  "eslint . --max-warnings 0; tsc -b; vitest run",
		"timeout 60 npm run ci":       "eslint . --max-warnings 0; tsc -b; vitest run",
		"npm run fix":                 "eslint . --fix",
		"npm run ship":                "eslint . --max-warnings 0?; tsc -b?; vitest run?; deploy.sh; ...",
		"npm run unit":                "jest src/unit?; ...",
		"npm run or":                  "eslint .?; ...",
		"npm run loop":                "nothing",
		"npm run web":                 "vite build in web; ...",
		"npm --prefix web test":       "jest in web",
		"npm run test --prefix web":   "", // the option follows the name
		"npm --prefix ../elsewhere t": "",
		"npm run none":                "",
		"npm install":                 "",
		"npm run num":                 "",
		"npm run odd":                 "npm run num?; tsc; ...",
		"npm run bin":                 "go build -o ** in named; tsc",
		"npm run gen":                 "node tools/gen.mjs",
		"npm":                         "",
		"npm --workspaces run lint":   "",
		"npm --prefix bad run lint":   "",
		"pnpm lint":                   "eslint . --max-warnings 0",
		"pnpm -r lint":                "",
		"pnpm --filter web lint":      "",
		"pnpm install":                "",
		"bun test":                    "",
		"bun run test":                "tsc -b; vitest run",
		"yarn ci":                     "eslint . --max-warnings 0; tsc -b; vitest run",
		"yarn --cwd web build":        "vite build in web; ...",
		"npm run $TASK":               "",
		// Scripts
		"scripts/check.sh":            "go vet ./...; go test ./...",
		"bash scripts/check.sh -v":    "go vet ./...; go test ./...",
		"timeout 60 scripts/check.sh": "go vet ./...; go test ./...",
		"bash -x scripts/check.sh":    "",
		"./gradlew test":              "",
		"node_modules/.bin/eslint .":  "",
		"'my scripts/check.sh'":       "dirname **?; go vet ./...",
		"./ci/lint":                   "go vet ./...; staticcheck ./...",
		"./ci/notes":                  "",
		"./ci/none":                   "",
		"bash -c ./ci/lint":           "",
		"./ci/own.sh":                 "suite; ...",
		"sh ci/after.sh":              "go test ./...?; ...",
		"./ci/self.sh":                "nothing",
		"ci/make all":                 "go vet ./...",
		"ci/pytest":                   "",
		"ci/rotate.sh":                "gzip **?",
		"ci/odd.sh":                   "?; ...",
		// Makefile
		"make typed":             "mypy . ** **",
		"make":                   "go build ./...",
		"make test":              "go build ./...; ...",
		"make -j4 -s vet":        "go vet ./...",
		"make vet long":          "go vet ./...; go test ./... in web",
		"make lint":              "golangci-lint run?; go vet ./...; ...",
		"make check":             "golangci-lint run?; go vet ./...; go build ./...; ...",
		"make sub":               "tsc in web",
		"make -C web":            "tsc in web",
		"make --directory web":   "tsc in web",
		"make --directory=web":   "",
		"make -C":                "",
		"make made":              "go vet ./...; ...",
		"make linted":            "** ./...; ...",
		"make own":               "go ** ./...; ...",
		"make -C long":           strings.Repeat("go vet ./... in long; ", maxNodes-1) + "...",
		"make list":              "go list ./...?; go test **",
		"make -C patterns test":  "go test ./... in patterns; ...",
		"make -C open test":      "",
		"make -C both a":         "go vet ./... in both",
		"make -n test":           "",
		"make test FLAGS=-short": "",
		"make -C windows vet":    "** vet in windows; ...",
		"make -C named":          "go build -o ** in named",
		"make -C named test":     "go test ./... in named",
		"make -C ../.. test":     "",
		"make -C wide test":      "go vet ./... in wide; tsc in wide; tsc in wide; go test ./... in wide",
		"make -C huge test":      "",
		// the others
		"go test ./...":     "",
		"":                  "",
		"npm run 'unclosed": "",
	} {
		if got := told(tree, root, "", command); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", command, got, want)
		}
	}
	t.Chdir(root)
	for _, command := range []string{"make vet", "bash " + root + "/ci/lint"} {
		if _, ok := tree.WorkOf(&ledger.Deed{Act: ledger.Run, Command: command, Time: ran}); ok {
			t.Errorf("%s in an unknown folder is known", command)
		}
	}
	for _, tt := range []struct{ folder, command, want string }{
		{"some", "npm run a", "tsc in some"},
		{"many", "npm run a", ""},
		{"some", "make a", "tsc " + strings.Repeat("a", maxValue) + " in some"},
		{"many", "make a", "tsc ** in many"},
		{"web", "make none", ""},
	} {
		if got := told(tree, root, tt.folder, tt.command); got != tt.want {
			t.Errorf("%s in %s\ngot  %s\nwant %s", tt.command, tt.folder, got, tt.want)
		}
	}
}

// several returns n scripts of a package.json.
func several(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `, "s%d": ""`, i)
	}
	return b.String()
}

// names returns names of files, each a letter and a number.
func names(letter string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " %s%d", letter, i)
	}
	return b.String()
}

// TestStartsNothing checks that a program of the tree may start others only if its text says so. An unknown
// program, or one that was changed after it ran, may.
func TestStartsNothing(t *testing.T) {
	tree, root := treeOf(t, map[string]string{
		"gen.py": "print('x')\n", "all.py": "import subprocess\nsubprocess.run(['make'])\n", "quotes.py": "print(`1`)\n", "plain.rb": "puts 1\n", "suite.py": "import pytest\npytest.main()\n",
		"gen.mjs": "console.log(`a${1}`)\n", "gen.rb": "puts `make test`\n", "gen.php": "<?php echo `make test`;\n", "run_tests.py": "print('x')\n",
	})
	for command, want := range map[string]bool{
		"python3 gen.py --all": true, "gen.py": true, "node gen.mjs": true, "python3 quotes.py": true,
		"python3 all.py": false, "python3 suite.py": false, "ruby gen.rb": false, "php gen.php": false, "ruby plain.rb": false, "python3 none.py": false, "python3 run_tests.py": false, "python3 -c 1": false, "node": false, "python3 x/.py": false, ".py": false,
	} {
		words := strings.Fields(command)
		if got := tree.startsNothing(words, root, time.Now().Add(time.Hour)); got != want {
			t.Errorf("%s starts nothing: %t", command, got)
		}
		if tree.startsNothing(words, root, time.Time{}) {
			t.Errorf("%s starts nothing, and was changed since", command)
		}
	}
	t.Chdir(root)
	if tree.startsNothing([]string{"python3", "gen.py"}, "", time.Now().Add(time.Hour)) {
		t.Error("a program in an unknown folder is read")
	}
}

// TestBytesOfATree checks that the files of a tree are read up to a total.
func TestBytesOfATree(t *testing.T) {
	content := map[string]string{}
	for i := range maxBytes/maxFile + 1 {
		content[fmt.Sprintf("p%d/package.json", i)] = `{"scripts": {"test": "tsc"}}` + strings.Repeat(" ", maxFile-28)
	}
	tree, root := treeOf(t, content)
	for i := range maxBytes / maxFile {
		folder := fmt.Sprintf("p%d", i)
		if got := told(tree, root, folder, "npm test"); got != "tsc in "+folder {
			t.Errorf("%s: %q", folder, got)
		}
	}
	if got := told(tree, root, fmt.Sprintf("p%d", maxBytes/maxFile), "npm test"); got != "" {
		t.Errorf("%q beyond the sum", got)
	}
	content = map[string]string{}
	for i := range maxFiles + 1 {
		content[fmt.Sprintf("p%d/package.json", i)] = `{"scripts": {"test": "tsc"}}`
	}
	tree, root = treeOf(t, content)
	for i := range maxFiles + 1 {
		folder := fmt.Sprintf("p%d", i)
		if got := told(tree, root, folder, "npm test"); (got != "") != (i < maxFiles) {
			t.Errorf("file %d: %q", i, got)
		}
	}
}

// TestWitnesses checks that a file that was changed after a task ran, or is outside of the tree, does not
// show what the task ran.
func TestWitnesses(t *testing.T) {
	content := map[string]string{"Makefile": "a:\n\tgo vet ./...\n"}
	for name, tt := range map[string]struct {
		prepare func(root string) error
		want    string
	}{
		"as it was":     {func(string) error { return nil }, "go vet ./..."},
		"changed since": {func(root string) error { return os.Chtimes(root+"/Makefile", ran, ran) }, ""},
		"gone":          {func(root string) error { return os.Remove(root + "/Makefile") }, ""},
		"a folder": {func(root string) error {
			return errors.Join(os.Remove(root+"/Makefile"), os.Mkdir(root+"/Makefile", 0o755))
		}, ""},
		"too long": {func(root string) error {
			return replace(root+"/Makefile", "a:\n\tgo vet ./...\n"+strings.Repeat("#", maxFile))
		}, ""},
		"a link out of it": {func(root string) error { return linkTo(root+"/Makefile", filepath.Join(t.TempDir(), "Makefile")) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			tree, root := treeOf(t, content)
			if err := tt.prepare(root); err != nil {
				t.Fatal(err)
			}
			if got := told(tree, root, "", "make a"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// replace writes a file last changed before the tasks ran.
func replace(name, content string) error {
	return errors.Join(os.WriteFile(name, []byte(content), 0o644), os.Chtimes(name, changed, changed))
}

// linkTo replaces a file by a link to another one with the same content.
func linkTo(name, other string) error {
	data, err := os.ReadFile(name)
	return errors.Join(err, replace(other, string(data)), os.Remove(name), os.Symlink(other, name))
}

// TestWorkIsBounded checks that twice as many tasks take at most twice the work, up to the bounds.
func TestWorkIsBounded(t *testing.T) {
	for name, makefile := range map[string]func(n int) string{
		"a chain":      func(n int) string { return rules(n, func(i int) string { return fmt.Sprint("t", i+1) }) },
		"all need all": func(n int) string { return rules(n, func(int) string { return needs(n) }) },
		"pairs":        func(n int) string { return rules(n, func(i int) string { return fmt.Sprintf("t%d t%d", i+1, i+2) }) },
		"lines":        func(n int) string { return "t0:\n" + strings.Repeat("\tgo vet ./...\n", n) },
		"a wide line":  func(n int) string { return "t0:\n\ttrue" + strings.Repeat(" && go vet ./...", n) + "\n" },
	} {
		used := func(n int) int64 {
			tree, root := treeOf(t, map[string]string{"Makefile": makefile(n)})
			told(tree, root, "", "make t0")
			return tree.steps.Used()
		}
		for n := 4; n <= 256; n *= 2 {
			if once, twice := used(n), used(2*n); twice > 2*once+100 {
				t.Errorf("%s: %d steps for %d, %d for twice as many", name, once, n, twice)
			}
		}
	}
}

func rules(n int, needed func(i int) string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "t%d: %s\n\tgo vet ./...\n", i, needed(i))
	}
	return b.String()
}

func needs(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "t%d ", i)
	}
	return b.String()
}

// FuzzParse checks that no content breaks a parser.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{packageJSON, makefile1} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, content string) {
		for _, c := range callers() {
			if len(c.Files) == 0 {
				t.Fatal(c.Program)
			}
			tree := &Tree{root: "/w", steps: text.NewSteps(maxSteps), read: map[string]*file{}}
			found := formats[c.Format].parse(content)
			tree.read[filepath.Join("/w", c.Files[0])] = &file{changed: changed, tasks: found}
			for name := range found {
				told(tree, "/w", "", c.Program+" "+strings.Join(c.Verbs, " ")+" "+name)
			}
		}
	})
}
