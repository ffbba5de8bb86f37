package rules

import (
	"bytes"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
)

// Chain is what the rules about the chain of a session's reports need of one.
type Chain struct {
	// Role is the role of the writer, in lower case.
	Role string
	// Cites are the other reports that sections 1 to 4 and the front matter name: a
	// file's name, the number of "report 2", or the role in previous_agent.
	Cites []*Fact
	// Actions are the items of section 5. Next identifies its text as
	// Member.Deliverable does that of section 1; it is nil if that says little.
	Actions []*Fact
	Next    *Fact
	// Artifacts are the paths in code spans of section 2.
	Artifacts []*Fact

	stems map[string]bool
	files map[string]bool // the names of reports, anywhere in it, in lower case
}

// Mentions reports whether a word, or another form of it, is in the report.
func (c *Chain) Mentions(word string) bool { return c.stems[stem(word)] }

// Names reports whether the report has the name of another one's file.
func (c *Chain) Names(file string) bool {
	return c.files[strings.ToLower(file)]
}

// IsNamedBy reports whether a name that another report has, one of its Cites, is that
// of this report.
func (m *Member) IsNamedBy(name *Fact) bool {
	if n, err := strconv.Atoi(name.Value); err == nil {
		return m.Sequence != nil && n == m.Sequence.Number()
	}
	return strings.EqualFold(name.Value, path.Base(m.Path)) || m.Chain != nil && strings.EqualFold(name.Value, m.Chain.Role)
}

// IsAddressedBy reports whether a next action, in lower case, names the agent of the report.
func (m *Member) IsAddressedBy(action string) bool {
	return m.Chain != nil && m.Chain.Role != "" && strings.Contains(action, m.Chain.Role)
}

// chainLimits are the data of rules/chain.cue.
type chainLimits struct{ Stem, Least, Facts int }

var loadChain = sync.OnceValue(func() chainLimits { return table.Load[chainLimits]("chain") })

// stem returns the beginning of a word in lower case.
func stem(word string) string {
	runes := []rune(strings.ToLower(word))
	return string(runes[:min(len(runes), loadChain().Stem)])
}

var (
	// reportFile matches the name of a report, reportNumber one by its number.
	reportFile   = text.MustCompile(protocol.NamePattern())
	reportNumber = text.MustCompile(`(?i)\breport (?:no\. ?|#)?([0-9]{1,3})\b`)
	artifactPath = text.MustCompile("`([A-Za-z0-9_@.-]+(?:/[A-Za-z0-9_@.-]+)+)`")
)

// AddChain adds what the rules about the chain need.
func (m *Member) AddChain(doc *document.Document) {
	c := &Chain{Role: strings.ToLower(doc.Data().Field("agent_role").Str()), stems: map[string]bool{}, files: map[string]bool{}}
	m.Chain = c
	all := string(doc.Source.Bytes())
	for _, name := range reportFile.FindAllString(all, -1) {
		c.files[strings.ToLower(name)] = true
	}
	for _, word := range text.Tokens(text.Visible(all)) {
		c.stems[stem(word)] = true
	}
	if doc.Body == nil {
		return
	}
	if previous := factOf(doc, doc.Data().Field("previous_agent"), document.String); previous != nil {
		c.Cites = append(c.Cites, previous)
	}
	for _, s := range doc.Body.Sections {
		switch {
		case s.Number < 5:
			c.Cites = append(c.Cites, c.matches(doc, s, reportFile)...)
			c.Cites = append(c.Cites, c.matches(doc, s, reportNumber)...)
			if s.Number == 2 {
				c.Artifacts = c.matches(doc, s, artifactPath)
			}
		case s.Number == 5:
			c.addActions(doc, s)
		}
	}
	redactor := secret.RedactorFor(doc)
	for _, f := range slices.Concat(c.Cites, c.Actions, c.Artifacts) {
		f.redact(redactor)
	}
}

// matches returns what matches a pattern, or its group, in the text of a section, each
// once.
func (c *Chain) matches(doc *document.Document, s document.Section, pattern *text.Regexp) []*Fact {
	var facts []*Fact
	for _, leaf := range s.Leaves {
		for _, at := range pattern.FindAllSubmatchIndex(doc.Source.Bytes()[leaf.Span.Start:leaf.Span.End], -1) {
			span := text.Span{Start: leaf.Span.Start + at[len(at)-2], End: leaf.Span.Start + at[len(at)-1]}
			value := doc.Source.Slice(span)
			if len(facts) < loadChain().Facts && !slices.ContainsFunc(facts, func(f *Fact) bool { return f.Value == value }) {
				facts = append(facts, factAt(doc, span, value))
			}
		}
	}
	return facts
}

func (c *Chain) addActions(doc *document.Document, s document.Section) {
	var words []string
	for _, leaf := range s.Leaves {
		words = append(words, text.Tokens(strings.ToLower(text.Visible(leaf.Text)))...)
		if leaf.Kind == document.ListItem && len(c.Actions) < loadChain().Facts {
			c.Actions = append(c.Actions, factAt(doc, leaf.Span, leaf.Text))
		}
	}
	if len(words) >= loadChain().Least {
		end := s.Span.Start + len(bytes.TrimRight(doc.Source.Bytes()[s.Span.Start:s.Content.End], "\r\n")) // the last line may have no end
		c.Next = factAt(doc, text.Span{Start: s.Span.Start, End: end}, hash([]byte(strings.Join(words, " "))))
	}
}
