package audit

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/terminal"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/verdict"
)

// words are those of rules/facts/verdicts.cue for a list of sessions.
type words struct {
	Kinds map[string]string
	// Audit and Todo are templates by their names, Headings the names of kinds in a list, Meanings
	// those of states.
	Audit, Todo, Headings, Meanings map[string]string
	// Status has the words of a status line: templates for tests and for other checks by their
	// states, one for what was said at the last stop, and what is between two parts.
	Status struct {
		Tests, Others map[timeline.State]string
		Stop, Between string
	}
}

var said = sync.OnceValue(func() words { return table.Load[words]("verdicts") })

func say(name string, values map[string]string) string { return text.Fill(said().Audit[name], values) }

// Text is a list of sessions for people.
type Text struct {
	// Screen is what shows the list.
	Screen terminal.Screen
	// Verbose is set if all sessions and claims are listed, Quiet if nothing is counted.
	Verbose, Quiet bool
	// One is set if all about one session is wanted.
	One bool
	// Since is the time after which sessions were asked for, the zero time for all.
	Since time.Time
	// Asked are the words of the command line that ask for these sessions.
	Asked []string
	// Unread is how many transcripts could not be read.
	Unread int
	// heading is the transcript that a terminal shows above what follows.
	heading string
}

// Sessions returns a line for each session that leaves something open, the worst first, how many
// others there are, and how many claims do not hold.
func (t *Text) Sessions(sessions []*Session) string {
	sessions = slices.Clone(sessions)
	slices.SortStableFunc(sessions, urgency)
	var blocks []string
	switch {
	case t.One:
		for _, s := range sessions {
			blocks = append(blocks, t.session(s))
		}
	case t.Quiet:
		blocks = append(blocks, t.list(sessions), t.claims(sessions))
	default:
		blocks = append(blocks, t.first(sessions), t.list(sessions), t.claims(sessions), t.last(sessions))
	}
	return t.Screen.Wrap(strings.Join(text.NonEmpty(blocks...), "\n"))
}

// first returns how many sessions there are, since when, and how many leave something open.
func (t *Text) first(sessions []*Session) string {
	if len(sessions) == 0 {
		return text.Count(0, "session") + "\n"
	}
	changed := 0
	open := 0
	since := t.Since
	for _, s := range sessions {
		if s.isOpen() {
			open++
		}
		if len(s.Facts.Changed) > 0 {
			changed++
		}
		isEarlier := since.IsZero() || s.Began.Before(since)
		if t.Since.IsZero() && !s.Began.IsZero() && isEarlier {
			since = s.Began
		}
	}
	values := map[string]string{"sessions": text.Count(len(sessions), "session"), "since": "", "changed": strconv.Itoa(changed), "open": strconv.Itoa(open)}
	if !since.IsZero() {
		values["since"] = since.UTC().Format(time.DateOnly)
		return say("sessions-since", values) + "\n"
	}
	return say("sessions", values) + "\n"
}

// isListed reports whether a session has a line of its own.
func (t *Text) isListed(s *Session) bool {
	return t.Verbose || s.isOpen()
}

// isOpen reports whether there is something in a session that a reader has to know of.
func (s *Session) isOpen() bool {
	return !s.Facts.hasNothingOpen() || s.Facts.notPushed() != nil || len(s.findings()) > 0
}

// findings returns the claims that do not hold.
func (s *Session) findings() []*Claim {
	return slices.DeleteFunc(slices.Clone(s.Claims), func(c *Claim) bool { return !isFinding(c) })
}

// saysFalse reports whether a claim of a session is false.
func (s *Session) saysFalse() bool {
	return slices.ContainsFunc(s.Claims, func(c *Claim) bool { return c.Verdict == verdict.False })
}

// wouldStop reports whether a hook would have stopped an agent of a session.
func (s *Session) wouldStop() bool {
	return slices.ContainsFunc(s.Claims, func(c *Claim) bool { return c.WouldStop })
}

