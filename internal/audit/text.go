package audit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/secret"
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
		blocks = append(blocks, t.table(sessions), t.claims(sessions))
	default:
		blocks = append(blocks, t.first(sessions), t.table(sessions), t.others(sessions), t.claims(sessions), t.last(sessions))
	}
	blocks = slices.DeleteFunc(blocks, func(block string) bool { return block == "" })
	return t.Screen.Wrap(strings.Join(blocks, "\n"))
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
	idWidth    = 8
	timeWidth  = len("11-21 14:02")
	titleWidth = 28
	// leastDetail is how wide the last column is at least. If a terminal is narrower, it is a line of
	// its own.
	leastDetail = 60
	columnGap   = "  "
)

// table returns a line for each session that is listed. Columns in which no session has anything
// are left out.
func (t *Text) table(sessions []*Session) string {
	listed := slices.DeleteFunc(slices.Clone(sessions), func(s *Session) bool { return !t.isListed(s) })
	titles, states := 0, 0
	for _, s := range listed {
		titles = max(titles, terminal.Width(text.Escape(s.Title)))
		states = max(states, terminal.Width(stateOf(s.Facts.Headline())))
	}
	titles = min(titles, titleWidth)
	var b strings.Builder
	for _, s := range listed {
		head := s.Facts.Headline()
		columns := []string{t.Screen.Paint(terminal.Strong, terminal.Fit(text.Escape(text.Head(s.ownID(), idWidth)), idWidth)), s.when()}
		if titles > 0 {
			columns = append(columns, terminal.Fit(text.Escape(s.Title), titles))
		}
		columns = append(columns, t.paint(head.State, terminal.Fit(stateOf(head), states)))
		b.WriteString(t.row(strings.Join(columns, columnGap)+columnGap, t.detail(s, head)) + "\n")
	}
	return b.String()
}

