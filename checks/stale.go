package checks

import (
	"regexp"
	"strconv"
	"time"

	"github.com/handofflint/handofflint/rules"
)

type staleParams struct {
	Days int `json:"days"`
}

// stale reports a context file whose file time and task id are both old. The
// newest of the two counts, for either may have been lost or copied.
var stale = rules.NewCheck(func(p *staleParams, pass *rules.Pass) {
	id := pass.Doc.Data().Field("task_id")
	newest := TaskTime(id.Str())
	if info := pass.Doc.Input.Info; info != nil && info.ModTime.After(newest) {
		newest = info.ModTime
	}
	age := int(pass.Now.Sub(newest) / (24 * time.Hour))
	if newest.IsZero() || age < p.Days {
		return
	}
	if id == nil {
		pass.Report(rules.Report{Values: rules.Values{"age": strconv.Itoa(age)}})
		return
	}
	pass.Report(rules.Report{At: id.Value, Pointer: "/task_id", Values: rules.Values{"age": strconv.Itoa(age)}})
})

var (
	unixID = regexp.MustCompile(`^(\d{9,11})-`)
	dateID = regexp.MustCompile(`^(\d{4}-\d{2}-\d{2})-`)
)

// TaskTime is the time in a task id, `<unix seconds>-<words>` or
// `YYYY-MM-DD-<words>`, the zero time where it has none. A day is its midnight,
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
