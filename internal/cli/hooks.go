package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/hook"
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
and --global those of all your projects. NAME is
` + orList(hook.HostNames()) + `.

Examples:
   handofflint hooks install
   handofflint hooks test
   handofflint hooks install --host codex --global`,
		Subcommands: []*cli.Command{{
			Name:  "install",
			Usage: "add the hooks to an agent's settings",
			Description: `A file that cannot be parsed is refused. To install again changes nothing.

Example:
   handofflint hooks install --host gemini`,
			Flags:  append(install.flags(), install.requireFlag()),
			Action: r.withTarget(install, r.installHooks),
		}, {
			Name:  "uninstall",
			Usage: "take the hooks out of the agent's settings",
			Description: `What else the file holds stays as it is; a file that holds nothing else is
removed. With the last hooks of a project goes what they remember of it in
your folder for state.

Example:
   handofflint hooks uninstall`,
			Flags:  uninstall.flags(),
			Action: r.withTarget(uninstall, r.uninstallHooks),
		}, {
			Name:  "test",
			Usage: "run the installed hooks on sample events",
			Description: `It reads the settings as the agent does, starts the command in
them, and looks at what it answers. Nothing is written outside a temporary
folder.

Exit codes: 0 the hooks work; 2 handoffs are not being checked, or not all.

