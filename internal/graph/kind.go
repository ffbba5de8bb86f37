package graph

import (
	"cmp"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Kind is what the colour of a node says.
type Kind string

// The kinds of nodes. Passed, Warned and Failed are verdicts.
const (
	Passed Kind = "passed"
	Warned Kind = "warnings"
	Failed Kind = "failed"
	// Blocked: nothing is wrong with the handoff, and its agent could not go on.
	Blocked Kind = "blocked"
	// Waiting: an agent has still to write it.
	Waiting Kind = "waiting"
	// Missing: a number, or a session's report, that is not there or was not checked.
	Missing Kind = "missing"
)

// kinds are all of them, in the order of the legend.
var kinds = []Kind{Passed, Warned, Failed, Blocked, Waiting, Missing}

// isGhost reports whether nodes of the kind have a dashed border, because their file is
// missing or not yet written.
func (k Kind) isGhost() bool { return k == Waiting || k == Missing }

// colours are those of each kind: of its box, its border and its text. They can be read
// on a light and on a dark page.
var colours = map[Kind]struct{ fill, stroke, ink string }{
	Passed:  {"#d3f0da", "#1a7f37", "#0b3d1a"},
	Warned:  {"#fbedc0", "#9a6700", "#4d3400"},
	Failed:  {"#ffdcd7", "#cf222e", "#6b0f16"},
	Blocked: {"#e6dcfb", "#8250df", "#3d1f79"},
	Waiting: {"#e8ebef", "#6e7781", "#3a4149"},
	Missing: {"#ffffff", "#cf222e", "#82131c"},
}

// darkColours are the same for an SVG on a dark page.
var darkColours = map[Kind]struct{ fill, stroke, ink string }{
	Passed:  {"#12361d", "#3fb950", "#aff5b4"},
	Warned:  {"#3b2d05", "#d29922", "#f8e3a1"},
	Failed:  {"#4a1115", "#f85149", "#ffd0cb"},
	Blocked: {"#2d1b55", "#a371f7", "#e2d1ff"},
	Waiting: {"#21262d", "#8b949e", "#c9d1d9"},
	Missing: {"#0d1117", "#f85149", "#ffa198"},
}

func kindOf(h Handoff, r rules.Result) Kind {
	switch {
	case r.Reserved:
		return Waiting
	case len(r.Failures()) > 0:
		return Failed
	case h.blocked:
		return Blocked
	case len(r.Findings) > 0:
		return Warned
	}
	return Passed
}

// verdict says in words what the colour says.
func verdict(kind Kind, r rules.Result) string {
	if kind == Waiting {
		return "not written yet"
	}
	errors := len(r.Failures())
	var counts []string
	if errors > 0 {
		counts = append(counts, text.Count(errors, "error"))
	}
	if warnings := len(r.Findings) - errors; warnings > 0 {
		counts = append(counts, text.Count(warnings, "warning"))
	}
	return cmp.Or(strings.Join(counts, ", "), "passed")
}

// kinds are those that the graph has.
func (g *Graph) kinds() (found []Kind) {
	has := map[Kind]bool{}
	for _, group := range g.Groups {
		for _, n := range group.Nodes {
			has[n.Kind] = true
		}
	}
	for _, kind := range kinds {
		if has[kind] {
			found = append(found, kind)
		}
	}
	return found
}
