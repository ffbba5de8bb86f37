package config

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
	"github.com/handofflint/handofflint/teamrules"
)

const (
	page     = "https://github.com/handofflint/handofflint/blob/main/docs/configuration.md"
	teamPage = "https://github.com/handofflint/handofflint/blob/main/docs/custom-rules.md"
)

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

// problem is a mistake in one file. Its variant selects the words.
type problem struct {
	rules.Report
	// own is a mistake in a team's rule, or nil.
	own *teamrules.Problem
}

// add adds a problem; pairs are names of values, each followed by its value.
func (s *source) add(kind string, at text.Span, pairs ...string) {
	values := rules.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		values[pairs[i]] = pairs[i+1]
	}
	s.problems = append(s.problems, problem{Report: rules.Report{Variant: kind, At: at, Values: values}})
}

// result returns the file with its problems as findings, or with the first ones if there are many.
func (s *source) result() rules.Result {
	words := table.Load[map[string]schema.Words]("configWords")
	r := rules.Result{Path: s.shown}
	var reports []rules.Report
	for _, p := range s.problems {
		reports = append(reports, p.Report)
	}
	const name = "config" // instead of a rule's
	r.Findings = rules.NewFindings(name, words, s.shown, s.text, reports)
	for i, p := range s.problems {
		f := &r.Findings[i]
		f.URL = page
		if p.own != nil {
			f.Message = p.own.Message
			f.Help = cmp.Or(p.own.Help, f.Help)
			f.URL = teamPage
		}
	}
	slices.SortStableFunc(r.Findings, func(a, b rules.Finding) int { return a.Range.Start.Offset - b.Range.Start.Offset })
	r.Findings = slices.CompactFunc(r.Findings, func(a, b rules.Finding) bool {
		return a.Range.Start == b.Range.Start && a.Message == b.Message
	})
	if count, most := len(r.Findings), loadReading().Mistakes; count > most {
		r.Findings = r.Findings[:most]
		r.Findings[most-1].Message += text.Fill(loadReading().More, rules.Values{"limit": strconv.Itoa(most), "count": strconv.Itoa(count)})
	}
	return r
}
