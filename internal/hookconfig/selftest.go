package hookconfig

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/document"
)

// Check is one thing that a self-test has looked at.
type Check struct {
	OK bool
	// What was looked at, and what came of it.
	What, Result string
	// Took is how long a call took, 0 where nothing was called.
	Took time.Duration
}

// maxOutput is how much is kept of what a hook prints, in bytes. Claude Code
// takes 10,000 characters of each text.
const maxOutput = 1 << 20

// Test tries out what is installed: whether the host would find it, start it,
// and get the right answers to an event of each kind. environ is the
// environment of the calls. The first return value is empty only with an
// error: that the file cannot be read or parsed, or that there is no place for
// temporary files.
func (t Target) Test(ctx context.Context, environ []string) ([]Check, error) {
	data, err := t.Read()
	if err != nil {
		return nil, err
	}
	if data == nil {
		return []Check{{What: "the settings", Result: "there is no such file"}}, nil
	}
	if isBlank(data) {
		return []Check{{What: "the settings", Result: "the file is empty"}}, nil
	}
	s, err := t.Host.parse(data, t.Limits)
	if err != nil {
		return nil, err
	}
	checks := []Check{{OK: true, What: "the settings", Result: "can be read"}}
	if off := t.switchedOff(s); off != "" {
		checks = append(checks, Check{What: "the agent's hooks", Result: "are switched off by " + off})
	}
	if len(s.ours()) == 0 {
		return append(checks, Check{What: "the hooks of handofflint", Result: "are not in the file"}), nil
	}
	called, err := s.try(ctx, environ)
	return append(checks, called...), err
}

// switchedOff is the setting that switches all hooks off, here or in a file
// beside, and "" where none does.
func (t Target) switchedOff(s *settings) string {
	if off := switchedOffIn(s.root); off != "" {
		return off
	}
	for _, name := range s.host.form.beside {
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
	for _, setting := range []struct {
		path []string
		off  string
	}{
		{[]string{"disableAllHooks"}, "true"},
		{[]string{"hooksDisabled"}, "true"},
		{[]string{"hooks", "enabled"}, "false"},
		{[]string{"hooksConfig", "enabled"}, "false"},
	} {
		n := root.Lookup(setting.path...)
		if n != nil && n.Kind == document.Bool && n.Text == setting.off {
			return fmt.Sprintf("%s: %s", strings.Join(setting.path, "."), setting.off)
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
	if err := makeSandbox(folder); err != nil {
		return nil, err
	}
	programs := map[string]bool{}
	for i, sample := range s.host.samples(folder, s.requires()) {
		c, found := s.called(sample.event, sample.tool)
		if !found {
			checks = append(checks, Check{What: sample.name(), Result: "no hook of handofflint is called for this event"})
			continue
		}
		path, err := c.program()
		if err != nil {
			return append(checks, Check{What: "the program", Result: err.Error()}), nil
		}
		if !programs[path] {
			programs[path] = true
			checks = append(checks, Check{OK: true, What: "the program", Result: path})
		}
		vars := append(slices.Clone(environ), sandboxVariables(folder, i)...)
		checks = append(checks, s.send(ctx, sample, c, folder, vars))
	}
	return checks, nil
}

// requires reports whether the installed hooks require a handoff of every agent.
func (s *settings) requires() bool {
	return slices.ContainsFunc(s.ours(), func(p place) bool {
		words, _ := shellWords(p.hook.Field("command").Str())
		return slices.Contains(words, requireOption)
	})
}

// sandboxVariables keep what a hook writes beside its answer in the folder. No
// call knows of those before it: a file that is blocked too often is let go.
func sandboxVariables(folder string, call int) []string {
	state := filepath.Join(folder, fmt.Sprintf("state-%d", call))
	return []string{
		"HANDOFFLINT_FAILURE_LOG=" + filepath.Join(state, "failures.jsonl"),
		"XDG_STATE_HOME=" + state, "XDG_CACHE_HOME=" + state, "LOCALAPPDATA=" + state,
		"CLAUDE_PROJECT_DIR=" + folder,
	}
}

func (s sample) name() string {
	when := s.event
	if s.tool != "" {
		when += " " + s.tool
	}
	return when + ", " + s.what
}

// send sends a sample and judges the answer.
func (s *settings) send(ctx context.Context, sample sample, c call, folder string, environ []string) Check {
	check := Check{What: sample.name()}
	event, err := dialects[s.host.Name].encode(sample.event, folder, sample.fields)
	if err != nil {
		check.Result = err.Error()
		return check
	}
	started := time.Now()
	out, err := c.run(ctx, event, folder, environ)
	check.Took = time.Since(started)
	if err != nil {
		check.Result = err.Error()
		return check
	}
	got, message := readAnswer(out)
	check.OK = slices.Contains(sample.wants, got)
	check.Result = string(got)
	if !check.OK {
		check.Result += ", should be " + string(sample.wants[0])
		if message != "" {
			check.Result += ": " + message
		}
	}
	return check
}

// run starts the call as the host does and gives back what it prints.
func (c call) run(ctx context.Context, event []byte, folder string, environ []string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, c.limit)
	defer cancel()
	cmd := shellCommand(ctx, c.line)
	cmd.Dir, cmd.Env, cmd.Stdin = folder, environ, bytes.NewReader(event)
	var out, errs bounded
	cmd.Stdout, cmd.Stderr = &out, &errs
	endWhole(cmd)
	cmd.WaitDelay = time.Second // a shell's children may hold its output open
	err := cmd.Run()
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, fmt.Errorf("no answer within %s, the time limit in the settings", c.limit)
	case err != nil:
		return nil, errors.New(strings.TrimSuffix(err.Error()+": "+firstLine(errs.String()), ": "))
	}
	return out.Bytes(), nil
}

// bounded keeps the beginning of what is written to it.
type bounded struct{ bytes.Buffer }

func (b *bounded) Write(p []byte) (int, error) {
	b.Buffer.Write(p[:min(len(p), max(0, maxOutput-b.Len()))])
	return len(p), nil
}
