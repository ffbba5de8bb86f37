package timeline

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/taskfile"
)

// Timeline is what the agents of a session did, ordered by time.
type Timeline struct {
	// Agent is the agent whose transcript was opened, Agents are all agents of the session.
	Agent  *ledger.Ledger
	Agents []*ledger.Ledger
	Events []*Event

	indexed *index // built on first use
	indexes sync.Once
	// session is the timeline of all agents that count, nil if this is it.
	session *Timeline
	tasks   *taskfile.Tree
	// writers are the writers of files, views the timelines that By returned. The mutex guards both.
	mutex   sync.Mutex
	writers map[string]*ledger.Ledger
	views   map[*ledger.Ledger]*Timeline
	// known are the checks that the repository's files show that it has.
	known map[trackKey]bool
}

// Event is one thing that happened.
type Event struct {
	// Agent is the agent whose transcript has it, and Line its line there, from 1; 0 if the transcript as a
	// whole shows it.
	Agent *ledger.Ledger
	Line  int
	// Time is when it happened or, if that is unknown, when the last known event before it did.
	Time time.Time
	// Deed is what was done; that of a gap, a prompt or a message has no act.
	Deed *ledger.Deed
	// Runs are the checks, commits and deployments that a command ran.
	Runs []Run
	// MayRun reports whether the command may have run other checks that nothing shows. If not, MayBe are
	// the kinds that it may still have run.
	MayRun bool
	MayBe  []runner.Kind
	// MayHaveChecked reports whether the agent may have checked something with a program of the repository that an
	// interpreter ran, and that by its name checks nothing. It proves nothing.
	MayHaveChecked bool
	// IsShown reports whether all output is known: a build prints something unless the language is
	// compiled.
	IsShown bool
	// IsRemote reports whether it showed how runs on another machine ended.
	IsRemote bool
	// Gap is why something is missing here, "" if nothing is.
	Gap ledger.GapWhy
	// Prompt is what a person told the agent, "" for nothing. Message is what the agent said at the end of a turn, nil
	// for nothing.
	Prompt  string
	Message *ledger.Message
	// IsReport reports whether the prompt says that somebody ran something, or that it works.
	IsReport bool

	// foundNothing is set if its output says that there was nothing to look at.
	foundNothing bool
}

// nothing is the deed of an event in which nothing was done.
var nothing = &ledger.Deed{}

// Build returns the timeline of the ledgers of a session, the opened transcript's first. tasks are those of
// the work tree, nil if unknown.
func Build(agents []*ledger.Ledger, tasks *taskfile.Tree) *Timeline {
	t := &Timeline{Agent: agents[0], Agents: agents, known: knownBy(agents), tasks: tasks}
	for _, agent := range agents {
		t.Events = append(t.Events, eventsOf(agent)...)
	}
	slices.SortStableFunc(t.Events, func(a, b *Event) int { return a.Time.Compare(b.Time) })
	b := builder{tasks: tasks, redirects: map[commandKey][]string{}, logs: map[string]*Event{}}
	for _, e := range t.Events {
		b.resolve(e)
	}
	return t
}

// knownBy returns the checks that a repository has, according to the files that its agents saw.
func knownBy(agents []*ledger.Ledger) map[trackKey]bool {
	known := map[trackKey]bool{}
	files := map[string]bool{}
	for _, agent := range agents {
		for _, check := range agent.Checks {
			known[trackKey{runner.Kind(check.Kind), check.Language}] = true
		}
		for i := range agent.Deeds {
			files[agent.Deeds[i].Path] = true
		}
	}
	for file := range files {
		for _, k := range runner.KnownBy(file) {
			known[trackKey{k.Kind, k.Language}] = true
		}
	}
	return known
}

// eventsOf returns the events of one agent in the order of its transcript. An event without a time, or with an
// earlier one than the event before it, gets that event's time.
func eventsOf(agent *ledger.Ledger) (events []*Event) {
	for i := range agent.Deeds {
		d := &agent.Deeds[i]
		if d.Act != ledger.Seen {
			events = append(events, &Event{Line: d.Line, Time: d.Time, Deed: d})
		}
	}
	for _, g := range agent.Gaps {
		if g.Why != ledger.MissingReader {
			events = append(events, &Event{Line: g.Line, Deed: nothing, Gap: g.Why})
		}
	}
	for _, p := range agent.Prompts {
		events = append(events, &Event{Line: p.Line, Deed: nothing, Prompt: p.Text, IsReport: isReport(p.Text)})
	}
	for i := range agent.Messages {
		m := &agent.Messages[i]
		events = append(events, &Event{Line: m.Line, Time: m.Time, Deed: nothing, Message: m})
	}
	slices.SortStableFunc(events, func(a, b *Event) int { return cmp.Compare(a.order(), b.order()) })
	latest := agent.Began
	for _, e := range events {
		e.Agent = agent
		latest = slices.MaxFunc([]time.Time{latest, e.Time}, time.Time.Compare)
		e.Time = latest
	}
	return events
}

// Compare compares two events by time.
func (e *Event) Compare(other *Event) int {
	return cmp.Or(e.Time.Compare(other.Time), cmp.Compare(e.Line, other.Line))
}

// order returns the line that orders an event among those of its agent. A gap at the end of a transcript
// has no line.
func (e *Event) order() int {
	const end = 1 << 62
	isAtEnd := slices.Contains([]ledger.GapWhy{ledger.Unread, ledger.Bounded}, e.Gap)
	if e.Line == 0 && isAtEnd {
		return end
	}
	return e.Line
}

// isOwn reports whether the file of an event is part of the work: it is not in a folder for temporary files
// below the folder in which its agent began.
func (e *Event) isOwn() bool {
	file := strings.TrimPrefix(e.Deed.Path, strings.TrimSuffix(e.Agent.Cwd, "/"))
	return !slices.ContainsFunc(builtin().Scratch, func(folder string) bool { return strings.Contains(file, folder) })
}
