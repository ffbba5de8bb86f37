package rules

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/skeleton"
	"github.com/handofflint/handofflint/internal/text"
)

// Session is a folder of reports that belong together. It keeps only what the rules for sessions need.
type Session struct {
	// Path is the folder, with forward slashes.
	Path string
	// Members are its reports, sorted by path.
	Members []Member
	// Reserved are the numbers of reports that an agent still has to write.
	Reserved []int
	// Done are the paths of the `.done` markers in it.
	Done []string
}

// Member is a report of a session.
type Member struct {
	Path string
	// Sequence is the number from the front matter, else from the file's name, or nil.
	Sequence *Fact
	// SessionID is the id from the front matter, or nil.
	SessionID *Fact
	// Deliverable is a hash of the text of section 1, or nil if the section is empty or missing.
	Deliverable *Fact
	// Reserved is set if an agent still has to write it: see skeleton.IsReservation.
	Reserved bool
	// Chain is nil without evidence.
	Chain *Chain
}

// Fact is a value of a report and its position.
type Fact struct {
	Value   string
	at      text.Range
	excerpt Excerpt
	whole   bool // without a position: the value is from the path
}

// Number returns the value as a number, or 0 if it is not a number.
func (f *Fact) Number() int {
	n, _ := strconv.Atoi(f.Value)
	return n
}

// MemberOf returns what the rules for sessions need of a report.
func MemberOf(doc *document.Document) Member {
	m := Member{Path: doc.Input.Path, Reserved: skeleton.IsReservation(doc), Deliverable: deliverableOf(doc)}
	m.Sequence = cmp.Or(factOf(doc, doc.Data().Field("sequence"), document.Int), factOf(doc, doc.Root.Lookup("file", "sequence"), document.Int))
	m.SessionID = factOf(doc, doc.Data().Field("session_id"), document.String)
	redactor := secret.RedactorFor(doc)
	for _, f := range []*Fact{m.Sequence, m.SessionID, m.Deliverable} {
		f.redact(redactor)
	}
	return m
}

// deliverableOf hashes the letters and digits of section 1 in lower case, without layout, code and comments.
func deliverableOf(doc *document.Document) *Fact {
	s := doc.Body.Section(func(s *document.Section) bool { return s.Number == 1 })
	if s == nil {
		return nil
	}
	var signs strings.Builder
	for _, leaf := range s.Leaves {
		signs.WriteString(strings.Map(letterOrDigit, strings.ToLower(text.Visible(leaf.Text))))
	}
	if signs.Len() == 0 {
		return nil
	}
	sum := sha256.Sum256([]byte(signs.String()))
	return factAt(doc, s.Whole(), hex.EncodeToString(sum[:]))
}

// letterOrDigit returns a letter or digit as it is, and -1, which strings.Map drops, for all else.
func letterOrDigit(r rune) rune {
	if unicode.In(r, unicode.Letter, unicode.Number) {
		return r
	}
	return -1
}

// MemberByName returns a report of which only the name is known.
func MemberByName(path string) Member {
	m := Member{Path: path}
	if name, ok := protocol.ReportName(path); ok {
		m.Sequence = &Fact{Value: strconv.Itoa(name.Sequence), whole: true}
	}
	return m
}

// factOf returns the value of a node of a kind, or nil if there is none.
func factOf(doc *document.Document, n *document.Node, kind document.Kind) *Fact {
	if !n.IsKind(kind) || n.Text == "" {
		return nil
	}
	isInPath := isWhole(doc.Source, n.Value)
	if isInPath {
		return &Fact{Value: strings.Clone(n.Text), whole: true}
	}
	return factAt(doc, n.Value, strings.Clone(n.Text)) // a view would keep the whole file in memory
}

// factAt returns a value at a span of a report.
func factAt(doc *document.Document, at text.Span, value string) *Fact {
	return &Fact{Value: value, at: doc.Source.Range(at), excerpt: excerpt(doc.Source, at)}
}

// redact masks credentials.
func (f *Fact) redact(r *secret.Redactor) {
	if f != nil {
		f.Value, f.excerpt.Text = r.Redact(f.Value), r.Redact(f.excerpt.Text)
	}
}

// CheckSession checks a folder of reports as a whole, with facts as in Check. It returns results for the
// folder and for the files with findings. Merge adds them to the results of the files.
func (e *Engine) CheckSession(s *Session, facts Facts) ([]Result, error) {
	set, err := e.ruleSet(ruleSetKey{format: SessionFormat, evidence: facts != nil})
	if err != nil {
		return nil, err
	}
	c := newDocCheck(e, set, &document.Document{Input: Input{Path: s.Path}, Root: &document.Node{Kind: document.Object}}, facts)
	for _, r := range set.runners {
		if r.rule.appliesWith(facts) {
			stop := e.options.Costs.measure(r.rule.Name)
			r.run(&Pass{Session: s, Now: e.options.Now, check: c, runner: r})
			stop()
		}
	}
	var results []Result
	for _, f := range e.applyStrict(yield(c.findings)) {
		i := slices.IndexFunc(results, func(r Result) bool { return r.Path == f.Path })
		if i < 0 {
			i = len(results)
			results = append(results, Result{Path: f.Path, Format: SessionFormat, Folder: f.Path == s.Path})
		}
		results[i].Findings = append(results[i].Findings, f)
	}
	return results, nil
}

// Merge adds the results of sessions to those of files, without duplicates, sorted by path. Each finding
// keeps its severity.
func (*Engine) Merge(files, sessions []Result) []Result {
	byPath := map[string]int{}
	merged := slices.Clone(files)
	for i, r := range merged {
		byPath[r.Path] = i
	}
	for _, s := range sessions {
		i, ok := byPath[s.Path]
		if !ok {
			i = len(merged)
			byPath[s.Path] = i
			merged = append(merged, Result{Path: s.Path, Format: s.Format, Folder: s.Folder})
		}
		merged[i].Findings = deduplicate(sortFindings(yield(slices.Concat(merged[i].Findings, s.Findings))))
		merged[i].Skipped = ""
	}
	slices.SortStableFunc(merged, func(a, b Result) int { return strings.Compare(a.Path, b.Path) })
	return merged
}
