package graph

import (
	"cmp"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// kind is what the colour of a node says. The colours of a light picture can be read on a
// dark page too; an SVG has others for one.
type kind struct {
	name        string
	light, dark colours
	// ghost has a dashed border, because its file is missing or not yet written.
	ghost bool
}

type colours struct{ fill, stroke, ink string }

// The kinds of nodes. passed, warned and failed are verdicts.
var (
	passed = &kind{"passed", colours{"#d3f0da", "#1a7f37", "#0b3d1a"}, colours{"#12361d", "#3fb950", "#aff5b4"}, false}
	warned = &kind{"warnings", colours{"#fbedc0", "#9a6700", "#4d3400"}, colours{"#3b2d05", "#d29922", "#f8e3a1"}, false}
	failed = &kind{"failed", colours{"#ffdcd7", "#cf222e", "#6b0f16"}, colours{"#4a1115", "#f85149", "#ffd0cb"}, false}
	// blocked: nothing is wrong with the handoff, and its agent could not go on.
	blocked = &kind{"blocked", colours{"#e6dcfb", "#8250df", "#3d1f79"}, colours{"#2d1b55", "#a371f7", "#e2d1ff"}, false}
	// waiting: an agent has still to write it.
	waiting = &kind{"waiting", colours{"#e8ebef", "#6e7781", "#3a4149"}, colours{"#21262d", "#8b949e", "#c9d1d9"}, true}
	// missing: a number, or a session's report, that does not exist or was not checked.
	missing = &kind{"missing", colours{"#ffffff", "#cf222e", "#82131c"}, colours{"#0d1117", "#f85149", "#ffa198"}, true}
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

// kinds are those that the graph has.
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
