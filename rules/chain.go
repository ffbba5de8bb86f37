package rules

import (
	"path"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
)

// Chain is what the rules about a session's chain of reports need of one report.
type Chain struct {
	// Role is the role of the writer, in lower case.
	Role string
	// Cites are the other reports that sections 1 to 4 and the front matter name: by file name, by the number
	// in "report 2", or by the role in previous_agent.
	Cites []*Fact
}

// IsNamedBy reports whether name, one of another report's Cites, means this report, which has a Chain and a Sequence.
func (m *Member) IsNamedBy(name *Fact) bool {
	if n, err := strconv.Atoi(name.Value); err == nil {
		return n == m.Sequence.Number()
	}
	return strings.EqualFold(name.Value, path.Base(m.Path)) || strings.EqualFold(name.Value, m.Chain.Role)
}

// maxCites bounds the names of a kind that are kept per section. A hostile report could have as many as fit
// into a file, and each is compared with the other reports.
const maxCites = 100

var (
	// reportFile matches the name of a report, reportNumber a reference by number.
	reportFile   = text.MustCompile(protocol.NamePattern())
	reportNumber = text.MustCompile(`(?i)\breport (?:no\. ?|#)?([0-9]{1,3})\b`)
)

// AddChain adds what the rules about the chain need.
func (m *Member) AddChain(doc *document.Document) {
	c := &Chain{Role: strings.ToLower(doc.Data().Field("agent_role").Str())}
	m.Chain = c
	if doc.Body == nil {
		return
	}
	if previous := factOf(doc, doc.Data().Field("previous_agent"), document.String); previous != nil {
		c.Cites = append(c.Cites, previous)
	}
	for _, s := range doc.Body.Sections {
		if s.Number < 5 {
			c.Cites = append(c.Cites, citesIn(doc, s, reportFile)...)
			c.Cites = append(c.Cites, citesIn(doc, s, reportNumber)...)
		}
	}
	redactor := secret.RedactorFor(doc)
	for _, f := range c.Cites {
		f.redact(redactor)
	}
}

// citesIn returns the first matches of a pattern, or of its group, in the text of a section.
func citesIn(doc *document.Document, s document.Section, pattern *text.Regexp) []*Fact {
	var facts []*Fact
	for _, leaf := range s.Leaves {
		for _, at := range pattern.FindAllSubmatchIndex(doc.Source.Bytes()[leaf.Span.Start:leaf.Span.End], maxCites-len(facts)) {
			span := text.Span{Start: leaf.Span.Start + at[len(at)-2], End: leaf.Span.Start + at[len(at)-1]}
			facts = append(facts, factAt(doc, span, doc.Source.Slice(span)))
		}
	}
	return facts
}
