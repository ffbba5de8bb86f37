package check

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/discover"
	"github.com/handofflint/handofflint/internal/gitchange"
	"github.com/handofflint/handofflint/internal/report"
)

// changedSince is the option that --changed=BASE is read as: the flag parser
// knows none whose value may be left out.
const changedSince = "changed-since"

// selectFlags are the options that choose among the files that were found.
func selectFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "changed", Usage: "judge only what git says has changed since the merge base with the default branch, and what git does not track; --changed=BASE: with the commit BASE"},
		&cli.StringFlag{Name: changedSince, Hidden: true, Usage: "what --changed=BASE means"},
		&cli.BoolFlag{Name: "staged", Usage: "judge only what is staged for the next commit"},
		&cli.StringFlag{Name: "shard", Usage: "judge only part I of N of the files: `I/N`; see `handofflint merge`"},
	}
}

// WithValue writes --changed=BASE in the way that the flag parser knows.
func WithValue(arg string) string {
	if name, base, found := strings.Cut(arg, "="); found && (name == "--changed" || name == "-changed") {
		return "--" + changedSince + "=" + base
	}
	return arg
}

// selection is what the options choose among the files that were found.
type selection struct {
	// changed says that only what has changed since a commit is judged, base
	// which, "" for the default branch.
	changed bool
	base    string
	// staged says that only what is staged is judged; index is the file that
	// git has it in, where git's environment names one.
	staged bool
	index  string
	// shard is the part to judge, nil for all.
	shard *discover.Shard
}

func (r *runner) selection(c *cli.Context) (selection, error) {
	s := selection{
		changed: c.Bool("changed") || c.IsSet(changedSince),
		base:    c.String(changedSince),
		staged:  c.Bool("staged"),
		index:   r.Streams.Getenv("GIT_INDEX_FILE"),
	}
	switch {
	case s.changed && s.staged:
		return s, errors.New("--changed and --staged do not go together: choose one")
	case c.IsSet(changedSince) && s.base == "":
		return s, errors.New("--changed= names no commit: leave out the =, or name one")
	}
	if c.IsSet("shard") {
		shard, err := discover.ParseShard(c.String("shard"))
		if err != nil {
			return s, fmt.Errorf("--shard: %w", err)
		}
		s.shard = &shard
	}
	return s, nil
}

// hintBase says how a commit is named to who has put it behind --changed as an
// argument of its own, where it is taken for a path.
func (r *runner) hintBase(s selection, paths []string) {
	if !s.changed || s.base != "" {
		return
	}
	for _, path := range paths {
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) && mayBeCommit(path) {
			r.Log.Warnf("there is no file %s; for what has changed since the commit of that name write --changed=%s", path, path)
		}
	}
}

// mayBeCommit says whether a name could be a commit's: it has no ending, as
// names of handoffs have, or one without a letter, as in v1.2.
func mayBeCommit(name string) bool {
	return !strings.ContainsFunc(filepath.Ext(name), unicode.IsLetter)
}

// any says whether anything is to be chosen at all.
func (s selection) any() bool { return s.changed || s.staged || s.shard != nil }

// choose keeps of what was found what the options ask for. The second result
// says which part that is, nil without --shard.
func (r *runner) choose(ctx context.Context, s selection, found discover.Found, options discover.Options) (discover.Found, *report.Shard, error) {
	chosen, err := r.chooseChanged(ctx, s, found, options)
	if err != nil || s.shard == nil {
		return chosen, nil, err
	}
	part, set := s.shard.Of(chosen)
	r.Log.Infof("part %d of %d: %d of %d files", s.shard.Index, s.shard.Count, len(part.Files), len(chosen.Files))
	return part, &report.Shard{Index: s.shard.Index, Count: s.shard.Count, Set: set}, nil
}

func (r *runner) chooseChanged(ctx context.Context, s selection, found discover.Found, options discover.Options) (discover.Found, error) {
	var changes *gitchange.Set
	var otherwise []string
	var err error
	switch {
	case s.changed:
		changes, err = gitchange.Since(ctx, ".", s.base)
	case s.staged:
		changes, otherwise, err = gitchange.Staged(ctx, ".", s.index)
	default:
		return found, nil
	}
	if err != nil {
		return found, fmt.Errorf("cannot tell what has changed: %w", err)
	}
	for _, path := range otherwise {
		if options.LooksAt(path) {
			r.Log.Warnf("%s is staged, and has changed since: judged is the file as it stands, not what would be committed", path)
		}
	}
	chosen := found.Changed(changes)
	r.Log.Infof("%d of %d files have changed", len(chosen.Files), len(found.Files))
	return chosen, nil
}
