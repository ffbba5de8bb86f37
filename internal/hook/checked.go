package hook

import (
	"path/filepath"
	"slices"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/skeleton"
	"github.com/handofflint/handofflint/rules"
)

// checked is a file that was checked.
type checked struct {
	rules.Result
	// sealed reports whether it has a marker, and was not changed since.
	sealed bool
	// form reports whether it is a form that nobody has written to, writing whether its
	// status says that it is being written.
	form, writing bool
	// fails reports whether the verdict blocks for it.
	fails bool
	// words is the name of the words that open what the model reads about it, "" for
	// nothing.
	words string
}

// check checks a file at an absolute path. named reports whether it must be a handoff.
func (c *call) check(path string, named bool) (checked, error) {
	if err := c.load(); err != nil {
		return checked{}, err
	}
	in, fault := c.read(path)
	in.Named = named
	f, err := c.judge(in, fault)
	if f.Format == document.Report && fault == nil {
		f.form = !f.sealed && skeleton.Is(in.Data)
		f.writing = c.checker.Linter.Engine.Parse(in).Data().Field("status").Str() == "writing"
	}
	c.noteOutside(f)
	return f, err
}

// read reads a file at an absolute path.
func (c *call) read(path string) (document.Input, *document.Fault) {
	c.at.Store(filepath.ToSlash(path))
	in, fault := document.Read(c.door(), path, c.checker.Linter.Engine.Limits().Bytes)
	in.Named = false // it is not the user who named it
	return in, fault
}

// skippedOutside is why a file outside of the trees that the host works in was not
// checked.
const skippedOutside = "outside"

// judge checks a file that was read. It is safe for concurrent use if there is no
// evidence.
func (c *call) judge(in document.Input, fault *document.Fault) (checked, error) {
	if c.checker.Settings.Excluded(filepath.FromSlash(in.Path)) != "" {
		return checked{Result: rules.Result{Path: in.Path, Skipped: "excluded"}}, nil
	}
	if fault != nil && fault.Variant == document.VariantOutside {
		return checked{Result: rules.Result{Path: in.Path, Format: document.FormatAt(placeOf(in.Path)), Skipped: skippedOutside}}, nil
	}
	result, err := c.checker.Linter.CheckInput(in, fault)
	if result.Format == document.Unknown && result.Skipped == "" {
		result.Format = document.FormatAt(placeOf(in.Path))
	}
	f := checked{Result: result}
	f.sealed = in.Info != nil && !in.Info.Done.IsZero() && !in.Info.BadMarker && !f.has([]string{builtin().Stale})
	return f, err
}

// noteOutside remembers a file that was not checked, for the user.
func (c *call) noteOutside(f checked) {
	if f.Skipped == skippedOutside && !f.isInformal() {
		c.outside = appendNew(c.outside, f.Path)
	}
}

// isInformal reports whether hooks hold no agent for the file.
func (f checked) isInformal() bool { return protocol.IsInformal(string(f.Format)) }

// broken reports whether the next agent must not get the file.
func (f checked) broken() bool { return f.Worst() == rules.Error }

// sealable reports whether it is a report that has no error but what sealing corrects.
func (f checked) sealable() bool {
	return f.Format == document.Report && !slices.ContainsFunc(f.Findings, func(f rules.Finding) bool { return f.Severity == rules.Error && !f.Sealing })
}

// has reports whether one of some rules has fired.
func (f checked) has(names []string) bool {
	return slices.ContainsFunc(f.Findings, func(f rules.Finding) bool { return slices.Contains(names, f.Rule) })
}

// dropLater drops the findings of rules that do not apply to a file just written.
func (f *checked) dropLater() {
	f.Findings = slices.DeleteFunc(f.Findings, func(f rules.Finding) bool { return slices.Contains(builtin().Later, f.Rule) })
}
