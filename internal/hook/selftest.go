package hook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/document"
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

// TheFolder is What of the check whether the host trusts the project's folder.
const TheFolder = "the folder"

// maxOutput is how much is kept of what a hook prints, in bytes. Claude Code takes
// 10,000 characters of each text.
const maxOutput = 1 << 20

// Test tries out what is installed: whether the host would find it, run it, and get
// the right answers to an event of each kind. environ is the environment of the
// calls, getenv looks up a variable of ours. The checks are empty only with an
// error: that the file cannot be read or parsed, or that there is no place for
// temporary files.
func (t Target) Test(ctx context.Context, environ []string, getenv func(string) string) ([]Check, error) {
	data, err := t.Read()
	if err != nil {
		return nil, err
	}
	if data == nil {
		return []Check{{What: "the settings", Result: "no such file"}}, nil
	}
	if isBlank(data) {
		return []Check{{What: "the settings", Result: "the file is empty"}}, nil
	}
	s, err := t.Host.parse(data, t.Limits)
	if err != nil {
		return nil, err
	}
	checks := []Check{{OK: true, What: "the settings", Result: "can be read"}}
	if off := t.switchedOff(s.root); off != "" {
		checks = append(checks, Check{What: "the agent's hooks", Result: "are switched off by " + off})
	}
	if home, err := os.UserHomeDir(); t.Host.trusts != nil && !t.Global && err == nil {
		why := t.Host.trusts(t.Host.userFolder(home, getenv), t.Root, getenv)
		checks = append(checks, Check{OK: why == "", What: TheFolder, Result: why})
		if why == "" {
			checks[len(checks)-1].Result = "is trusted, as far as the files of " + t.Host.Title + " say"
		}
	}
	if len(s.ours()) == 0 {
		return append(checks, Check{What: "the hooks of handofflint", Result: "are not in the file"}), nil
	}
	called, err := s.try(ctx, environ)
	return append(checks, called...), err
}

// switchedOff is the setting that switches all hooks off, here or in a file beside,
// "" if none does.
func (t Target) switchedOff(root *document.Node) string {
	if off := switchedOffIn(root); off != "" {
		return off
	}
	for _, name := range t.Host.file.beside {
		data, err := readSmall(filepath.Join(filepath.Dir(t.Path), name), t.Bytes)
		if err != nil {
			continue // mostly it is not there; what is in it is not ours to judge
		}
		root, _, _ := document.ParseJSON(data, t.Limits)
		if off := switchedOffIn(root); off != "" {
			return off + " in " + name
		}
	}
	return ""
}

func switchedOffIn(root *document.Node) string {
	for setting, off := range map[string]string{
		"disableAllHooks": "true", "hooksDisabled": "true", "hooks.enabled": "false", "hooksConfig.enabled": "false",
	} {
		n := root.Lookup(strings.Split(setting, ".")...)
		if n != nil && n.Kind == document.Bool && n.Text == off {
			return setting + ": " + off
		}
	}
	return ""
}

// try sends the samples to the hooks, in a folder that is removed afterwards.
func (s *settings) try(ctx context.Context, environ []string) (checks []Check, err error) {
	folder, err := os.MkdirTemp("", "handofflint-hooks-test-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return nil, err
	}
	for name, text := range map[string]string{sampleReport: "TBD\n", sampleOther: "x\n"} {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return nil, err
		}
	}
	require := slices.ContainsFunc(s.ours(), func(p place) bool { return strings.Contains(p.hook.Field("command").Str(), requireOption) })
	programs := map[string]bool{}
	for i, sample := range s.host.samples(folder, require) {
		check := Check{What: sample.event + ", " + sample.what}
		if sample.tool != "" {
			check.What = sample.event + " " + sample.tool + ", " + sample.what
		}
		hook := s.called(sample.event, sample.tool)
		if hook == nil {
			check.Result = "no hook of handofflint is called for this event"
			checks = append(checks, check)
			continue
		}
		program, args := splitCommand(hook.Field("command").Str())
		path, err := exec.LookPath(program)
		if err != nil {
			result := fmt.Sprintf("the program %q is not there, or not to be run: the agent goes on without a word, and checks nothing", program)
			return append(checks, Check{What: "the program", Result: result}), nil
		}
		if !programs[path] {
			programs[path] = true
			checks = append(checks, Check{OK: true, What: "the program", Result: path})
		}
		limit, units := timeoutSeconds*time.Second, 0.0
		if n := hook.Field(s.host.file.timeout); n != nil && json.Unmarshal([]byte(n.Text), &units) == nil && units > 0 && units < 1e6 {
			limit = time.Duration(units / float64(s.host.file.perSecond) * float64(time.Second))
		}
		limited, cancel := context.WithTimeout(ctx, limit)
		cmd := exec.CommandContext(limited, path, args...)
		cmd.Dir, cmd.Env = folder, append(slices.Clone(environ), sandboxVariables(folder, i)...)
		checks = append(checks, sample.send(cmd, check, limit))
		cancel()
	}
	return checks, nil
}

