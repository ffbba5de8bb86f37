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

// smallCost is the time below which rules are not listed one by one.
const smallCost = 100 * time.Microsecond

// noteCosts prints how long each rule ran, the slowest first. It prints to stderr, for nothing
// on stdout depends on the clock.
func (r *runner) noteCosts(costs []rules.Cost) {
	others := 0
	var small time.Duration
	for _, c := range costs {
		if c.Time >= smallCost {
			r.note("took %s: %s", milliseconds(c.Time), c.Rule)
			continue
		}
		others++
		small += c.Time
	}
	if others > 0 {
		r.note("took %s: %s of less than %s each", milliseconds(small), text.Count(others, "rule"), milliseconds(smallCost))
	}
}

// milliseconds returns a time as "1.2 ms".
func milliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
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
