package taskfile

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/text"
)

// scripts stands for the shells that run the scripts of a repository.
var scripts = caller{Format: "script"}

// scriptOf returns the file that some words run as a script of a shell, "" if they run none. Whether it is
// one, the file says.
func scriptOf(words []string) string {
	switch {
	case shell.IsShell(words[0]) && len(words) > 1 && !strings.HasPrefix(words[1], "-"):
		return words[1]
	case runner.IsForeign(words[0]), shell.IsShell(words[0]), !strings.Contains(words[0], "/"):
		return "" // the shim of a package, a shell with options, or a program
	}
	if call := runner.Of(words); call.Runner != "" && !call.Task {
		return "" // a wrapper such as ./gradlew is what its name says
	}
	return words[0]
}

var (
	// interpreted matches the first line of a script of a shell.
	interpreted = text.MustCompile(`^#![^\n]*\b(?:ba|da|z)?sh\b`)
	// ownFolder matches how a script names the folder that it is in, topFolder the root of its tree.
	ownFolder = text.MustCompile(`\$\(dirname (?:-- )?(?:"\$(?:0|\{0\}|\{BASH_SOURCE\[0\]\}|BASH_SOURCE)"|\$0)\)|\$\{(?:0|BASH_SOURCE\[0\])%/\*\}`)
	topFolder = text.MustCompile(`\$\(git rev-parse --show-toplevel\)`)
)

// parseScript returns the task of a script of a shell: all of it.
func parseScript(content string) tasks {
	if !interpreted.MatchString(content) {
		return nil
	}
	return tasks{"": {parts: [][]part{{{line: content}}}}}
}

// programs stands for the interpreters that run the programs of a repository.
var programs = caller{Format: "program"}

// parseProgram returns an empty list of tasks for the text of a program that starts no other program, else nil. Text
// in backticks is only text.
func parseProgram(content string) tasks {
	if shell.MayStart(strings.ReplaceAll(content, "`", "'")) {
		return nil
	}
	return tasks{}
}

// StartsNothing reports whether a command only runs a program of the tree whose text starts no other one. Text in
// backticks is a command in Ruby, Perl and PHP, so their programs may start others.
func (t *Tree) StartsNothing(d *ledger.Deed) bool { return t.startsNothing(d.Words, d.Folder, d.Time) }

func (t *Tree) startsNothing(words []string, folder string, before time.Time) bool {
	name := runner.ProgramFile(words)
	runsBackticks := slices.Contains([]string{".rb", ".pl", ".php"}, path.Ext(name))
	if name == "" || folder == "" || runsBackticks {
		return false
	}
	at := ledger.Absolute(folder, name)
	startsNoOther := t.tasksOf(&programs, path.Dir(at), path.Base(at), before) != nil // see parseProgram
	return startsNoOther
}

// withFolders returns a script with the paths of the folder that it is in, and of the root of the tree, where
// it asks for them.
func (t *Tree) withFolders(script, folder string) string {
	root := filepath.ToSlash(t.root)
	if strings.ContainsAny(folder+root, "\"'`$\\ \n") {
		return script
	}
	return topFolder.ReplaceAllString(ownFolder.ReplaceAllString(script, folder), root)
}
