// Package taskfile knows what the tasks of a repository run, by the files that define them:
// package.json, Makefile and mise.toml. It reads these files and runs nothing. How tasks are
// called is in rules/facts/taskfiles.cue.
//
// A file that was changed after a task ran is no witness for what the task ran then: such a
// task is not known. In and WorkOf are where to begin.
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

// The bounds of what is read and followed.
const (
	// maxFile is the length of a file that is read, in bytes. One of TOML, which takes its parser
	// many times its length, is read up to maxSmall. maxBytes is the length of all files of a
	// tree, maxFiles how many are looked for.
	maxFile  = 1 << 20
	maxSmall = 64 << 10
	maxBytes = 4 << 20
	maxFiles = 100
	// maxParts is how many rules, targets, needs and lines a Makefile may have, maxScripts how
	// many scripts a package.json.
	maxParts   = 50_000
	maxScripts = 5_000
	// maxDepth is how many tasks deep a command is followed, maxNodes how many tasks and lines. A
	// line counts once more for each lineNode bytes.
	maxDepth = 8
	maxNodes = 200
	lineNode = 1_000
	// maxSteps bounds the work on the command lines of all tasks of a tree.
	maxSteps = 50_000_000
)

// caller is a program that runs tasks; see #TaskCaller in rules/facts/taskfiles.cue.
type caller struct {
	Program           string
	Verbs, Names, Own []string
	Unnamed           bool
	Files             []string
	Format            string
	Folder, Harmless  []string
	Arguments         string
}

var callers = sync.OnceValue(func() []caller {
	return table.Load[struct{ Callers []caller }]("taskfiles").Callers
})

// Tree is a work tree with the files that define its tasks. It is safe for concurrent use.
type Tree struct {
	root  string
	door  files.Door
	steps *text.Steps

	mutex sync.Mutex
	read  map[string]*file
	// bytes is how many have been read.
	bytes int64
}

// file is one that defines tasks, and when it was changed last.
type file struct {
	changed time.Time
	tasks   tasks
}

// tasks are the tasks of a file by their names; "" is the one that runs if none is named.
type tasks map[string]task

// task is what a task runs, in order.
type task struct {
	// parts are lists of them. Tasks may share a list.
	parts [][]part
	// folder is where it runs, from that of the file.
	folder string
	// partial is set if it may run more than its parts.
	partial bool
}

// part is a command line of a task, or another task of the same file.
type part struct {
	line, task string
	// ignored is set if the task goes on when the line fails, extended if the line gets the
	// arguments of the task.
	ignored, extended bool
}

// add adds parts in a list of their own.
func (t *task) add(parts ...part) { t.parts = append(t.parts, parts) }

// In returns the tree that a folder belongs to.
func In(folder string) *Tree {
	return &Tree{root: files.Root(folder), door: files.Tree(folder), steps: text.NewSteps(maxSteps), read: map[string]*file{}}
}

// Work is what a command ran that calls tasks.
type Work struct {
	// Runs are the commands of the tasks in their order. One has the result "passed" if it
	// passed whenever the command that called the tasks did.
	Runs []ledger.Deed
	// Complete is set if the tasks ran nothing else.
	Complete bool
}

// WorkOf returns what a command ran that calls tasks of the tree; ok is false if it calls
// none, or one that is not known.
func (t *Tree) WorkOf(d *ledger.Deed) (work Work, ok bool) {
	e := expansion{tree: t, before: d.Time, visited: map[string]bool{}, work: Work{Complete: true}}
	if !e.command(d.Command, d.Folder, 0, true) {
		return Work{}, false
	}
	return e.work, true
}

// tasksOf returns the tasks of a file in a folder, or nil if there are none, or if the file was
// changed after a moment.
func (t *Tree) tasksOf(c *caller, folder, name string, before time.Time) tasks {
	folder = filepath.FromSlash(folder)
	if !filepath.IsAbs(folder) || !files.Below(t.root, filepath.Clean(folder)) {
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

// open reads a file, nil if it is not there, is too long or not well formed.
func (t *Tree) open(c *caller, path string) *file {
	place, err := t.door.Find(path)
	if err != nil {
		return nil
	}
	limit := int64(maxFile)
	if c.Format == "mise.toml" {
		limit = maxSmall
	}
	data, info, over, err := place.Read(min(limit, maxBytes-t.bytes))
	t.bytes += int64(len(data))
	if err != nil || over {
		return nil
	}
	found := parse(c, string(data))
	if found == nil {
		return nil
	}
	return &file{changed: info.ModTime(), tasks: found}
}

// parse returns the tasks of a file's text, nil if it is not well formed.
func parse(c *caller, content string) tasks {
	switch c.Format {
	case "package.json":
		return parsePackage(content)
	case "Makefile":
		return parseMakefile(content)
	case "mise.toml":
		return parseMise(content)
	}
	return nil
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

// callOf returns the tasks that some words call in a folder; ok is false if they call none,
// or in a way that is not known.
func (c *caller) callOf(words []string, folder string) (out taskCall, ok bool) {
	out = taskCall{caller: c, folder: folder}
	isVerb := false
	for i := 1; i < len(words); i++ {
		word := words[i]
		name, value, hasValue := strings.Cut(word, "=")
		switch {
		case slices.Contains(c.Folder, name):
			if !hasValue {
				i++
				if i == len(words) {
					return out, false
				}
				value = words[i]
			}
			out.folder = ledger.Absolute(folder, value)
		case strings.HasPrefix(word, "-"):
			if !slices.Contains(c.Harmless, strings.TrimRight(name, "0123456789")) {
				return out, false
			}
		case !isVerb && slices.Contains(c.Verbs, word):
			isVerb = true
		case hasValue:
			return out, false // it may set a variable
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
	if len(out.names) == 0 && c.Unnamed {
		out.names = []string{""}
	}
	return out, len(out.names) > 0
}

// isName reports whether a word is the name of a task without a verb before it.
func (c *caller) isName(word string) bool {
	isAny := slices.Contains(c.Names, "*") && !slices.Contains(c.Own, word)
	return isAny || slices.Contains(c.Names, word)
}

// takes reports whether it is known what becomes of the words after the name of a task.
func (c *caller) takes(arguments []string) bool {
	if len(arguments) == 0 {
		return true
	}
	if c.Arguments == "dashed" {
		return arguments[0] == "--" || !slices.ContainsFunc(arguments, func(word string) bool { return strings.HasPrefix(word, "-") })
	}
	return c.Arguments == "appended"
}
