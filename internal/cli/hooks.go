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
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/hook"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/terminal"
	"github.com/handofflint/handofflint/internal/text"
)

func (r *runner) hooksCommand() *cli.Command {
	install, uninstall, test := new(hooksOptions), new(hooksOptions), new(hooksOptions)
	return &cli.Command{
		Name:      "hooks",
		Usage:     "have a coding agent check handoffs as they are written",
		ArgsUsage: "install | uninstall | test",
		Description: `The agent's settings are edited in place: everything else in them stays as
it is. By default the settings of this repository are edited (nearest folder
with .git); --local edits your personal ones in it, as Claude Code has them,
and --global those of all your projects. Without --host, install is for every
agent on this machine, the others for those that have the hooks. NAME is
` + orList(hook.HostNames()) + `.

Examples:
   handofflint hooks install
   handofflint hooks test
   handofflint hooks install --host codex --global`,
		Subcommands: []*cli.Command{{
			Name:  "install",
			Usage: "add the hooks to an agent's settings",
			Description: `An agent is found by its folder in your home, or by its program on the PATH.
A file that cannot be parsed is refused. To install again changes nothing.
With --base-config FILE, the hooks build each configuration on FILE.

--status-line has Claude Code show ` + "`handofflint status`" + `, too. It is added
to your own settings, here .claude/settings.local.json, if you have no status
line yet.

Example:
   handofflint hooks install --host gemini`,
			Flags: append(install.flags(),
				&cli.BoolFlag{Name: "require-handoffs", Usage: "refuse agents whose prompt names no handoff", Destination: &install.require},
				&cli.BoolFlag{Name: "status-line", Usage: "add a status line, in your own settings", Destination: &install.statusLine},
			),
			Action: r.withTargets(install, r.found, r.installHooks),
		}, {
			Name:  "uninstall",
			Usage: "take hooks and status line out of the settings",
			Description: `What else the file holds stays as it is; a file that holds nothing else is
removed. With the last hooks of a project goes what they remember of it in
your folder for state.

Example:
   handofflint hooks uninstall`,
			Flags:  uninstall.flags(),
			Action: r.withTargets(uninstall, installed, r.uninstallHooks),
		}, r.hooksTest(test)},
	}
}

// hooksTest returns the command that tries installed hooks.
func (r *runner) hooksTest(test *hooksOptions) *cli.Command {
	return &cli.Command{
		Name:  "test",
		Usage: "run the installed hooks on sample events",
		Description: `It reads the settings as the agent does, starts the command in
them, and looks at what it answers. Nothing is written outside a temporary
folder.

Exit codes: 0 the hooks work; 2 handoffs are not being checked, or not all.

Example:
   handofflint hooks test --global`,
		Flags:  test.flags(),
		Action: r.withTargets(test, installed, r.testHooks),
	}
}

// hooksOptions are the options of the commands of `hooks`.
type hooksOptions struct {
	host          choice
	global, local bool
	// Those of `hooks install` alone.
	require, statusLine bool
}

func (o *hooksOptions) flags() []cli.Flag {
	return []cli.Flag{
		choiceFlag(&o.host, "host", "for the agent `NAME`", "", hook.HostNames()...),
		&cli.BoolFlag{Name: "global", Usage: "in the settings for all of your projects", Destination: &o.global},
		&cli.BoolFlag{Name: "local", Usage: "in your own settings of this repository", Destination: &o.local},
	}
}

// hooksTarget is the settings file that a command is about.
type hooksTarget struct {
	hook.Target
	hooksOptions
	// show is the path as messages have it.
	show string
}

