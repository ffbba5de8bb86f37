package audit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/mattn/go-runewidth"

	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/verdict"
)

// words are those of rules/verdicts.cue for a list of sessions.
type words struct {
	Kinds map[string]string
	// Audit are templates by their names, Headings the names of kinds in a list.
	Audit, Headings map[string]string
}

var said = sync.OnceValue(func() words { return table.Load[words]("verdicts") })

func say(name string, values map[string]string) string { return text.Fill(said().Audit[name], values) }

// Text is a list of sessions for people.
type Text struct {
	// Color is set if the reader is a terminal with colours, Verbose if all sessions and claims
	// are listed.
	Color, Verbose bool
	// Width is how many columns a line has, 0 for any number.
	Width int
	// One is set if all about one session is wanted.
	One bool
	// Since says from when on sessions were asked for, "" for all.
	Since string
}

// Sessions returns a line for each session that leaves something open, the worst first, how many
// others there are, and the claims that do not hold.
func (t *Text) Sessions(sessions []*Session) string {
	if t.One {
		return t.session(sessions[0])
	}
	sessions = slices.Clone(sessions)
	slices.SortStableFunc(sessions, urgency)
	changed := 0
	for _, s := range sessions {
		if len(s.Facts.Changed) > 0 {
			changed++
		}
	}
	since := ""
	if t.Since != "" {
		since = " since " + t.Since
	}
	var b strings.Builder
	b.WriteString(say("sessions", map[string]string{"sessions": text.Count(len(sessions), "session"), "since": since, "changed": strconv.Itoa(changed)}) + "\n")
	t.table(&b, sessions)
	if others := t.others(sessions); others != "" {
		b.WriteString(others + "\n")
	}
	b.WriteString(t.claims(sessions))
	return b.String()
}

// isListed reports whether a session has a line of its own.
func (t *Text) isListed(s *Session) bool {
	isSilent := s.Facts.Headline().State == timeline.Nothing && !t.Verbose
	return !isSilent && (t.Verbose || !s.Facts.IsProved() || s.Facts.notPushed() != nil || len(s.findings()) > 0)
}

// findings returns the claims that do not hold.
func (s *Session) findings() []Claim {
	return slices.DeleteFunc(slices.Clone(s.Claims), func(c Claim) bool { return !IsFinding(c) })
}

const (
	// titleWidth is how many columns the title of a session has, stateWidth what is proved.
	titleWidth = 28
	stateWidth = 15
)

// table writes a line for each session that is listed.
func (t *Text) table(b *strings.Builder, sessions []*Session) {
	blank := "\n"
	for _, s := range sessions {
		if !t.isListed(s) {
			continue
		}
		head := s.Facts.Headline()
		state := said().Headings[string(head.Kind)] + " " + string(head.State)
		if head.State == timeline.Nothing {
			state = "-"
		}
		line := fmt.Sprintf("%s  %s  %s  %s  ", s.short(), s.when(), fit(text.Escape(s.Title), titleWidth), t.paint(head.State, fit(state, stateWidth)))
		used := len("12345678  11-21 14:02  ") + titleWidth + stateWidth + 4
		b.WriteString(blank + strings.TrimRight(line+t.cut(detail(s, head), used), " "))
		blank = "\n"
	}
	if blank == "\n" {
		b.WriteString("\n")
	}
}

// short returns the id by which a session is shown.
func (s *Session) short() string {
	const length = 8
	return fit(text.Escape(text.Head(s.ID, length)), length)
}

// when returns the month, the day and the time of a session's end, in UTC.
func (s *Session) when() string {
	if s.Ended.IsZero() {
		return fit("", len("11-21 14:02"))
	}
	return s.Ended.Format("01-02 15:04")
}

// fit returns a text in exactly so many columns.
func fit(s string, width int) string {
	return runewidth.FillRight(runewidth.Truncate(s, width, "…"), width)
}

// cut shortens a text to what is left of a line.
func (t *Text) cut(s string, used int) string {
	const least = 40
	if t.Width == 0 {
		return s
	}
	return runewidth.Truncate(s, max(t.Width-used, least), "…")
}

// colors are those of what is proved, as ANSI's numbers.
var colors = map[timeline.State]string{
	timeline.Failed: "1;31", timeline.Changed: "1;33", timeline.None: "1;33", timeline.Running: "1;33", timeline.Passed: "32",
}

// paint colours what is proved.
func (t *Text) paint(state timeline.State, s string) string {
	if !t.Color || colors[state] == "" {
		return s
	}
	return "\x1b[" + colors[state] + "m" + s + "\x1b[0m"
}

// detail returns in words what leads to the standing of a session, and what it says that is false.
func detail(s *Session, head Standing) string {
	values := map[string]string{"command": "", "printed": "", "changed": text.Count(len(s.Facts.Changed), "file"), "since": "", "doubt": text.Escape(head.Doubt)}
	if head.Run != nil {
		values["command"] = text.QuoteShort(head.Run.Command.Command)
		if head.Run.Printed != "" {
			values["printed"] = ": " + text.Escape(text.Fold(head.Run.Printed))
		}
	}
	values["since"] = text.Count(len(head.Changed), "file")
	parts := []string{say(string(head.State), values)}
	for _, other := range s.Facts.Standings {
		if other.Kind != head.Kind && other.State == timeline.Passed && head.State == timeline.None {
			parts = append(parts, said().Headings[string(other.Kind)]+" passed")
		}
	}
	line := strings.Join(parts, "; ")
	if refused := s.Facts.notPushed(); refused != nil {
		line = strings.TrimPrefix(line+". "+say("not-pushed", nil), ". ")
	}
	if false := s.findings(); len(false) > 0 {
		line = strings.TrimPrefix(line+". "+say("says", map[string]string{"claim": text.QuoteShort(false[0].Text)}), ". ")
	}
	return line
}

