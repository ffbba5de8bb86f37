package rules

import (
	"fmt"

	"cuelang.org/go/cue"
)

// retryFile has the data for `context retry`, beside the context format.
const retryFile = "retry.cue"

// Retry says how a task is tried again; see retry.cue.
//
// Internal: it serves the commands of handofflint.
type Retry struct {
	// Attempts is how often a task is tried again.
	Attempts int `json:"attempts"`
	// Unsignalled are the error summaries of failures without a valid signal:
	// templates with {line}, by the signal's fault.
	Unsignalled map[string]string `json:"unsignalled"`
	// Signalled is the template for a signal that gives only a reason.
	Signalled string `json:"signalled"`
	// Alone is that template if no text precedes the signal.
	Alone string `json:"alone"`
	// Quote is the maximum number of characters of a line that a summary
	// quotes.
	Quote int `json:"quote"`
	// Reasons are the values of previous_failure.reason, in the order of the
	// schema.
	Reasons []string `json:"-"`
	// Version is the schema version of the context format.
	Version int64 `json:"-"`
}

// LoadRetry reads retry.cue and the context format. An error is a bug in
// handofflint.
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

// alternatives returns the strings of a disjunction.
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
