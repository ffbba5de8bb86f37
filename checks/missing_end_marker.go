package checks

import (
	"strconv"

	"github.com/handofflint/handofflint/rules"
)

// missingEndMarker reports a report without an end marker: at its end, or at
// the last marker in a code fence, where an agent that reads only "missing"
// would write a second one.
func missingEndMarker(pass *rules.Pass) {
	body := pass.Doc.Body
	if body == nil || len(body.EndMarkers) > 0 {
		return
	}
	r := rules.Report{At: textEnd(pass, body)}
	if n := len(body.HiddenMarkers); n > 0 {
		hidden := body.HiddenMarkers[n-1]
		r = rules.Report{At: hidden.Span, Variant: "hidden", Values: rules.Values{"line": strconv.Itoa(pass.Line(hidden.Opening))}}
	}
	pass.Report(r)
}