// called is the hook of ours that the host would call for an event, nil if it would
// call none.
func (s *settings) called(event, tool string) *document.Node {
	for _, p := range s.ours() {
		if p.event.Name == event && s.host.file.flat == (p.group == nil) && s.host.matches(p.matcher().Str(), tool) {
			return p.hook
		}
	}
	return nil
}

// exactMatcher is a matcher that Claude Code takes for a list of names; it takes
// anything else for a regular expression.
var exactMatcher = regexp.MustCompile(`^[A-Za-z0-9_\-,| ]*$`)

// matches reports whether a matcher lets a tool through. Codex's match a whole
// name; VS Code has none.
func (h *Host) matches(matcher, tool string) bool {
	if tool == "" || matcher == "" || matcher == "*" || h.Name == "vscode" {
		return true
	}
	if h.Name == "claude" && exactMatcher.MatchString(matcher) {
		return slices.Contains(strings.FieldsFunc(matcher, func(r rune) bool { return strings.ContainsRune(",| ", r) }), tool)
	}
	re, err := regexp.Compile("^(?:" + matcher + ")$")
	return err == nil && re.MatchString(tool)
}

// sandboxVariables keep what a hook writes beside its answer in the folder. No call
// knows of those before it: a file that is blocked too often is let through.
func sandboxVariables(folder string, call int) []string {
	state := filepath.Join(folder, fmt.Sprintf("state-%d", call))
	return []string{
		"HANDOFFLINT_FAILURE_LOG=" + filepath.Join(state, "failures.jsonl"),
		"XDG_STATE_HOME=" + state, "XDG_CACHE_HOME=" + state, "LOCALAPPDATA=" + state,
		"CLAUDE_PROJECT_DIR=" + folder,
	}
}

// sample is an event that a self-test sends, and the answer that is right.
type sample struct {
	// what says what happens, event and tool when.
	what, event, tool string
	fields            map[string]any
	wants             answer
}

// The files of the self-test's folder. The report is one by its place and nothing
// else.
const (
	sampleSession = "20260101-000000-0a1b2c3d"
	sampleReport  = ".claude/agent-handoffs/" + sampleSession + "/01-writer-report.md"
	sampleOther   = "notes.txt"
)

// samples are events of each kind that the host has, in a folder.
func (h *Host) samples(folder string, require bool) (list []sample) {
	report := filepath.Join(folder, filepath.FromSlash(sampleReport))
	handback := "Handoff written to " + report + ". Summary: nothing."
	faulty := blocked
	if h.deaf {
		faulty = told
	}
	for _, e := range h.Events {
		add := func(what string, wants answer, fields map[string]any) {
			list = append(list, sample{what: what, event: e.Name, fields: h.sampleEvent(e, folder, fields), wants: wants})
		}
		call := func(kind toolKind, what string, wants answer, input map[string]any) {
			add(what, wants, map[string]any{"tool_name": h.tools[kind][0], h.keys.input[0]: input, "tool_use_id": "t1", "tool_response": map[string]any{}})
			list[len(list)-1].tool = h.tools[kind][0]
		}
		agent := func(prompt string) map[string]any {
			return map[string]any{h.keys.prompt[0]: prompt, h.keys.task[0]: "write", h.keys.kind[0]: "writer"}
		}
		ends := map[string]any{"agent_id": "a1", "agent_type": "writer", "stop_hook_active": false}
		switch {
		case e.ours == SessionStart:
			add("a session starts with a report unfinished", told, map[string]any{"source": "startup"})
		case e.ours == PreToolUse:
			call(agentTool, "an agent is sent to a broken report", blocked, agent("Read "+report+" and go on from there."))
			if require {
				call(agentTool, "an agent is sent out without a handoff to write", blocked, agent("Write the chapter."))
			}
			if h.tools[handbackTool] != nil {
				call(handbackTool, "an agent hands back a broken report", blocked, nest(h.keys.handedBack[0], handback))
				maps.Copy(list[len(list)-1].fields, ends)
			}
		case e.ours == PostToolUse:
			if e.Name != toolFailed {
				kind, input := h.sampleEdit(e, filepath.Join(folder, sampleOther))
				call(kind, "a file that is no handoff is written", silent, input)
				kind, input = h.sampleEdit(e, report)
				call(kind, "a broken report is written", faulty, input)
			}
			what := "a command writes a broken report"
			if e.Name == toolFailed {
				what += " and fails"
			}
			call(shellTool, what, faulty, map[string]any{h.keys.command[0]: "echo TBD > " + sampleReport})
		case e.ours == SubagentStop && len(h.keys.message) == 0:
			add("an agent ends", silent, ends) // without a message, nobody knows which report it wrote
		case e.ours == SubagentStop:
			ends[h.keys.message[0]] = handback
			add("an agent that wrote a broken report ends", blocked, ends)
			if h.Name == "claude" {
				ends["background_tasks"] = []map[string]any{{"id": "a1", "type": "subagent", "status": "running"}}
				add("an agent in the background ends with a broken report", blocked, ends)
			}
		default:
			add("the turn ends with a report unsealed", blocked, map[string]any{"stop_hook_active": false})
		}
	}
	return list
}

