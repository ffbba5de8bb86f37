package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/hook"
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
` + text.OrList(hook.HostNames()) + `.

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
	// require and statusLine are options of `hooks install` alone.
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
	// The options are the same for all targets of a command.
	hooksOptions
	// show is the path as messages have it.
	show string
}

// withTargets returns the action that runs a command for the settings file that the options name. If they name no
// agent, it runs for those that pick chooses from the files of all agents, each once.
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
		if o.host.value == "" {
			// VS Code reads the file of Copilot CLI.
			list = slices.CompactFunc(pick(list, home), func(a, b hook.Target) bool { return a.Path == b.Path })
		} else if len(list) == 0 {
			return fmt.Errorf("%s has no such settings file: leave out --global or --local", hook.HostByName(o.host.value).Title)
		}
		var targets []hooksTarget
		for _, t := range list {
			targets = append(targets, hooksTarget{t, *o, shownPath(t.Path)})
		}
		return run(c.Context, targets)
	}
}

// targetsOf returns the settings file of an agent that the options name, none if it has no such file.
func (o *hooksOptions) targetsOf(h *hook.Host, root, home string, getenv func(string) string) []hook.Target {
	return slices.DeleteFunc(h.Targets(root, home, getenv), func(t hook.Target) bool {
		isGlobal := t.Root == ""
		isLocal := t.Path == h.LocalPath(root)
		return isGlobal != o.global || isLocal != o.local
	})
}

// found returns the settings files whose agents are on this machine. An agent that also reads the file of another one
// needs none of its own.
func (r *runner) found(list []hook.Target, home string) (found []hook.Target) {
	for _, t := range list {
		other := t.Host.AlsoReads(t.Root)
		isOther := func(t hook.Target) bool { return t.Path == other }
		switch {
		case !t.Host.IsHere(home, r.streams.Getenv):
		case slices.ContainsFunc(found, isOther):
			r.note("%s reads %s", t.Host.Title, shownPath(other))
		default:
			found = append(found, t)
		}
	}
	return found
}

// installed returns the settings files that have hooks of ours, or cannot be read: that is reported later.
func installed(list []hook.Target, _ string) []hook.Target {
	return slices.DeleteFunc(list, func(t hook.Target) bool { return !t.MayHaveHooks() })
}

// unchanged returns the error of a settings file that is left alone.
func (t hooksTarget) unchanged(err error) error {
	return fmt.Errorf("%s is left as it is: %w; correct it and try again", t.show, err)
}

// noteAll prints notes; "" is none.
func (r *runner) noteAll(notes ...string) {
	for _, n := range notes {
		if n != "" {
			r.note("note: %s", n)
		}
	}
}

// twice returns a note about other settings whose hooks the agent calls too, "" for none.
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
	return forEach(targets, r.uninstallFrom)
}

// forEach runs a command for each settings file, and returns all of its errors.
func forEach(targets []hooksTarget, run func(hooksTarget) error) error {
	var errs []error
	for _, t := range targets {
		errs = append(errs, run(t))
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
	return forEach(targets, func(t hooksTarget) error { return r.testIn(ctx, t) })
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

// startElsewhere returns a note about the folder in which the agent has to be started, "" if it may be this one.
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
