package cli

import (
	"maps"
	"slices"
	"time"

	"github.com/handofflint/handofflint/internal/claims"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/rules"
)

// mostCosts is how many rules are listed with their time.
const mostCosts = 10

// noteCosts prints how long the slowest rules ran, to stderr: nothing on stdout depends on the clock.
func (r *runner) noteCosts(costs []rules.Cost) {
	for _, c := range costs[:min(len(costs), mostCosts)] {
		r.note("took %.1f ms: %s", float64(c.Time)/float64(time.Millisecond), c.Rule)
	}
}

// logUnjudged logs which kinds of claims were not judged in the files that were checked, and why. tellIncomplete is for
// evidence that was only partly read.
func (r *runner) logUnjudged(o *checkOptions, linter *lint.Linter, results []rules.Result) {
	_, refused := o.config.Evidence()
	for _, kind := range rules.EvidenceKinds {
		if slices.Contains(refused, kind) {
			r.log.Infof("%s: not judged, the configuration has it off", kind)
			continue
		}
		reasons := map[string]bool{}
		for _, result := range results {
			facts, _ := linter.Facts(result.Path).(*claims.Facts)
			if result.Skipped == "" && !result.Folder {
				reasons[facts.Unjudged(kind)] = true
			}
		}
		delete(reasons, "")
		for _, why := range slices.Sorted(maps.Keys(reasons)) {
			r.log.Infof("%s: %s", kind, why)
		}
	}
}
