package audit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mattn/go-runewidth"

	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/verdict"
)

// words are those of rules/verdicts.cue for a list of sessions.
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
	// Color is set if the reader is a terminal with colours, Verbose if all sessions and claims
	// are listed, Quiet if nothing is counted.
	Color, Verbose, Quiet bool
	// Width is how many columns a line has, 0 for any number.
	Width int
	// One is set if all about one session is wanted.
	One bool
	// Since is the time after which sessions were asked for, the zero time for all.
	Since time.Time
	// Unread is how many transcripts could not be read.
	Unread int
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
		blocks = append(blocks, t.table(sessions), t.claims(sessions))
	default:
		blocks = append(blocks, t.first(sessions), t.table(sessions)+t.others(sessions), t.claims(sessions), t.last(sessions))
	}
	blocks = slices.DeleteFunc(blocks, func(block string) bool { return block == "" })
	return strings.Join(blocks, "\n")
}

// first returns how many sessions there are, and since when.
func (t *Text) first(sessions []*Session) string {
	if len(sessions) == 0 {
		return text.Count(0, "session") + "\n"
	}
	changed := 0
	since := t.Since
	for _, s := range sessions {
		if len(s.Facts.Changed) > 0 {
			changed++
		}
		isEarlier := since.IsZero() || s.Began.Before(since)
		if t.Since.IsZero() && !s.Began.IsZero() && isEarlier {
			since = s.Began
		}
	}
	values := map[string]string{"sessions": text.Count(len(sessions), "session"), "since": "", "changed": strconv.Itoa(changed)}
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
	return !s.Facts.IsProved() || s.Facts.notPushed() != nil || len(s.findings()) > 0
}

// findings returns the claims that do not hold.
func (s *Session) findings() []Claim {
	return slices.DeleteFunc(slices.Clone(s.Claims), func(c Claim) bool { return !IsFinding(c) })
}

// The widths of columns.
const (
	idWidth   = 8
	timeWidth = len("11-21 14:02")
	// titleWidth is that of the titles of sessions, and narrowTitle that on a narrow terminal.
	titleWidth  = 28
	narrowTitle = 16
	narrow      = 120
	// leastDetail is how much of the last column is printed at least.
	leastDetail = 20
	columnGap   = "  "
)

// table returns a line for each session that is listed. Columns in which no session has anything
// are left out.
func (t *Text) table(sessions []*Session) string {
	listed := slices.DeleteFunc(slices.Clone(sessions), func(s *Session) bool { return !t.isListed(s) })
	titles, states := 0, 0
	for _, s := range listed {
		titles = max(titles, runewidth.StringWidth(text.Escape(s.Title)))
		states = max(states, runewidth.StringWidth(stateOf(s.Facts.Headline())))
	}
	titles = min(titles, titleWidth)
	if t.Width > 0 && t.Width < narrow {
		titles = min(titles, narrowTitle)
	}
	var b strings.Builder
	for _, s := range listed {
		head := s.Facts.Headline()
		columns := []string{fit(text.Escape(text.Head(s.ownID(), idWidth)), idWidth), s.when()}
		if titles > 0 {
			columns = append(columns, fit(text.Escape(s.Title), titles))
		}
		columns = append(columns, fit(stateOf(head), states), "")
		line := strings.Join(columns, columnGap)
		last := s.detail(head)
		if t.Width > 0 {
			last = runewidth.Truncate(last, max(t.Width-runewidth.StringWidth(line), leastDetail), "…")
		}
		color := head.State
		if slices.ContainsFunc(s.Claims, func(c Claim) bool { return c.Verdict == verdict.False }) {
			color = timeline.Failed
		}
		columns[len(columns)-2] = t.paint(color, columns[len(columns)-2])
		b.WriteString(strings.TrimRight(strings.Join(columns, columnGap)+last, " ") + "\n")
	}
	return b.String()
}

// stateOf returns what is proved, in the words of a column.
func stateOf(s Standing) string {
	if s.State == timeline.Nothing {
		return "-"
	}
	return said().Headings[string(s.Kind)] + " " + string(s.State)
}

// when returns the month, the day and the time of a session's end, in UTC.
func (s *Session) when() string {
	if s.Ended.IsZero() {
		return fit("", timeWidth)
	}
	return s.Ended.Format("01-02 15:04")
}

