package hook

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Check is one result of a self-test.
type Check struct {
	OK bool
	// What was tested, and the result.
	What, Result string
	// Took is the duration of a call, 0 for none.
	Took time.Duration
}

// Test tries what is installed: whether the host finds it, runs it, and gets the right answers to an event
// of each kind. environ is the environment of the calls, version that of this program. The checks are nil
// only with an error: the file cannot be read or parsed, or temporary files cannot be created.
func (t Target) Test(ctx context.Context, environ []string, version string) ([]Check, error) {
	data, err := t.Read()
	if err != nil {
		return nil, err
	}
	if data == nil {
		return []Check{{What: "the settings", Result: "no such file"}}, nil
	}
	s, err := t.Host.parse(data)
	if err != nil {
		return nil, err
	}
	checks := []Check{{OK: true, What: "the settings", Result: "can be read"}}
	if off := t.switchedOff(data); off != "" {
		checks = append(checks, Check{What: "the agent's hooks", Result: "are switched off by " + off + "; remove that"})
	}
	if len(s.ours()) == 0 {
		return append(checks, Check{What: "the hooks of handofflint", Result: "are not in the file"}), nil
	}
	called, err := s.try(ctx, t.Root, environ, version)
	return append(checks, called...), err
}

// switchedOff returns the setting that switches off all hooks, in this file or one beside it, "" for none.
func (t Target) switchedOff(data []byte) string {
	if off := switchIn(data); off != "" {
		return off
	}
	for _, name := range t.Host.file.beside {
		beside, _ := Target{Path: filepath.Join(filepath.Dir(t.Path), name)}.Read() // usually it does not exist
		if off := switchIn(beside); off != "" {
			return off + " in " + name
		}
	}
	return ""
}

// switchIn returns the setting in the text of a file that switches off all hooks, "" for none.
func switchIn(data []byte) string {
	root, _, _ := document.ParseJSON(data, rules.LimitsWith(rules.Options{}).Limits)
	offs := map[string]bool{"disableAllHooks": true, "hooksDisabled": true, "hooks.enabled": false, "hooksConfig.enabled": false}
	for _, setting := range slices.Sorted(maps.Keys(offs)) {
		if root.Find(setting).Is(offs[setting]) {
			return fmt.Sprintf("%s: %t", setting, offs[setting])
		}
	}
	return ""
}

// callTimeout bounds a call: hosts wait as long.
const callTimeout = 10 * time.Second

// try sends the samples to the hooks in a temporary folder. root is the tree of the settings, "" for the
// user's own.
func (s *settings) try(ctx context.Context, root string, environ []string, version string) (checks []Check, err error) {
	folder, err := os.MkdirTemp("", "handofflint-hooks-test-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	folder = files.Real(folder)
	for name, text := range map[string]string{sampleReport: "TBD\n", sampleOther: "x\n", sampleTranscript: builtin().Sample, sampleAgent: builtin().Sample} {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := cmp.Or(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			return nil, err
		}
	}
	program := ""
	for i, sample := range s.host.samples(folder) {
		check := Check{What: sample.event.Name + ", " + sample.what}
		ours := slices.DeleteFunc(s.ours(), func(h ourHook) bool { return !s.fits(h, sample.event) })
		if len(ours) == 0 {
			check.Result = "no hook of handofflint as `hooks install` makes it is in the file"
			checks = append(checks, check)
			continue
		}
		name, args := splitCommand(ours[0].node.Field("command").Str())
		found, err := findProgram(name, root)
		if err != nil {
			return append(checks, Check{What: "the program", Result: err.Error()}), nil
		}
		if found != program {
			program = found
			checks = append(checks, Check{OK: true, What: "the program", Result: found})
			if other := versionOf(ctx, found, environ); other != version {
				checks = append(checks, Check{What: "its version", Result: fmt.Sprintf("%s, and this program is version %s: update the older one", cmp.Or(other, "unknown"), version)})
			}
		}
		limited, cancel := context.WithTimeout(ctx, callTimeout)
		cmd := exec.CommandContext(limited, found, append(args, "--exit-code")...)
		// Calls share no state, since a file that is blocked too often is let through.
		state := filepath.Join(folder, fmt.Sprintf("state-%d", i))
		cmd.Dir, cmd.Env = folder, append(slices.Clone(environ),
			"HANDOFFLINT_FAILURE_LOG="+filepath.Join(state, "failures.jsonl"), "XDG_STATE_HOME="+state, "XDG_CACHE_HOME="+state,
			"LOCALAPPDATA="+state, "CLAUDE_PROJECT_DIR="+folder)
		sample.send(cmd, &check)
		if errors.Is(limited.Err(), context.DeadlineExceeded) {
			check = Check{What: check.What, Result: fmt.Sprintf("no answer within %s", callTimeout), Took: check.Took}
		}
		cancel()
		checks = append(checks, check)
	}
	return checks, nil
}

// findProgram returns the path of the program that a hook runs. root is the tree of its settings, whose author
// must not have anything executed but the running program.
func findProgram(name, root string) (string, error) {
	found, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("the program %q is not there, or not to be run: the agent goes on without a word, and checks nothing", name)
	}
	running, _ := os.Executable()
	real := files.Real(found)
	if root != "" && files.Below(files.Real(root), real) && files.Real(running) != real {
		return "", fmt.Errorf("the program %q lies in the tree that its settings are from, and nothing there is executed: install handofflint elsewhere, and run `hooks install` again", name)
	}
	return found, nil
}

