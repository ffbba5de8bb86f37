package claims

import (
	"slices"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/claim"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type noSuchCommitParams struct {
	referenceParams
	// Label matches a line up to the hash of a commit: "**Commit:** ", "HEAD is ".
	Label *text.Pattern `json:"label"`
	// Elsewhere are words beside a commit of another repository, or a commit that is gone. Other words
	// beside it are its subject.
	Elsewhere wordList `json:"elsewhere"`
}

// isOwn reports whether a commit belongs to this repository, judging by the text beside it.
func (p *noSuchCommitParams) isOwn(pass *rules.Pass, note string) bool {
	note = subject.ReplaceAllString(note, " ")
	return !p.Elsewhere.in(note) && !matchesAny(p.Marks, note, pass.Steps())
}

// subject matches a commit's subject in a usual form, which says nothing about the commit's fate.
var subject = text.MustCompile("\\b(?:feat|fix|docs|chore|refactor|test|style|perf|build|ci|revert)(?:\\([^()]*\\))?!?: [^;(（—–`]*")

// hash matches a whole word that may be a hash.
var hash = text.MustCompile(`(?:^|[^\w/-])([0-9a-f]{7,64})(?:$|[^\w/-])`)

// hashesIn returns the possible hashes of commits in a text.
func hashesIn(s string) (hashes []string) {
	for _, m := range hash.FindAllStringSubmatch(s, maxOwnCommits) {
		hashes = append(hashes, m[1])
	}
	return hashes
}

// noSuchCommit reports commits that the repository does not have.
func noSuchCommit(p *noSuchCommitParams, pass *rules.Pass) {
	if all := p.allMentions(pass); len(all) > 0 && len(p.ofThisTree(all)) == 0 {
		return // it is about another repository
	}
	var named []commitMention
	var hashes []string
	for _, c := range p.commits(pass) {
		isMixed := strings.ContainsAny(c.hash, "abcdef") && strings.ContainsAny(c.hash, "0123456789") // else a word, or a number
		if isMixed && !slices.Contains(hashes, c.hash) && len(hashes) < maxNamed {
			hashes = append(hashes, c.hash)
			named = append(named, c)
		}
	}
	answers := factsOf(pass).Tree.Commits(p.handoff(pass), hashes, pass.Now)
	for _, c := range named {
		if answers[c.hash] == ledger.No {
			pass.Report(rules.Report{At: c.at, Pointer: c.pointer, Values: rules.Values{"hash": c.hash}})
		}
	}
}

// commitMention is a possible hash of a commit.
type commitMention struct {
	hash    string
	at      text.Span
	pointer string
}

// commits returns the possible hashes of commits that a handoff claims to exist: those of lists, of sentences about
// commits, and behind labels.
func (p *noSuchCommitParams) commits(pass *rules.Pass) (all []commitMention) {
	for _, entry := range claimedTexts(pass, schema.ClaimsCommits) {
		isHash := slices.Equal(hashesIn(entry.Text), []string{entry.Text})
		withoutSubject := claimedText{above: entry.above} // what is beside a hash may be the commit's subject
		if isHash && p.isOwn(pass, entry.note) && p.isClaimed(pass, &withoutSubject, "") {
			all = append(all, commitMention{entry.Text, entry.at, entry.pointer})
		}
	}
	for _, c := range saidIn(pass) {
		if slices.Contains(c.Kinds, runner.Commit) && (c.IsPlain() || p.isPlainAlone(pass, c)) {
			for _, name := range hashesIn(c.Statement.Text) {
				all = append(all, commitMention{name, c.placeOf(pass, name), c.pointer})
			}
		}
	}
	for _, block := range handedOver(pass, bodyOf(pass).Code) {
		all = append(all, p.logged(pass, &block)...)
	}
	for _, leaf := range handedOver(pass, bodyLeaves(pass)) {
		for _, name := range p.labelled(pass, &leaf) {
			at, _ := placeOf(pass, leaf.Span, name)
			all = append(all, commitMention{name, at, ""})
		}
	}
	return all
}

// isPlainAlone reports whether a claim about a commit is plain and only the text around it has unknown
// words: "Fixed (regression test, commit `1a2b3c4`)".
func (p *noSuchCommitParams) isPlainAlone(pass *rules.Pass, c said) bool {
	isPlain := slices.ContainsFunc(claim.Of(c.Text), func(alone claim.Claim) bool { return alone.IsPlain() })
	mayBeOfOther := strings.Contains(c.Statement.Text, "/") // "acme/cache commit `1a2b3c4`"
	return c.Unclear == "" && isPlain && len(hashesIn(c.Text)) > 0 && !mayBeOfOther && p.isOwn(pass, c.Statement.Text)
}

// logLine matches a line of `git log --oneline`.
var logLine = text.MustCompile(`(?m)^[ \t]*([0-9a-f]{7,40}) (.*)$`)

// logged returns the commits of a log in a code block right below a heading that announces commits.
func (p *noSuchCommitParams) logged(pass *rules.Pass, block *document.Leaf) (all []commitMention) {
	headings := block.Under.Headings
	if len(headings) == 0 {
		return nil
	}
	nearest := headings[len(headings)-1]
	between := text.View(pass.Doc.Source, text.Span{Start: nearest.Span.End, End: block.Span.Start})
	isListed := claim.Lists(nearest.Text, titles().Nouns.Commits) && strings.IndexFunc(between, unicode.IsLetter) < 0
	if !isListed || slices.ContainsFunc(claim.TitlesOf(headings), claim.IsUnclear) {
		return nil
	}
	for _, m := range logLine.FindAllStringSubmatchIndex(block.Text, maxOwnCommits) {
		if p.isOwn(pass, block.Text[m[4]:m[5]]) {
			at := text.Span{Start: block.Span.Start + m[2], End: block.Span.Start + m[3]}
			all = append(all, commitMention{block.Text[m[2]:m[3]], at, ""})
		}
	}
	return all
}

// run matches hashes side by side at the beginning of a text, with short notes: "1a2b3c4`, `2b3c4d5` (tests) and
// 3c4d5e6".
var run = text.MustCompile("^[0-9a-f]{7,64}(?:`?(?: ?\\([^()]{0,40}\\))?[`,、，\\s]+(?:and `?)?[0-9a-f]{7,64})*")

// labelled returns the hashes of commits that follow a label.
func (p *noSuchCommitParams) labelled(pass *rules.Pass, leaf *document.Leaf) []string {
	label := p.Label.Find(leaf.Text, pass.Steps())
	if label == nil {
		return nil
	}
	rest := leaf.Text[label[1]:]
	if !p.isOwn(pass, rest) {
		return nil
	}
	last := run.FindStringIndex(rest)
	if last == nil {
		return nil
	}
	return hashesIn(rest[:min(last[1]+1, len(rest))]) // with what follows, which may be the rest of a word
}

// maxOwnCommits bounds the hashes of one sentence.
const maxOwnCommits = 50
