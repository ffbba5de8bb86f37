package rules

import (
	"cmp"
	"slices"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/document"
)

// addCustom gives the engine the catalogue with a team's sources.
func (e *Engine) addCustom(catalogue *Catalogue) {
	e.catalogue, e.custom = catalogue, catalogue.custom
	for _, f := range e.custom.formats {
		e.ruleSets[f.Name] = &lazyRuleSet{}
	}
}

// Parse detects a file's format and parses it: by Input.As, by the globs of the
// team's formats, as document.Parse does, and last by the patterns of the
// team's formats. An error says that matching those was stopped.
func (e *Engine) Parse(in Input) (*Document, error) {
	if e.custom == nil {
		return document.Parse(in, e.limits.Limits), nil
	}
	named := in.As
	if named == document.Unknown {
		named = e.custom.byPath(in.Path)
	}
	if f := e.custom.format(named); f != nil {
		if doc := e.damaged(in); doc != nil {
			return doc, nil
		}
		return document.ParseCustom(in, e.limits.Limits, f.Custom), nil
	}
	doc := document.Parse(in, e.limits.Limits)
	if doc.Format != document.Unknown {
		return doc, nil
	}
	recognise := func() (*Document, error) {
		return cmp.Or(e.custom.recognise(in, e.limits.Limits), doc), nil
	}
	if e.custom.recognisingNeedsCUE() {
		return boundedResult("recognising "+in.Path, recognise)
	}
	return recognise()
}

// recognisingNeedsCUE reports whether a pattern that recognises a format is
// left to CUE's evaluator.
func (c *custom) recognisingNeedsCUE() bool {
	return slices.ContainsFunc(c.formats, func(f *customFormat) bool {
		return slices.ContainsFunc(f.recognised, (*constraint.Checker).NeedsCUE)
	})
}

// damaged returns the document if a built-in format is expected at the path and
// the file cannot be parsed as that format, else nil. A team's format must not
// claim such a file: it would pass as something that nobody reads there.
func (e *Engine) damaged(in Input) *Document {
	in.As = document.FormatByPath(in.Path)
	if in.As == document.Unknown {
		return nil
	}
	if doc := document.Parse(in, e.limits.Limits); len(doc.Faults) > 0 {
		return doc
	}
	return nil
}

// FormatByPath returns the format that a path alone implies, first by the globs
// of the team's formats, then as the built-in ones do; Unknown if none.
func (e *Engine) FormatByPath(path string) document.Format {
	if f := e.custom.byPath(path); f != document.Unknown {
		return f
	}
	return document.FormatByPath(path)
}

// MayMatch reports whether a file at that path may be of a team's format, for
// whoever walks a tree.
func (e *Engine) MayMatch(path string) bool {
	if e.custom == nil {
		return false
	}
	if e.custom.byPath(path) != document.Unknown {
		return true
	}
	for _, f := range e.custom.formats {
		if len(f.recognised) > 0 && f.Form.May(path) && document.HasExtension(path) {
			return true
		}
	}
	return false
}

// checkCustom checks with a team's rules. If all of them are compiled, counting
// the steps of their patterns is enough. CUE's evaluator has no such bound, so
// its part runs under the guard.
func (e *Engine) checkCustom(doc *document.Document) (Result, error) {
	if skipped, ok := skip(doc); ok {
		return skipped, nil
	}
	lazy := e.ruleSets[doc.Format]
	if lazy != nil && !lazy.done.Load() { // compiling evaluates the team's CUE
		if _, err := boundedResult("checking "+doc.Input.Path, func() (*ruleSet, error) { return e.ruleSet(doc.Format) }); err != nil {
			return Result{Path: doc.Input.Path, Format: doc.Format}, err
		}
	}
	if lazy == nil || lazy.rules == nil || !lazy.rules.needsCUE {
		return e.check(doc)
	}
	result, err := boundedResult("checking "+doc.Input.Path, func() (Result, error) { return e.check(doc) })
	if err != nil {
		result = Result{Path: doc.Input.Path, Format: doc.Format}
	}
	return result, err
}

// boundedResult is bounded for a function with a result. The result of a
// function that was stopped is never read.
func boundedResult[T any](what string, f func() (T, error)) (T, error) {
	results := make(chan T, 1)
	err := bounded(what, func() error {
		result, err := f()
		results <- result
		return err
	})
	var result T
	select {
	case result = <-results:
	default:
	}
	return result, err
}
