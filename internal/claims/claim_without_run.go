package claims

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type claimWithoutRunParams struct {
	statementParams
	Claims   []successClaim  `json:"claims"`
	Evidence []*text.Pattern `json:"evidence"`
	// Counted matches what shows a claim if its own sentence has it.
	Counted *text.Pattern `json:"counted"`
	// Told matches what says of an output that it is not that of the last run.
	Told       *text.Pattern `json:"told"`
	Characters int           `json:"characters"`
}

// successClaim is a way to claim that something works.
type successClaim struct {
	Pattern *text.Pattern `json:"pattern"`
	// Words are what a sentence has one of if the pattern can match it.
	Words []string `json:"words"`
	// Fields show it if one of them is not empty.
	Fields []string `json:"fields"`
}

// claimWithoutRun reports the first claim of success in a handoff that nowhere shows
// what it rests on.
func claimWithoutRun(p *claimWithoutRunParams, pass *rules.Pass) {
	if d := factsOf(pass).Deeds; len(pass.Doc.Source.Bytes()) > p.Characters || d != nil && (d.Runs() > 0 || !d.Complete()) {
		return // with a transcript that has commands, they are what a claim is held against
	}
	if p.reportOutput(pass) {
		return
	}
	for _, s := range p.statements(pass) {
		if s.pointer == "" && pass.Doc.Body != nil && isReplaced(pass.Doc.Body, s.at) {
			continue
		}
		for _, claim := range p.Claims {
			if !claim.in(s, pass.Steps()) || p.isHedged(s, pass.Steps()) {
				continue
			}
			if !claim.isShown(pass) && !p.Counted.Match(s.Plain, pass.Steps()) && !p.showsEvidence(pass) {
				pass.Report(rules.Report{At: s.at, Pointer: s.pointer, Values: rules.Values{"text": secret.Quote(s.Text)}})
			}
			return
		}
	}
}

// in reports whether a sentence makes the claim, for the agent that writes it.
func (c *successClaim) in(s statement, steps *text.Steps) bool {
	if !s.hasOne(c.Words) {
		return false
	}
	found := c.Pattern.Find(s.Plain, steps)
	return found != nil && s.IsOwn(found[0])
}

// isShown reports whether one of the fields that show the claim has something in it.
func (c *successClaim) isShown(pass *rules.Pass) bool {
	return slices.ContainsFunc(c.Fields, func(name string) bool {
		field := pass.Doc.Data().Field(name)
		return field != nil && (len(field.Items) > 0 || strings.TrimSpace(field.Str()) != "")
	})
}

// showsEvidence reports whether a handoff has a command, a count, output, a commit or
// the like anywhere in its texts. Its data and front matter are none: ids and times
// look like evidence.
func (p *claimWithoutRunParams) showsEvidence(pass *rules.Pass) bool {
	var texts []string
	if body := pass.Doc.Body; body != nil {
		said := pass.Doc.Source.Slice(body.Span)
		for _, block := range slices.Backward(body.Blocks) {
			said = said[:block.Start-body.Span.Start] + said[block.End-body.Span.Start:]
		}
		said, fences := text.WithoutFences(said)
		if fences > 2*len(body.Blocks) {
			return true
		}
		texts = append(texts, said)
	}
	for _, field := range claimedTexts(pass, schema.ClaimsText, schema.ClaimsNext) {
		said, fences := text.WithoutFences(field.Text)
		if fences > 0 {
			return true
		}
		texts = append(texts, said)
	}
	return slices.ContainsFunc(texts, func(text string) bool { return matchesAny(p.Evidence, text, pass.Steps()) })
}