// withTargets runs a command for the settings file that the options name, or those that are
// picked of all agents if they name no agent.
func (r *runner) withTargets(o *hooksOptions, pick func(targets []hook.Target, home string) []hook.Target, run func(context.Context, []hooksTarget) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		if o.global && o.local {
			return errors.New("--global and --local are two places: name one")
		}
		home, err := os.UserHomeDir()
		if err != nil && o.global {
			return fmt.Errorf("there is no home folder: %w", err)
		}
		names := hook.HostNames()
		if o.host.value != "" {
			names = []string{o.host.value}
		}
		folder, err := os.Getwd()
		if err != nil {
			return err
		}
		if _, found := files.Around(folder); !found && !o.global {
			r.note("no repository here: taking the current folder for the project")
		}
		var list []hook.Target
		for _, name := range names {
			list = append(list, o.targetsOf(hook.HostByName(name), files.Root(folder), home, r.streams.Getenv)...)
		}
		switch {
		case o.host.value == "":
			list = pick(list, home)
		case len(list) == 0 && o.global:
			return fmt.Errorf("%s has no settings file of its own for the hooks of all projects: install them in each repository, without --global", hook.HostByName(o.host.value).Title)
		case len(list) == 0:
			return fmt.Errorf("%s has no settings in a repository that are yours alone: use --global", hook.HostByName(o.host.value).Title)
		}
		var targets []hooksTarget
		for _, t := range list {
			targets = append(targets, hooksTarget{t, *o, shownPath(t.Path)})
		}
		return run(c.Context, targets)
	}
}

// targetsOf returns the settings file of an agent that the options mean, none if it has no such
// file.
func (o *hooksOptions) targetsOf(h *hook.Host, root, home string, getenv func(string) string) []hook.Target {
	return slices.DeleteFunc(h.Targets(root, home, getenv), func(t hook.Target) bool {
		isGlobal := t.Root == ""
		isLocal := t.Path == h.LocalPath(root)
		return isGlobal != o.global || isLocal != o.local
	})
}

// found leaves those settings files whose agents are on this machine, each file once. An agent
// that reads the file of another one as well needs none.
func (r *runner) found(list []hook.Target, home string) (found []hook.Target) {
	for _, t := range list {
		other := t.Host.AlsoReads(t.Root)
		isRead := slices.ContainsFunc(found, func(t hook.Target) bool { return t.Path == other })
		if !t.Host.IsHere(home, r.streams.Getenv) {
			continue
		}
		if isRead {
			r.note("%s reads %s", t.Host.Title, shownPath(other))
			continue
		}
		if !slices.ContainsFunc(found, func(other hook.Target) bool { return other.Path == t.Path }) {
			found = append(found, t)
		}
	}
	return found
}

// installed leaves those settings files that have hooks of ours, each once.
func installed(list []hook.Target, _ string) []hook.Target {
	list = slices.DeleteFunc(list, func(t hook.Target) bool { return !t.MayHaveHooks() })
	return slices.CompactFunc(list, func(a, b hook.Target) bool { return a.Path == b.Path })
}

// unchanged returns the error of a settings file that is left alone.
func (t hooksTarget) unchanged(err error) error {
	return fmt.Errorf("%s is left as it is: %w; correct it and try again", t.show, err)
}

func (r *runner) installHooks(_ context.Context, targets []hooksTarget) error {
	if len(targets) == 0 {
		return fmt.Errorf("no coding agent is found on this machine: name one, such as --host %s", hook.DefaultHost().Name)
	}
	hasStatusLine := func(t hooksTarget) bool { return t.Host.HasStatusLine }
	if targets[0].statusLine && !slices.ContainsFunc(targets, hasStatusLine) {
		return errors.New("only Claude Code has a status line: use --host claude, or leave out --status-line")
	}
	executable, note, err := targets[0].executable(r.streams.Getenv(launcherVariable))
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

// tell prints a line for a person who has just had something done, its first word in green.
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
	r.tell("✓", t.Host.Title+"  "+t.show+"  ("+plural(len(t.Host.Events), "event")+")")
	notes := []string{note}
	if base != "" {
		notes = append(notes, "the hooks read "+base+" on each machine; name it whenever you install again")
	}
	if t.local {
		notes = append(notes, "keep "+t.show+" out of git")
	}
	if data, err := t.Read(); err == nil {
		if names := hook.Upstream(data); len(names) > 0 {
			notes = append(notes, strings.Join(names, " and ")+" of agent-handoff is installed here too: each reports the same faults")
		}
	}
	r.noteAll(append(notes, r.twice(t), t.startElsewhere())...)
	return nil
}

