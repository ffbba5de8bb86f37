package cli

import (
	"cmp"
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
func (r *runner) judgeDependency(o judgeOptions, f depFile) (s leftSource, err error) {
	engine, err := o.engines.For(f.path)
	if err != nil {
		return s, err
	}
	limits := engine.Limits()
	in, fault, err := r.readLeft(f.path)
	if err != nil {
		return s, err
	}
	if in.As = o.formatFor(f.path); fault == nil {
		s.left, fault = payload.ReadLeft(in, limits)
	}
	switch {
	case fault != nil && fault.Variant == document.VariantMissing:
		s.left.Doc = document.Parse(document.Input{}, limits.Limits)
	case fault != nil:
		s.result, err = engine.CheckFault(in, *fault)
		return s, err
	}
	s.doc = s.left.Doc
	if s.fault = r.unfitLeft(engine, in, s.left); s.fault != nil || s.left.LeftNothing() {
		return s, nil
	}
	s.result, err = engine.Check(s.doc)
	s.result.Findings = asReader(s.result.Findings)
	return s, err
}

// readLeft reads what a task left. A log may be a pipe, such as the shell's <(…), and
// larger than a handoff.
func (r *runner) readLeft(path string) (in document.Input, fault *document.Fault, err error) {
	in = document.Input{Path: logName(path), Named: true}
	if path != "-" {
		in, fault = document.Read(files.Named, path, files.MaxLog)
		if fault == nil || fault.Rule != document.RuleTooLarge && fault.Values["kind"] != document.NamedPipe {
			return in, fault, nil
		}
	}
	in.Data, err = r.readLog(path)
	return in, nil, err
}

// unfitLeft says that what a task left is of a format of the team's own, which
// nothing says how to carry, or what is wrong with the markers of a log. What only may
// be wrong with them is warned of.
func (r *runner) unfitLeft(engine *rules.Engine, in document.Input, left payload.Left) error {
	limit := int(engine.Limits().Bytes)
	format := cmp.Or(in.As, engine.FormatByPath(in.Path))
	if format == document.Unknown && len(in.Data) <= limit && left.Doc != nil && left.Doc.Format == document.Unknown {
		format = engine.Parse(in).Format
	}
	if format != document.Unknown && !slices.Contains(document.FormatNames, string(format)) {
		return fmt.Errorf("%s is of your own format %s, of which nothing says what goes into a prompt: name a %s", in.Path, format, orList(document.FormatNames))
	}
	if payload.Prefixed(left.Handoff) || payload.Prefixed(left.Outputs) {
		r.log.Warn(payload.LoadSettings().Say("prefixed", rules.Values{"path": in.Path}))
	}
	return cmp.Or(payload.CheckMarked(in.Path, left.Handoff, document.HandoffMarkers, limit),
		payload.CheckMarked(in.Path, left.Outputs, document.OutputsMarkers, limit))
}
