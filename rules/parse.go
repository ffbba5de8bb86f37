package rules

import "github.com/handofflint/handofflint/internal/document"

// Parse reads a file without judging it, for those who look at the document
// themselves or judge a session as well. What could not be parsed is among the
// document's faults, not an error; the error is for what the engine itself
// could not do.
func (e *Engine) Parse(in Input) (*Document, error) {
	return document.Parse(in, e.limits.Limits), nil
}
