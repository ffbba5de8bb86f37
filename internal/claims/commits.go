package claims

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type noSuchCommitParams struct {
	referenceParams
	// Named matches words that name a commit, up to the end of its hash.
	Named *text.Pattern `json:"named"`
	// Elsewhere are words of texts about other repositories, or commits that are gone.
	Elsewhere []string `json:"elsewhere"`
	// Another matches the name of another repository beside a commit.
	Another *text.Pattern `json:"another"`

	claimless, elsewhere wordList
}

// Prepare makes lists of the words.
func (p *noSuchCommitParams) Prepare() error {
	p.claimless, p.elsewhere = newWordList(p.Unclaimed, p.Elsewhere), newWordList(p.Elsewhere)
	return p.referenceParams.Prepare()
}

// hash matches what can only be a hash at the end of a text.
var hash = text.MustCompile(`[0-9a-f]{7,64}$`)

// noSuchCommit reports commits that the repository does not have.
func noSuchCommit(p *noSuchCommitParams, pass *rules.Pass) {
	if all := p.allMentions(pass); len(all) > 0 && len(p.ofThisTree(all)) == 0 {
		return // it is about another repository
	}
	var reports []rules.Report
	var hashes []string
	collect := func(name string, at text.Span, pointer string) {
		letters, digits := strings.ContainsAny(name, "abcdef"), strings.ContainsAny(name, "0123456789")
		if letters && digits && !slices.Contains(hashes, name) && len(hashes) < maxNamed {
			hashes = append(hashes, name)
			reports = append(reports, rules.Report{At: at, Pointer: pointer, Values: rules.Values{"hash": name}})
		}
	}
	for _, entry := range claimedTexts(pass, schema.ClaimsCommits) {
		// What is beside an entry may be the subject of the commit.
		isElsewhere := p.elsewhere.in(entry.note) || p.claimless.in(entry.above)
		if hash.FindString(entry.Text) == entry.Text && !isElsewhere {
			collect(entry.Text, entry.at, entry.pointer)
		}
	}
	isClaimless := func(around string) bool { return p.claimless.in(around) || strings.Contains(around, "://") }
	p.eachText(pass, isClaimless, nil, func(source *text.Source, part text.Span, at func(text.Span) text.Span, pointer string) {
		rest := source.Slice(part)
		for start := part.Start; ; {
			found := p.Named.Find(rest, pass.Steps())
			// The other repository is looked for last, for its pattern costs most.
			if found == nil || p.Another.Match(source.Slice(part), pass.Steps()) {
				return
			}
			name := hash.FindString(rest[:found[1]])
			if whole := found[1] == len(rest) || !isWordByte(rest[found[1]]); whole && name != "" {
				collect(name, at(text.Span{Start: start + found[1] - len(name), End: start + found[1]}), pointer)
			}
			rest, start = rest[found[1]:], start+found[1]
		}
	})
	answers := factsOf(pass).Tree.Commits(p.handoff(pass), hashes, pass.Now)
	for i, name := range hashes {
		if answers[name] == ledger.No {
			pass.Report(reports[i])
		}
	}
}

// isWordByte reports whether a byte goes on with a word or a path.
func isWordByte(b byte) bool {
	return b == '_' || b == '-' || b == '/' || '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z'
}