// row returns the line of a session. On a narrow terminal the last column is below the others.
func (t *Text) row(columns, last string) string {
	indent := terminal.Width(columns)
	if t.Screen.Columns == 0 || t.Screen.Columns-indent >= leastDetail {
		return strings.TrimRight(t.Screen.WrapLine(columns+last, indent), " ")
	}
	const below = idWidth + len(columnGap)
	if last != "" {
		last = "\n" + t.Screen.WrapLine(strings.Repeat(" ", below)+last, below)
	}
	return strings.TrimRight(columns, " ") + last
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
		return strings.Repeat(" ", timeWidth)
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
func (t *Text) detail(s *Session, head Standing) string {
	why := strings.TrimSuffix(head.why(s.Facts.Changed), ".")
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
		style := verdictStyles[worst.Verdict]
		sentences = append(sentences, say(name, map[string]string{
			"claim": t.Screen.Paint(style, text.QuoteShort(worst.Text)), "verdict": t.Screen.Paint(style, said().Audit["verdict-"+string(worst.Verdict)]), "why": worst.Why,
		}))
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
		if t.Screen.Columns > 0 && c.Path != t.heading {
			b.WriteString("\n" + t.title(c.Path) + "\n")
		}
		b.WriteString(t.claimText(c))
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
	counted := t.counted(sessions)
	worst := slices.IndexFunc(sessions, (*Session).isOpen)
	if worst >= 0 {
		words := append([]string{"--show", text.ShellQuote(text.Escape(shortID(sessions[worst], sessions)))}, t.Asked...)
		counted += say("look", map[string]string{"words": strings.Join(words, " ")}) + "\n"
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
		paint := func(v verdict.Verdict, s string) string {
			if count[v] == 0 {
				return s
			}
			return t.Screen.Paint(verdictStyles[v], s)
		}
		b.WriteString(say("claims", map[string]string{
			"false": paint(verdict.False, text.Count(count[verdict.False], "false claim")), "outdated": paint(verdict.Outdated, strconv.Itoa(count[verdict.Outdated])),
			"holds": strconv.Itoa(count[verdict.Holds]), "unknown": strconv.Itoa(count[verdict.Unknown]),
			"messages": text.Count(messages, "final message"), "unclear": strconv.Itoa(unclear),
		}) + "\n")
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
func (t *Text) claimText(c Claim) string {
	verdict := t.Screen.Paint(verdictStyles[c.Verdict], said().Audit["verdict-"+string(c.Verdict)])
	if c.WouldStop {
		verdict += said().Audit["would-stop"]
	}
	if c.isHeld {
		verdict += said().Audit["held"]
	}
	out := fmt.Sprintf("%s: %s: %s\n", t.at(c.Path, c.Line), verdict, text.Escape(text.Quote(c.Text)))
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

// session returns all that is known of a session: what to do, the claims that do not hold, what was
// changed, what is proved of each check, by which command and what it printed, and commits.
func (t *Text) session(s *Session) string {
	blocks := []string{t.Screen.Paint(terminal.Strong, s.heading()) + "\n" + t.title(s.Path) + "\n"}
	if s.isOpen() {
		blocks = append(blocks, say("what-to-do", map[string]string{"todo": text.Escape(todo(s, s.Facts.Headline()))})+"\n")
	}
	for _, c := range s.findings() {
		claim := t.claimText(c)
		if c.run != nil && !isShown(s.Facts.Standings, c.run) {
			claim += "   " + t.runText(c.run) + "\n" + t.output(c.run)
		}
		blocks = append(blocks, claim+say("dismiss", map[string]string{"id": c.ID})+"\n")
	}
	blocks = append(blocks, t.changes(s.Facts.Changed, len(s.Facts.Changed), "changed-files"))
	blocks = append(blocks, t.standings(s.Facts)...)
	blocks = append(blocks, t.commits(s.Facts))
	if s.Missing != "" {
		blocks = append(blocks, say("missing", map[string]string{"why": text.Escape(s.Missing)})+"\n")
	}
	blocks = slices.DeleteFunc(blocks, func(block string) bool { return block == "" })
	return strings.Join(blocks, "\n")
}

// heading returns the id, the time and the title of a session.
func (s *Session) heading() string {
	parts := []string{text.Escape(s.ID), strings.TrimSpace(s.when()), text.Escape(s.Title)}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), columnGap)
}

// standings returns a block for each run that decides about checks, the worst first.
func (t *Text) standings(f Facts) (blocks []string) {
	sorted := slices.Clone(f.Standings)
	slices.SortStableFunc(sorted, func(a, b Standing) int { return timeline.CompareStates(a.State, b.State) })
	groups := map[string][]Standing{}
	var order []string
	for _, s := range sorted {
		key := string(s.Kind)
		if s.Run != nil {
			key = fmt.Sprintf("%s:%d %s", s.Run.Path, s.Run.Line, s.Run.Command.Command)
		}
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], s)
	}
	for _, key := range order {
		blocks = append(blocks, t.decided(groups[key], f))
	}
	return blocks
}

// decided returns what is proved of the checks that one run decides, the run, and what was changed
// since. What is the same of several checks comes once.
func (t *Text) decided(standings []Standing, f Facts) string {
	var b strings.Builder
	for _, s := range standings {
		state := said().Headings[string(s.Kind)] + " " + t.paint(s.State, string(s.State))
		b.WriteString(strings.TrimSuffix(state+": "+s.printed(f.Changed), ": ") + "\n")
	}
	if run := standings[0].Run; run != nil {
		b.WriteString("   " + t.runText(f.whole(run)) + "\n" + t.output(run))
	}
	before := ""
	for _, s := range standings {
		changes := ""
		if s.State == timeline.Changed || s.State == timeline.Failed {
			changes = t.changes(s.Changed, s.ChangedCount, "changed-since")
		}
		if changes != before {
			b.WriteString(changes)
			before = changes
		}
	}
	return b.String()
}

// printed returns the line that says how the run ended, else what leads to the standing.
func (s Standing) printed(changed []Change) string {
	isEnded := s.State == timeline.Passed || s.State == timeline.Failed
	if isEnded && s.Run != nil {
		return text.Escape(text.Shorten(text.Fold(s.Run.Printed), maxText))
	}
	return s.why(changed)
}

