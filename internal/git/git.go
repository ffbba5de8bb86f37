// Package git runs git for the repository around a handoff, within a time for all answers together. It runs
// nothing that the repository names. Packages lint and worktree interpret the answers.
//
// Start with Open.
package git

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	// maxAnswer bounds one answer of git, in bytes: the names of some millions of files.
	maxAnswer = 512 << 20
	// maxComplaint bounds git's error message, in bytes: some lines.
	maxComplaint = 1 << 10
)

// Repository is a work tree for which git is run. Open makes one.
type Repository struct {
	// git is the path of the program.
	git string
	// Root is the folder that git runs in, without links.
	Root string
	// dir is git's own folder, with HEAD and the index.
	dir string
	// common is the folder that all work trees of the repository share.
	common string
	clock  *Clock
	// index is the value of GIT_INDEX_FILE, "" for git's own index.
	index string
}

// Ask runs git and returns its output. An error has git's message, including its advice.
//
// The repository's configuration and attributes may name programs. The commands that are run here read no
// file of the work tree, so that no filter and no file system monitor is needed, show no content of a diff,
// write nothing, and fetch nothing.
func (r Repository) Ask(ctx context.Context, args ...string) (string, error) {
	return r.AskWith(ctx, "", args...)
}

// AskWith is like Ask, with an input for git.
func (r Repository) AskWith(ctx context.Context, input string, args ...string) (string, error) {
	ctx, stop := r.clock.start(ctx)
	defer stop()
	settings := []string{"-C", r.Root, "--no-pager", "-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false"}
	cmd := exec.CommandContext(ctx, r.git, append(settings, args...)...)
	out := &bounded{limit: maxAnswer}
	complaint := &bounded{limit: maxComplaint}
	cmd.Dir = r.Root
	cmd.Env = r.environment()
	cmd.WaitDelay = time.Second
	cmd.Stdout = out
	cmd.Stderr = complaint
	cmd.Stdin = strings.NewReader(input)
	err := cmd.Run()
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if out.over {
		return "", &cutShortError{fmt.Sprintf("git %s answers with over %d bytes", args[0], maxAnswer)}
	}
	if err != nil {
		return "", fmt.Errorf("git %s: %s (%w)", args[0], cmp.Or(inOneLine(complaint.String()), "it says nothing"), err)
	}
	return out.String(), nil
}

// environment returns the process's environment without git's variables: they change which repository git
// uses, how it answers, what it runs and where it writes a trace.
func (r Repository) environment() []string {
	env := slices.DeleteFunc(os.Environ(), func(pair string) bool {
		return strings.HasPrefix(strings.ToUpper(pair), "GIT_")
	})
	env = append(env, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0",
		// Another repository around this one must not be used.
		"GIT_CEILING_DIRECTORIES="+filepath.Dir(r.Root),
		// A replacement shows another commit under the original name.
		"GIT_NO_REPLACE_OBJECTS=1",
		// A partial clone fetches missing objects with a program that its configuration names. Older versions
		// of git know only the second variable.
		"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none")
	if r.index != "" {
		env = append(env, "GIT_INDEX_FILE="+r.index)
	}
	return env
}

// cutShortError is the error if git could have answered but was stopped or not asked.
type cutShortError struct{ words string }

func (e *cutShortError) Error() string { return e.words }

// IsCutShort reports whether an error means that git could have answered but was stopped or not asked.
func IsCutShort(err error) bool {
	var short *cutShortError
	return errors.As(err, &short)
}

// Refused reports whether git answered no, as it does for a missing name: exit code 1, unlike 128 for an error.
func Refused(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.ExitCode() == 1
}

// inOneLine returns git's message on one line, without the labels of its lines.
func inOneLine(s string) string {
	var parts []string
	for line := range strings.Lines(s) {
		for _, label := range []string{"fatal:", "error:", "hint:", "warning:"} {
			line = strings.TrimPrefix(line, label)
		}
		line = strings.TrimSpace(line)
		if line != "" {
			parts = append(parts, line)
		}
	}
	return strings.Join(parts, " ")
}

// bounded keeps at most limit bytes of what is written to it.
type bounded struct {
	bytes.Buffer
	limit int
	over  bool
}

func (b *bounded) Write(p []byte) (int, error) {
	kept := p[:min(len(p), b.limit-b.Len())]
	b.over = b.over || len(kept) < len(p)
	b.Buffer.Write(kept)
	return len(p), nil
}
