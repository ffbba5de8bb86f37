package handoff

import (
	"strconv"

	"github.com/handofflint/handofflint/internal/table"
)

// Retry says how a task is tried again; see rules/retry.cue.
type Retry struct {
	// Attempts is how often a task is tried again.
	Attempts int `json:"attempts"`
	// Reasons are the values of previous_failure.reason, in the order of the
	// schema.
	Reasons []string `json:"-"`
	// Version is the schema version of the context format.
	Version int64 `json:"-"`
}

// LoadRetry returns the data of rules/retry.cue, and what the context format says of
// a retry.
func LoadRetry() *Retry {
	r := table.Load[Retry]("retry")
	for _, reason := range table.Builtin.Definition("#PreviousFailure").Field("reason").Enum {
		r.Reasons = append(r.Reasons, reason.Text)
	}
	version := table.Builtin.Definition("#Context").Field("schema_version").Enum[0]
	r.Version, _ = strconv.ParseInt(version.Text, 10, 64) // a test compares it
	return &r
}
