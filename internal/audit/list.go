package audit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/terminal"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/timeline"
)

const (
	idWidth = 8
	// maxClaims is how many claims with one reason are quoted.
	maxClaims = 3
)

// list returns the sessions that are listed, a block each.
func (t *Text) list(sessions []*Session) string {
	var b strings.Builder
	for _, s := range sessions {
		if t.isListed(s) {
			b.WriteString(t.block(s))
		}
	}
	return b.String()
}

// block returns the id of a session, its end, what is proved and its title on one line, and below it
// why, the claims that do not hold, and what to do.
func (t *Text) block(s *Session) string {
	id := terminal.Fit(text.Escape(text.Head(s.ownID(), idWidth)), idWidth)
	columns := joinColumns(t.Screen.Paint(terminal.Strong, id), s.when(), t.state(s))
	title := text.Escape(s.Title)
	if t.Screen.Columns > 0 {
		title = terminal.Cut(title, max(t.Screen.Columns-terminal.Width(columns+columnGap), 0))
	}
	lines := append([]string{joinColumns(columns, title)}, t.details(s)...)
	return strings.Join(lines, "\n  ") + "\n"
}

// columnGap is between the columns of a line.
const columnGap = "  "

// joinColumns returns a line of some columns, without those that are empty.
func joinColumns(columns ...string) string {
	return strings.Join(text.NonEmpty(columns...), columnGap)
}

// state returns what a reader has to know of a session first: a claim that does not hold if no check is open,
// then the standing of a check. If that is not of tests, it also returns how those ended; if no tests ran, which
// other checks passed.
func (t *Text) state(s *Session) string {
	head := s.Facts.headline()
	states := []string{t.paint(head.State, stateOf(head))}
	if found := s.findings(); s.Facts.hasNothingOpen() && len(found) > 0 {
		worst := slices.MinFunc(found, compareVerdicts).Verdict
		states = slices.Insert(states, 0, t.Screen.Paint(verdictStyles[worst], said().Audit["claim-"+string(worst)]))
	}
	for _, other := range s.Facts.Standings {
		passedAlone := head.State == timeline.None && other.State == timeline.Passed
		isTests := head.Kind != runner.Tests && other.Kind == runner.Tests
		if passedAlone || isTests {
			states = append(states, t.paint(other.State, stateOf(other)))
		}
	}
	return strings.Join(text.NonEmpty(states...), ", ")
}

// details returns what leads to the standing of a session, the claims that do not hold, the worst first and
// those with one reason on one line, and what to do.
func (t *Text) details(s *Session) (lines []string) {
	head := s.Facts.headline()
	why := head.why(s.Facts.Changed)
	isGood := s.Facts.hasNothingOpen() && head.State != timeline.Unknown
	isListedForOther := isGood && s.isOpen() // for a claim or a push
	if why != "" && !isListedForOther {
		lines = append(lines, why)
	}
	if s.Facts.notPushed() != nil {
		lines = append(lines, say("not-pushed", nil))
	}
	found := s.findings()
	slices.SortStableFunc(found, compareVerdicts)
	for _, group := range grouped(found, (*Claim).hasReasonOf) {
		isExplained := group[0].isAbout(head) && !s.Facts.hasNothingOpen() // by why, which is of the same run
		lines = append(lines, t.claimLine(group, isExplained))
	}
	if what := todo(s, head); s.isOpen() && what != "" {
		lines = append(lines, t.Screen.Paint(terminal.Good, "=")+" "+what)
	}
	return lines
}

// grouped returns groups of items that are alike, each in the order of the items.
func grouped[T any](items []T, isAlike func(a, b T) bool) (groups [][]T) {
	for _, item := range items {
		i := slices.IndexFunc(groups, func(group []T) bool { return isAlike(item, group[0]) })
		if i < 0 {
			i = len(groups)
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], item)
	}
	return groups
}

// claimLine returns claims that one reason contradicts, without it if the line above has it.
func (t *Text) claimLine(group []*Claim, isExplained bool) string {
	first := group[0]
	var quoted []string
	for _, c := range group[:min(len(group), maxClaims)] {
		quoted = append(quoted, text.QuoteShort(c.Text))
	}
	if more := len(group) - maxClaims; more > 0 {
		quoted = append(quoted, say("more", map[string]string{"count": strconv.Itoa(more)}))
	}
	verdict := said().Audit["verdict-"+string(first.Verdict)]
	line := t.Screen.Paint(verdictStyles[first.Verdict], text.Count(len(group), verdict+" claim")) + ": " + strings.Join(quoted, ", ")
	if !isExplained {
		line += ", but " + text.Escape(first.Why)
	}
	return line
}

// hasReasonOf reports whether two claims do not hold for one reason: the same run decides in the same way.
func (c *Claim) hasReasonOf(other *Claim) bool {
	if c.Evidence == nil || other.Evidence == nil {
		return c.Verdict == other.Verdict && c.Why == other.Why
	}
	return c.Case == other.Case && *c.Evidence == *other.Evidence
}
