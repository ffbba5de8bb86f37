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
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
)

// Check is one thing that a self-test has looked at.
type Check struct {
	OK bool
	// What was looked at, and what came of it.
	What, Result string
	// Took is how long a call took, 0 if nothing was called.
	Took time.Duration
}

// Test tries out what is installed: whether the host would find it, run it, and get
// the right answers to an event of each kind. environ is the environment of the
// calls. The checks are empty only with an error: that the file cannot be read or parsed, or that there is no place for
// temporary files.
func (t Target) Test(ctx context.Context, environ []string) ([]Check, error) {
	data, err := t.Read()
	if err != nil {
		return nil, err
	}
	if isBlank(data) {
		result := "no such file"
		if data != nil {
			result = "the file is empty"
		}
		return []Check{{What: "the settings", Result: result}}, nil
	}
	s, err := t.Host.parse(data, t.Limits)
	if err != nil {
		return nil, err
	}
	checks := []Check{{OK: true, What: "the settings", Result: "can be read"}}
	if off := t.switchedOff(data); off != "" {
		checks = append(checks, Check{What: "the agent's hooks", Result: "are switched off by " + off})
	}
	if len(s.ours()) == 0 {
		return append(checks, Check{What: "the hooks of handofflint", Result: "are not in the file"}), nil
	}
	root := t.Root
	if t.Global {
		root = ""
	}
	called, err := s.try(ctx, root, environ)
	return append(checks, called...), err
}

// switchedOff is the setting that switches all hooks off, here or in a file beside,
// "" if none does.
func (t Target) switchedOff(data []byte) string {
	where := ""
	for _, name := range append([]string{""}, t.Host.file.beside...) {
		if name != "" {
			data, _ = readSmall(filepath.Join(filepath.Dir(t.Path), name), t.Bytes) // mostly it is not there
			where = " in " + name
		}
		root, _, _ := document.ParseJSON(data, t.Limits)
		for setting, off := range map[string]string{
			"disableAllHooks": "true", "hooksDisabled": "true", "hooks.enabled": "false", "hooksConfig.enabled": "false",
		} {
			if n := root.Lookup(strings.Split(setting, ".")...); n != nil && n.Kind == document.Bool && n.Text == off {
				return setting + ": " + off + where
			}
		}
	}
	return ""
}

// fromTree reports whether a program lies in the tree whose settings name it, and is
// not the one that runs: whoever wrote the tree would have it executed.
func fromTree(program, root string) bool {
	program, root = resolved(program), resolved(root)
	running, err := os.Executable()
	return files.Below(root, program) && (err != nil || resolved(running) != program)
}

// resolved is an absolute path without links, as far as it can be followed.
func resolved(path string) string {
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return path
}

// try sends the samples to the hooks, in a folder that is removed afterwards. root is
// the tree that the settings are from, "" if they are the user's own.
func (s *settings) try(ctx context.Context, root string, environ []string) (checks []Check, err error) {
	folder, err := os.MkdirTemp("", "handofflint-hooks-test-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return nil, err
	}
	for name, text := range map[string]string{sampleReport: "TBD\n", sampleOther: "x\n"} {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := cmp.Or(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			return nil, err
		}
	}
	ours, program := s.ours(), ""
	for i, sample := range s.host.samples(folder) {
		check := Check{What: sample.event.Name + ", " + sample.what}
		called := slices.IndexFunc(ours, func(p place) bool { return p.event.Name == sample.event.Name && s.fits(p, sample.event) })
		if called < 0 {
			check.Result = "no hook of handofflint as `hooks install` makes it is in the file"
			checks = append(checks, check)
			continue
		}
		hook := ours[called].hook
		name, args := splitCommand(hook.Field("command").Str())
		found, err := exec.LookPath(name)
		if err != nil {
			result := fmt.Sprintf("the program %q is not there, or not to be run: the agent goes on without a word, and checks nothing", name)
			return append(checks, Check{What: "the program", Result: result}), nil
		}
		if root != "" && fromTree(found, root) {
			result := fmt.Sprintf("the program %q lies in the tree that its settings are from, and nothing there is executed: install handofflint elsewhere, and run `hooks install` again", name)
			return append(checks, Check{What: "the program", Result: result}), nil
		}
		if found != program {
			program = found
			checks = append(checks, Check{OK: true, What: "the program", Result: found})
		}
		limit, units := timeoutSeconds*time.Second, 0.0
		if n := hook.Field(s.host.file.timeout); n != nil && json.Unmarshal([]byte(n.Text), &units) == nil && units > 0 && units < 1e6 {
			limit = time.Duration(units / float64(s.host.file.perSecond) * float64(time.Second))
		}
		limited, cancel := context.WithTimeout(ctx, limit)
		cmd := exec.CommandContext(limited, found, args...)
		// No call knows of those before it: a file that is blocked too often is let through.
		state := filepath.Join(folder, fmt.Sprintf("state-%d", i))
		cmd.Dir, cmd.Env = folder, append(slices.Clone(environ),
			"HANDOFFLINT_FAILURE_LOG="+filepath.Join(state, "failures.jsonl"), "XDG_STATE_HOME="+state, "XDG_CACHE_HOME="+state,
			"LOCALAPPDATA="+state, "CLAUDE_PROJECT_DIR="+folder)
		checks = append(checks, sample.send(limited, cmd, check, limit))
		cancel()
	}
	return checks, nil
}