// others returns how many sessions are not listed, by what is proved.
func (t *Text) others(sessions []*Session) string {
	count := map[timeline.State]int{}
	total := 0
	for _, s := range sessions {
		state := s.Facts.Headline().State
		if !t.isListed(s) && state != timeline.Nothing {
			count[state]++
			total++
		}
	}
	if total == 0 {
		return ""
	}
	var parts []string
	for _, state := range []timeline.State{timeline.Passed, timeline.Part, timeline.Unknown} {
		if n := count[state]; n > 0 {
			parts = append(parts, say("others-"+string(state), map[string]string{"count": strconv.Itoa(n)}))
		}
	}
	return say("others", map[string]string{"list": strings.Join(parts, ", ")})
}

// claims returns how many claims do not hold, and how to look at one of them; all claims if they
// are asked for.
func (t *Text) claims(sessions []*Session) string {
	count := Count(sessions)
	var b strings.Builder
	if t.Verbose {
		for _, s := range sessions {
			for _, c := range s.Claims {
				b.WriteString("\n" + claimText(c))
			}
		}
	}
	first := ""
	for _, s := range sessions {
		if first == "" && (len(s.findings()) > 0 || !s.Facts.IsProved()) {
			first = text.Head(s.ID, 8)
		}
	}
	b.WriteString("\n" + say("claims", map[string]string{
		"false": text.Count(count[verdict.False], "false claim"), "outdated": strconv.Itoa(count[verdict.Outdated]),
	}))
	if first != "" {
		b.WriteString(" " + say("look", map[string]string{"id": text.ShellQuote(first)}))
	}
	return b.String() + "\n"
}

// claimText returns a claim on a few lines: where it is, what it says, and the fact.
func claimText(c Claim) string {
	verdict := said().Audit["verdict-"+string(c.Verdict)]
	if c.WouldStop {
		verdict += said().Audit["would-stop"]
	}
	lines := []string{fmt.Sprintf("%s:%d: %s: %s", text.Escape(c.Path), c.Line, verdict, text.Escape(text.Quote(c.Text)))}
	for _, why := range []string{c.Why} {
		if why != "" {
			lines = append(lines, "   = "+text.Escape(why))
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// maxOutput is how many lines of an output are shown.
const maxOutput = 12

// session returns all that is known of a session: what is proved of each check, by which command
// and what it printed, what was changed since, commits, and the claims that do not hold.
func (t *Text) session(s *Session) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s  %s\n%s\n", text.Escape(s.ID), s.when(), text.Escape(s.Title), text.Escape(s.Path))
	fmt.Fprintf(&b, "%s\n", say("changed-files", map[string]string{"changed": text.Count(len(s.Facts.Changed), "file")}))
	for _, standing := range s.Facts.Standings {
		fmt.Fprintf(&b, "\n%s %s: %s\n", said().Headings[string(standing.Kind)], t.paint(standing.State, string(standing.State)), detail(&Session{Facts: Facts{Changed: s.Facts.Changed}}, standing))
		if run := standing.Run; run != nil {
			fmt.Fprintf(&b, "   %s\n", t.run(run))
			for _, line := range lastLines(run.output, maxOutput) {
				b.WriteString("   | " + text.Escape(secret.Mask(line)) + "\n")
			}
		}
		for _, c := range standing.Changed {
			fmt.Fprintf(&b, "   %s:%d: changed %s\n", text.Escape(c.Path), c.Line, text.Escape(c.File))
		}
	}
	for _, commit := range s.Facts.Commits {
		b.WriteString("\n" + t.run(&commit) + "\n")
	}
	for _, c := range s.findings() {
		b.WriteString("\n" + claimText(c))
	}
	if s.Missing != "" {
		b.WriteString("\n" + say("missing", map[string]string{"why": text.Escape(s.Missing)}) + "\n")
	}
	return b.String()
}

// run returns a command on one line, with its place and how it ended.
func (t *Text) run(run *Run) string {
	exit := ""
	if run.Exit != nil {
		exit = " (exit " + strconv.Itoa(*run.Exit) + ")"
	}
	return fmt.Sprintf("%s:%d: %s %s%s", text.Escape(run.Path), run.Line, text.QuoteShort(run.Command.Command), run.Outcome, exit)
}

// lastLines returns the last lines of a text that are not blank.
func lastLines(s string, most int) []string {
	lines := slices.DeleteFunc(strings.Split(s, "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
	return lines[max(0, len(lines)-most):]
}

// ByID returns the session whose id begins so. The error says that there is none, or several.
func ByID(sessions []*Session, id string) ([]*Session, error) {
	var found []*Session
	var ids []string
	for _, s := range sessions {
		if strings.HasPrefix(s.ID, id) {
			found = append(found, s)
			ids = append(ids, s.ID)
		}
	}
	switch len(found) {
	case 0:
		return nil, fmt.Errorf("no session has an id that begins with %s; `handofflint audit -v` lists them", text.Quote(id))
	case 1:
		return found, nil
	}
	return nil, fmt.Errorf("%d sessions have an id that begins with %s: %s", len(found), text.Quote(id), text.Escape(strings.Join(ids, ", ")))
}
