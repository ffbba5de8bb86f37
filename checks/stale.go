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

// stale reports a context file that is old by its file time or by the time in its task id.
func stale(p *staleParams, pass *rules.Pass) {
	id := pass.Doc.Data().Field("task_id")
	oldest := protocol.TimeOf(id.Str())
	if info := pass.Doc.Input.Info; info != nil && (oldest.IsZero() || info.ModTime.Before(oldest)) {
		oldest = info.ModTime
	}
	age := int(pass.Now.Sub(oldest) / (24 * time.Hour))
	if oldest.IsZero() || age < p.Days {
		return
	}
	r := rules.Report{Values: rules.Values{"age": strconv.Itoa(age), "unit": text.Plural(age, "day")}}
	if id != nil {
		r.At, r.Pointer = id.Value, "/task_id"
	}
	pass.Report(r)
}