// hookBase returns the file that --base-config names as hooks name it, "" for none. It has to be
// a configuration without mistakes: hooks would go by the built-in rules.
func (r *runner) hookBase() (string, error) {
	if !r.general.baseConfig.is {
		return "", nil
	}
	if _, err := r.config(); err != nil {
		return "", err
	}
	path, err := filepath.Abs(r.general.baseConfig.value)
	path = filepath.ToSlash(path)
	if err == nil && !hook.FitsCommand(path) {
		err = fmt.Errorf("--base-config: %s has characters that shells read in different ways: put the file elsewhere, or let the configuration of each repository extend it", path)
	}
	return path, err
}

// installStatusLine adds the status line to the user's own settings, unless the agent reads another
// one.
func (r *runner) installStatusLine(t hooksTarget) error {
	own := hooksTarget{t.StatusLineTarget(), t.hooksOptions, shownPath(t.StatusLineTarget().Path)}
	own.local = !own.global
	home, _ := os.UserHomeDir() // without one there are no settings of the user
	for _, other := range t.Host.Targets(t.Root, home, r.streams.Getenv) {
		exists, ours := other.HasStatusLine()
		if exists && !ours {
			r.note("the status line in %s stays; to add that of handofflint, let its command run `handofflint status` on what it reads: input=$(cat); printf '%%s' \"$input\" | handofflint status", shownPath(other.Path))
			return nil
		}
		if exists && other.Path != own.Path {
			r.note("%s has the status line already", shownPath(other.Path))
			return nil
		}
	}
	executable, _, err := own.executable("")
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
	if own.local && !t.local {
		r.note("note: keep %s out of git", own.show)
	}
	return nil
}

// noteAll prints notes; "" is none.
func (r *runner) noteAll(notes ...string) {
	for _, n := range notes {
		if n != "" {
			r.note("note: %s", n)
		}
	}
}

// twice returns which other settings have hooks that are called as well, "" for none.
func (r *runner) twice(t hooksTarget) string {
	home, _ := os.UserHomeDir() // without one there are no settings of the user
	folder, err := os.Getwd()
	if err != nil {
		return ""
	}
	reader, list := t.Twice(files.Root(folder), home, r.streams.Getenv)
	if reader == nil {
		return ""
	}
	first, last := list[0], list[len(list)-1]
	return fmt.Sprintf("%s reads %s as well as %s, and calls the hooks of both, so each event is checked twice; `%s` leaves one",
		reader.Title, shownPath(first.Path), shownPath(last.Path), last.Command("uninstall"))
}

func (r *runner) uninstallHooks(_ context.Context, targets []hooksTarget) error {
	if len(targets) == 0 {
		r.note("no agent has hooks of handofflint here")
	}
	var errs []error
	for _, t := range targets {
		errs = append(errs, r.uninstallFrom(t))
	}
	return errors.Join(errs...)
}

// uninstallFrom takes the hooks out of one settings file.
func (r *runner) uninstallFrom(t hooksTarget) error {
	if t.Host.HasStatusLine {
		own := t.StatusLineTarget()
		removed, err := own.UninstallStatusLine()
		if err != nil {
			return hooksTarget{own, t.hooksOptions, shownPath(own.Path)}.unchanged(err)
		}
		if removed {
			r.note("removed the status line from %s", shownPath(own.Path))
		}
	}
	changed, removed, err := t.Uninstall()
	switch {
	case err != nil:
		return t.unchanged(err)
	case !changed:
		r.note("%s has no hooks of handofflint", t.show)
	case removed:
		r.note("uninstalled for %s: %s held nothing else and is removed", t.Host.Title, t.show)
	default:
		r.note("uninstalled for %s from %s", t.Host.Title, t.show)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return nil // then nothing is remembered there
	}
	forgotten, err := t.Forget(home, r.streams.Getenv)
	if err != nil {
		return fmt.Errorf("what the hooks remember could not be removed: %w", err)
	}
	if !forgotten {
		return nil
	}
	scope := "this project"
	if t.global {
		scope = "your projects"
	}
	r.note("removed what the hooks remembered of %s", scope)
	return nil
}

