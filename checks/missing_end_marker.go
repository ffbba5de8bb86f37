package checks

import (
	"strconv"

	"github.com/handofflint/handofflint/rules"
)

// missingEndMarker reports a report without an end marker: at its end, or at the
// last one that stands in a code fence, which who only sees "missing" would write
// a second time into the same fence.
var missingEndMarker = plain(func(pass *rules.Pass) {
	body := pass.Doc.Body
	if body == nil || len(body.EndMarkers) > 0 {
		return
	}
	if n := len(body.HiddenMarkers); n > 0 {
		hidden := body.HiddenMarkers[n-1]
		pass.Report(rules.Report{
			At: hidden.Span, Variant: "hidden",
			Values: rules.Values{"line": strconv.Itoa(pass.Line(hidden.Opening))},
		})
		return
	}
	pass.Report(rules.Report{At: textEnd(pass, body)})
})
