package checks

import (
	"strconv"

	"github.com/handofflint/handofflint/rules"
)

// missingEndMarker reports a report without an end marker. The position is the end of the report, or the last
// marker within a code fence: an agent that reads only "missing" would write a second marker.
func missingEndMarker(_ *struct{}, pass *rules.Pass) {
	body := pass.Doc.Body
	if len(body.EndMarkers) > 0 {
		return
	}
	r := rules.Report{At: textEnd(pass, body)}
	if n := len(body.HiddenMarkers); n > 0 {
		hidden := body.HiddenMarkers[n-1]
		r = rules.Report{At: hidden.Span, Variant: "hidden", Values: rules.Values{"line": strconv.Itoa(pass.Line(hidden.Opening))}}
	}
	pass.Report(r)
}
