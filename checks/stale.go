package checks

import (
	"strconv"
	"time"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type staleParams struct {
	Days int `json:"days"`
}

// stale reports a context file that is old by its file time and by the time in
// its task id, the newer of the two if both are known.
func stale(p *staleParams, pass *rules.Pass) {
	id := pass.Doc.Data().Field("task_id")
	byID, byFile := p.age(pass, TaskTime(id.Str())), -1
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
	r.Values = rules.Values{"age": strconv.Itoa(byID), "unit": unit(byID, "day")}
	pass.Report(r)
}

// age returns how many days ago a time is, -1 if it is unknown or not stale.
func (p *staleParams) age(pass *rules.Pass, at time.Time) int {
	age := int(pass.Now.Sub(at) / (24 * time.Hour))
	if at.IsZero() || age < p.Days {
		return -1
	}
	return age
}

var (
	unixID = text.MustCompile(`^(\d{9,11})-`)
	dateID = text.MustCompile(`^(\d{4}-\d{2}-\d{2})-`)
)

// TaskTime returns the time in a task id, `<unix seconds>-<words>` or
// `YYYY-MM-DD-<words>`, the zero time if there is none. A date is its midnight,
// UTC.
func TaskTime(id string) time.Time {
	if m := unixID.FindStringSubmatch(id); m != nil {
		seconds, _ := strconv.ParseInt(m[1], 10, 64)
		return time.Unix(seconds, 0)
	}
	if m := dateID.FindStringSubmatch(id); m != nil {
		day, _ := time.Parse(time.DateOnly, m[1])
		return day
	}
	return time.Time{}
}
