package config

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/near"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
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
	count, first := 0, ""
	for _, r := range p.Results {
		count += len(r.Findings)
		if first == "" && len(r.Findings) > 0 {
			f := r.Findings[0]
			first = fmt.Sprintf("%s:%d:%d: %s", f.Path, max(f.Range.Start.Line, 1), max(f.Range.Start.Column, 1), f.Message)
		}
	}
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
}

// result returns the file with its problems as findings.
func (s *source) result(c *contract) rules.Result {
	r := rules.Result{Path: s.shown}
	for _, p := range s.problems {
		report := rules.Report{At: p.at, Variant: p.kind, Values: p.values, Related: p.related}
		f := rules.NewFinding(Name, c.words[p.kind], s.shown, s.text, report)
		f.URL = page
		r.Findings = append(r.Findings, f)
	}
	for _, p := range s.teamProblems {
		r.Findings = append(r.Findings, s.teamFinding(c, p))
	}
	slices.SortStableFunc(r.Findings, func(a, b rules.Finding) int { return a.Range.Start.Offset - b.Range.Start.Offset })
	r.Findings = slices.CompactFunc(r.Findings, func(a, b rules.Finding) bool {
		return a.Range.Start == b.Range.Start && a.Message == b.Message
	})
	r.Findings = c.listed(r.Findings)
	return r
}

// listed returns the first mistakes of a file; the last one mentions that there
// are more.
func (c *contract) listed(found []rules.Finding) []rules.Finding {
	if len(found) <= c.mistakes {
		return found
	}
	found[c.mistakes-1].Message += text.Fill(c.more, rules.Values{
		"limit": strconv.Itoa(c.mistakes), "count": strconv.Itoa(len(found)),
	})
	return found[:c.mistakes]
}

// problemsOf returns the error of files that have problems, nil if none has.
func problemsOf(files []*source, c *contract) error {
	var all Problems
	for _, s := range files {
		if len(s.problems)+len(s.teamProblems) > 0 {
			all.Results = append(all.Results, s.result(c))
		}
	}
	if len(all.Results) == 0 {
		return nil
	}
	return &all
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
func (s *source) violated(c *contract, v schema.Violation, pointer string) {
	v.Pointer = pointer + v.Pointer
	if v.Kind == schema.NotAllowed && v.Pointer == "/formats" {
		return // readTeam says where they belong
	}
	values := rules.Values(near.Values(&v, v.Pointer))
	values["path"] = rules.FieldName(v.Pointer)
	if v.Kind == schema.NotAllowed {
		s.unknown("unknown", v, nil)
		return
	}
	kind := "value"
	words := v.Attr.Words
	switch shape := c.shape(v.Pointer); {
	case v.Kind == schema.Missing:
		kind = "missing"
	case v.Kind == schema.Type && v.Node.Kind == document.Null:
		kind = "nothing"
	case v.Kind == schema.Type && shape != "":
		kind, values["shape"] = "type-shape", shape
	case v.Kind == schema.Type:
		kind = "type"
	case v.Kind == schema.Enum && words != "":
		values["want"], values["got"] = words, values["value"]
	case tooLarge(v):
		kind, values["got"], values["limit"] = "regexp-large", values["value"], strconv.Itoa(text.MaxInstructions)
	case notRegexp(v) != "":
		kind, values["got"], values["reason"] = "regexp", values["value"], notRegexp(v)
	case v.Kind == schema.Enum && len(v.Allowed) > 0:
		kind, values["got"] = "enum", values["value"]
		values["values"] = strings.Join(near.First(v.Node.Text, v.Allowed), ", ")
		if values["near"] = near.Name(v.Node.Text, v.Allowed); values["near"] != "" {
			kind = "enum-near"
		}
	case v.Kind == schema.Length && v.Got != "":
		kind = "length"
	default:
		values["got"] = values["value"]
	}
	s.problems = append(s.problems, problem{kind: kind, at: v.Span, values: values})
}

// tooLarge reports whether a text that has to be a regular expression is too
// large.
func tooLarge(v schema.Violation) bool {
	if v.Node.Kind != document.String || !strings.Contains(v.Want, "RE2") {
		return false
	}
	_, err := text.CompilePattern(v.Node.Text)
	return errors.As(err, new(*text.TooManyInstructions))
}

// notRegexp returns why a text is not a regular expression, "" for any other
// violation.
func notRegexp(v schema.Violation) string {
	if v.Node.Kind != document.String || !strings.Contains(v.Want, "RE2") {
		return ""
	}
	_, err := text.CompilePattern(v.Node.Text)
	var syntaxError *syntax.Error
	if !errors.As(err, &syntaxError) {
		return ""
	}
	return syntaxError.Code.String() + ", at " + rules.Quote(syntaxError.Expr)
}

// editorLine is the text before the first colon of a line for editors.
const editorLine = "yaml-language-server"

// unknown reports an unknown key, with the one that was probably meant. Each
// kind has three sets of words.
func (s *source) unknown(kind string, v schema.Violation, more rules.Values) {
	values := rules.Values{"name": v.Node.Name, "names": strings.Join(v.Allowed, ", ")}
	for name, value := range more {
		values[name] = value
	}
	switch near := near.Name(v.Node.Name, v.Allowed); {
	case v.Node.Name == editorLine:
		kind = "unknown-editor"
	case near != "":
		kind += "-near"
		values["near"] = near
	case len(v.Allowed) == 0:
		kind += "-alone"
	}
	s.problems = append(s.problems, problem{kind: kind, at: keySpan(v.Node), values: values})
}

// keySpan returns the span of a node's key, or of its value if it has no key.
func keySpan(n *document.Node) text.Span {
	if n.Key.Len() > 0 {
		return n.Key
	}
	return n.Value
}
