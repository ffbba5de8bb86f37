// Package lint finds files, checks many of them at once, and looks at session
// folders as a whole. It keeps known findings in a baseline, applies fixes, and
// asks git what has changed.
//
// A path that names a file is always yielded, even if nothing is there: reading it
// then gives a fault, so nothing that the user asked about passes in silence. A
// path that names a folder is walked. A walk yields
//
//   - regular files whose name ends in .md, .markdown or .json, in any case, and
//     those that Options.Also names;
//   - what is not a regular file but has the path of a handoff, such as a link to
//     nothing under agent-handoffs/, so that it is reported;
//   - session folders, empty ones too.
//
// Hidden folders are walked, for .claude is where handoffs live. Folders named
// .git, .hg, .svn and node_modules are not, unless the user names one.
//
// A .gitignore hides nothing: handoffs are ignored by git by design. A
// .handofflintignore (gitignore syntax, in any folder from Options.Base down) and
// Options.Exclude hide files and folders from a walk. They hide nothing that the
// user named, unless Options.ForceExclude is set.
//
// A symbolic link that the user names is followed. In a walk a link to a folder is
// never followed, and a link to a file only if it stays inside the walked folder
// and the walk does not yield its target anyway.
//
// Each file has its own slot for its result, so the outcome is the same whatever
// the order in which files are finished. What is wrong with a file, package rules says.
//
// Walk and Linter.Run are where to begin; baseline.go reads and applies the baseline.
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
	// Engine reads files within its limits, and checks those that EngineFor
	// has no other engine for.
	Engine *rules.Engine
	// EngineFor is the engine that checks a file, or a session's folder; nil
	// if Engine checks all.
	EngineFor func(path string) (*rules.Engine, error)
	// FormatFor is the format that a team gives a file, or Unknown for none; it may
	// be nil. As goes before it.
	FormatFor func(path string) document.Format
	// As forces the format of every file; Unknown leaves it to detection.
	As document.Format
	// IsCompared says that a person named the transcript of the files that are named: what those claim
	// is compared with it, also if only their place makes handoffs of them.
	IsCompared bool
	// Jobs is how many files are checked at once, at least 1.
	Jobs int
	// Texts replace the content of the files at these paths; it may be nil.
	Texts map[string][]byte
	// Facts is the evidence that a file's claims, or a session folder's, are held
	// against; it may be nil.
	Facts func(path string) rules.Facts
	// Incomplete is what the facts record as not asked to the end; it may be nil. Findings
	// that rest on it are left out.
	Incomplete *rules.Incomplete
	// Veto is against some fixes; it may be nil.
	Veto Veto
	// Commits tell the time of a change from that of a checkout; nil if every time counts.
	Commits *Commits
}

// slot is what one file leaves behind.
type slot struct {
	result rules.Result
	member *rules.Member // nil unless the file is a report
}

// Run checks all that was found. The results are sorted by path; files that
// are not handoffs are among them, with the reason in Skipped. An error is a fault of
// the program.
func (l *Linter) Run(ctx context.Context, found Found) ([]rules.Result, error) {
	results, sessions, err := l.run(ctx, found)
	if err != nil {
		return nil, err
	}
	return rules.Complete(l.Engine.Merge(results, sessions), l.Incomplete), nil
}

// Sessions checks all that was found, and returns what is found of the session folders
// as a whole, by the files that it is about.
func (l *Linter) Sessions(ctx context.Context, found Found) ([]rules.Result, error) {
	_, sessions, err := l.run(ctx, found)
	return rules.Complete(sessions, l.Incomplete), err
}

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

// maxFindings bounds what a run keeps until it is printed: a finding takes about 3 KB.
// Tests lower it.
var maxFindings int64 = 200_000

