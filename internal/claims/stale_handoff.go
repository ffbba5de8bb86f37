package claims

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

type staleHandoffParams struct {
	Commits int `json:"commits"`
	// Dated matches names of files that are of one day, Past the folders of those that nobody edits
	// again.
	Dated *text.Pattern `json:"dated"`
	Past  []string      `json:"past"`
}

// staleHandoff reports a handoff that nobody has changed while many commits were made. One of a
// day, of a phase or of an archive is done, and so is any but the newest of its folder.
func staleHandoff(p *staleHandoffParams, pass *rules.Pass) {
	file := protocol.Slashed(pass.Doc.Input.Path)
	tree := factsOf(pass).Tree
	if p.Dated.Match(path.Base(file), pass.Steps()) || p.isPast(tree.FromRoot(file)) {
		return
	}
	count, last, known := tree.CommitsSince(file)
	if !known || count < p.Commits || hasNewer(tree, file, count) {
		return
	}
	pass.Report(rules.Report{Values: rules.Values{"count": text.Count(count, "commit"), "date": last.Time.Format(time.DateOnly)}})
}

// isPast reports whether a file lies in a folder of what is over.
func (p *staleHandoffParams) isPast(file string) bool {
	return slices.ContainsFunc(strings.Split(path.Dir(file), "/"), func(folder string) bool {
		return slices.Contains(p.Past, strings.ToLower(folder))
	})
}

// maxNeighbours bounds the other handoffs of a folder that git is asked about.
const maxNeighbours = 20

// hasNewer reports whether another handoff of the folder was committed later.
func hasNewer(tree *worktree.Tree, file string, count int) bool {
	asked := 0
	for _, name := range tree.Beside(tree.FromRoot(file)) {
		other := path.Join(path.Dir(file), name)
		isHandoff := protocol.FormatAt(protocol.Path{Shown: other, InTree: tree.FromRoot(other)}) != ""
		if !isHandoff || name == path.Base(file) || asked == maxNeighbours {
			continue
		}
		asked++
		since, _, known := tree.CommitsSince(other)
		if known && since < count {
			return true
		}
	}
	return false
}
