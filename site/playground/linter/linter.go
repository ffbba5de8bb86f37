// Package linter has the linter of the playground, which its examples are checked with, too.
package linter

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/claims"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/rules"
)

// Transcript is the file that claims of the handoffs next to it are compared with.
const Transcript = "transcript.jsonl"

// NewEngine returns the engine with the rules of the program.
func NewEngine() (*rules.Engine, error) {
	return rules.NewEngine(claims.Add(checks.All()), rules.Options{})
}

// Here returns a linter for the working folder, as `handofflint check` with --transcript if the
// folder has one. It knows of no work tree and no git.
func Here(engine *rules.Engine) (*lint.Linter, error) {
	l := &lint.Linter{Engine: engine, Jobs: 1, Incomplete: &rules.Incomplete{}}
	l.Facts = func(string) rules.Facts { return &claims.Facts{Kinds: []string{}, Incomplete: l.Incomplete} }
	if _, err := files.Named.Stat(Transcript); errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	session, err := timeline.Open(Transcript, nil, l.Incomplete)
	if err != nil {
		return nil, err
	}
	l.IsCompared = true
	l.Facts = func(path string) rules.Facts {
		absolute, _ := filepath.Abs(path) // the working folder is there
		return &claims.Facts{Kinds: []string{rules.KindActions}, Timeline: session.By(absolute), Incomplete: l.Incomplete}
	}
	return l, nil
}
