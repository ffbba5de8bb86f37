package cli

import (
	"github.com/handofflint/handofflint/internal/discover"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// judged is a handoff, parsed, and the verdict on it. Of one that could not be
// read there is no Doc.
type judged struct {
	doc    *document.Document
	result rules.Result
}

// passes says whether nothing blocks the handoff.
func (j judged) passes() bool { return j.doc != nil && len(j.result.Failures()) == 0 }

// status is the handoff's own word for how far it is, "" without one.
func (j judged) status() string {
	if j.doc == nil {
		return ""
	}
	return j.doc.Data().Field("status").Str()
}

// judge judges what was read. Fault is what kept it from being read, nil where
// nothing did; it becomes a finding. An error means that no verdict could be
// reached.
func judge(engine *rules.Engine, in document.Input, fault *document.Fault) (j judged, err error) {
	if fault != nil {
		j.result, err = engine.CheckFault(in, *fault)
		return j, err
	}
	if j.doc, err = engine.Parse(in); err != nil {
		return j, err
	}
	j.result, err = engine.Check(j.doc)
	return j, err
}

// judgeFile reads and judges a file. As is the format it must have, Unknown for
// any.
func judgeFile(engine *rules.Engine, file discover.File, as document.Format) (judged, error) {
	in, fault := file.Read(engine.Limits().Bytes)
	in.As = as
	return judge(engine, in, fault)
}
