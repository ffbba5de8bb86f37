package checks

import (
	"strconv"
	"time"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type staleParams struct {
	Days int `json:"days"`
}

// stale reports a context file that is old by its file time and by the time in its task id. If both are
// known, the newer one counts.
func stale(p *staleParams, pass *rules.Pass) {
	id := pass.Doc.Data().Field("task_id")
	byID := p.age(pass, protocol.TimeOf(id.Str()))
	byFile := -1
	if info := pass.Doc.Input.Info; info != nil {
		byFile = p.age(pass, info.ModTime)
	}
	r := rules.Report{}
	switch {
	case byID >= 0 && byFile >= 0:
		byID = min(byID, byFile)
	case byID >= 0:
		r.Variant = "id"
	case byFile >= 0:
		byID, r.Variant = byFile, "file"
	default:
		return
	}
	if id != nil {
		r.At, r.Pointer = id.Value, "/task_id"
	}
	r.Values = rules.Values{"age": strconv.Itoa(byID), "unit": text.Plural(byID, "day")}
	pass.Report(r)
}

// age returns how many days ago a time is, or -1 if it is unknown or not stale.
func (p *staleParams) age(pass *rules.Pass, at time.Time) int {
	age := int(pass.Now.Sub(at) / (24 * time.Hour))
	if at.IsZero() || age < p.Days {
		return -1
	}
	return age
}