// versionOf returns the version of a program, "" if unknown.
func versionOf(ctx context.Context, program string, environ []string) string {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "--version")
	cmd.Env, cmd.WaitDelay = environ, time.Second
	out, _ := cmd.Output() // without output the version is unknown
	_, version, _ := strings.Cut(strings.TrimSpace(string(out)), ProgramName+" version ")
	return text.Head(version, 100)
}

// sample is an event that a self-test sends, with the right answer.
type sample struct {
	event HostEvent
	// what describes the event.
	what   string
	fields map[string]any
	wants  int
	// says is a text that the hook must print, unless it is silent.
	says string
}

// endings names the exit codes of a hook.
var endings = map[int]string{exitSilent: "silent", exitNote: "told", exitBlocked: "blocked"}

// The files in the self-test's folder. The report is recognised by its path alone.
const (
	sampleSession = "20260101-000000-0a1b2c3d"
	sampleOther   = "notes.txt"
	// sampleTranscript is the transcript of a session with failed tests, sampleRun the failed command.
	sampleTranscript = "session.jsonl"
	sampleRun        = "go test ./..."
	// sampleAgent is the transcript of an agent that does the same, sampleID the agent's id.
	sampleAgent = "session/subagents/agent-" + sampleID + ".jsonl"
	sampleID    = "a1"
)

var sampleReport = protocol.Builtin.Reports.Upstream + "/" + sampleSession + "/" + protocol.Name{Sequence: 1, Role: "writer"}.String()

// samples returns events of each kind that the host has: some with faults to find, others with nothing to
// report. The messages are contradicted by the transcript.
func (h *Host) samples(folder string) (list []sample) {
	const message = "All tests pass."
	report := path.Base(sampleReport)
	writes := func(name string) map[string]any {
		return map[string]any{"tool_name": h.tools.edit, "tool_input": map[string]any{"file_path": filepath.Join(folder, filepath.FromSlash(name))}}
	}
	transcript := filepath.Join(folder, sampleTranscript)
	agentEnds := map[string]any{
		"session_id": "message", "transcript_path": transcript, "tool_name": h.tools.agent,
		"tool_response": map[string]any{"agentId": sampleID, "content": []any{map[string]any{"text": message}}},
		"prompt":        "<task-notification>\n<task-id>" + sampleID + "</task-id>\n<status>completed</status>\n<result>" + message + "</result>\n</task-notification>",
	}
	for _, e := range h.Events {
		add := func(what string, wants int, says string, more map[string]any) {
			fields := map[string]any{"hook_event_name": e.Name, "session_id": sampleSession, "cwd": folder}
			for key, value := range h.sampleKeys {
				fields[key] = strings.ReplaceAll(value, "{event}", e.Name)
			}
			maps.Copy(fields, more)
			list = append(list, sample{e, what, fields, wants, says})
		}
		switch {
		case e.Is == SessionStart:
			add("a session starts with a report unfinished", exitNote, report, nil)
		case e.Is == PreToolUse:
			prompt := "Read " + filepath.Join(folder, filepath.FromSlash(sampleReport)) + " and go on from there."
			add("an agent is sent to a broken report", exitBlocked, report, map[string]any{"tool_name": h.tools.agent, "tool_input": map[string]any{"prompt": prompt}})
		case e.Is == PostToolUse && e.Name != toolFailed:
			add("a file that is not a handoff is written", exitSilent, "", writes(sampleOther))
			add("a broken report is written", exitBlocked, report, writes(sampleReport))
			if h.checksMessages() && !h.mutesAll {
				add("an agent ends with \"All tests pass\", and they failed", exitNote, sampleRun, agentEnds)
			}
		case e.Is == UserPromptSubmit && h.checksMessages():
			add("an agent ends with \"All tests pass\", and they failed", exitNote, sampleRun, agentEnds)
		case e.Is == Stop:
			add("the turn ends with a report unsealed", exitBlocked, report, nil)
			if h.checksMessages() {
				add("the turn ends with \"All tests pass\", and they failed", exitForMessage(), sampleRun, map[string]any{
					"session_id": "message", "transcript_path": transcript, "last_assistant_message": message,
				})
			}
		default:
			add("nothing that concerns handoffs", exitSilent, "", nil)
		}
	}
	return list
}

// exitForMessage returns the right exit code for a false message: the user may have switched off the check.
func exitForMessage() int {
	settings, err := config.Load("")
	if err == nil && !settings.ChecksMessages() {
		return exitSilent
	}
	return exitBlocked
}

// send sends the sample to a hook and compares the answer.
func (s sample) send(cmd *exec.Cmd, check *Check) {
	event, _ := json.Marshal(s.fields) // strings can always be encoded
	var errs bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(event), &errs
	cmd.WaitDelay = time.Second // its children may hold its output open
	started := time.Now()
	err := cmd.Run()
	check.Took = time.Since(started)
	code, message := cmd.ProcessState.ExitCode(), strings.TrimSpace(errs.String()) // -1 if it did not run
	got, ok := endings[code]
	if !ok || code != exitSilent && !strings.Contains(message, s.says) {
		got = "failed" // the output is something else, such as that nothing is checked
	}
	check.OK = got == endings[s.wants]
	check.Result = got
	if check.OK {
		return
	}
	if message == "" && err != nil {
		message = err.Error()
	}
	message, _, _ = strings.Cut(message, "\n")
	check.Result = strings.TrimSuffix(got+", should be "+endings[s.wants]+": "+text.Shorten(message, 200), ": ")
}