Example:
   handofflint hooks test --global`,
			Flags:  test.flags(),
			Action: r.withTarget(test, r.testHooks),
		}},
	}
}

// hooksOptions are the options of the commands of `hooks`.
type hooksOptions struct {
	host          choice
	global, local bool
	require       bool
}

func (o *hooksOptions) flags() []cli.Flag {
	return []cli.Flag{
		choiceFlag(&o.host, "host", "for the agent `NAME`", hook.DefaultHost().Name, hook.HostNames()...),
		&cli.BoolFlag{Name: "global", Usage: "in the settings for all of your projects", Destination: &o.global},
		&cli.BoolFlag{Name: "local", Usage: "in your own settings of this repository", Destination: &o.local},
	}
}

// requireFlag declares --require-handoffs, of `hooks install` alone.
func (o *hooksOptions) requireFlag() cli.Flag {
	return &cli.BoolFlag{Name: "require-handoffs", Usage: "refuse agents whose prompt names no handoff", Destination: &o.require}
}

// hooksTarget is the settings file that a command is about.
type hooksTarget struct {
	hook.Target
	hooksOptions
	// show is the path as messages have it.
	show string
}

// withTarget runs a command for the settings file that the options name.
func (r *runner) withTarget(o *hooksOptions, run func(context.Context, hooksTarget) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		t := hooksTarget{Target: hook.Target{Host: hook.HostByName(o.host.value)}, hooksOptions: *o}
		if t.global && t.local {
			return errors.New("--global and --local are two places: name one")
		}
		if t.global {
			home, err := os.UserHomeDir()
			if err != nil {
				return fmt.Errorf("there is no home folder: %w", err)
			}
			if t.Path = t.Host.UserPath(home, r.streams.Getenv); t.Path == "" {
				return fmt.Errorf("%s has no settings file of its own for the hooks of all projects: install them in each repository, without --global", t.Host.Title)
			}
		} else {
			folder, err := os.Getwd()
			if err != nil {
				return err
			}
			if _, found := files.Around(folder); !found {
				r.note("no repository here: taking the current folder for the project")
			}
			t.Root = files.Root(folder)
			t.Path = t.Host.ProjectPath(t.Root)
			if t.local {
				t.Path = t.Host.LocalPath(t.Root)
			}
			if t.Path == "" {
				return fmt.Errorf("%s has no settings in a repository that are yours alone: use --global", t.Host.Title)
			}
		}
		t.show = shownPath(t.Path)
		return run(c.Context, t)
	}
}

// scope returns what a settings file is for, in words.
func (t hooksTarget) scope() string {
	if t.global {
		return "your projects"
	}
	return "this project"
}

// unchanged returns the error of a settings file that is left alone.
func (t hooksTarget) unchanged(err error) error {
	return fmt.Errorf("%s is left as it is: %w; correct it and try again", t.show, err)
}

func (r *runner) installHooks(_ context.Context, t hooksTarget) error {
	executable, note, err := t.executable()
	if err != nil {
		return err
	}
	changed, err := t.Install(hook.Installation{Executable: executable, Require: t.require})
	if err != nil {
		return t.unchanged(err)
	}
	var events []string
	for _, e := range t.Host.Events {
		events = append(events, e.Name)
	}
	if changed {
		r.note("installed for %s in %s: %s", t.Host.Title, t.show, strings.Join(events, ", "))
	} else {
		r.note("%s has the hooks for %s already; `%s` tries them out", t.show, t.Host.Title, t.Command("test"))
	}
	if t.require {
		r.note("every agent needs a handoff to write, except those that are exempt")
	} else {
		r.note("agents may finish without a handoff file; to demand one: --require-handoffs")
	}
	if t.Host.ChecksMessages() {
		r.note("if an agent says that tests, builds or linters pass although the last run failed, it is stopped once; a line `evidence: {messages: off}` in %s switches that off", config.YAMLName)
		r.note("what its transcript shows is added to the report's .done; if that contradicts the report, the parent agent is told; a line `evidence: {receipts: off}` in %s switches that off", config.YAMLName)
	}
	if !changed {
		return nil
	}
	notes := []string{note, t.Host.Trust}
	if t.local {
		notes = append(notes, "keep "+t.show+" out of git")
	}
	if data, err := t.Read(); err == nil {
		if names := hook.Upstream(data); len(names) > 0 {
			notes = append(notes, strings.Join(names, " and ")+" of agent-handoff is installed here too: each reports the same faults")
		}
	}
	notes = append(notes, r.twice(t))
	for _, n := range notes {
		if n != "" {
			r.note("note: %s", n)
		}
	}
	r.noteStart(t)
	r.note("start a new session of %s; `%s` tries the hooks out", t.Host.Title, t.Command("test"))
	return nil
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

func (r *runner) uninstallHooks(_ context.Context, t hooksTarget) error {
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
	if forgotten {
		r.note("removed what the hooks remembered of %s", t.scope())
	}
	return nil
}

func (r *runner) testHooks(ctx context.Context, t hooksTarget) error {
	checks, err := t.Test(ctx, os.Environ())
	if err != nil {
		return t.unchanged(err)
	}
	lines := fmt.Sprintf("%s, %s\n", t.Host.Title, text.Escape(t.show))
	failed := false
	for _, check := range checks {
		verdict, took := "ok  ", ""
		if !check.OK {
			verdict, failed = "FAIL", true
		}
		if check.Took > 0 {
			took = fmt.Sprintf(" (%d ms)", check.Took.Round(time.Millisecond).Milliseconds())
		}
		lines += fmt.Sprintf("  %s  %s: %s%s\n", verdict, text.Escape(check.What), text.Escape(check.Result), took)
	}
	if err := r.printText(lines); err != nil {
		return err
	}
	for _, n := range []string{t.Host.Trust, r.twice(t)} {
		if n != "" {
			r.note("note: %s", n)
		}
	}
	r.noteStart(t)
	if failed {
		return fmt.Errorf("handoffs are not being checked, or not all; `%s` puts the hooks of handofflint in order, and nothing else", t.Command("install"))
	}
	r.note("the hooks for %s work", t.Host.Title)
	return nil
}

// noteStart says where the agent has to be started, if not here.
func (r *runner) noteStart(t hooksTarget) {
	here, err := os.Getwd()
	if err != nil {
		return
	}
	if folder := t.StartIn(here); folder != "" {
		r.note("note: start %s in %s: in a folder below, it does not read %s", t.Host.Title, folder, t.show)
	}
}

// programName is what the program is called on the PATH.
const programName = "handofflint"

// executable returns the program that hooks start, with a note for the user. The settings of a
// repository are for everybody who works in it, and name the program as the PATH has it;
// those of one user name its file, for an agent may not have the user's PATH.
func (t hooksTarget) executable() (path, note string, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", "", err
	}
	found, err := exec.LookPath(programName)
	onPath, own := err == nil, t.global || t.local
	switch {
	case onPath && !own && sameFile(found, self):
		return programName, "", nil
	case onPath && !own:
		return programName, "the " + programName + " on your PATH, which the hooks run, is another program than this: " + found, nil
	case onPath && sameFile(found, self):
		// The name on the PATH stays when a package manager puts a new version
		// in another folder.
		path, err = filepath.Abs(found)
		return path, "", err
	case !strings.HasPrefix(strings.ToLower(filepath.Base(self)), programName):
		return "", "", fmt.Errorf("hooks are recognised by the name %s, and this program is %s: rename it, then install again", programName, self)
	case !own:
		note = "handofflint is not on your PATH, so the hooks name " + self + "; for a file that others share, put it on the PATH and install again"
	}
	return self, note, nil
}
