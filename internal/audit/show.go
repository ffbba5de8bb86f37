package audit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/terminal"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/timeline"
)

const (
	// maxOutput is how many lines of an output are shown, and maxShown how many changes and commits.
	maxOutput = 12
	maxShown  = 20
)

// session returns all that is known of a session: what to do, the claims that do not hold, what was
// changed, what is proved of each check, by which command and what it printed, and commits.
func (t *Text) session(s *Session) string {
	blocks := []string{t.Screen.Paint(terminal.Strong, s.heading()) + "\n" + t.title(s.Path) + "\n"}
	what := todo(s, s.Facts.headline())
	if s.isOpen() && what != "" {
		blocks = append(blocks, t.Screen.Paint(terminal.Good, say("what-to-do", map[string]string{"todo": what}))+"\n")
	}
	for _, group := range grouped(s.findings(), (*Claim).hasReasonOf) {
		claims, dismiss := "", ""
		for _, c := range group {
			claims += t.claimHead(c)
			dismiss += say("dismiss", map[string]string{"id": c.ID}) + "\n"
		}
		claims += group[0].reason()
		if run := group[0].run; run != nil && !isShown(s.Facts.Standings, run) {
			claims += "   " + t.runText(run) + "\n" + t.output(run)
		}
		blocks = append(blocks, claims+dismiss)
	}
	blocks = append(blocks, t.changes(s.Facts.Changed, len(s.Facts.Changed), "changed-files"))
	blocks = append(blocks, t.standings(s.Facts)...)
	blocks = append(blocks, t.commits(s.Facts))
	if s.Missing != "" {
		blocks = append(blocks, say("missing", map[string]string{"why": text.Escape(s.Missing)})+"\n")
	}
	return strings.Join(text.NonEmpty(blocks...), "\n")
}

// heading returns the id, the time and the title of a session.
func (s *Session) heading() string {
	return joinColumns(text.Escape(s.ID), s.when(), text.Escape(s.Title))
}

// standings returns a block for each run that decides about checks, the worst first.
func (t *Text) standings(f Facts) (blocks []string) {
	sorted := slices.Clone(f.Standings)
	slices.SortStableFunc(sorted, func(a, b Standing) int { return timeline.CompareStates(a.State, b.State) })
	for _, group := range grouped(sorted, isOfOneRun) {
		blocks = append(blocks, t.decided(group, f))
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
			changes = t.changedSince(s, f)
		}
		if changes != before {
			b.WriteString(changes)
			before = changes
		}
	}
	return b.String()
}

// changedSince returns the files that no passing run has checked. All that changed are listed above.
func (t *Text) changedSince(s Standing, f Facts) string {
	switch s.ChangedCount {
	case 0:
		return ""
	case len(f.Changed):
		return say("changed-all", map[string]string{"changed": text.Count(s.ChangedCount, "file")}) + "\n"
	}
	return t.changes(s.Changed, s.ChangedCount, "changed-since")
}

// printed returns the line that says how the run ended, else what leads to the standing.
func (s Standing) printed(changed []Change) string {
	if s.State == timeline.Passed || s.State == timeline.Failed {
		return text.Escape(text.Shorten(text.Fold(s.Run.Printed), maxText))
	}
	return s.why(changed)
}

// whole returns the commit whose hooks ran a check, else the run: a commit may fail though the check passed.
func (f Facts) whole(run *Run) *Run {
	for i := range f.Commits {
		commit := &f.Commits[i]
		if isSame(commit, run) {
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

// isOfOneRun reports whether one run decides two standings.
func isOfOneRun(a, b Standing) bool { return isSame(a.Run, b.Run) }

// isShown reports whether a run decides one of some standings.
func isShown(standings []Standing, run *Run) bool {
	return slices.ContainsFunc(standings, func(s Standing) bool { return isSame(s.Run, run) })
}

// isSame reports whether two runs are of one command. A record may have several.
func isSame(a, b *Run) bool {
	return a != nil && b != nil && a.Path == b.Path && a.Line == b.Line && a.Command.Command == b.Command.Command
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
	var b strings.Builder
	title := say(heading, map[string]string{"changed": text.Count(count, "file")})
	b.WriteString(title + "\n")
	margin := strings.Repeat(" ", len(title)-len(strings.TrimLeft(title, " "))) + "   "
	shown := changes[:min(len(changes), maxShown)]
	for _, c := range shown {
		deleted := ""
		if c.isDeleted {
			deleted = " " + said().Audit["deleted"]
		}
		fmt.Fprintf(&b, "%s%s%s  %s\n", margin, text.Escape(c.File), deleted, t.at(c.Path, c.Line))
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
		line = strings.ReplaceAll(strings.TrimRight(line, "\r"), "\t", "  ")
		lines[i] = text.Escape(text.Shorten(line, maxText))
	}
	return lines
}

// ByID returns the session whose id begins so, or several that have the same id. The error says that no id
// matches or more than one, and with the words that asked for the sessions how to list them.
func ByID(sessions []*Session, id string, asked []string) ([]*Session, error) {
	found := slices.DeleteFunc(slices.Clone(sessions), func(s *Session) bool {
		return !strings.HasPrefix(s.ID, id) && !strings.HasPrefix(s.ownID(), id)
	})
	if len(found) == 0 {
		return nil, fmt.Errorf("no session has an id that begins with %s; `%s` lists them", text.Quote(id), auditCommand(asked, "-v"))
	}
	if slices.ContainsFunc(found, func(s *Session) bool { return s.ID != found[0].ID }) {
		return nil, fmt.Errorf("%s have an id that begins with %s; `%s` lists them", text.Count(len(found), "session"), text.Quote(id), auditCommand(asked, "-v"))
	}
	return found, nil
}
