package command

import (
	"github.com/handofflint/handofflint/internal/discover"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// Judged is a handoff, parsed, and the verdict on it. Of one that could not be
// read there is no Doc.
type Judged struct {
	Doc    *document.Document
	Result rules.Result
}

// Passes says whether nothing blocks the handoff.
func (j Judged) Passes() bool { return j.Doc != nil && len(j.Result.Blocking()) == 0 }

// Status is the handoff's own word for how far it is, "" without one.
func (j Judged) Status() string {
	if j.Doc == nil {
		return ""
	}
	return j.Doc.Data().Field("status").Str()
}

// Judge judges what was read. Fault is what kept it from being read, nil where
// nothing did; it becomes a finding. An error means that no verdict could be
// reached.
func Judge(engine *rules.Engine, in document.Input, fault *document.Fault) (j Judged, err error) {
	if fault != nil {
		j.Result, err = engine.CheckFault(in, *fault)
		return j, err
	}
	if j.Doc, err = engine.Parse(in); err != nil {
		return j, err
	}
	j.Result, err = engine.Check(j.Doc)
	return j, err
}

// JudgeFile reads and judges a file. As is the format it must have, Unknown for
// any.
func JudgeFile(engine *rules.Engine, file discover.File, as document.Format) (Judged, error) {
	in, fault := file.Read(engine.Limits().Bytes)
	in.As = as
	return Judge(engine, in, fault)
}
