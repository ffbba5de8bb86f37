// Package lint finds files, checks many of them at once, and checks session folders as a whole. It keeps
// known findings in a baseline, applies fixes, and asks git what has changed.
//
// A path of a file is always yielded, even if nothing is there: reading it then gives a fault, so that
// nothing that the user named passes silently. A path of a folder is walked. A walk yields
//
//   - regular files whose name ends in .md, .markdown or .json, in any case, and those that Options.Also
//     names;
//   - other things at the path of a handoff, such as a dangling link under agent-handoffs/, so that they are
//     reported;
//   - session folders, including empty ones.
//
// A walk enters hidden folders, since handoffs are in .claude, but not folders named .git, .hg, .svn or
// node_modules, unless the user names one.
//
// A .gitignore hides nothing: handoffs are ignored by git by design. A .handofflintignore (gitignore syntax,
// in any folder from Options.Base down) and Options.Exclude hide files and folders from a walk. They do not
// hide what the user named, unless Options.SkipUnknown is set.
//
// A symbolic link that the user names is followed. A walk never follows a link to a folder, and follows a
// link to a file only if it stays inside the walked folder and the walk does not yield its target anyway.
//
// Each file has its own slot for its result, so the outcome does not depend on the order in which files are
// finished. Package rules checks the content of files.
//
// Start with Walk and Linter.Run; baseline.go reads and applies the baseline.
package lint

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"runtime/debug"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/rules"
)

// Linter checks what Walk found.
type Linter struct {
	// Engine reads files within its limits, and checks those without another engine in EngineFor.
	Engine *rules.Engine
	// EngineFor returns the engine for a file or a session's folder; nil if Engine checks all.
	EngineFor func(path string) (*rules.Engine, error)
	// FormatFor returns the format that a team's configuration gives a file, or Unknown; it may be nil. As
	// takes precedence.
	FormatFor func(path string) document.Format
	// As forces the format of every file; Unknown leaves it to detection.
	As document.Format
	// IsCompared means that the user named the transcript for the named files. Their claims are compared with
	// it even if only their place makes them handoffs.
	IsCompared bool
	// Jobs is the number of files that are checked at once, at least 1.
	Jobs int
	// Texts replace the content of the files at these paths; it may be nil.
	Texts map[string][]byte
	// Facts returns the evidence that the claims of a file or session folder are checked against; it may be
	// nil.
	Facts func(path string) rules.Facts
	// Incomplete is the evidence that was only partly read; it may be nil. Findings based on it are left out.
	Incomplete *rules.Incomplete
	// Veto rejects fixes; it may be nil.
	Veto Veto
	// Commits distinguish the time of a change from the time of a checkout; nil if every time counts.
	Commits *Commits
}

// slot is the result of one file.
type slot struct {
	result rules.Result
	member *rules.Member // nil unless the file is a report
}

// Run checks everything that was found. The results are sorted by path; they include files that are not
// handoffs, with the reason in Skipped. An error is a bug in the program.
func (l *Linter) Run(ctx context.Context, found Found) ([]rules.Result, error) {
	results, sessions, err := l.run(ctx, found)
	if err != nil {
		return nil, err
	}
	return rules.Complete(l.Engine.Merge(results, sessions), l.Incomplete), nil
}

// Sessions checks everything that was found, but returns only the findings about session folders as a whole,
// by file.
func (l *Linter) Sessions(ctx context.Context, found Found) ([]rules.Result, error) {
	_, sessions, err := l.run(ctx, found)
	return rules.Complete(sessions, l.Incomplete), err
}

// run returns the results of the files, in their order, and those of the session folders.
func (l *Linter) run(ctx context.Context, found Found) (results, sessions []rules.Result, err error) {
	slots := make([]slot, len(found.Files))
	folders := sessionsIn(found)
	if err := l.checkFiles(ctx, found, slots, folders); err != nil {
		return nil, nil, err
	}
	results = make([]rules.Result, len(slots))
	for i, s := range slots {
		results[i] = s.result
	}
	for _, folder := range found.Folders {
		s := folders[folder.Path]
		if len(s.files) == 0 {
			if err := l.checkSession(s, slots); err != nil {
				return nil, nil, err
			}
		}
		sessions = append(sessions, s.results...)
	}
	return results, sessions, nil
}

// maxFindings bounds the findings of a run, which are kept until they are printed: each takes about 3 KB.
// Tests lower it.
var maxFindings int64 = 200_000

