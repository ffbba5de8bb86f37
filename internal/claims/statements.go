package claims

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/claim"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// statementParams say which sentences of a handoff are claims about work that is
// done.
type statementParams struct {
	// Apart match headings and labels under which nothing is claimed.
	Apart []*text.Pattern `json:"apart"`
	// Label is how long a label before a colon is at most, in bytes.
	Label int `json:"label"`
	// Hedges match sentences that claim nothing; Assurances match negations that do
	// not count as one.
	Hedges     []*text.Pattern `json:"hedges"`
	Assurances *text.Pattern   `json:"assurances"`
}

// statement is a sentence of a handoff.
type statement struct {
	claim.Statement
	// lower is the sentence without code in lower case.
	lower   string
	at      text.Span
	pointer string
}

// statements returns the sentences of a handoff: those of its Markdown and of its fields.
func (p *statementParams) statements(pass *rules.Pass) []statement {
	read := func() any { return p.read(pass) }
	return pass.Memo("statements", read).([]statement)
}

func (p *statementParams) read(pass *rules.Pass) []statement {
	var all []statement
	if pass.Doc.Body != nil {
		all = p.inMarkdown(bodyStatements(pass))
	}
	for _, field := range claimedTexts(pass, schema.ClaimsText, schema.ClaimsNext) {
		source, leaves := document.LeavesOf(field.Text)
		for _, s := range p.inMarkdown(claim.Statements(source, leaves)) {
			s.at, s.pointer = field.at, field.pointer
			all = append(all, s)
		}
	}
	return all
}

// bodyLeaves returns the pieces of text in a document's Markdown, which several rules read.
func bodyLeaves(pass *rules.Pass) []document.Leaf {
	return pass.Memo("leaves", func() any { return pass.Doc.Leaves() }).([]document.Leaf)
}

// handedOver returns the pieces of text in a document's Markdown up to its end marker or its
// last block: what follows is not handed over.
func handedOver(pass *rules.Pass) []document.Leaf {
	leaves, body := bodyLeaves(pass), pass.Doc.Body
	if body.Trailing.Len() == 0 {
		return leaves
	}
	isAfter := func(leaf document.Leaf) bool { return leaf.Span.Start >= body.Trailing.Start }
	if i := slices.IndexFunc(leaves, isAfter); i >= 0 {
		return leaves[:i]
	}
	return leaves
}

// isReplaced reports whether a later round of the work follows what is at a span: its results
// are those that count.
func isReplaced(body *document.Body, at text.Span) bool {
	rounds := body.Rounds
	return len(rounds) > 0 && at.Start < rounds[len(rounds)-1]
}

// beginsRound reports whether a round of the work begins at an offset.
func beginsRound(body *document.Body, offset int) bool {
	_, begins := slices.BinarySearch(body.Rounds, offset)
	return begins
}

// bodyStatements returns the sentences of a document's Markdown. The title of a round says
// nothing of what is in it: "Follow-up" is not work to come.
func bodyStatements(pass *rules.Pass) []claim.Statement {
	read := func() any {
		body := pass.Doc.Body
		isTitleOf := map[string]bool{}
		for _, h := range body.Headings {
			if beginsRound(body, h.Span.Start) {
				isTitleOf[h.Text] = true
			}
		}
		all := claim.Statements(pass.Doc.Source, handedOver(pass))
		isTitle := func(title string) bool { return isTitleOf[title] }
		for i := range all {
			all[i].Under = slices.DeleteFunc(all[i].Under, isTitle)
		}
		return all
	}
	return pass.Memo("sentences", read).([]claim.Statement)
}

// inMarkdown returns the statements of a text. A line that ends in a colon only names what
// follows, and a table claims nothing.
func (p *statementParams) inMarkdown(sentences []claim.Statement) []statement {
	var all []statement
	for _, found := range sentences {
		if found.IsRow || found.IsLabel && strings.HasSuffix(text.Bare(found.Text), ":") {
			continue
		}
		found.Under = append(slices.Clip(found.Under), beforeColon(found.Whole, p.Label))
		all = append(all, statement{Statement: found, lower: strings.ToLower(found.Plain), at: found.Span})
	}
	return all
}

// beforeColon returns the first words of a text if a colon follows them, within some bytes:
// they label the rest.
func beforeColon(s string, longest int) string {
	if at := strings.IndexAny(s, ":："); at >= 0 && at <= longest {
		return s[:at]
	}
	return ""
}

// hasOne reports whether a sentence has one of some words: looking for them costs next to
// nothing beside a pattern.
func (s *statement) hasOne(words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(s.lower, word) })
}

// isHedged reports whether a sentence claims nothing: it denies, asks, demands, expects
// or quotes, or is under a heading or label about work to come.
func (p *statementParams) isHedged(s statement, steps *text.Steps) bool {
	if slices.ContainsFunc(s.Under, func(title string) bool { return matchesAny(p.Apart, title, steps) }) {
		return true
	}
	return matchesAny(p.Hedges, p.withoutAssurances(s.Plain, steps), steps)
}

// isClaimless reports whether what is beside an entry of a list says that it claims nothing.
func (p *statementParams) isClaimless(note string, steps *text.Steps) bool {
	return matchesAny(p.Apart, note, steps) || matchesAny(p.Hedges, note, steps)
}

// withoutAssurances returns a sentence without "with no failures" and the like.
func (p *statementParams) withoutAssurances(plain string, steps *text.Steps) string {
	for found := p.Assurances.Find(plain, steps); found != nil; found = p.Assurances.Find(plain, steps) {
		plain = plain[:found[0]] + plain[found[1]:]
	}
	return plain
}

func matchesAny(patterns []*text.Pattern, s string, steps *text.Steps) bool {
	if s == "" {
		return false
	}
	for _, pattern := range patterns {
		if pattern.Match(s, steps) {
			return true
		}
	}
	return false
}