// whole returns the commit that did not go through though a check that it ran passed, else the run.
func (f Facts) whole(run *Run) *Run {
	for i := range f.Commits {
		commit := &f.Commits[i]
		isBroken := run.Outcome != timeline.Broken && commit.Outcome == timeline.Broken
		if isBroken && isSame(commit, run) {
			return commit
		}
	}
	return run
}

// commits returns the last commits and pushes that no check is shown of.
func (t *Text) commits(f Facts) string {
	commits := slices.DeleteFunc(slices.Clone(f.Commits), func(run Run) bool { return isShown(f.Standings, &run) })
	out := ""
	for _, run := range commits[max(0, len(commits)-maxShown):] {
		out += t.runText(&run) + "\n"
	}
	return out
}

// isShown reports whether a run decides one of some standings.
func isShown(standings []Standing, run *Run) bool {
	return slices.ContainsFunc(standings, func(s Standing) bool { return s.Run != nil && isSame(s.Run, run) })
}

// isSame reports whether two runs are of one command. A record may have several.
func isSame(a, b *Run) bool {
	return a.Path == b.Path && a.Line == b.Line && a.Command.Command == b.Command.Command
}

// output returns the end of what a run printed.
func (t *Text) output(r *Run) (out string) {
	for _, line := range r.lastLines() {
		const margin = "   | "
		if t.Screen.Columns > 0 {
			line = terminal.Cut(line, t.Screen.Columns-len(margin))
		}
		out += t.Screen.Paint(terminal.Weak, margin) + line + "\n"
	}
	return out
}

// changes returns a list of changes under a line of its own, the file first.
func (t *Text) changes(changes []Change, count int, heading string) string {
	if count == 0 && heading != "changed-files" {
		return ""
	}
	var b strings.Builder
	title := say(heading, map[string]string{"changed": text.Count(count, "file")})
	b.WriteString(title + "\n")
	margin := strings.Repeat(" ", len(title)-len(strings.TrimLeft(title, " "))) + "   "
	shown := changes[:min(len(changes), maxShown)]
	for _, c := range shown {
		fmt.Fprintf(&b, "%s%s  %s\n", margin, text.Escape(c.File), t.at(c.Path, c.Line))
	}
	if more := count - len(shown); more > 0 {
		b.WriteString(margin + say("more", map[string]string{"count": strconv.Itoa(more)}) + "\n")
	}
	return b.String()
}

// runText returns a command on one line, with its place and how it ended.
func (t *Text) runText(r *Run) string {
	return fmt.Sprintf("%s: %s %s", t.at(r.Path, r.Line), text.Quote(r.Command.Command), r.ended())
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

// maxNamed is how many sessions are named that an id may mean.
const maxNamed = 5

// ByID returns the session whose id begins so, or several that have the same id. The error says
// that there is none, or names those whose ids begin so.
func ByID(sessions []*Session, id string) ([]*Session, error) {
	found := slices.DeleteFunc(slices.Clone(sessions), func(s *Session) bool {
		return !strings.HasPrefix(s.ID, id) && !strings.HasPrefix(s.ownID(), id)
	})
	if len(found) == 0 {
		return nil, fmt.Errorf("no session has an id that begins with %s; `handofflint audit -v` lists them", text.Quote(id))
	}
	slices.SortStableFunc(found, func(a, b *Session) int { return strings.Compare(a.ID, b.ID) })
	different := slices.CompactFunc(slices.Clone(found), func(a, b *Session) bool { return a.ID == b.ID })
	if len(different) == 1 {
		return found, nil
	}
	var names []string
	for _, s := range different[:min(len(different), maxNamed)] {
		names = append(names, s.heading())
	}
	if more := len(different) - maxNamed; more > 0 {
		names = append(names, say("more", map[string]string{"count": strconv.Itoa(more)}))
	}
	return nil, fmt.Errorf("%d sessions have an id that begins with %s: %s", len(different), text.Quote(id), strings.Join(names, "; "))
}