func (r *runner) testHooks(ctx context.Context, targets []hooksTarget) error {
	if len(targets) == 0 {
		return errors.New("no agent has hooks of handofflint here, so handoffs are not being checked; `handofflint hooks install` adds them")
	}
	var errs []error
	for _, t := range targets {
		errs = append(errs, r.testIn(ctx, t))
	}
	return errors.Join(errs...)
}

// testIn tests the hooks in one settings file.
func (r *runner) testIn(ctx context.Context, t hooksTarget) error {
	checks, err := t.Test(ctx, os.Environ(), version())
	if err != nil {
		return t.unchanged(err)
	}
	screen := r.screen(r.streams.Out)
	lines := screen.Paint(terminal.Strong, t.Host.Title+", "+text.Escape(t.show)) + "\n"
	failed := false
	for _, check := range checks {
		verdict, took := screen.Paint(terminal.Good, "ok")+"  ", ""
		if !check.OK {
			verdict = screen.Paint(terminal.Bad, "FAIL")
			failed = true
		}
		if check.Took > 0 {
			took = fmt.Sprintf(" (%d ms)", check.Took.Round(time.Millisecond).Milliseconds())
		}
		lines += fmt.Sprintf("  %s  %s: %s%s\n", verdict, text.Escape(check.What), text.Escape(check.Result), took)
	}
	if err := r.printText(screen.Wrap(lines)); err != nil {
		return err
	}
	elsewhere := t.startElsewhere()
	r.noteAll(t.Host.Trust, r.twice(t), elsewhere)
	if failed {
		return fmt.Errorf("handoffs are not being checked, or not all; `%s` puts the hooks of handofflint in order, and nothing else", t.Command("install"))
	}
	if elsewhere != "" {
		r.note("the hooks for %s answer, but not in sessions that start here", t.Host.Title)
	} else {
		r.note("the hooks for %s work", t.Host.Title)
	}
	return nil
}

// startElsewhere returns where the agent has to be started, "" if it may be here.
func (t hooksTarget) startElsewhere() string {
	here, err := os.Getwd()
	if err != nil {
		return ""
	}
	folder := t.StartIn(here)
	if folder == "" {
		return ""
	}
	return fmt.Sprintf("start %s in %s: in a folder below, it does not read %s; or install with --global", t.Host.Title, folder, t.show)
}

// programName is what the program is called on the PATH.
const programName = "handofflint"

// launcherVariable is the environment variable in which the package for npm names its launcher, for
// `hooks install` alone: the PATH has that, and not the program that it starts.
const launcherVariable = "HANDOFFLINT_LAUNCHER"

// executable returns the program that hooks start, with a note for the user. The settings of a
// repository are for everybody who works in it, and name the program as the PATH has it;
// those of one user name its file, for an agent may not have the user's PATH. It may be the launcher
// that the PATH has, if that started this program; "" if no launcher did.
func (t hooksTarget) executable(launcher string) (path, note string, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", "", err
	}
	found, err := exec.LookPath(programName)
	if ofNpx(self) || ofNpx(found) {
		return "", "", errors.New("npx leaves no program for the hooks to run: npm install -g handofflint, then handofflint hooks install")
	}
	onPath, own := err == nil, t.global || t.local
	isThis := onPath && files.Real(found) == files.Real(self)
	startsThis := onPath && files.Real(found) == files.Real(launcher)
	if (isThis || startsThis) && !own {
		return programName, "", nil
	}
	if onPath && !own {
		return programName, "the " + programName + " on your PATH, which the hooks run, is another program than this: " + found, nil
	}
	if isThis {
		// The name on the PATH stays when a package manager puts a new version
		// in another folder.
		path, err = filepath.Abs(found)
		return path, "", err
	}
	if !strings.HasPrefix(strings.ToLower(filepath.Base(self)), programName) {
		return "", "", fmt.Errorf("hooks are recognised by the name %s, and this program is %s: rename it, then install again", programName, self)
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
