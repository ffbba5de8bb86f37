package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/payload"
	"github.com/handofflint/handofflint/rules"
)

// leftSource is what a task left, judged. Fault says what is wrong with the log
// around the handoff.
type leftSource struct {
	judged
	left  payload.Left
	fault error
}

// judgeDependency judges what a task left as its reader does. A file that is
// not there, or a log without a handoff, is nothing to judge.
func (r *runner) judgeDependency(ctx context.Context, o judgeOptions, f depFile) (s leftSource, err error) {
	engine, err := o.engines.For(f.path)
	if err != nil {
		return s, err
	}
	left, in, fault, err := r.readLeft(ctx, engine.Limits(), f.path, o.formatFor(f.path))
	s.left = left
	if err == nil && fault == nil {
		s.fault, err = ownFormat(engine, in, left)
	}
	switch {
	case err != nil || s.fault != nil:
		return s, err
	case fault != nil && fault.Variant == document.VariantMissing:
		s.doc = document.Parse(document.Input{}, engine.Limits().Limits)
		s.left.Doc = s.doc
		return s, nil
	case fault != nil:
		s.result, err = engine.CheckFault(in, *fault)
		return s, err
	}
	if s.doc, s.fault = s.left.Doc, r.faultOfLog(engine.Limits(), in.Path, s.left); s.fault != nil || s.left.LeftNothing() {
		return s, nil
	}
	s.result, err = engine.Check(s.doc)
	s.result.Findings = asReader(s.result.Findings)
	return s, err
}

// ownFormat says that what a task left is of a format of the team's own, which
// nothing says how to carry; it is nil for any other file.
func ownFormat(engine *rules.Engine, in document.Input, left payload.Left) (fault, err error) {
	if in.As == document.Unknown {
		in.As = engine.FormatByPath(in.Path)
	}
	if in.As == document.Unknown && in.Data != nil && left.Doc != nil && left.Doc.Format == document.Unknown {
		in.As = engine.Parse(in).Format
	}
	if in.As == document.Unknown || slices.Contains(document.FormatNames, string(in.As)) {
		return nil, nil
	}
	return fmt.Errorf("%s is of your own format %s, of which nothing says what goes into a prompt: name a %s", in.Path, in.As, orList(document.FormatNames)), nil
}

// readLeft reads what a task left, as a format if something says which. A log may
// be a pipe, and larger than a handoff.
func (r *runner) readLeft(ctx context.Context, limits rules.Limits, path string, as document.Format) (left payload.Left, in document.Input, fault *document.Fault, err error) {
	in, from := document.Input{Path: document.StdinName, Named: true}, r.openStdin()
	if path != "-" {
		in, fault = document.Read(files.Named, path, limits.Bytes)
		switch {
		case fault == nil:
			from = newStream(bytes.NewReader(in.Data), path)
		case fault.Rule != document.RuleTooLarge && !isPipe(fault):
			return left, in, fault, nil
		default:
			if from, err = openPath(ctx, path); err != nil {
				return left, in, fault, err
			}
		}
	}
	defer from.close() // it was only read
	in.As = as
	switch left, err = payload.ReadLeft(from, in, limits); {
	case errors.Is(err, payload.ErrTooLarge) && fault != nil && fault.Rule == document.RuleTooLarge:
		return left, in, fault, nil
	case errors.Is(err, payload.ErrTooLarge):
		return left, in, document.TooLarge(limits.Bytes), nil
	case err != nil:
		return left, in, nil, fmt.Errorf("cannot read %s: %w", in.Path, err)
	}
	return left, in, nil, nil
}

// isPipe reports whether what is wrong with a file is that it is a pipe, such as the
// shell's <(…). fault may be nil.
func isPipe(fault *document.Fault) bool {
	return fault != nil && fault.Variant == document.VariantSpecialFile && fault.Values["kind"] == document.NamedPipe
}

// faultOfLog says what is wrong with the markers of a log, and where; it is nil
// where nothing is. What only may be wrong is warned of.
func (r *runner) faultOfLog(limits rules.Limits, path string, left payload.Left) error {
	words := payload.LoadSettings()
	if payload.Prefixed(left.Handoff) || payload.Prefixed(left.Outputs) {
		r.log.Warn(words.Say("prefixed", rules.Values{"path": path}))
	}
	log := logFault{words: words, path: path, limit: limits.Bytes}
	if left.Handoff.Long {
		return log.of("long", left.Handoff, document.HandoffMarkers)
	}
	if name := outputsFault(left.Outputs); name != "" {
		return log.of(name, left.Outputs, document.OutputsMarkers)
	}
	return nil
}
