package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/test/hosts/model"
)

// scripts are what the model does, by the names that prompts mark.
type scripts = map[string][]model.Step

// trial is one test in one host: a fresh home, a fresh repository, a model.
type trial struct {
	*host
	setup

	home, repo, out string
	startIn         string // where the host is started: the repository, or below it
	path            string // PATH, with the recorder first
	args            []string

	model  *model.Server
	stdout string
	failed []string
}

// runTimeout bounds one run of a host.
const runTimeout = 2 * time.Minute

// try runs a test in a host.
func try(h *host, c test, s setup) (t *trial) {
	base := filepath.Join(s.dir, h.name, c.name)
	t = &trial{host: h, setup: s, home: base + "/home", repo: base + "/repo", startIn: base + "/repo", out: base + "/out", args: h.args}
	t.path = strings.Join([]string{base + "/bin", programDir("node"), programDir("git"), "/usr/local/bin", "/usr/bin", "/bin"}, ":")
	defer func() {
		if t.model != nil {
			t.model.Close()
		}
		if reason := recover(); reason != nil {
			t.failed = append(t.failed, fmt.Sprint(reason))
		}
		t.clean(base)
	}()
	for _, dir := range []string{t.home, t.repo, t.out + "/hooks", base + "/bin", base + "/tmp"} {
		t.must(os.MkdirAll(dir, 0o755))
	}
	recorder := fmt.Sprintf("#!/bin/sh\nexec '%s' record '%s' '%s' \"$@\"\n", s.Self, s.Linter, t.out+"/hooks")
	t.must(os.WriteFile(base+"/bin/handofflint", []byte(recorder), 0o755))
	t.put("README.md", "# A project\n")
	t.put("internal/auth/expiry_test.go", "package auth\n") // what the reports name
	t.put("internal/auth/clock_test.go", "package auth\n")
	t.put("tests.sh", "echo 9 passed\n")
	t.sh("git init -q . && git config user.email dev@example.org && git config user.name dev && git add . && git commit -qm first")
	c.run(t)
	for _, call := range t.calls() {
		t.check(!strings.Contains(call.Out+call.Err, "please report this"), "the hook does not break", call)
	}
	return t
}

// clean removes what a trial leaves: a home of Copilot or Codex has 100 MB. Of a
// test that failed the requests, the hooks' calls and the repository stay.
func (t *trial) clean(base string) {
	switch {
	case t.keep:
	case len(t.failed) == 0:
		os.RemoveAll(base)
	default:
		os.RemoveAll(t.home)
		os.RemoveAll(base + "/tmp")
	}
}

// programDir returns the folder of a program that hosts need.
func programDir(name string) string {
	file, err := exec.LookPath(name)
	if err != nil {
		return "/usr/bin"
	}
	return filepath.Dir(file)
}

func (t *trial) must(err error) {
	if err != nil {
		panic(err) // ends the test
	}
}

// check notes a claim that does not hold, with the text that should show it.
func (t *trial) check(ok bool, claim string, shown any) {
	if !ok {
		t.failed = append(t.failed, fmt.Sprintf("%s: %s", claim, shorten(fmt.Sprint(shown))))
	}
}

// shorten keeps the beginning and the end of a text.
func shorten(text string) string {
	const most = 700
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most/2]) + " … " + string(runes[len(runes)-most/2:])
	}
	return text
}

func (t *trial) environment() []string {
	return []string{
		"PATH=" + t.path, "HOME=" + t.home, "TMPDIR=" + filepath.Dir(t.home) + "/tmp",
		"LANG=C.UTF-8", "TERM=dumb", "SHELL=/bin/bash", "USER=dev",
	}
}