// sampleEvent is an event as the host sends it: fields, and what every event has.
func (h *Host) sampleEvent(e HostEvent, folder string, fields map[string]any) map[string]any {
	all := map[string]any{h.keys.event[0]: e.Name, h.keys.session[0]: sampleSession, "cwd": folder, "workspace_roots": []string{folder}}
	maps.Copy(all, h.marks)
	maps.Copy(all, fields)
	return all
}

// sampleEdit is the input of the tool that the host writes a file with: a patch, or
// the file's path.
func (h *Host) sampleEdit(e HostEvent, path string) (toolKind, map[string]any) {
	if edits := h.tools[editTool]; h.tools[patchTool] == nil || h.matches(e.Matcher, edits[0]) {
		return editTool, nest(h.keys.file[0], path)
	}
	return patchTool, map[string]any{"command": "*** Begin Patch\n*** Add File: " + path + "\n+TBD\n*** End Patch\n"}
}

// nest is an object with a value at a path such as "result.response" or "files[]".
func nest(path string, value any) map[string]any {
	name, rest, deeper := strings.Cut(path, ".")
	if deeper {
		value = nest(rest, value)
	}
	if list, ok := strings.CutSuffix(name, "[]"); ok {
		return map[string]any{list: []any{value}}
	}
	return map[string]any{name: value}
}

// send sends the sample to a hook and compares the answer.
func (s sample) send(cmd *exec.Cmd, check Check, limit time.Duration) Check {
	event, err := json.Marshal(s.fields)
	if err != nil {
		check.Result = err.Error()
		return check
	}
	var out, errs bounded
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(event), &out, &errs
	cmd.WaitDelay = time.Second // what it has started may hold its output open
	started := time.Now()
	err = cmd.Run()
	check.Took = time.Since(started)
	if err != nil {
		check.Result = strings.TrimSuffix(err.Error()+": "+firstLine(errs.String()), ": ")
		if check.Took >= limit {
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

// bounded keeps the beginning of what is written to it.
type bounded struct{ bytes.Buffer }

func (b *bounded) Write(p []byte) (int, error) {
	b.Buffer.Write(p[:min(len(p), max(0, maxOutput-b.Len()))])
	return len(p), nil
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
	var r reply
	if err := json.Unmarshal(out, &r); err != nil {
		return garbled, firstLine(string(out))
	}
	inner := specific{}
	if r.Specific != nil {
		inner = *r.Specific
	}
	for _, word := range []string{r.Decision, r.Permission, r.Permit, inner.Decision, inner.Permit} {
		if word == "block" || word == "deny" {
			return blocked, r.System + r.User
		}
	}
	switch {
	case r.Followup != "":
		return blocked, r.System + r.User
	case r.Context+inner.Context+r.CursorContext != "":
		return told, r.System + r.User
	}
	return aside, r.System + r.User
}

// firstLine is the beginning of a text, for a message.
func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return text.Shorten(s, 200)
}