// checkFiles checks files, and each session folder after the last of its files: what that
// needs of them need not stay.
func (l *Linter) checkFiles(ctx context.Context, found Found, slots []slot, sessions map[string]*sessionCheck) error {
	checkNext := func(i int, keeper *files.Keeper) error {
		f := found.Files[i]
		c, err := l.check(l.read(f, keeper))
		slots[i] = slot{c.Result, c.member()}
		s := sessions[path.Dir(f.Path)]
		if err != nil || s == nil || s.left.Add(-1) > 0 {
			return err
		}
		return l.checkSession(s, slots)
	}
	if len(slots) == 1 { // to wake another thread takes as long as to check a file
		var keeper files.Keeper
		defer keeper.Close()
		return checkNext(0, &keeper)
	}
	group, ctx := errgroup.WithContext(ctx)
	var next, findings atomic.Int64
	for range min(max(1, l.Jobs), len(slots)) { // a goroutine a file would grow a stack for each
		group.Go(func() error {
			var keeper files.Keeper
			defer keeper.Close()
			for {
				i := int(next.Add(1)) - 1
				if i >= len(slots) || ctx.Err() != nil {
					return ctx.Err()
				}
				if err := checkNext(i, &keeper); err != nil {
					return err
				}
				if findings.Add(int64(len(slots[i].result.Findings))) > maxFindings {
					return fmt.Errorf("over %d findings, and not everything was checked: check fewer paths at a time, or select rules with --select", maxFindings)
				}
			}
		})
	}
	return group.Wait()
}

// Findings returns those of all results.
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
	// Engine has checked it.
	Engine *rules.Engine

	facts rules.Facts
}

// member returns what a file leaves for its session, nil if that is not one of a session.
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

// CheckInput checks one file that was read, or that could not be.
func (l *Linter) CheckInput(in document.Input, fault *document.Fault) (Checked, error) {
	c, err := l.check(in, fault)
	if err == nil {
		c.Result = rules.Complete([]rules.Result{c.Result}, l.Incomplete)[0]
	}
	return c, err
}

func (l *Linter) check(in document.Input, fault *document.Fault) (c Checked, err error) {
	defer recoverAs(&err, in.Path)
	in.As = l.as(in.Path)
	c.Engine, err = l.engineFor(in.Path)
	if err != nil {
		return c, err
	}
	locate(&in, c.Engine)
	if l.IsCompared && in.Named && in.As == document.Unknown {
		in.As = c.Engine.FormatAt(in.Place())
	}
	if fault != nil {
		// What was not read is some other file, unless its path tells that it is a handoff.
		isOther := c.Engine.FormatUnread(in) == document.Unknown
		if fault.Rule == document.RuleTooLarge && !in.MustBeHandoff() && isOther {
			c.Result = rules.Result{Path: in.Path, Skipped: "no handoff: too large to be read, and not at the place of a format"}
			return c, nil
		}
		c.Result, err = c.Engine.CheckFault(in, *fault)
		return c, err
	}
	l.Commits.IgnoreTime(&in)
	c.Doc = c.Engine.Parse(in)
	c.facts = l.facts(in.Path)
	c.Result, err = c.Engine.Check(c.Doc, c.facts)
	return c, err
}

// recoverAs makes an error of a panic.
func recoverAs(err *error, path string) {
	if cause := recover(); cause != nil {
		*err = fmt.Errorf("%s: handofflint is broken, please report this: %v\n%s", path, cause, debug.Stack())
	}
}

// locate says where a file is in its repository, if a format has a place at the root of one
// with a file of that name: to look for the root takes time.
func locate(in *document.Input, engine *rules.Engine) {
	if in.InTree != "" || !engine.MayBeAnchored(in.Path) {
		return
	}
	in.InTree = InTree(in.Path)
}

// InTree returns the path of a file from the root of its repository, with slashes, "" if it
// has none. Neither the file nor its folder has to be there.
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

// FormatAt returns the format that a file is of by its place, Unknown if only its content can
// tell.
func (l *Linter) FormatAt(in document.Input) document.Format {
	if as := l.as(in.Path); as != document.Unknown {
		return as
	}
	locate(&in, l.Engine)
	return l.Engine.FormatAt(in.Place())
}

// as returns the format that a file has to be of, Unknown to find it out.
func (l *Linter) as(path string) document.Format {
	if l.As == document.Unknown && l.FormatFor != nil {
		return l.FormatFor(path)
	}
	return l.As
}

// facts returns the evidence for a file or a session's folder, or nil for none.
func (l *Linter) facts(path string) rules.Facts {
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
