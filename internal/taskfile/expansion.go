package taskfile

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/shell"
)

// expansion follows the tasks that a command calls.
type expansion struct {
	tree *Tree
	// before is when the command ran.
	before time.Time
	// visited are the tasks so far: each is followed once.
	visited map[string]bool
	nodes   int
	work    Work
}

// followCommand follows a command if it calls tasks, and reports whether it does. isSure is set if it passed
// whenever the first command did.
func (e *expansion) followCommand(command, folder string, isSure bool) bool {
	if folder == "" {
		return false
	}
	for _, words := range shell.Calls(command, e.tree.steps) {
		if e.followScript(words, folder, isSure) {
			return true
		}
		for _, c := range callers() {
			if path.Base(words[0]) != c.Program {
				continue
			}
			call, ok := c.callOf(words, folder)
			if ok && e.followCall(call, isSure) {
				return true
			}
		}
	}
	return false
}

// followScript follows a script of the tree, and reports whether some words run one that is known. It runs in the
// folder of the command.
func (e *expansion) followScript(words []string, folder string, isSure bool) bool {
	name := scriptOf(words)
	if name == "" {
		return false
	}
	at := ledger.Absolute(folder, name)
	t, ok := e.tree.tasksOf(&scripts, path.Dir(at), path.Base(at), e.before)[""]
	if !ok {
		return false
	}
	if e.visited[at] {
		return true
	}
	e.visited[at] = true
	e.followLine(e.tree.withFolders(t.parts[0][0].line, path.Dir(at)), folder, isSure)
	return true
}

// followCall follows the tasks of a call, and reports whether all of them are known.
func (e *expansion) followCall(c taskCall, isSure bool) bool {
	isUnknown := func(name string) bool {
		_, isFound := e.tree.find(c.caller, c.folder, name, e.before)
		return !isFound
	}
	if slices.ContainsFunc(c.names, isUnknown) {
		return false
	}
	for _, name := range c.names {
		e.followTask(c, name, isSure)
	}
	return true
}

// followTask follows one task of a call.
func (e *expansion) followTask(c taskCall, name string, isSure bool) {
	if !e.visit() {
		return
	}
	t, ok := e.tree.find(c.caller, c.folder, name, e.before)
	if !ok {
		e.work.Complete = false
		return
	}
	key := strings.Join(append([]string{c.Format, c.folder, name}, c.arguments...), "\x00")
	if e.visited[key] {
		return
	}
	e.visited[key] = true
	e.work.Complete = e.work.Complete && !t.partial
	for _, parts := range t.parts {
		for _, p := range parts {
			e.followPart(c, p, isSure && !p.ignored)
		}
	}
}

// followPart follows a part of a task.
func (e *expansion) followPart(c taskCall, p part, isSure bool) {
	if p.task != "" {
		e.followTask(taskCall{caller: c.caller, folder: c.folder}, p.task, isSure)
		return
	}
	line := p.line
	if p.extended {
		isDashes := func(word string) bool { return word == "--" }
		line += " " + shell.Join(slices.DeleteFunc(slices.Clone(c.arguments), isDashes))
	}
	e.followLine(line, c.folder, isSure)
}

// visit counts a task or a line, and reports whether it is within the bounds.
func (e *expansion) visit() bool {
	e.nodes++
	if e.nodes > maxNodes {
		e.work.Complete = false
		return false
	}
	return true
}

// followLine follows a command line of a task.
func (e *expansion) followLine(line, folder string, isSure bool) {
	e.nodes += len(line) / lineNode
	if !e.visit() {
		return
	}
	for _, d := range shell.Deeds(line, folder, shell.Zero, "", e.tree.steps) {
		isSureToo := isSure && d.Result == ledger.Passed
		if d.Act == ledger.Run && !e.followCommand(d.Command, d.Folder, isSureToo) {
			e.addRun(d, isSureToo)
		}
	}
}

// addRun adds a command of a task. Its result is "passed" if isSure is set, else unknown. The work is incomplete if the
// command may run others, or is a check that may have failed although the task passed.
func (e *expansion) addRun(d ledger.Deed, isSure bool) {
	if !isSure {
		d.Result = ""
	}
	isChecking := runner.KindOf(d.Words) != runner.Other
	isKnown := d.Direct || runner.Serves(d.Words) || e.tree.startsNothing(d.Words, d.Folder, e.before)
	if !isKnown || isChecking && !isSure {
		e.work.Complete = false
	}
	e.work.Runs = append(e.work.Runs, d)
}
