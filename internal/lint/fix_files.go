package lint

import (
	"context"
	"errors"
	"path"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// Change is what fixes make of a file.
type Change struct {
	FixOutcome
	Path   string
	Before []byte
	// Err is ErrFixesConflict if the file stays as it is for that.
	Err error
}

// FixInput fixes what was read of a file.
func (l *Linter) FixInput(in document.Input, vetoes ...Veto) (Change, error) {
	c := Change{Path: in.Path, Before: in.Data}
	var err error
	c.FixOutcome, err = FixText(in.Data, func(data []byte) (rules.Result, error) {
		in.Data = data
		return l.CheckInput(in, nil)
	}, vetoes...)
	if errors.Is(err, ErrFixesConflict) {
		c.Err, err = err, nil
	}
	return c, err
}

// Helps reports whether another text in place of what was read has lost a finding, and
// got no other. before is the result of what was read.
func (l *Linter) Helps(in document.Input, before rules.Result, gone rules.Finding, data []byte, vetoes ...Veto) (bool, error) {
	in.Data = data
	after, err := l.CheckInput(in, nil)
	return err == nil && helps(before, after, vetoes, []rules.Finding{gone}), err
}

// Fix returns what fixes make of the files whose results have some, in the order of
// the results, and writes nothing. A file that can no longer be read is left out.
func (l *Linter) Fix(ctx context.Context, found Found, results []rules.Result, vetoes ...Veto) ([]Change, error) {
	files := map[string]File{}
	for _, file := range found.Files {
		files[file.Path] = file
	}
	var changes []Change
	for _, result := range results {
		file, isFile := files[result.Path]
		if !isFile || len(fixable(result)) == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		in, fault := file.Read(l.Engine.Limits().Bytes)
		if fault != nil {
			continue
		}
		c, err := l.FixInput(in, vetoes...)
		if err != nil {
			return nil, err
		}
		changes = append(changes, c)
	}
	return changes, l.leaveWorse(ctx, found, changes)
}

// leaveWorse undoes the changes in sessions that would have a finding then which they
// do not have now. A report alone is not worse by then; this is about what it says of
// the others.
func (l *Linter) leaveWorse(ctx context.Context, found Found, changes []Change) error {
	now, then := *l, *l
	then.Texts = map[string][]byte{}
	changed := map[string]bool{}
	for _, c := range changes {
		if len(c.Fixed) > 0 {
			then.Texts[c.Path], changed[path.Dir(c.Path)] = c.Data, true
		}
	}
	for _, folder := range found.Folders {
		if !changed[folder.Path] {
			continue
		}
		session := Found{Folders: []Folder{folder}}
		for _, file := range found.Files {
			if path.Dir(file.Path) == folder.Path {
				session.Files = append(session.Files, file)
			}
		}
		before, err := now.Run(ctx, session)
		if err != nil {
			return err
		}
		after, err := then.Run(ctx, session)
		if err != nil {
			return err
		}
		if !Brings(Findings(before), Findings(after)) {
			continue
		}
		for i, c := range changes {
			if path.Dir(c.Path) == folder.Path {
				changes[i].FixOutcome = FixOutcome{Data: c.Before, Left: append(c.Left, c.Fixed...), Gone: c.Gone}
			}
		}
	}
	return nil
}