// stateOf returns what is proved, in the words of a column, "" for nothing.
func stateOf(s Standing) string {
	if s.State == timeline.NothingToSay {
		return ""
	}
	return said().Headings[string(s.Kind)] + " " + string(s.State)
}

// when returns the month, the day and the time of a session's end, in UTC; "" if no record has it.
func (s *Session) when() string {
	if s.Ended.IsZero() {
		return ""
	}
	return s.Ended.Format("01-02 15:04")
}

// styles are those of what is proved.
var styles = map[timeline.State]terminal.Style{
	timeline.Failed: terminal.Bad, timeline.Changed: terminal.Doubt, timeline.None: terminal.Doubt, timeline.Running: terminal.Doubt, timeline.Passed: terminal.Good,
}

// verdictStyles are those of claims that do not hold.
var verdictStyles = map[verdict.Verdict]terminal.Style{verdict.False: terminal.Bad, verdict.Outdated: terminal.Doubt}

// paint colours what is proved.
func (t *Text) paint(state timeline.State, s string) string { return t.Screen.Paint(styles[state], s) }

// why returns in words what leads to a standing. changed are the sources that the session changed.
func (s Standing) why(changed []Change) string {
	values := map[string]string{"kind": said().Kinds[string(s.Kind)], "command": "", "printed": "", "changed": text.Count(len(changed), "file"), "since": text.Count(s.ChangedCount, "file"), "doubt": text.Escape(s.Doubt)}
	if s.Run != nil {
		values["command"] = s.Run.name(maxName)
		if s.Run.Printed != "" {
			values["printed"] = ": " + text.Escape(text.Shorten(text.Fold(s.Run.Printed), maxPrinted))
		}
	}
	return say(string(s.State), values)
}

const (
	// maxPrinted is how much of a summary is told, maxName of a command, and maxAgain of one that was
	// told before, in characters.
	maxPrinted = 80
	maxName    = 100
	maxAgain   = 50
)

// name returns the name of a run: the commit that it was part of, else its command, quoted and cut off.
func (r *Run) name(most int) string {
	return cmp.Or(r.commit, text.Quote(text.Shorten(r.Command.Command, most)))
}

// isAbout reports whether the run that decides about a claim decides at the end of the session, too.
func (c *Claim) isAbout(s Standing) bool {
	return c.Evidence != nil && s.Run != nil && c.Evidence.Path == s.Run.Path && c.Evidence.Line == s.Run.Line
}

// compareVerdicts compares two claims, the worse one first.
func compareVerdicts(a, b *Claim) int {
	order := []verdict.Verdict{verdict.False, verdict.Outdated, verdict.Unknown, verdict.Holds}
	return slices.Index(order, a.Verdict) - slices.Index(order, b.Verdict)
}