// sample is an event that a self-test sends, and the answer that is right.
type sample struct {
	event HostEvent
	// what says what happens.
	what   string
	fields map[string]any
	wants  answer
}

// The files of the self-test's folder. The report is one by its place and nothing
// else.
const (
	sampleSession = "20260101-000000-0a1b2c3d"
	sampleReport  = ".claude/agent-handoffs/" + sampleSession + "/01-writer-report.md"
	sampleOther   = "notes.txt"
)

// samples are an event of each kind that the host has, in a folder: those by which a
// hook shows that it finds faults, others that have nothing to be said about.
func (h *Host) samples(folder string) (list []sample) {
	report, other := filepath.Join(folder, filepath.FromSlash(sampleReport)), filepath.Join(folder, sampleOther)
	for _, e := range h.Events {
		add := func(what string, wants answer, fields map[string]any) {
			all := map[string]any{"hook_event_name": e.Name, "session_id": sampleSession, "cwd": folder, "workspace_roots": []string{folder}}
			maps.Copy(all, h.marks)
			if h.Name == "vscode" {
				all["hookEventName"] = e.Name
			}
			maps.Copy(all, fields)
			list = append(list, sample{e, what, all, wants})
		}
		call := func(tool string, input map[string]any) map[string]any {
			return map[string]any{"tool_name": tool, "tool_input": input, "tool_use_id": "t1", "tool_response": map[string]any{}}
		}
		switch ours := eventNames[e.Name]; {
		case ours == SessionStart:
			add("a session starts with a report unfinished", told, map[string]any{"source": "startup"})
		case ours == PreToolUse:
			prompt := "Read " + report + " and go on from there."
			add("an agent is sent to a broken report", blocked, call(h.tools.agent, map[string]any{"prompt": prompt, "description": "write", "subagent_type": "writer"}))
		case ours == PostToolUse && e.Name != toolFailed:
			faulty := blocked
			if h.deaf {
				faulty = told
			}
			add("a file that is no handoff is written", silent, call(h.tools.edit, h.sampleEdit(other)))
			add("a broken report is written", faulty, call(h.tools.edit, h.sampleEdit(report)))
		case ours == Stop:
			add("the turn ends with a report unsealed", blocked, map[string]any{"stop_hook_active": false})
		default:
			add("nothing that concerns handoffs", silent, nil)
		}
	}
	return list
}

// sampleEdit is the input of the tool that writes a file: a patch, or the file's path.
func (h *Host) sampleEdit(path string) map[string]any {
	if toolKinds[h.tools.edit] == patchTool {
		return map[string]any{"command": "*** Begin Patch\n*** Add File: " + path + "\n+TBD\n*** End Patch\n"}
	}
	return map[string]any{"file_path": path}
}

// send sends the sample to a hook and compares the answer.
func (s sample) send(ctx context.Context, cmd *exec.Cmd, check Check, limit time.Duration) Check {
	event, err := json.Marshal(s.fields)
	if err != nil {
		check.Result = err.Error()
		return check
	}
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(event), &out, &errs
	cmd.WaitDelay = time.Second // what it has started may hold its output open
	started := time.Now()
	err = cmd.Run()
	check.Took = time.Since(started)
	if err != nil {
		check.Result = strings.TrimSuffix(err.Error()+": "+firstLine(errs.String()), ": ")
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			check.Result = fmt.Sprintf("no answer within %s, the time limit in the settings", limit)
		}
		return check
	}
	got, message := readAnswer(out.Bytes())
	check.OK, check.Result = got == s.wants, string(got)
	if !check.OK {
		check.Result += ", should be " + string(s.wants)
		if message != "" {
			check.Result += ": " + message
		}
	}
	return check
}

// answer is what a hook makes its host do.
type answer string

const (
	silent  answer = "silent"
	blocked answer = "blocked"
	told    answer = "told"    // the model reads something
	aside   answer = "aside"   // only the user does: something is wrong with us
	garbled answer = "garbled" // no host can read it
)

// readAnswer reads a hook's output. The message is what it tells the user rather
// than the model, or the beginning of what cannot be read.
func readAnswer(out []byte) (a answer, message string) {
	if len(out) == 0 {
		return silent, ""
	}
	r := reply{Specific: &specific{}}
	if err := json.Unmarshal(out, &r); err != nil || r.Specific == nil {
		return garbled, firstLine(string(out))
	}
	verdict := r.Decision + r.Permission + r.Permit + r.Specific.Decision + r.Specific.Permit
	switch {
	case strings.Contains(verdict, "block") || strings.Contains(verdict, "deny") || r.Followup != "":
		a = blocked
	case r.Context+r.Specific.Context+r.CursorContext != "":
		a = told
	default:
		a = aside
	}
	return a, r.System + r.User
}

// firstLine is the beginning of a text, for a message.
func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return text.Shorten(s, 200)
}
