package cli

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

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/git"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/internal/text"
)

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
	shard *lint.Shard
}

func (r *runner) selection(c *cli.Context) (selection, error) {
	s := selection{
		changed: c.IsSet("changed"),
		base:    c.String("changed"),
		staged:  c.Bool("staged"),
		index:   r.streams.Getenv("GIT_INDEX_FILE"),
	}
	if s.changed && s.staged {
		return s, errors.New("--changed and --staged do not go together: choose one")
	}
	if c.IsSet("shard") {
		shard, err := lint.ParseShard(c.String("shard"))
		if err != nil {
			return s, fmt.Errorf("--shard: %w", err)
		}
		s.shard = &shard
	}
	return s, nil
}

// hintBase says how a commit is named to who has put it after --changed as an
// argument of its own, where it is taken for a path.
func (r *runner) hintBase(s selection, paths []string) {
	if !s.changed || s.base != "" {
		return
	}
	for _, path := range paths {
		// A commit's name has no ending, as handoffs have, or one without a letter: v1.2.
		mayBeCommit := !strings.ContainsFunc(filepath.Ext(path), unicode.IsLetter)
		if _, err := files.Named.Lstat(path); errors.Is(err, fs.ErrNotExist) && mayBeCommit {
			r.log.Warnf("no file %s; for what has changed since the commit of that name write --changed=%s", path, text.ShellQuote(path))
		}
	}
}

// changes asks git what has changed if the options ask for that, nil for all files;
// index is what is staged.
func (s selection) changes(ctx context.Context) (changes lint.Changes, index *lint.Index, err error) {
	if !s.changed && !s.staged {
		return nil, nil, nil
	}
	// git is not asked for the root: it takes a folder of the checked tree for a
	// repository that only looks like one.
	here, err := os.Getwd()
	_, inRepository := files.Around(here)
	switch {
	case err != nil:
	case !inRepository:
		err = git.ErrNoRepository
	case s.changed:
		changes, err = lint.Since(ctx, files.Root(here), s.base)
	default:
		index, err = lint.Staged(ctx, files.Root(here), s.index)
		changes = index
	}
	if err != nil {
		return nil, nil, fmt.Errorf("cannot tell what has changed: %w", err)
	}
	return changes, index, nil
}

// choose keeps of what was found what the options ask for. The second result
// says which part that is, nil without --shard.
func (r *runner) choose(s selection, changes lint.Changes, found lint.Found) (lint.Found, *report.Shard) {
	chosen := found
	if changes != nil {
		chosen = found.Changed(changes)
		r.log.Infof("%d of %d files have changed", len(chosen.Files), len(found.Files))
	}
	if s.shard == nil {
		return chosen, nil
	}
	part, set := s.shard.Of(chosen)
	r.log.Infof("part %d of %d: %d of %d files", s.shard.Index, s.shard.Count, len(part.Files), len(chosen.Files))
	return part, &report.Shard{Index: s.shard.Index, Count: s.shard.Count, Set: set}
}
