package rules

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// This file holds what the engine does only for a team's formats and rules.

// Team is a team's rules and formats. [Package teamrules] reads them.
//
// [Package teamrules]: https://pkg.go.dev/github.com/handofflint/handofflint/teamrules
type Team struct{ catalogue func() *Catalogue }

// NewTeam returns the rules and formats of a table.
func NewTeam(t *schema.Table) *Team {
	return &Team{sync.OnceValue(func() *Catalogue { return newCatalogue(t) })}
}

// Parse detects a file's format and parses it: by Input.As, by the globs of the team's formats, as
// document.Parse does, and last by the patterns of the team's formats.
func (e *Engine) Parse(in Input) *document.Document {
	doc := document.Parse(in, e.parsing)
	isOver := slices.ContainsFunc(doc.Faults, func(f document.Fault) bool { return f.Rule == document.RuleTooManySteps })
	if doc.Format != document.Unknown || isOver {
		return doc
	}
	return cmp.Or(e.recognise(in), doc)
}

func (e *Engine) teamFormats() []*FormatInfo {
	return e.catalogue.Formats[len(protocol.Builtin.Formats):]
}

// recognise finds the team's format whose pattern a file matches and parses the file as that format. It
// returns nil if none matches. If matching takes too many steps, the document has a fault.
func (e *Engine) recognise(in Input) *document.Document {
	var steps text.Steps
	for _, f := range e.teamFormats() {
		if len(f.Patterns) == 0 || !f.Own.Form.May(in.Path) {
			continue
		}
		doc := document.ParseAs(in, e.parsing, f.Own)
		for _, pattern := range f.Patterns {
			fits := pattern.Match(doc.Root, &steps)
			if steps.Exceeded() {
				return unread(in, document.TooManySteps("format "+string(f.Name), text.MaxSteps))
			}
			if fits {
				return doc
			}
		}
	}
	return nil
}

// MayMatch reports whether the file at a path may be of a format with other extensions than .md and .json. It
// is for walking a tree.
func (e *Engine) MayMatch(path string) bool {
	may := func(f *FormatInfo) bool { return len(f.Patterns) > 0 && f.Own.Form.Has(path) }
	return e.parsing.Formats.MayBe(path) || slices.ContainsFunc(e.teamFormats(), may)
}

// fillTeamValues gives each value that a team's rule may use in its words a text, so that no message shows an
// unfilled {value}.
func fillTeamValues(values Values) {
	values["field"] = cmp.Or(values["field"], "the handoff")
	values["got"] = cmp.Or(values["got"], "nothing")
	values["value"] = cmp.Or(values["value"], "nothing")
	values["values"] = cmp.Or(values["values"], strings.TrimPrefix(values["want"], "one of "))
}
