package claims

import (
	"time"

	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

type untouchedParams struct {
	referenceParams
	// Elsewhere are words of entries about other repositories, or commits that are gone, and
	// Kept those of files that were listed for another reason than a change.
	Elsewhere []string `json:"elsewhere"`
	Kept      []string `json:"kept"`
	// Days is how long before the first commit that a handoff names its work may have begun.
	Days int `json:"days"`

	other, kept wordList
}

// Prepare makes lists of the words.
func (p *untouchedParams) Prepare() error {
	p.other, p.kept = newWordList(p.Unclaimed, p.Elsewhere), newWordList(p.Unclaimed, p.Kept)
	return p.referenceParams.Prepare()
}

// untouched reports files that a handoff lists as changed, and that neither the commits that it
// names touch nor any other since its work can have begun.
func untouched(p *untouchedParams, pass *rules.Pass) {
	hashes := p.hashes(pass)
	if len(hashes) == 0 {
		return
	}
	reports := map[string]rules.Report{}
	var listed []string
	isDisclaimed := p.disclaimer(pass.Steps())
	for _, entry := range claimedTexts(pass, schema.ClaimsChanged) {
		r, ok := entry.file()
		besides := entry.besides()
		if !ok || len(listed) == maxNamed || p.isNever(r.Path, pass) || p.kept.in(r.Note) || p.kept.in(besides) {
			continue
		}
		if isDisclaimed(r.Note) || isDisclaimed(besides) || p.isNotDone(&entry, pass.Steps()) {
			continue
		}
		listed = append(listed, r.Path)
		reports[r.Path] = rules.Report{At: entry.at, Pointer: entry.pointer}
	}
	work := time.Duration(p.Days) * 24 * time.Hour
	for _, u := range factsOf(pass).Tree.Untouched(p.handoff(pass), hashes, listed, work) {
		r := reports[u.Listed]
		r.Values = rules.Values{"path": secret.Quote(u.Path), "own": shortHash(u.First)}
		addCommit(r.Values, u.Last)
		pass.Report(r)
	}
}

// hashes returns the commits that the fields and sections of a handoff name, none if one of them
// is not plainly a hash.
func (p *untouchedParams) hashes(pass *rules.Pass) (hashes []string) {
	for _, entry := range claimedTexts(pass, schema.ClaimsCommits) {
		if hash.FindString(entry.Text) != entry.Text || p.other.in(entry.besides()) || len(hashes) == maxOwnCommits {
			return nil
		}
		hashes = append(hashes, entry.Text)
	}
	return hashes
}

// maxOwnCommits is how many commits of one handoff are looked at.
const maxOwnCommits = 50

// shortHash returns the beginning of a commit's hash.
func shortHash(c worktree.Commit) string {
	const short = 10 // characters
	return c.Hash[:min(short, len(c.Hash))]
}
