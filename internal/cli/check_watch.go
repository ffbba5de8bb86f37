package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/lint"
)

// watchPause is how long --watch waits between two looks at the files.
const watchPause = 300 * time.Millisecond

// stamp is what changes when a file is written.
type stamp struct {
	size    int64
	changed time.Time
}

// watch checks again whenever a file that check looks at changes, until it is
// interrupted; the exit code is that of the last run. It looks at the files
// itself: which of them count follows from ignore files, configuration and
// links, and no notification of a system knows those.
func (r *runner) watch(c *cli.Context) error {
	paths, stdin, err := splitStdin(c)
	if err != nil {
		return err
	}
	for _, other := range []string{"staged", "update-baseline", "diff"} {
		if c.Bool(other) {
			return fmt.Errorf("--watch does not go with --%s", other)
		}
	}
	if stdin {
		return errors.New("--watch does not go with standard input")
	}
	options, err := r.checkOptions(c)
	if err != nil {
		return err
	}
	walk, settings := walkOptions(c, options), options.config
	var seen map[string]stamp           // nil before the first run
	last := error(exitCode(ExitFailed)) // of a run that never came to its end
	for pause := time.Duration(0); ; {
		select {
		case <-c.Context.Done():
			return last
		case <-time.After(pause):
		}
		started := time.Now()
		now := stamps(c.Context, paths, walk, settings)
		// A large tree is looked at less often: it takes a tenth of one core at most.
		pause = max(watchPause, 9*time.Since(started))
		if seen != nil && maps.Equal(seen, now) || c.Context.Err() != nil {
			continue
		}
		switch {
		case seen == nil:
		case isTerminal(r.streams.Out):
			fmt.Fprint(r.streams.Out, "\x1b[2J\x1b[H") // clears the screen
		default:
			fmt.Fprintln(r.streams.Err, "files have changed")
		}
		seen = now
		again := newRunner(c.Context, r.streams) // reads the configuration again
		options, err := again.checkOptions(c)
		if err == nil {
			walk, settings = walkOptions(c, options), options.config
			err = again.check(c)
		}
		if last = exitCode(codeOf(r.streams, err)); c.Context.Err() == nil && !c.Bool("quiet") {
			fmt.Fprintln(r.streams.Err, "watching for changes, end with Ctrl-C")
		}
	}
}

// stamps are the files that check looks at, the markers beside them and the
// files of the configuration.
func stamps(ctx context.Context, paths []string, walk lint.Options, settings *config.Config) map[string]stamp {
	watched := append(settings.Files(), config.YAMLName)
	if found, err := lint.Walk(ctx, paths, walk); err == nil {
		for _, f := range found.Files {
			watched = append(watched, f.Path, f.Path+".done")
		}
	}
	seen := map[string]stamp{}
	for _, path := range watched {
		if info, err := files.Named.Stat(path); err == nil {
			seen[path] = stamp{info.Size(), info.ModTime()}
		}
	}
	return seen
}
