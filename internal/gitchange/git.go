package gitchange

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const (
	// patience is how long git may take for one answer.
	patience = time.Minute
	// maxAnswer bounds one answer of git's, in bytes: the names of some
	// millions of files.
	maxAnswer = 512 << 20
)

// repository is a work tree that git is asked about.
type repository struct {
	// git is the program, dir the folder it runs in.
	git, dir string
	// index is the value of GIT_INDEX_FILE, "" where the index is git's own.
	index string
	// apart is the environment of a work tree away from its repository.
	apart []string
}

// ask runs git and returns what it prints. An error has what git says about it,
// its advice too.
func (r repository) ask(ctx context.Context, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	// A file system monitor is a program of the repository's choosing.
	settings := []string{"--no-pager", "--no-optional-locks", "--literal-pathspecs", "-c", "core.fsmonitor=false"}
	cmd := exec.CommandContext(ctx, r.git, append(settings, args...)...)
	out, said := &bounded{limit: maxAnswer}, &bounded{limit: 64 << 10}
	cmd.Dir, cmd.Env, cmd.WaitDelay = r.dir, r.environment(), time.Second
	cmd.Stdout, cmd.Stderr = out, said
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return "", fmt.Errorf("git %s gave no answer: %w", args[0], ctx.Err())
	case out.over:
		return "", fmt.Errorf("git %s answers with over %d bytes", args[0], maxAnswer)
	case err != nil:
		return "", &failure{command: args[0], says: inOneLine(said.String()), cause: err}
	}
	return out.String(), nil
}

// environment is the process's own without what changes which repository git
// looks at and how it answers. A hook of git's says with GIT_INDEX_FILE what
// `git commit FILE` is about to commit, so that one stays. What a user or a
// machine has set for git (GIT_CONFIG_..., such as safe.directory in a
// container) stays as well, and so does a work tree away from its repository.
func (r repository) environment() []string {
	var env []string
	for _, pair := range os.Environ() {
		name, _, _ := strings.Cut(strings.ToUpper(pair), "=")
		if strings.HasPrefix(name, "GIT_CONFIG_") {
			env = append(env, pair)
			continue
		}
		if !strings.HasPrefix(name, "GIT_") && !strings.HasPrefix(name, "LC_") && name != "LANG" && name != "LANGUAGE" {
			env = append(env, pair)
		}
	}
	env = append(env, "LC_ALL=C", "GIT_TERMINAL_PROMPT=0")
	if r.index != "" {
		env = append(env, "GIT_INDEX_FILE="+r.index)
	}
	return append(env, r.apart...)
}

// apart is the environment that names a work tree and its repository where
// they stand apart from each other: a user has set both then. A hook of git's
// alone has GIT_DIR, which git finds again by itself. They are made absolute,
// for git runs in another folder.
func apart() []string {
	dir, tree := os.Getenv("GIT_DIR"), os.Getenv("GIT_WORK_TREE")
	if dir == "" || tree == "" {
		return nil
	}
	dir, errDir := filepath.Abs(dir)
	tree, errTree := filepath.Abs(tree)
	if errDir != nil || errTree != nil {
		return nil
	}
	return []string{"GIT_DIR=" + dir, "GIT_WORK_TREE=" + tree}
}

// failure is an answer of git's that is none.
type failure struct {
	command, says string
	cause         error
}

func (f *failure) Error() string {
	if f.says == "" {
		return fmt.Sprintf("git %s: %v", f.command, f.cause)
	}
	return fmt.Sprintf("git %s: %s", f.command, f.says)
}

func (f *failure) Unwrap() error { return f.cause }

// refused says whether git ran and said no, as it does for a name that is not
// there, rather than failing to run.
func refused(err error) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit)
}

// mostSaid is how much of what git says goes into an error, in bytes: some
// lines.
const mostSaid = 1 << 10

// inOneLine is what git says, without the words that begin its lines.
func inOneLine(s string) string {
	var parts []string
	for line := range strings.Lines(s[:min(len(s), mostSaid)]) {
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
	if b.Len()+len(p) > b.limit {
		b.over = true
		return len(p), nil
	}
	return b.Buffer.Write(p)
}

// names parts an answer of -z into its names.
func names(answer string) []string {
	return strings.FieldsFunc(answer, func(c rune) bool { return c == 0 })
}
