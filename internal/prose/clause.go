package prose

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/text"
)

// breaksIn returns what ends clauses in a part of a sentence.
func breaksIn(plain string) (breaks []text.Span) {
	for _, at := range builtin().Breaks.FindAllStringSubmatchIndex(plain, -1) {
		if isNone := at[2] >= 0; !isNone {
			breaks = append(breaks, text.Span{Start: at[0], End: at[1]})
		}
	}
	return breaks
}

// clauseStart returns where the clause around an offset begins, not before from.
func (s Statement) clauseStart(from, at int) int {
	start := from
	for _, end := range breaksIn(s.Plain[from:at]) {
		start = from + end.End
		// A clause between commas ends before that which it is in.
		isInserted := strings.HasPrefix(s.Plain[from+end.Start:], ", which")
		if comma := strings.Index(s.Plain[start:at], ", "); isInserted && comma >= 0 {
			start += comma + len(", ")
		}
	}
	if s.IsRow {
		cell := strings.LastIndex(s.Plain[:min(len(s.Plain), at+len(cellMark))], cellMark)
		if cell >= 0 {
			start = max(start, cell+len(cellMark))
		}
	}
	return start
}

// clauseEnd returns where the clause around an offset ends: at the next break, or at the comma
// or "and" before the next subject. A subject without one before it is a part of the clause:
// "on the build host".
func (s Statement) clauseEnd(at int) int {
	rest := s.Plain[at:]
	end := len(rest)
	if breaks := breaksIn(rest); len(breaks) > 0 {
		end = breaks[0].Start
	}
	if stop := builtin().Ends.FindStringIndex(rest); stop != nil {
		end = min(end, stop[0])
	}
	for _, sub := range builtin().Subjects {
		next := sub.Pattern.FindStringIndex(rest[:end])
		if next == nil {
			continue
		}
		if stops := builtin().Stops.FindAllStringIndex(rest[:next[0]], -1); len(stops) > 0 {
			end = stops[len(stops)-1][0]
		}
	}
	return at + end
}

// subjects returns what a part of the sentence speaks of, in order.
func (s Statement) subjects(in text.Span) []subject {
	var found []subject
	plain := s.Plain[in.Start:in.End]
	for _, sub := range builtin().Subjects {
		for _, at := range sub.Pattern.FindAllStringIndex(plain, -1) {
			found = append(found, subject{text.Span{Start: in.Start + at[0], End: in.Start + at[1]}, sub.Kind, ""})
		}
	}
	for _, at := range text.CodeSpan.FindAllStringIndex(s.Text[in.Start:in.End], -1) {
		command := strings.Trim(s.Text[in.Start+at[0]:in.Start+at[1]], "` $")
		if kind := runner.KindOf(invocationOf(command).Words); kind != runner.Other {
			found = append(found, subject{text.Span{Start: in.Start + at[0], End: in.Start + at[1]}, kind, command})
		}
	}
	slices.SortStableFunc(found, func(a, b subject) int { return a.Start - b.Start })
	return found
}

// isHedged reports whether a clause denies, asks, demands, expects, quotes or limits, or
// speaks of runs that no transcript has.
func (s Statement) isHedged(clause text.Span) bool {
	plain := builtin().Assurances.ReplaceAllString(s.Plain[clause.Start:clause.End], "")
	if strings.HasSuffix(strings.TrimSpace(s.Plain), "?") || builtin().Elsewhere.MatchString(plain) {
		return true
	}
	return isHedge(plain)
}

// isHedge reports whether some words deny, ask, demand, expect, quote or limit.
func isHedge(plain string) bool {
	return slices.ContainsFunc(builtin().Hedges, func(h *text.Regexp) bool { return h.MatchString(plain) })
}

// admits reports whether a sentence says that something fails.
func (s Statement) admits() bool {
	plain := builtin().Assurances.ReplaceAllString(s.Plain, "")
	isTold := builtin().Admitted.MatchString(plain) && !builtin().Denied.MatchString(plain)
	return isTold || builtin().Excepting.MatchString(plain)
}
