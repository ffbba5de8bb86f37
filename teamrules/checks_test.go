package teamrules

import (
	"slices"
	"testing"

	"github.com/handofflint/handofflint/checks"
)

// builtinOnly are checks of only one built-in format, or of a handoff's claims.
var builtinOnly = []string{
	"contradicted", "contextName", "futureTimestamp",
	"failedVerification", "hiddenText", "injection", "inventedTimestamp", "lineRanges",
	"missingEndMarker", "movedFile", "nearPhase", "neverRan", "neverRead", "neverWritten", "noSuchCommit",
	"noSuchFile", "noSuchLines", "nobody", "notReadInFull", "notWritten", "outdated", "reportName", "secret",
	"severalAgents", "severalBlocks", "skillNotUsed", "unlistedChange", "unreadUpstream", "untouched",
}

// TestChecks holds that teams may use every check, except for checks of one built-in format.
func TestChecks(t *testing.T) {
	may := namesOfChecks()
	for name := range checks.All() {
		known := slices.Contains(may, name)
		if own := slices.Contains(builtinOnly, name); known == own {
			t.Errorf("check %s: may a team use it? custom.cue says %v", name, known)
		}
	}
	for _, name := range may {
		if checks.All()[name] == nil {
			t.Errorf("custom.cue has a check %s that there is not", name)
		}
	}
}
