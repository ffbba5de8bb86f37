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
	// Dated matches paths of files that are of one day, Past are the folders of those that nobody
	// edits again.
	Dated *text.Pattern `json:"dated"`
	Past  []string      `json:"past"`
}

// staleHandoff reports a handoff that nobody has changed while many commits were made. One of a
// day, of a phase or of an archive is done, and so is any but the newest of its folder.
func staleHandoff(p *staleHandoffParams, pass *rules.Pass) {
	tree, file := factsOf(pass).Tree, pass.Doc.Input.Path
	name := tree.Relative(file)
	if p.Dated.Match(name, pass.Steps()) || p.isPast(name) {
		return
	}
	// Beside a file that the configuration alone calls a handoff, any Markdown may be another one.
	isSeries := !isAtPlace(name)
	isOther := func(name string) bool {
		return isAtPlace(name) || isSeries && protocol.Markdown.Has(name)
	}
	count, last, known := tree.CommitsSince(file)
	if known && count >= p.Commits && tree.IsNewest(file, isOther) {
		pass.Report(rules.Report{Values: rules.Values{"count": text.Count(count, "commit"), "date": last.Time.Format(time.DateOnly)}})
	}
}

// isAtPlace reports whether a file, by its path from the root, is at a place of a handoff.
func isAtPlace(name string) bool {
	return document.FormatAt(protocol.Path{Shown: name, InTree: name}) != document.Unknown
}

// isPast reports whether a file is in a folder of what is over.
func (p *staleHandoffParams) isPast(name string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(name), "/"), func(folder string) bool {
		return slices.Contains(p.Past, strings.ToLower(folder))
	})
}