// others returns how many sessions that changed code are not listed, by what is proved.
func (t *Text) others(sessions []*Session) string {
	count := map[timeline.State]int{}
	for _, s := range sessions {
		if !t.isListed(s) && len(s.Facts.Changed) > 0 {
			count[s.Facts.headline().State]++
		}
	}
	var parts []string
	// A session with any other state is listed.
	for _, state := range []timeline.State{timeline.Passed, timeline.Part, timeline.Unknown, timeline.NothingToSay} {
		if n := count[state]; n > 0 {
			parts = append(parts, say("others-"+string(state), map[string]string{"count": strconv.Itoa(n)}))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return say("others", map[string]string{"list": strings.Join(parts, ", ")}) + "\n"
}

// claims returns all claims if they are asked for, also those that a hook held, the worst first.
func (t *Text) claims(sessions []*Session) string {
	if !t.Verbose {
		return ""
	}
	var claims []*Claim
	for _, s := range sessions {
		claims = slices.Concat(claims, s.Claims, s.held)
	}
	slices.SortStableFunc(claims, compareVerdicts)
	var b strings.Builder
	for _, c := range claims {
		if t.Screen.Columns > 0 && c.Path != t.heading {
			b.WriteString("\n" + t.title(c.Path) + "\n")
		}
		b.WriteString(t.claimHead(c) + c.reason())
	}
	return strings.TrimPrefix(b.String(), "\n")
}

// title returns the path of a transcript, and makes it the heading of what follows.
func (t *Text) title(path string) string {
	t.heading = path
	return t.Screen.LinkFile(path, t.Screen.Paint(terminal.Strong, text.Escape(path)))
}

// at returns the place of a record, without the file if a terminal shows that in the heading.
func (t *Text) at(path string, line int) string {
	if t.Screen.Columns > 0 && path == t.heading {
		return fmt.Sprintf("line %d", line)
	}
	return fmt.Sprintf("%s:%d", text.Escape(path), line)
}

// last returns what was counted, and how to look at a session that leaves something open.
func (t *Text) last(sessions []*Session) string {
	counted := t.others(sessions) + t.counted(sessions)
	worst := slices.IndexFunc(sessions, (*Session).isOpen)
	if worst >= 0 {
		id := text.ShellQuote(text.Escape(shortID(sessions[worst], sessions)))
		counted += say("look", map[string]string{"command": auditCommand(t.Asked, "--show", id)}) + "\n"
	}
	return counted
}

// auditCommand returns the command that reads the same sessions with other options.
func auditCommand(asked []string, options ...string) string {
	return strings.Join(slices.Concat([]string{"handofflint audit"}, options, asked), " ")
}

// counted returns how many claims do not hold, and what was not read.
func (t *Text) counted(sessions []*Session) string {
	out := ""
	if slices.ContainsFunc(sessions, func(s *Session) bool { return slices.ContainsFunc(s.rows, Row.hasMessage) }) {
		out += t.Tally(sessions) + "\n"
	}
	if t.Unread > 0 {
		out += say("unread", map[string]string{"transcripts": text.Count(t.Unread, "transcript")}) + "\n"
	}
	return out
}

// Tally returns how many claims there are by their verdicts, and in how many messages, on one line.
func (t *Text) Tally(sessions []*Session) string {
	count := Count(sessions)
	messages, read := 0, 0
	for _, s := range sessions {
		for _, r := range s.rows {
			if r.hasMessage() {
				messages++
			}
			if r.message.hasClaim {
				read++
			}
		}
	}
	paint := func(v verdict.Verdict, s string) string {
		if count[v] == 0 {
			return s
		}
		return t.Screen.Paint(verdictStyles[v], s)
	}
	return say("claims", map[string]string{
		"false": paint(verdict.False, text.Count(count[verdict.False], "false claim")), "outdated": paint(verdict.Outdated, strconv.Itoa(count[verdict.Outdated])+" outdated"),
		"holds": strconv.Itoa(count[verdict.Holds]), "unknown": strconv.Itoa(count[verdict.Unknown]),
		"messages": text.Count(messages, "final message"), "read": strconv.Itoa(read),
	})
}

// ownID returns the id of a session without what all ids of OpenCode begin with.
func (s *Session) ownID() string { return strings.TrimPrefix(s.ID, "ses_") }

// shortID returns the beginning of the id of a session, all of it if others begin so, too.
func shortID(s *Session, sessions []*Session) string {
	short := text.Head(s.ownID(), idWidth)
	isLike := func(other *Session) bool { return other.ID != s.ID && strings.HasPrefix(other.ownID(), short) }
	if slices.ContainsFunc(sessions, isLike) {
		return s.ID
	}
	return short
}

// claimHead returns where a claim is and what it says on a line.
func (t *Text) claimHead(c *Claim) string {
	verdict := t.Screen.Paint(verdictStyles[c.Verdict], said().Audit["verdict-"+string(c.Verdict)])
	if c.WouldStop {
		verdict += said().Audit["would-stop"]
	}
	if c.isHeld {
		verdict += said().Audit["held"]
	}
	return fmt.Sprintf("%s: %s: %s\n", t.at(c.Path, c.Line), verdict, text.Escape(text.Quote(c.Text)))
}

// reason returns the reason of a verdict on a line, "" if there is none.
func (c *Claim) reason() string {
	if c.Why == "" {
		return ""
	}
	return "   = " + text.Escape(c.Why) + "\n"
}
