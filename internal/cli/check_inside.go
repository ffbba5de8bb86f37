package cli

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/handofflint/handofflint/internal/claims"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// mostCosts is how many rules are listed with their time.
const mostCosts = 10

// noteCosts prints how long the slowest rules ran. It prints to stderr, for nothing on stdout
// depends on the clock.
func (r *runner) noteCosts(costs []rules.Cost) {
	for _, c := range costs[:min(len(costs), mostCosts)] {
		r.note("took %.1f ms: %s", float64(c.Time)/float64(time.Millisecond), c.Rule)
	}
}

// logUnjudged says with --verbose which claims were not judged in the files that were, and
// why. tellIncomplete says what was not asked to the end.
func (r *runner) logUnjudged(o *checkOptions, linter *lint.Linter, results []rules.Result) {
	var paths []string
	for _, result := range results {
		if result.Skipped == "" && !result.Folder {
			paths = append(paths, result.Path)
		}
	}
	_, refused := o.config.Evidence()
	for _, kind := range rules.EvidenceKinds {
		if slices.Contains(refused, kind) {
			r.log.Infof("%s: not judged, the configuration has it off", kind)
			continue
		}
		reasons := map[string]int{}
		for _, path := range paths {
			facts, _ := linter.Facts(path).(*claims.Facts)
			if why := facts.Unjudged(kind); why != "" {
				reasons[why]++
			}
		}
		for _, why := range slices.Sorted(maps.Keys(reasons)) {
			where := ""
			if n := reasons[why]; n < len(paths) {
				where = fmt.Sprintf(", in %s", text.Count(n, "file"))
			}
			r.log.Infof("%s: %s%s", kind, why, where)
		}
	}
}
