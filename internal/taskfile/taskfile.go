// Package taskfile knows what the tasks of a repository run, according to the files that define them:
// package.json, composer.json, Makefile, and scripts of a shell. It reads these files and runs
// nothing. How tasks are called is in rules/facts/taskfiles.cue.
//
// If a file was changed after a task ran, the task is unknown: the file may have been different then. Begin
// with In and WorkOf.
package taskfile

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
)

// Bounds of what is read and followed.
const (
	// maxFile bounds the bytes of a file, maxSmall those of a script: what is longer is a program. maxBytes
	// bounds all files of a tree, maxFiles their number.
	maxFile  = 1 << 20
	maxSmall = 64 << 10
	maxBytes = 4 << 20
	maxFiles = 100
	// maxParts bounds the rules, targets, prerequisites and lines of a Makefile, maxScripts the scripts of
	// a package.json.
	maxParts   = 50_000
	maxScripts = 5_000
	// maxNodes bounds the tasks and lines of a command. A line counts once more for each lineNode bytes.
	maxNodes = 200
	lineNode = 1_000
	// maxSteps bounds the work on the command lines of all tasks of a tree.
	maxSteps = 50_000_000
)

// caller is a program that runs tasks; see #TaskCaller in rules/facts/taskfiles.cue.
type caller struct {
	Program           string
	Verbs, Names, Own []string
	Files             []string
	Format            string
	Folder, Harmless  []string
	Arguments         string
}

var callers = sync.OnceValue(func() []*caller {
	return table.Load[struct{ Callers []*caller }]("taskfiles").Callers
})

// formats are the formats of the files that define tasks: the bytes that are read of such a file, and the
// function that returns its tasks, nil if it is malformed.
var formats = map[string]struct {
	limit int64
	parse func(content string) tasks
}{
	"package.json":  {maxFile, parsePackage},
	"Makefile":      {maxFile, parseMakefile},
	scripts.Format:  {maxSmall, parseScript},
	programs.Format: {maxSmall, parseProgram},
}

// Tree is a work tree with the files that define its tasks. It is safe for concurrent use.
type Tree struct {
	root  string
	door  files.Door
	steps *text.Steps

	mutex sync.Mutex
	read  map[string]*file
	// bytes counts the bytes read.
	bytes int64
}

// file is a file that defines tasks, with the time of its last change.
type file struct {
	changed time.Time
	tasks   tasks
}

// tasks are the tasks of a file by name; "" is the default task.
type tasks map[string]task

// task is what a task runs, in order.
type task struct {
	// parts are lists of parts, which tasks may share.
	parts [][]part
	// partial is set if it may run more than its parts.
	partial bool
}

// part is a command line of a task, or another task of the same file.
type part struct {
	line, task string
	// ignored is set if the task continues when the line fails, extended if the line gets the task's
	// arguments.
	ignored, extended bool
}

// In returns the tree that a folder belongs to.
func In(folder string) *Tree {
	return &Tree{root: files.Root(folder), door: files.Tree(folder), steps: text.NewSteps(maxSteps), read: map[string]*file{}}
}

// Work is what a command that calls tasks ran.
type Work struct {
	// Runs are the commands of the tasks, in order. A run has the result "passed" if it passed whenever the
	// calling command did.
	Runs []ledger.Deed
	// Complete is set if the tasks ran nothing else.
	Complete bool
}

// WorkOf returns what a command ran through tasks of the tree; ok is false if it calls none, or an unknown
// one.
func (t *Tree) WorkOf(d *ledger.Deed) (work Work, ok bool) {
	e := expansion{tree: t, before: d.Time, visited: map[string]bool{}, work: Work{Complete: true}}
	const isSure = true // it passes whenever it does itself
	if !e.followCommand(d.Command, d.Folder, isSure) {
		return Work{}, false
	}
	return e.work, true
}

// tasksOf returns the tasks of a file in a folder, nil if there are none, or if the file has changed since
// before.
func (t *Tree) tasksOf(c *caller, folder, name string, before time.Time) tasks {
	folder = filepath.FromSlash(folder)
	if !files.Below(t.root, filepath.Clean(folder)) {
		return nil
	}
	path := filepath.Join(folder, name)
	t.mutex.Lock()
	defer t.mutex.Unlock()
	f, known := t.read[path]
	if !known && len(t.read) < maxFiles {
		f = t.open(c, path)
		t.read[path] = f
	}
	if f == nil || !f.changed.Before(before) {
		return nil
	}
	return f.tasks
}

// open reads a file. It returns nil if the file is missing, too long or malformed.
func (t *Tree) open(c *caller, path string) *file {
	place, err := t.door.Find(path)
	if err != nil {
		return nil
	}
	format := formats[c.Format]
	data, info, over, err := place.Read(min(format.limit, maxBytes-t.bytes))
	t.bytes += int64(len(data))
	if err != nil || over {
		return nil
	}
	found := format.parse(string(data))
	if found == nil {
		return nil
	}
	return &file{changed: info.ModTime(), tasks: found}
}

// find returns the task of a name in the files of a folder.
func (t *Tree) find(c *caller, folder, name string, before time.Time) (found task, ok bool) {
	for _, file := range c.Files {
		if found, ok = t.tasksOf(c, folder, file, before)[name]; ok {
			return found, true
		}
	}
	return found, false
}

// taskCall is a call of tasks.
type taskCall struct {
	*caller
	folder    string
	names     []string
	arguments []string
}

// callOf returns the tasks that a command line calls in a folder; ok is false if it calls none, or in an
// unknown way.
func (c *caller) callOf(words []string, folder string) (out taskCall, ok bool) {
	out = taskCall{caller: c, folder: folder}
	isVerb := false
	for i := 1; i < len(words); i++ {
		word := words[i]
		switch {
		case slices.Contains(c.Folder, word) && i+1 < len(words):
			i++
			out.folder = ledger.Absolute(folder, words[i])
		case strings.HasPrefix(word, "-"):
			if !slices.Contains(c.Harmless, strings.TrimRight(word, "0123456789")) { // "-j8" is listed as "-j"
				return out, false
			}
		case !isVerb && slices.Contains(c.Verbs, word):
			isVerb = true
		case !isVerb && !c.isName(word):
			return out, false
		default:
			out.names = append(out.names, word)
			if c.Arguments != "tasks" {
				out.arguments = words[i+1:]
				return out, c.takes(out.arguments)
			}
		}
	}
	if len(out.names) == 0 {
		out.names = []string{""}
	}
	return out, true
}

// isName reports whether a word names a task without a verb before it.
func (c *caller) isName(word string) bool {
	isAny := slices.Contains(c.Names, "*") && !slices.Contains(c.Own, word)
	return isAny || slices.Contains(c.Names, word)
}

// takes reports whether it is known what happens with the words after a task's name.
func (c *caller) takes(arguments []string) bool {
	if len(arguments) == 0 {
		return true
	}
	if c.Arguments == "dashed" {
		return arguments[0] == "--"
	}
	return c.Arguments == "appended"
}
