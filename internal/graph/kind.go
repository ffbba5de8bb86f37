package graph

import (
	"cmp"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// kind is what the colour of a node says. The colours can be read on a light page and on a
// dark one.
type kind struct {
	name string
	colours
	// ghost has a dashed border, because its file is missing or not yet written.
	ghost bool
}

type colours struct{ fill, stroke, ink string }

// The kinds of nodes. passed, warned and failed are verdicts.
var (
	passed = &kind{"passed", colours{"#d3f0da", "#1a7f37", "#0b3d1a"}, false}
	warned = &kind{"warnings", colours{"#fbedc0", "#9a6700", "#4d3400"}, false}
	failed = &kind{"failed", colours{"#ffdcd7", "#cf222e", "#6b0f16"}, false}
	// blocked: nothing is wrong with the handoff, and its agent could not go on.
	blocked = &kind{"blocked", colours{"#e6dcfb", "#8250df", "#3d1f79"}, false}
	// waiting: an agent has still to write it.
	waiting = &kind{"waiting", colours{"#e8ebef", "#6e7781", "#3a4149"}, true}
	// missing: a number, or a session's report, that does not exist or was not checked.
	missing = &kind{"missing", colours{"#ffffff", "#cf222e", "#82131c"}, true}
)

// kinds are all of them, in the order of the legend.
var kinds = []*kind{passed, warned, failed, blocked, waiting, missing}

// kindOf returns the kind of a handoff that was checked, and its verdict in words.
func kindOf(h handoff, r rules.Result) (*kind, string) {
	errors := len(r.Failures())
	var counts []string
	if errors > 0 {
		counts = append(counts, text.Count(errors, "error"))
	}
	if warnings := len(r.Findings) - errors; warnings > 0 {
		counts = append(counts, text.Count(warnings, "warning"))
	}
	verdict := cmp.Or(strings.Join(counts, ", "), "passed")
	switch {
	case r.Reserved:
		return waiting, "not written yet"
	case errors > 0:
		return failed, verdict
	case h.blocked:
		return blocked, verdict
	case len(counts) > 0:
		return warned, verdict
	}
	return passed, verdict
}

// kinds returns those that the graph has.
func (g *Graph) kinds() (found []*kind) {
	has := map[*kind]bool{}
	for _, group := range g.groups {
		for _, n := range group.nodes {
			has[n.kind] = true
		}
	}
	for _, kind := range kinds {
		if has[kind] {
			found = append(found, kind)
		}
	}
	return found
}
