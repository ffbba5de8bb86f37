package cli

import (
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/document"
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
// interrupted. It polls the files: which of them count follows from ignore files,
// configuration and links, and no notification of a system knows those.
func (r *runner) watch(c *cli.Context) error {
	o, err := r.checkOptions(c)
	if err != nil {
		return err
	}
	if o.stdin || c.Bool("staged") || c.Bool("update-baseline") || o.diff {
		return errors.New("--watch does not go with standard input, --staged, --update-baseline or --diff")
	}
	var seen map[string]stamp // nil before the first run
	for pause := watchPause; ; time.Sleep(pause) {
		started := time.Now()
		now := stamps(c, o)
		// A large tree is looked at less often: it takes a tenth of one core at most.
		pause = max(watchPause, 9*time.Since(started))
		if seen != nil && maps.Equal(seen, now) {
			continue
		}
		if seen != nil && isTerminal(r.streams.Out) {
			fmt.Fprint(r.streams.Out, "\x1b[2J\x1b[H") // clears the screen
		}
		seen = now
		again := newRunner(r.streams) // reads the configuration again
		read, err := again.checkOptions(c)
		if err == nil {
			o = read
			err = again.check(c)
		}
		r.codeOf(err, ExitFailed)
		r.note(c, "watching for changes, end with Ctrl-C")
	}
}

// stamps are those of the files that check looks at, the markers beside them and the
// files of the configuration.
func stamps(c *cli.Context, o checkOptions) map[string]stamp {
	paths := append(o.config.Files(), config.YAMLName)
	if found, err := lint.Walk(c.Context, o.paths, o.walkOptions(c)); err == nil {
		for _, f := range found.Files {
			paths = append(paths, f.Path, f.Path+document.DoneSuffix)
		}
	}
	seen := map[string]stamp{}
	for _, path := range paths {
		if info, err := files.Named.Stat(path); err == nil {
			seen[path] = stamp{info.Size(), info.ModTime()}
		}
	}
	return seen
}
