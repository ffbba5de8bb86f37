package checks

import (
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/rules"
)

// missingEndMarker reports a report without an end marker: at its end, or at
// the last marker in a code fence, where an agent that reads only "missing"
// would write a second one.
var missingEndMarker = plain(func(pass *rules.Pass) {
	body := pass.Doc.Body
	if body == nil || len(body.EndMarkers) > 0 {
		return
	}
	if n := len(body.HiddenMarkers); n > 0 {
		hidden := body.HiddenMarkers[n-1]
		pass.Report(rules.Report{
			At: hidden.Span, Variant: hiddenBy(pass, hidden.Opening),
			Values: rules.Values{"line": strconv.Itoa(pass.Line(hidden.Opening))},
		})
		return
	}
	pass.Report(rules.Report{At: textEnd(pass, body)})
})

// hiddenBy returns the variant for an end marker in a code fence: a fence that
// was never closed, one to remove, or one that shows the marker.
func hiddenBy(pass *rules.Pass, opening rules.Span) string {
	behind, closed := behindFence(pass, opening)
	switch {
	case wraps(pass, opening) && strings.TrimSpace(behind) == "":
		return "wrapped"
	case closed:
		return "quoted"
	}
	return "hidden"
}
