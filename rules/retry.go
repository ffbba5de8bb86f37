package rules

import (
	"fmt"

	"cuelang.org/go/cue"
)

// retryFile is what the retry of a task takes, beside the context format.
const retryFile = "retry.cue"

// Retry is what the sources say about trying a task again, as retry.cue
// explains it.
//
// Internal: it serves the commands of handofflint.
type Retry struct {
	// Attempts is how often a task is tried again.
	Attempts int `json:"attempts"`
	// Unsignalled are the error summaries of failures that nobody signalled:
	// templates with {line}, by the fault of the signal.
	Unsignalled map[string]string `json:"unsignalled"`
	// Signalled is the template of one whose signal says no more than a reason.
	Signalled string `json:"signalled"`
	// Alone is that template where no text stands before the signal.
	Alone string `json:"alone"`
	// Quote is how many characters of a line a summary quotes.
	Quote int `json:"quote"`
	// Reasons are the values that previous_failure.reason may have, in the
	// order of the context format's schema.
	Reasons []string `json:"-"`
	// Version is the schema version of the context format.
	Version int64 `json:"-"`
}

// LoadRetry reads retry.cue and the context format. An error is a fault of the
// program.
//
// Internal: it serves the commands of handofflint.
func LoadRetry() (*Retry, error) {
	used := map[string]bool{retryFile: true, "context.cue": true, pathFile: true, sharedSchema: true}
	value, err := loadSources(func(name string) bool { return !used[name] })
	if err != nil {
		return nil, err
	}
	r := new(Retry)
	if err := lookup(value, "retry").Decode(r); err != nil {
		return nil, fmt.Errorf("%s: %w", retryFile, err)
	}
	reason := value.LookupPath(cue.MakePath(cue.Def("#PreviousFailure"), cue.Str("reason").Required()))
	r.Reasons, err = alternatives(reason)
	if err != nil {
		return nil, fmt.Errorf("#PreviousFailure.reason: %w", err)
	}
	version := value.LookupPath(cue.MakePath(cue.Def("#Context"), cue.Str("schema_version").Optional()))
	if r.Version, err = version.Int64(); err != nil {
		return nil, fmt.Errorf("#Context.schema_version: %w", err)
	}
	return r, nil
}

// alternatives are the strings that a disjunction of strings allows.
func alternatives(v cue.Value) ([]string, error) {
	op, branches := v.Expr()
	if op != cue.OrOp {
		branches = []cue.Value{v}
	}
	var out []string
	for _, branch := range branches {
		s, err := branch.String()
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}
