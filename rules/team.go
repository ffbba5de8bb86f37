package rules

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// This file has what the engine does for the formats and rules of a team alone.

// Team is a team's rules and formats. [Package teamrules] reads them.
//
// [Package teamrules]: https://pkg.go.dev/github.com/handofflint/handofflint/teamrules
type Team struct{ catalogue func() *Catalogue }

// NewTeam returns the rules and formats of a table.
//
// Internal: package teamrules makes the table.
func NewTeam(t *schema.Table) *Team {
	return &Team{sync.OnceValue(func() *Catalogue { return newCatalogue(t) })}
}

// Parse detects a file's format and parses it: by Input.As, by the globs of the
// team's formats, as document.Parse does, and last by the patterns of the team's
// formats.
func (e *Engine) Parse(in Input) *Document {
	named := cmp.Or(in.As, e.teamFormatByPath(in.Path))
	if f := e.teamFormat(named); f != nil {
		if doc := e.damaged(in); doc != nil {
			return doc
		}
		return document.ParseCustom(in, e.limits.Limits, f.Custom)
	}
	doc := document.Parse(in, e.limits.Limits)
	if doc.Format != document.Unknown {
		return doc
	}
	return cmp.Or(e.recognise(in), doc)
}

// teamFormat returns a team's format, nil if it is not one.
func (e *Engine) teamFormat(name Format) *FormatInfo {
	if f := e.catalogue.Format(string(name)); f != nil && f.Origin != "" {
		return f
	}
	return nil
}

// teamFormats returns the formats of the team.
func (e *Engine) teamFormats() []*FormatInfo {
	var formats []*FormatInfo
	for _, f := range e.catalogue.Formats {
		if f.Origin != "" {
			formats = append(formats, f)
		}
	}
	return formats
}

// teamFormatByPath returns the team's format whose globs match a path, Unknown if
// none does.
func (e *Engine) teamFormatByPath(path string) Format {
	for _, f := range e.teamFormats() {
		if slices.ContainsFunc(f.Globs, func(glob string) bool { return document.MatchGlob(glob, path) }) {
			return f.Name
		}
	}
	return document.Unknown
}

// recognise finds the team's format whose pattern a file matches and parses it as
// that format; nil if none matches. If matching takes too many steps, the document
// has a fault.
func (e *Engine) recognise(in Input) *Document {
	var steps text.Steps
	for _, f := range e.teamFormats() {
		if len(f.Patterns) == 0 || !f.Custom.Form.May(in.Path) {
			continue
		}
		doc := document.ParseCustom(in, e.limits.Limits, f.Custom)
		if doc.Fatal {
			continue
		}
		for _, pattern := range f.Patterns {
			switch fits := pattern.Match(doc.Root, &steps); {
			case steps.Exceeded():
				return unread(in, tooManySteps("format "+string(f.Name)))
			case fits:
				return doc
			}
		}
	}
	return nil
}

// damaged returns the document if a built-in format is expected at the path and
// the file cannot be parsed as that format, else nil. A team's format must not
// claim such a file: it would pass as something that nobody reads there.
func (e *Engine) damaged(in Input) *Document {
	in.As = document.FormatByPath(in.Path)
	if in.As == document.Unknown {
		return nil
	}
	if doc := document.Parse(in, e.limits.Limits); len(doc.Faults) > 0 {
		return doc
	}
	return nil
}

// FormatByPath returns the format that a path alone implies, first by the globs
// of the team's formats, then as the built-in ones do; Unknown if none.
func (e *Engine) FormatByPath(path string) Format {
	return cmp.Or(e.teamFormatByPath(path), document.FormatByPath(path))
}

// MayMatch reports whether a file at that path may be of a team's format, for
// whoever walks a tree.
func (e *Engine) MayMatch(path string) bool {
	if e.teamFormatByPath(path) != document.Unknown {
		return true
	}
	return slices.ContainsFunc(e.teamFormats(), func(f *FormatInfo) bool {
		return len(f.Patterns) > 0 && f.Custom.Form.May(path) && document.HasExtension(path)
	})
}

// ruleFrontMatter is the rule of faults in front matter.
const ruleFrontMatter = "syntax/front-matter"

// teamFrontMatter gives the front matter rule words for a team's format: its own
// mention reports.
func (j *ruleSet) teamFrontMatter(format *FormatInfo) {
	rule := *j.rules[ruleFrontMatter]
	rule.Variants = slices.Concat(format.FrontMatter, rule.Variants) // the first counts
	j.rules[ruleFrontMatter] = &rule
}

// fillTeamValues gives the words of a team's rule a value for every name: an
// unfilled {values} in a message helps nobody.
func (t *docCheck) fillTeamValues(p pattern, v schema.Violation, values Values) {
	if node := t.valueAt(p.At, v); node != nil {
		pointer := pointerOf(p.At)
		values["field"] = FieldName(strings.TrimPrefix(pointer, "/data"))
		values["name"], values["value"] = document.LastStep(pointer), schema.NodeText(node)
	}
	values["field"] = cmp.Or(values["field"], "the handoff")
	values["got"] = cmp.Or(values["got"], "nothing")
	values["value"] = cmp.Or(values["value"], "nothing")
	values["values"] = cmp.Or(values["values"], strings.TrimPrefix(values["want"], "one of "))
}

// valueAt returns the value that a rule's `at` names within the one that breaks
// its pattern, nil if it names none.
func (t *docCheck) valueAt(at string, v schema.Violation) *document.Node {
	if at == "" || at == "end" || v.Kind == schema.Missing || !strings.HasPrefix(pointerOf(at)+"/", v.Pointer+"/") {
		return nil
	}
	return t.doc.Root.Lookup(splitPath(at)...)
}