// try runs a command where the host is started.
func (t *trial) try(command string) (string, error) {
	cmd := exec.Command("bash", "-c", command)
	cmd.Dir, cmd.Env = t.startIn, t.environment()
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// sh returns try, and ends the trial if the command fails.
func (t *trial) sh(command string) string {
	out, err := t.try(command)
	if err != nil {
		t.must(fmt.Errorf("%s: %w: %s", command, err, out))
	}
	return out
}

// text returns that of a file of the repository.
func (t *trial) text(name string) string {
	data, err := os.ReadFile(t.at(name))
	t.must(err)
	return string(data)
}

// await waits until a file of the repository is there, for as long as a host may run.
func (t *trial) await(name string) {
	for started := time.Now(); !t.exists(name) && time.Since(started) < runTimeout; {
		time.Sleep(50 * time.Millisecond)
	}
}

// after takes a step once another script has asked for one of its own.
func (t *trial) after(script string, step int, then model.Step) model.Step {
	return func(turn model.Turn) model.Action {
		t.model.Await(script, step)
		return then(turn)
	}
}

// put writes a file of the repository.
func (t *trial) put(name, text string) {
	t.must(os.MkdirAll(filepath.Dir(t.at(name)), 0o755))
	t.must(os.WriteFile(t.at(name), []byte(text), 0o644))
}

// at returns the full path of a file of the repository.
func (t *trial) at(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(t.repo, name)
}

func (t *trial) exists(name string) bool {
	_, err := os.Stat(t.at(name))
	return err == nil
}

// installHooks installs the hooks, in the repository, and returns what the command says.
func (t *trial) installHooks(options ...string) string {
	return t.sh("handofflint hooks install --host " + t.install + " " + strings.Join(options, " "))
}

// dispatch reserves a report and returns the block for a prompt, and its path.
func (t *trial) dispatch() (block, file string) {
	block = t.sh("handofflint dispatch tester session-expiry --session " + session)
	found := returned.FindStringSubmatch(block)
	if found == nil {
		t.must(fmt.Errorf("dispatch prints no path: %s", block))
	}
	return block, found[1]
}

// start runs the program of the host, and returns what it prints.
func (t *trial) start(env string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), runTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, t.programPath(), args...)
	cmd.Dir, cmd.Env = t.startIn, append(t.environment(), strings.Split(env, "\n")...)
	kill := group(cmd)
	cmd.Cancel = kill
	cmd.WaitDelay = 5 * time.Second
	stdout, err := os.CreateTemp(t.out, "stdout-*.txt")
	t.must(err)
	defer stdout.Close()
	cmd.Stdout, cmd.Stderr = stdout, stdout
	err = cmd.Run()
	if cmd.Process != nil {
		kill()
	}
	said, readErr := os.ReadFile(stdout.Name())
	t.must(readErr)
	return string(said), err
}

func (t *trial) programPath() string {
	return binary(filepath.Join(t.Hosts, t.Versions[t.version].dir()), t.program)
}

// run starts the host with a prompt that plays the script main.
func (t *trial) run(play scripts) { t.say("[[script:main]] Do the task.", play) }

// say starts the host with a prompt.
func (t *trial) say(prompt string, play scripts) {
	if t.model != nil {
		t.model.Close()
	}
	var err error
	t.model, err = model.Start(play, t.out+"/requests")
	t.must(err)
	for name, text := range t.host.home {
		t.put(filepath.Join(t.home, name), t.fill(text))
	}
	t.stdout = t.session(prompt)
	t.check(play == nil || len(t.model.Turns("main")) > 0, "the host asks the model", t.stdout)
}

// session starts the host once more with a prompt, perhaps while another session runs, and
// returns what it prints.
func (t *trial) session(prompt string) string {
	args := append(slices.Clone(t.args), prompt)
	said, err := t.start(t.fill(strings.Join(t.env, "\n")), strings.Split(t.fill(strings.Join(args, "\n")), "\n")...)
	t.check(err == nil, "the host runs to its end", fmt.Sprint(err, ": ", said))
	return said
}

// fill replaces what stands in a text of the host for the model and the folders of the trial.
func (t *trial) fill(text string) string {
	return strings.NewReplacer("$URL", t.model.URL, "$REPO", t.repo, "$OUT", t.out, "$PATH", t.path).Replace(text)
}

// news returns what a script was told before a step.
func (t *trial) news(script string, step int) string {
	for _, turn := range t.model.Turns(script) {
		if turn.Step == step {
			return turn.News
		}
	}
	return "(not asked for)"
}

// turns returns how often a script asked.
func (t *trial) turns(script string) int { return len(t.model.Turns(script)) }

// calls returns those of the hook so far.
func (t *trial) calls() []call {
	calls, err := readCalls(t.out + "/hooks")
	t.must(err)
	return calls
}

// told checks that the model read every one of the texts before a step.
func (t *trial) told(script string, step int, claim string, texts ...string) {
	news := t.news(script, step)
	for _, text := range texts {
		t.check(strings.Contains(news, text), claim+", with "+text, news)
	}
}

// silent checks that the model read nothing of handofflint before a step.
func (t *trial) silent(script string, step int, claim string) {
	news := t.news(script, step)
	t.check(!strings.Contains(news, "handofflint: ") && news != "(not asked for)", claim, news)
}