// checkFiles checks files, and each session folder right after the last of its files, so that what the
// session needs of them can be freed.
func (l *Linter) checkFiles(ctx context.Context, found Found, slots []slot, sessions map[string]*sessionCheck) error {
	checkNext := func(i int) error {
		f := found.Files[i]
		c, err := l.check(l.Read(f))
		slots[i] = slot{c.Result, c.member()}
		s := sessions[path.Dir(f.Path)]
		if err != nil || s == nil {
			return err
		}
		if left := s.left.Add(-1); left > 0 {
			return nil
		}
		return l.checkSession(s, slots)
	}
	if len(slots) == 1 { // starting another thread takes as long as checking a file
		return checkNext(0)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, l.Jobs))
	var findings atomic.Int64
	for i := range slots {
		group.Go(func() error {
			err := ctx.Err()
			if err == nil {
				err = checkNext(i)
			}
			if findings.Add(int64(len(slots[i].result.Findings))) > maxFindings {
				err = fmt.Errorf("over %d findings, and not everything was checked: check fewer paths at a time, or select rules with --select", maxFindings)
			}
			return err
		})
	}
	return group.Wait()
}

// Findings returns the findings of all results.
func Findings(results []rules.Result) (findings []rules.Finding) {
	for _, r := range results {
		findings = append(findings, r.Findings...)
	}
	return findings
}

// Checked is a file that was checked.
type Checked struct {
	Result rules.Result
	// Doc is nil if the file could not be read.
	Doc *document.Document
	// Engine is the engine that checked it.
	Engine *rules.Engine

	facts rules.Facts
}

// member returns what the session of a file needs of it, or nil if its format has no sessions.
func (c Checked) member() *rules.Member {
	if c.Doc == nil || !c.Doc.Spec.InSession {
		return nil
	}
	member := rules.MemberOf(c.Doc)
	if c.facts != nil && c.facts.Has(rules.KindChain) {
		member.AddChain(c.Doc)
	}
	return &member
}

// CheckInput checks one file that was read, or reports why it could not be read.
func (l *Linter) CheckInput(in document.Input, fault *document.Fault) (Checked, error) {
	c, err := l.check(in, fault)
	if err == nil {
		c.Result = rules.Complete([]rules.Result{c.Result}, l.Incomplete)[0]
	}
	return c, err
}

// check checks a file, which fault says could not be read unless it is nil.
func (l *Linter) check(in document.Input, fault *document.Fault) (c Checked, err error) {
	defer recoverAs(&err, in.Path)
	in.As = l.requiredFormat(in.Path)
	c.Engine, err = l.engineFor(in.Path)
	if err != nil {
		return c, err
	}
	setInTree(&in, c.Engine)
	if l.IsCompared && in.Named && in.As == document.Unknown {
		in.As = c.Engine.Parsing().FormatAt(in.Place())
	}
	if fault != nil {
		// A file that was not read counts as another file, unless its path says that it is a handoff.
		isOther := !in.MustBeHandoff() && document.FormatUnread(in, c.Engine.Parsing()) == document.Unknown
		if isOther && fault.Rule == document.RuleTooLarge {
			c.Result = rules.Result{Path: in.Path, Skipped: "no handoff: too large to be read, and not at the place of a format"}
			return c, nil
		}
		c.Result, err = c.Engine.CheckFault(in, *fault)
		return c, err
	}
	l.Commits.IgnoreTime(&in)
	c.Doc = c.Engine.Parse(in)
	c.facts = l.factsFor(in.Path)
	c.Result, err = c.Engine.Check(c.Doc, c.facts)
	return c, err
}

// recoverAs turns a panic into an error.
func recoverAs(err *error, path string) {
	if cause := recover(); cause != nil {
		*err = fmt.Errorf("%s: handofflint is broken, please report this: %v\n%s", path, cause, debug.Stack())
	}
}

// setInTree sets the path of a file in its repository, if a format has a place at the root for a file with that
// name. Finding the root takes time.
func setInTree(in *document.Input, engine *rules.Engine) {
	if engine.Parsing().Formats.MayBeAnchored(in.Path) {
		in.InTree = InTree(in.Path)
	}
}

// InTree returns the path of a file from the root of its repository, with slashes, or "". Neither the file
// nor its folder has to exist.
func InTree(path string) string {
	at, err := files.Named.FindLink(filepath.FromSlash(path))
	if err != nil {
		return ""
	}
	if !at.InTree() {
		return at.Base()
	}
	return filepath.ToSlash(at.Name())
}

// FormatAt returns the format of a file by its place, or Unknown if only its content can tell.
func (l *Linter) FormatAt(in document.Input) document.Format {
	if as := l.requiredFormat(in.Path); as != document.Unknown {
		return as
	}
	setInTree(&in, l.Engine)
	return l.Engine.Parsing().FormatAt(in.Place())
}

// requiredFormat returns the format that a file has to have, or Unknown for detection.
func (l *Linter) requiredFormat(path string) document.Format {
	if l.As == document.Unknown && l.FormatFor != nil {
		return l.FormatFor(path)
	}
	return l.As
}

// factsFor returns the evidence for a file or a session's folder, or nil.
func (l *Linter) factsFor(path string) rules.Facts {
	if l.Facts == nil {
		return nil
	}
	return l.Facts(path)
}

// engineFor returns the engine that checks a file or a session's folder.
func (l *Linter) engineFor(path string) (*rules.Engine, error) {
	if l.EngineFor == nil {
		return l.Engine, nil
	}
	return l.EngineFor(path)
}
