package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/hook"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/terminal"
	"github.com/handofflint/handofflint/internal/text"
)

// installHooks adds the hooks, and the status line, to the settings files; each fails on its own.
func (r *runner) installHooks(_ context.Context, targets []hooksTarget) error {
	if len(targets) == 0 {
		return fmt.Errorf("no coding agent is found on this machine: name one, such as --host %s", hook.DefaultHost().Name)
	}
	hasStatusLine := func(t hooksTarget) bool { return t.Host.HasStatusLine }
	if targets[0].statusLine && !slices.ContainsFunc(targets, hasStatusLine) {
		return errors.New("only Claude Code has a status line: use --host claude, or leave out --status-line")
	}
	executable, note, err := targets[0].executable()
	if err != nil {
		return err
	}
	var errs []error
	for _, t := range targets {
		errs = append(errs, r.installIn(t, executable, note))
		if t.statusLine && hasStatusLine(t) {
			errs = append(errs, r.installStatusLine(t))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	r.next(targets)
	return nil
}

// next says what a person has to do before hooks that are installed work.
func (r *runner) next(targets []hooksTarget) {
	var steps []string
	for _, t := range targets {
		if t.Host.Next != "" {
			steps = append(steps, t.Host.Next)
		}
	}
	test := targets[0].Command("test")
	if len(targets) > 1 {
		test = strings.Replace(test, " --host "+targets[0].Host.Name, "", 1)
	}
	steps = append(steps, "start a new session", "try the hooks: "+test)
	r.tell("Next:", strings.Join(steps, "; "))
}

// tell prints to stderr what a command has done for a person, the first word in green.
func (r *runner) tell(first, rest string) {
	screen := r.screen(r.streams.Err)
	line := screen.Paint(terminal.Good, first) + " " + text.Escape(secret.Mask(rest))
	fmt.Fprint(r.streams.Err, screen.Wrap(line+"\n"))
}

// installIn installs hooks that start a program in one settings file, with a note for the user.
func (r *runner) installIn(t hooksTarget, executable, note string) error {
	base, err := r.hookBase()
	if err != nil {
		return err
	}
	changed, err := t.Install(hook.Installation{Executable: executable, Require: t.require, Base: base})
	if err != nil {
		return t.unchanged(err)
	}
	if !changed {
		r.tell("✓", t.Host.Title+"  "+t.show+"  (installed already)")
		return nil
	}
	r.tell("✓", t.Host.Title+"  "+t.show+"  ("+text.Count(len(t.Host.Events), "event")+")")
	notes := []string{note}
	if base != "" {
		notes = append(notes, "the hooks read "+base+" on each machine; name it whenever you install again")
	}
	if t.local {
		notes = append(notes, "keep "+t.show+" out of git")
	}
	data, _ := t.Read() // what cannot be read was not installed
	if names := hook.Upstream(data); len(names) > 0 {
		notes = append(notes, strings.Join(names, " and ")+" of agent-handoff is installed here too: each reports the same faults")
	}
	r.noteAll(append(notes, r.twice(t), t.startElsewhere())...)
	return nil
}

// hookBase returns the file that --base-config names as hooks name it, "" for none. It has to be a configuration
// without mistakes: with one, hooks would apply the built-in rules.
func (r *runner) hookBase() (string, error) {
	if !r.isGiven("base-config") {
		return "", nil
	}
	if _, err := r.config(); err != nil {
		return "", err
	}
	path, err := filepath.Abs(r.general.baseConfig)
	path = filepath.ToSlash(path)
	if err == nil && !hook.FitsCommand(path) {
		err = fmt.Errorf("--base-config: %s has characters that shells read in different ways: put the file elsewhere, or let the configuration of each repository extend it", path)
	}
	return path, err
}

// installStatusLine adds the status line to the user's own settings, unless the agent reads another one.
func (r *runner) installStatusLine(t hooksTarget) error {
	own := hooksTarget{t.StatusLineTarget(), t.hooksOptions, shownPath(t.StatusLineTarget().Path)}
	own.local = !own.global     // in a project it is in the user's own settings
	home, _ := os.UserHomeDir() // without one there are no settings of the user
	for _, other := range t.Host.Targets(t.Root, home, r.streams.Getenv) {
		exists, isOurs := other.HasStatusLine()
		if !exists {
			continue
		}
		if !isOurs {
			r.note("the status line in %s stays; to add that of handofflint, let its command run `handofflint status` on what it reads: input=$(cat); printf '%%s' \"$input\" | handofflint status", shownPath(other.Path))
			return nil
		}
		if other.Path != own.Path {
			r.note("%s has the status line already", shownPath(other.Path))
			return nil
		}
	}
	executable, _, err := own.executable()
	if err != nil {
		return err
	}
	changed, err := own.InstallStatusLine(executable)
	if err != nil {
		return own.unchanged(err)
	}
	if !changed {
		r.note("%s has the status line already", own.show)
	} else {
		r.note("added the status line to %s", own.show)
	}
	if own.local && !t.local { // installIn has said it of a local target
		r.note("note: keep %s out of git", own.show)
	}
	return nil
}

// executable returns the program that hooks start, with a note for the user. The settings of a
// repository are for everybody who works in it, and name the program as the PATH has it;
// those of one user name its file, for an agent may not have the user's PATH.
func (t hooksTarget) executable() (path, note string, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", "", err
	}
	found, err := exec.LookPath(hook.ProgramName)
	if ofNpx(self) || ofNpx(found) {
		return "", "", errors.New("npx leaves no program for the hooks to run: npm install -g handofflint, then handofflint hooks install")
	}
	onPath := err == nil
	own := t.global || t.local // settings of one user
	if onPath && !own {
		return hook.ProgramName, "", nil
	}
	if onPath && files.Real(found) == files.Real(self) {
		// The name on the PATH stays when a package manager puts a new version in another folder.
		path, err = filepath.Abs(found)
		return path, "", err
	}
	if !strings.HasPrefix(strings.ToLower(filepath.Base(self)), hook.ProgramName) {
		return "", "", fmt.Errorf("hooks are recognised by the name %s, and this program is %s: rename it, then install again", hook.ProgramName, self)
	}
	if !own {
		note = "handofflint is not on your PATH, so the hooks name " + self + "; for a file that others share, put it on the PATH and install again"
	}
	return self, note, nil
}

// ofNpx reports whether a path leads into the cache of npx, or is in the folder of a project's
// packages. Both are on the PATH only while npx runs.
func ofNpx(path string) bool {
	isCached := slices.Contains(strings.Split(filepath.ToSlash(files.Real(path)), "/"), "_npx")
	isOfProject := strings.HasSuffix(filepath.ToSlash(filepath.Dir(path)), "/node_modules/.bin")
	return isCached || isOfProject
}
