// Package git asks the git of the work tree about the repository around a handoff, within a time that
// all its answers share. Nothing that the repository names is run. What the answers mean, packages lint
// and worktree decide.
//
// Open is where to begin.
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
	// maxAnswer bounds one answer of git's, in bytes: the names of some millions
	// of files.
	maxAnswer = 512 << 20
	// maxComplaint bounds what git says of an error, in bytes: some lines.
	maxComplaint = 1 << 10
)

// Repository is a work tree that git is asked about. Open makes one.
type Repository struct {
	// git is the program.
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

// Ask runs git and returns what it prints. An error has what git says about it,
// its advice too.
//
// The repository's configuration and attributes may name programs. The commands
// that are run here never look at a file of the work tree, so that no filter and
// no file system monitor is needed, show no content of a difference, write
// nothing, and fetch nothing.
func (r Repository) Ask(ctx context.Context, args ...string) (string, error) {
	return r.AskWith(ctx, "", args...)
}

// AskWith is Ask with an input for git.
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
	if input != "" {
		cmd.Stdin = strings.NewReader(input)
	}
	err := cmd.Run()
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	if out.over {
		return "", &longError{args[0]}
	}
	if err != nil {
		return "", &gitError{fmt.Sprintf("git %s: %s", args[0], cmp.Or(inOneLine(complaint.String()), err.Error())), err}
	}
	return out.String(), nil
}

// environment returns the process's own without git's variables: they change which
// repository git looks at, how it answers, what it runs and where it writes a
// trace.
func (r Repository) environment() []string {
	env := slices.DeleteFunc(os.Environ(), func(pair string) bool {
		pair = strings.ToUpper(pair)
		return strings.HasPrefix(pair, "GIT_") || strings.HasPrefix(pair, "LC_") || strings.HasPrefix(pair, "LANG")
	})
	env = append(env, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0",
		// Another repository around this one is none of ours.
		"GIT_CEILING_DIRECTORIES="+filepath.Dir(r.Root),
		// A replacement is another commit under the name of the first.
		"GIT_NO_REPLACE_OBJECTS=1",
		// A partial clone fetches missing objects, by a program that its
		// configuration names. Older versions of git know only the second.
		"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none")
	if r.index != "" {
		env = append(env, "GIT_INDEX_FILE="+r.index)
	}
	return env
}

// longError is the error of an answer that is too long to be read.
type longError struct{ command string }

func (e *longError) Error() string {
	return fmt.Sprintf("git %s answers with over %d bytes", e.command, maxAnswer)
}

// gitError is an error of git's in its own words.
type gitError struct {
	words string
	cause error
}

func (e *gitError) Error() string { return e.words }

func (e *gitError) Unwrap() error { return e.cause }

// Refused reports whether git ran and said no, as it does for a name that is not
// there, rather than failing to run.
func Refused(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit)
}

// inOneLine returns what git says, without the words that begin its lines.
func inOneLine(s string) string {
	var parts []string
	for line := range strings.Lines(s) {
		line = strings.TrimSpace(line)
		for _, label := range []string{"fatal: ", "error: ", "hint: ", "warning: "} {
			line = strings.TrimPrefix(line, label)
		}
		if line != "" {
			parts = append(parts, line)
		}
	}
	return strings.Join(parts, " ")
}

// bounded keeps what is written to it, up to a limit in bytes.
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
