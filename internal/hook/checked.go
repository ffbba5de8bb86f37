package hook

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/skeleton"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

// checked is the result of checking a file.
type checked struct {
	rules.Result
	// sealed reports whether it has a valid marker and has not changed since.
	sealed bool
	// isForm reports whether it is an untouched form, writing whether its status is "writing".
	isForm, writing bool
	// isMissing reports whether it was promised and does not exist.
	isMissing bool
	// fails reports whether the answer blocks for it.
	fails bool
	// words is the name of the opening words of what the model reads about it, "" for nothing.
	words string
}

// load sets up the checker. It panics if the built-in rules are broken; Run reports that.
func (c *call) load() {
	if c.checker != nil {
		return
	}
	checker, err := c.config.Checker(c.configuredIn())
	if err != nil { // never for a broken configuration: then the built-in rules judge
		panic(err) // those are embedded
	}
	c.checker = &checker
	c.timeline = sync.OnceValue(c.readTimeline)
	c.trees = worktree.NewTreesInHook()
	checker.Linter.Facts = c.facts
	checker.Linter.Incomplete = c.trees.Incomplete
	checker.Linter.Commits = lint.NewCommits(c.trees)
}

// The values of a parameter of check: whether the file must be a handoff.
const mustBeHandoff, mayBeAnything = true, false

// check checks a file at an absolute path. If it could not be checked, ok is false and the user is told; also,
// once, if it was not checked because it lies outside.
func (c *call) check(path string, must bool) (f checked, ok bool) {
	c.load()
	in, fault := c.read(path)
	in.Named = must // as if the user had named it
	f, err := c.judge(in, fault)
	if err != nil {
		c.notices = text.AppendNew(c.notices, unchecked(err).System)
		return f, false
	}
	if protocol.Named(f.Format).IsSealed && fault == nil {
		f.isForm = !f.sealed && skeleton.Is(in.Data)
		f.writing = c.checker.Linter.Engine.Parse(in).Data().Field("status").Str() == "writing"
	}
	if f.Skipped == skippedOutside && !f.isInformal() && !c.remembered().file(f.Path).Outside {
		c.remember(func(s *Session) { s.editFile(f.Path).Outside = true })
		c.notices = text.AppendNew(c.notices, builtin().Say("outside", rules.Values{"path": text.Escape(f.Path), "trust": files.UserConfigName()}))
	}
	return f, true
}

// read reads a file at an absolute path.
func (c *call) read(path string) (document.Input, *document.Fault) {
	in, fault := document.Read(c.door(), path, c.checker.Linter.Engine.Limits().Bytes)
	in.Named = false // the user did not name it
	return in, fault
}

// skippedOutside is the reason for not checking a file outside of the trees that the host works in.
const skippedOutside = "outside"

// judge checks a file that was read. Settings that exclude files or change their format do not apply to a
// handoff that a prompt or a promise names.
func (c *call) judge(in document.Input, fault *document.Fault) (checked, error) {
	linter := *c.checker.Linter
	place := formatAt(in.Path)
	if in.Named && place != document.Unknown {
		linter.As = place
	} else if c.checker.Settings.Excluded(filepath.FromSlash(in.Path)) != "" {
		return checked{Result: rules.Result{Path: in.Path, Skipped: "excluded"}}, nil
	}
	if fault.Is(document.VariantOutside) {
		return checked{Result: rules.Result{Path: in.Path, Format: place, Skipped: skippedOutside}}, nil
	}
	// JSON files are everywhere, so only the path shows that one is a handoff.
	isJSON := strings.EqualFold(filepath.Ext(in.Path), ".json")
	if isJSON && linter.FormatAt(in) == document.Unknown {
		return checked{Result: rules.Result{Path: in.Path, Skipped: "no handoff: JSON at no known place"}}, nil
	}
	file, err := linter.CheckInput(in, fault)
	result := file.Result
	if result.Skipped == "" {
		result.Format = cmp.Or(result.Format, place)
	}
	f := checked{Result: result}
	f.sealed = in.Info.HasValidMarker() && !f.has(builtin().Stale)
	return f, err
}

// isInformal reports whether hooks never hold an agent for the file.
func (f checked) isInformal() bool { return protocol.Named(f.Format).IsInformal }

// broken reports whether the next agent must not get the file.
func (f checked) broken() bool { return f.Worst() == rules.Error }

// sealable reports whether its only errors are those that sealing fixes.
func (f checked) sealable() bool {
	return !slices.ContainsFunc(f.Findings, func(f rules.Finding) bool { return f.Severity == rules.Error && !f.Sealing })
}

// has reports whether one of the named rules has findings.
func (f checked) has(names ...string) bool {
	return slices.ContainsFunc(f.Findings, func(f rules.Finding) bool { return slices.Contains(names, f.Rule) })
}
