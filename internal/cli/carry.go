package cli

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/discover"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/replace"
	"github.com/handofflint/handofflint/rules"
)

// What stands here is shared by the commands that carry what a handoff says to
// somewhere else: render and convert. Their stdout is what they make, so
// findings go to stderr: a prompt must not hold them.

// carryFlags are the options of check that make sense for them.
func carryFlags(more ...string) []cli.Flag {
	names := append([]string{"rule", "no-inline", "failure-log", "no-failure-log", "color", "now", "config", "no-config"}, more...)
	return slices.DeleteFunc(judgeFlags(), func(f cli.Flag) bool { return !slices.Contains(names, f.Names()[0]) })
}

// readNamed reads a file that the user named, or standard input for "-". The
// error says that the user interrupted.
func (r *runner) readNamed(ctx context.Context, path string, limit int64) (document.Input, *document.Fault, error) {
	if path == "-" {
		return readStream(ctx, r.streams.In, "", limit)
	}
	in, fault := discover.File{Path: path, Named: true}.Read(limit)
	return in, fault, nil
}

// complain tells of findings, logs them, and gives the exit code that those
// which block call for, nil where none does. source is the command's name.
func (r *runner) complain(c *cli.Context, source string, now time.Time, result rules.Result) error {
	results := []rules.Result{result}
	if err := r.tell(c, results); err != nil {
		return err
	}
	r.logFailures(c, source, now, results)
	if len(result.Failures()) > 0 {
		return exitCode(ExitFailed)
	}
	return nil
}

// deliver writes what a command has made to a file, all of it or nothing, or to
// stdout.
func (r *runner) deliver(c *cli.Context, path, text string) error {
	if path == "" {
		return r.printContent(text)
	}
	return replace.File(path, []byte(text), replace.Options{})
}

// notOver refuses to write over a file that is read.
func notOver(output string, inputs ...string) error {
	for _, input := range inputs {
		if sameFile(output, input) {
			return fmt.Errorf("--output %s is a file that is read: name another one", output)
		}
	}
	return nil
}
