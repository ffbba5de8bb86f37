package claims

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type staleHandoffParams struct {
	Commits int `json:"commits"`
	// Dated matches paths of files for one day, Past are folders of files that no one edits again.
	Dated *text.Pattern `json:"dated"`
	Past  []string      `json:"past"`
}

// staleHandoff reports a handoff that has not changed while many commits were made. Handoffs of a day, of a
// phase, in an archive, or older than another one in the folder are finished, and not reported.
func staleHandoff(p *staleHandoffParams, pass *rules.Pass) {
	tree, file := factsOf(pass).Tree, pass.Doc.Input.Path
	name := tree.Relative(file)
	if p.Dated.Match(name, pass.Steps()) || p.isPast(name) {
		return
	}
	// If only the configuration calls the file a handoff, any Markdown file beside it may be another one.
	isSeries := !isAtPlace(name)
	isOther := func(name string) bool {
		return isAtPlace(name) || isSeries && protocol.Markdown.Has(name)
	}
	count, last, known := tree.CommitsSince(file)
	if known && count >= p.Commits && tree.IsNewest(file, isOther) {
		pass.Report(rules.Report{Values: rules.Values{"count": text.Count(count, "commit"), "date": last.Time.Format(time.DateOnly)}})
	}
}

// isAtPlace reports whether a path from the root is a usual place for a handoff.
func isAtPlace(name string) bool {
	return document.FormatAt(protocol.Path{Shown: name, InTree: name}) != document.Unknown
}

// isPast reports whether a file is in a folder for finished work.
func (p *staleHandoffParams) isPast(name string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(name), "/"), func(folder string) bool {
		return slices.Contains(p.Past, strings.ToLower(folder))
	})
}