// fit returns a text in exactly so many columns.
func fit(s string, width int) string {
	return runewidth.FillRight(runewidth.Truncate(s, width, "…"), width)
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

// why returns in words what leads to a standing. changed are the sources that the session changed.
func (s Standing) why(changed []Change) string {
	values := map[string]string{"command": "", "printed": "", "changed": text.Count(len(changed), "file"), "since": text.Count(s.ChangedCount, "file"), "doubt": text.Escape(s.Doubt)}
	if s.Run != nil {
		values["command"] = s.Run.name()
		if s.Run.Printed != "" {
			values["printed"] = ": " + text.Escape(text.Shorten(text.Fold(s.Run.Printed), maxPrinted))
		}
	}
	return say(string(s.State), values)
}

const (
	// maxPrinted is how much of a summary is told, and maxName of a command, in characters.
	maxPrinted = 80
	maxName    = 50
)

// name returns the command of a run, quoted, or says that hooks of a commit ran it.
func (r *Run) name() string {
	command := r.Command.Command
	before, _, hasMessage := strings.Cut(command, " -m ")
	if hasMessage && strings.HasSuffix(before, "git commit") {
		return say("hooks", map[string]string{"command": text.Quote(before)})
	}
	return text.Quote(text.Shorten(command, maxName))
}

// detail returns in words what leads to the standing of a session, and what it says that does not
// hold.
func (s *Session) detail(head Standing) string {
	why := head.why(s.Facts.Changed)
	for _, other := range s.Facts.Standings {
		isNamed := head.State == timeline.None && other.State == timeline.Passed || head.Kind != runner.Tests && other.Kind == runner.Tests && other.State != timeline.Nothing
		if other.Kind != head.Kind && isNamed {
			why += "; " + stateOf(other)
		}
	}
	isGood := s.Facts.IsProved() && head.State != timeline.Unknown
	if isGood && (len(s.findings()) > 0 || s.Facts.notPushed() != nil) {
		why = "" // the session is listed for another reason
	}
	sentences := []string{why}
	if s.Facts.notPushed() != nil {
		sentences = append(sentences, say("not-pushed", nil))
	}
	if found := s.findings(); len(found) > 0 {
		worst := slices.MinFunc(found, compareVerdicts)
		name := "said"
		if worst.isAbout(head) && !s.Facts.IsProved() {
			name = "says"
		}
		sentences = append(sentences, say(name, map[string]string{"claim": text.QuoteShort(worst.Text), "verdict": said().Audit["verdict-"+string(worst.Verdict)]}))
	}
	sentences = slices.DeleteFunc(sentences, func(sentence string) bool { return sentence == "" })
	line := strings.Join(sentences, ". ")
	if len(sentences) > 1 {
		line += "."
	}
	return line
}

// isAbout reports whether the run that decides about a claim decides at the end of the session, too.
func (c Claim) isAbout(s Standing) bool {
	return c.Evidence != nil && s.Run != nil && c.Evidence.Path == s.Run.Path && c.Evidence.Line == s.Run.Line
}

// compareVerdicts compares two claims, the worse one first.
func compareVerdicts(a, b Claim) int {
	order := []verdict.Verdict{verdict.False, verdict.Outdated, verdict.Unknown, verdict.Holds}
	return slices.Index(order, a.Verdict) - slices.Index(order, b.Verdict)
}

// others returns how many sessions that changed code are not listed, by what is proved.
func (t *Text) others(sessions []*Session) string {
	count := map[timeline.State]int{}
	for _, s := range sessions {
		if !t.isListed(s) && len(s.Facts.Changed) > 0 {
			count[s.Facts.Headline().State]++
		}
	}
	var parts []string
	for _, state := range []timeline.State{timeline.Passed, timeline.Part, timeline.Unknown} {
		name := "others-"
		if len(parts) == 0 {
			name = "first-"
		}
		if n := count[state]; n > 0 {
			parts = append(parts, say(name+string(state), map[string]string{"count": strconv.Itoa(n)}))
		}
	}
	lines := ""
	if len(parts) > 0 {
		lines += say("others", map[string]string{"list": strings.Join(parts, ", ")}) + "\n"
	}
	if n := count[timeline.Nothing]; n > 0 {
		lines += say("others-nothing", map[string]string{"count": strconv.Itoa(n)}) + "\n"
	}
	return lines
}

// claims returns all claims if they are asked for, the worst first.
func (t *Text) claims(sessions []*Session) string {
	if !t.Verbose {
		return ""
	}
	var claims []Claim
	for _, s := range sessions {
		claims = slices.Concat(claims, s.Claims, s.held)
	}
	slices.SortStableFunc(claims, compareVerdicts)
	var b strings.Builder
	for _, c := range claims {
		b.WriteString(claimText(c))
	}
	return b.String()
}

// last returns what was counted, and how to look at a session that leaves something open.
func (t *Text) last(sessions []*Session) string {
	counted := t.counted(sessions)
	worst := slices.IndexFunc(sessions, (*Session).isOpen)
	if worst >= 0 {
		counted += say("look", map[string]string{"id": text.ShellQuote(text.Escape(shortID(sessions[worst], sessions)))}) + "\n"
	}
	return counted
}

// counted returns how many claims do not hold, and what was not read.
func (t *Text) counted(sessions []*Session) string {
	count := Count(sessions)
	messages, unclear := 0, 0
	for _, s := range sessions {
		for _, m := range s.messages {
			messages++
			if !m.hasClaim {
				unclear++
			}
		}
	}
	var b strings.Builder
	if messages > 0 {
		b.WriteString(say("claims", map[string]string{
			"false": text.Count(count[verdict.False], "false claim"), "outdated": strconv.Itoa(count[verdict.Outdated]),
			"holds": strconv.Itoa(count[verdict.Holds]), "unknown": strconv.Itoa(count[verdict.Unknown]),
		}) + "\n")
		b.WriteString(say("messages", map[string]string{"messages": text.Count(messages, "final message"), "unclear": strconv.Itoa(unclear)}) + "\n")
	}
	if t.Unread > 0 {
		b.WriteString(say("unread", map[string]string{"transcripts": text.Count(t.Unread, "transcript")}) + "\n")
	}
	return b.String()
}

// ownID returns the id of a session without what all ids of OpenCode begin with.
func (s *Session) ownID() string { return strings.TrimPrefix(s.ID, "ses_") }

// shortID returns the beginning of the id of a session, all of it if others begin so, too.
func shortID(s *Session, sessions []*Session) string {
	short := text.Head(s.ownID(), idWidth)
	for _, other := range sessions {
		if other.ID != s.ID && strings.HasPrefix(other.ownID(), short) {
			return s.ID
		}
	}
	return short
}

// claimText returns a claim on two lines: where it is and what it says, and the fact.
func claimText(c Claim) string {
	verdict := said().Audit["verdict-"+string(c.Verdict)]
	if c.WouldStop {
		verdict += said().Audit["would-stop"]
	}
	if c.isHeld {
		verdict += said().Audit["held"]
	}
	out := fmt.Sprintf("%s:%d: %s: %s\n", text.Escape(c.Path), c.Line, verdict, text.Escape(text.Quote(c.Text)))
	if c.Why != "" {
		out += "   = " + text.Escape(c.Why) + "\n"
	}
	return out
}

const (
	// maxOutput is how many lines of an output are shown, and maxShown how many changes and commits.
	maxOutput = 12
	maxShown  = 20
)

// session returns all that is known of a session: what is proved of each check, by which command
// and what it printed, what was changed since, commits, and the claims that do not hold.
func (t *Text) session(s *Session) string {
	head := slices.DeleteFunc([]string{text.Escape(s.ID), strings.TrimSpace(s.when()), text.Escape(s.Title)}, func(part string) bool { return part == "" })
	blocks := []string{strings.Join(head, columnGap) + "\n" + text.Escape(s.Path) + "\n" + t.changes(s.Facts.Changed, len(s.Facts.Changed), "changed-files")}
	for _, standing := range s.Facts.Standings {
		blocks = append(blocks, t.standing(standing, s.Facts.Changed))
	}
	var commits strings.Builder
	for _, run := range s.Facts.Commits[max(0, len(s.Facts.Commits)-maxShown):] {
		commits.WriteString(runText(&run) + "\n")
	}
	var claims strings.Builder
	for _, c := range s.findings() {
		claims.WriteString(claimText(c) + say("dismiss", map[string]string{"id": c.ID}) + "\n")
		if c.run != nil && !isShown(s.Facts.Standings, c.run) {
			claims.WriteString(t.run(c.run))
		}
	}
	blocks = append(blocks, commits.String(), claims.String())
	if s.Missing != "" {
		blocks = append(blocks, say("missing", map[string]string{"why": text.Escape(s.Missing)})+"\n")
	}
	blocks = slices.DeleteFunc(blocks, func(block string) bool { return block == "" })
	return strings.Join(blocks, "\n")
}

// standing returns what is proved of a check, what decides, and what was changed since.
func (t *Text) standing(s Standing, changed []Change) string {
	state := said().Headings[string(s.Kind)] + " " + t.paint(s.State, string(s.State))
	out := strings.TrimSuffix(state+": "+s.why(changed), ": ") + "\n"
	if s.Run != nil {
		out += t.run(s.Run)
	}
	if s.State == timeline.Changed || s.State == timeline.Failed {
		out += t.changes(s.Changed, s.ChangedCount, "changed-since")
	}
	return out
}

// isShown reports whether a run decides one of some standings.
func isShown(standings []Standing, run *Run) bool {
	return slices.ContainsFunc(standings, func(s Standing) bool { return s.Run != nil && s.Run.Path == run.Path && s.Run.Line == run.Line })
}

// run returns a run and the end of what it printed.
func (t *Text) run(r *Run) string {
	out := "   " + runText(r) + "\n"
	for _, line := range r.lastLines() {
		if t.Width > 0 {
			line = runewidth.Truncate(line, max(t.Width-len("   | "), leastDetail), "…")
		}
		out += "   | " + line + "\n"
	}
	return out
}

// changes returns a list of changes under a line of its own, the file first.
func (t *Text) changes(changes []Change, count int, heading string) string {
	if count == 0 && heading != "changed-files" {
		return ""
	}
	var b strings.Builder
	b.WriteString(say(heading, map[string]string{"changed": text.Count(count, "file")}) + "\n")
	shown := changes[:min(len(changes), maxShown)]
	for _, c := range shown {
		fmt.Fprintf(&b, "   %s  %s:%d\n", text.Escape(c.File), text.Escape(c.Path), c.Line)
	}
	if more := count - len(shown); more > 0 {
		b.WriteString("   " + say("more", map[string]string{"count": strconv.Itoa(more)}) + "\n")
	}
	return b.String()
}

// runText returns a command on one line, with its place and how it ended.
func runText(r *Run) string {
	return fmt.Sprintf("%s:%d: %s %s", text.Escape(r.Path), r.Line, text.Quote(r.Command.Command), r.ended())
}

// ended returns in words how a run ended.
func (r *Run) ended() string {
	exit := ""
	if r.Exit != nil {
		exit = say("exit", map[string]string{"code": strconv.Itoa(*r.Exit)})
	}
	return said().Audit["outcome-"+string(r.Outcome)] + exit
}

// lastLines returns the last lines of the output that are not blank.
func (r *Run) lastLines() []string {
	lines := slices.DeleteFunc(strings.Split(secret.Mask(r.output), "\n"), func(line string) bool { return strings.TrimSpace(line) == "" })
	lines = lines[max(0, len(lines)-maxOutput):]
	for i, line := range lines {
		lines[i] = text.Escape(text.Shorten(strings.ReplaceAll(line, "\t", "  "), maxText))
	}
	return lines
}

// ByID returns the session whose id begins so, or several that have the same id. The error says
// that there is none, or that several ids begin so.
func ByID(sessions []*Session, id string) ([]*Session, error) {
	var found []*Session
	var ids []string
	for _, s := range sessions {
		if strings.HasPrefix(s.ID, id) || strings.HasPrefix(s.ownID(), id) {
			found = append(found, s)
			ids = append(ids, s.ID)
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	switch len(ids) {
	case 0:
		return nil, fmt.Errorf("no session has an id that begins with %s; `handofflint audit -v` lists them", text.Quote(id))
	case 1:
		return found, nil
	}
	return nil, fmt.Errorf("%d sessions have an id that begins with %s: %s", len(ids), text.Quote(id), text.Escape(strings.Join(ids, ", ")))
}
