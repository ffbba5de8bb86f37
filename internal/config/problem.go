package config

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
	"github.com/handofflint/handofflint/teamrules"
)

// Name is the name of a configuration's faults, in place of a rule's.
const Name = "config"

const page = "https://github.com/handofflint/handofflint/blob/main/docs/configuration.md"

const teamPage = "https://github.com/handofflint/handofflint/blob/main/docs/custom-rules.md"

// Problems is the error of a configuration with mistakes.
type Problems struct {
	// Results are the files with findings, each sorted by position.
	Results []rules.Result
}

// Error returns the number of mistakes and the first one's position.
func (p *Problems) Error() string {
	count := 0
	for _, r := range p.Results {
		count += len(r.Findings)
	}
	f := p.Results[0].Findings[0]
	first := fmt.Sprintf("%s:%d:%d: %s", f.Path, max(f.Range.Start.Line, 1), max(f.Range.Start.Column, 1), f.Message)
	if count > 1 {
		return fmt.Sprintf("%s (and %d more in the configuration)", first, count-1)
	}
	return first
}

// problem is a mistake in one file. Its kind selects the words.
type problem struct {
	kind    string
	at      text.Span
	values  rules.Values
	related []document.Related
	// own is a mistake in a team's rule, nil for any other.
	own *teamrules.Problem
}

// result returns the file with its problems as findings, the first of them if there
// are many. A mistake in a team's rule is left out if the contract has found another
// one at its position.
func (s *source) result(c *contract) rules.Result {
	r, found := rules.Result{Path: s.shown}, map[int]bool{}
	for _, p := range s.problems {
		found[p.at.Start] = found[p.at.Start] || p.own == nil
	}
	for _, p := range s.problems {
		if p.own != nil && found[p.at.Start] {
			continue
		}
		report := rules.Report{At: p.at, Variant: p.kind, Values: p.values, Related: p.related}
		f := rules.NewFinding(Name, words()[p.kind], s.shown, s.text, report)
		f.URL = page
		if p.own != nil {
			f.Message, f.Help, f.URL = p.own.Message, cmp.Or(p.own.Help, f.Help), teamPage
		}
		r.Findings = append(r.Findings, f)
	}
	slices.SortStableFunc(r.Findings, func(a, b rules.Finding) int { return a.Range.Start.Offset - b.Range.Start.Offset })
	r.Findings = slices.CompactFunc(r.Findings, func(a, b rules.Finding) bool {
		return a.Range.Start == b.Range.Start && a.Message == b.Message
	})
	if count := len(r.Findings); count > c.Mistakes {
		r.Findings = r.Findings[:c.Mistakes]
		r.Findings[c.Mistakes-1].Message += text.Fill(c.More, rules.Values{"limit": strconv.Itoa(c.Mistakes), "count": strconv.Itoa(count)})
	}
	return r
}

// add adds a problem; pairs are names of values, each followed by its value.
func (s *source) add(kind string, at text.Span, pairs ...string) {
	values := rules.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values[pairs[i]] = pairs[i+1]
	}
	s.problems = append(s.problems, problem{kind: kind, at: at, values: values})
}

// violated reports a violation below a pointer.
func (k *checker) violated(v schema.Violation, pointer string) {
	v.Pointer = pointer + v.Pointer
	if v.Kind == schema.NotAllowed {
		if v.Pointer != "/formats" { // package rules says where they belong
			k.unknown("unknown", v)
		}
		return
	}
	values := rules.Values(near.Values(&v, v.Pointer))
	values["path"] = rules.FieldName(v.Pointer)
	values["near"] = near.Suffix(near.Value(&v))
	values["shape"], values["reason"] = "", ""
	kind := "value"
	switch shape := k.Shapes[document.LastStep(v.Pointer)]; {
	case v.Kind == schema.Missing:
		kind = "missing"
	case v.Kind == schema.Enum && v.Attr.Words != "":
		values["want"] = v.Attr.Words
	case v.Kind == schema.Enum:
		kind = "enum"
	case v.Kind == schema.Type && shape != "":
		values["shape"] = ", such as " + shape
	case v.Node.Kind == document.String && strings.Contains(v.Want, "RE2"):
		if _, err := text.CompilePattern(v.Node.Text); err != nil {
			values["reason"] = ": " + strings.TrimPrefix(err.Error(), "error parsing regexp: ")
		}
	}
	if v.Kind != schema.Type && (v.Kind != schema.Length || v.Got == "") {
		values["got"] = values["value"]
	}
	k.problems = append(k.problems, problem{kind: kind, at: v.Span, values: values})
}

// unknown reports an unknown key, with the one that was probably meant.
func (k *checker) unknown(kind string, v schema.Violation, pairs ...string) {
	name := v.Node.Name
	names := cmp.Or(strings.Join(v.Allowed, ", "), "no others")
	k.add(kind, keySpan(v.Node), append(pairs, "name", name, "names", names, "near", near.Suffix(near.Name(name, v.Allowed)))...)
}

// keySpan returns the span of a node's key, or of its value if it has no key.
func keySpan(n *document.Node) text.Span {
	if n.Key.Len() > 0 {
		return n.Key
	}
	return n.Value
}
