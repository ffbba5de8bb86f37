package timeline

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/receipt"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
)

// Receipt returns a summary of what the agents did, to be kept beside a handoff. Changes of the handoff
// itself are left out; "" leaves out none.
func (t *Timeline) Receipt(handoff string) receipt.Summary {
	b := receiptBuilder{
		timeline: t, handoff: handoff, last: map[runner.Kind]*lastRun{},
	}
	for i := range t.Events {
		b.take(&t.Events[i])
	}
	return b.summary()
}

// receiptBuilder makes a receipt from events.
type receiptBuilder struct {
	timeline *Timeline
	handoff  string
	// changed are the files that were certainly changed, deleted those that are gone.
	changed, deleted changes
	last             map[runner.Kind]*lastRun
	commits          []receipt.Commit
	agents, skills   []string
	commands, why    []string
}

// lastRun is the last run of a kind.
type lastRun struct {
	*Run
	// after are the sources changed since, and formatter is the formatter that ran since.
	after     changes
	formatter *Event
	// doubt is why a later run may be unknown.
	doubt Doubt
}

func (b *receiptBuilder) take(e *Event) {
	d := e.Deed
	switch {
	case e.Gap != "":
		b.why = appendNew(b.why, ledger.Gap{Why: e.Gap}.Words())
		b.suspect(Doubt{Missing, e})
	case d == nil:
	case d.Act == ledger.Send:
		b.agents = append(b.agents, short(d.Name))
	case d.Act == ledger.Skill && !d.Maybe:
		b.skills = appendNew(b.skills, short(d.Name))
	case d.Act == ledger.Write:
		b.write(e)
	case d.Act == ledger.Delete:
		b.delete(e)
	case d.Act == ledger.Run:
		b.run(e)
	}
}

// suspect notes that later runs may be unknown.
func (b *receiptBuilder) suspect(d Doubt) {
	for _, last := range b.last {
		last.doubt = d
	}
}

func (b *receiptBuilder) write(e *Event) {
	d := e.Deed
	if mayBeRestored(d) {
		b.drop(d)
		return
	}
	if b.handoff != "" && d.IsOf(b.handoff) == ledger.Yes {
		// may only have been sealed
		return
	}
	if d.Maybe {
		b.mayChange(e)
		return
	}
	b.deleted.drop(d.Covers)
	c := Change{d.Path, e, d.Was, d.Is}
	b.changed.add(c)
	language := runner.LanguageOf(d.Path)
	for _, last := range b.last {
		if language != "" && (last.Language == "" || last.Language == language) && last.covers(d.Path, false) {
			last.after.add(c)
		}
	}
}

// mayChange notes a change that may not have been made. A copy of everything below a folder is ignored: the
// folder's own change is certain.
func (b *receiptBuilder) mayChange(e *Event) {
	d := e.Deed
	isBelow := strings.HasSuffix(d.Path, "/"+ledger.Anything)
	kind := runner.Of(strings.Fields(d.Command)).Kind
	if isBelow {
		return
	}
	if d.Command == "" {
		b.why = appendNew(b.why, builtin().Receipt["edits"])
		return
	}
	if kind == runner.Other || kind == runner.Format {
		b.commands = appendNew(b.commands, b.shortCommand(e, d.Command))
	}
}

func (b *receiptBuilder) delete(e *Event) {
	d := e.Deed
	if d.Maybe {
		return
	}
	b.drop(d)
	b.deleted.add(Change{Path: d.Path, Event: e})
}

// drop forgets the changes of files that are gone or restored.
func (b *receiptBuilder) drop(d *ledger.Deed) {
	b.changed.drop(d.Covers)
	for _, last := range b.last {
		last.after.drop(d.Covers)
	}
}

func (b *receiptBuilder) run(e *Event) {
	if e.MayRun {
		b.suspect(Doubt{MayHaveRun, e})
	}
	if e.Deed.Words == nil {
		b.commands = appendNew(b.commands, b.shortCommand(e, e.Deed.Command))
	}
	for i := range e.Runs {
		run := &e.Runs[i]
		switch run.Kind {
		case runner.Commit, runner.Push:
			b.commits = append(b.commits, b.commit(run))
			continue
		case runner.Format:
			b.format(run)
		}
		earlier := b.last[run.Kind]
		isSame := run.Outcome == Hidden && earlier != nil && len(earlier.after) == 0
		if isSame {
			continue
		}
		last := &lastRun{Run: run}
		b.last[run.Kind] = last
		for _, kind := range run.Proves {
			if run.Outcome == Succeeded {
				b.last[kind] = last
			}
		}
	}
}

// format notes that a formatter ran after other runs.
func (b *receiptBuilder) format(run *Run) {
	if run.Looks {
		return
	}
	for _, last := range b.last {
		if last.Event != run.Event {
			last.formatter = run.Event
		}
	}
}

// commit returns the receipt's form of a commit or push.
func (b *receiptBuilder) commit(run *Run) receipt.Commit {
	c := receipt.Commit{
		Kind: string(run.Kind), Result: resultOf(run.Outcome), Line: b.line(run.Event), Printed: b.shortCommand(run.Event, run.Summary.Line),
	}
	if m := commitHash.FindStringSubmatch(run.Event.Deed.Output); m != nil {
		c.Hash = m[1]
	}
	return c
}

// commitHash matches the hash in git's output for a commit.
var commitHash = text.MustCompile(`(?m)^\[[^\]\n]* ([0-9a-f]{7,40})\] `)

func (b *receiptBuilder) summary() receipt.Summary {
	changed := b.names(b.changed)
	deleted := b.names(b.deleted)
	s := receipt.Summary{
		Changed: receipt.ListOf(changed), Deleted: receipt.ListOf(deleted), Runs: []receipt.Run{},
		CommitCount: len(b.commits), Commits: append([]receipt.Commit{}, b.commits[max(0, len(b.commits)-receipt.MaxItems):]...),
		Agents: receipt.ListOf(b.agents), Skills: receipt.ListOf(b.skills), Commands: receipt.ListOf(b.commands), Unknown: receipt.ListOf(b.why),
	}
	s.Outside = len(b.changed) + len(b.deleted) - len(changed) - len(deleted)
	added := map[*Event]bool{}
	for _, kind := range receipt.Kinds {
		last := b.last[runner.Kind(kind)]
		// an earlier run of another kind, such as tests that prove the build, has no line
		if last != nil && b.last[last.Kind] == last && !added[last.Event] {
			added[last.Event] = true
			s.Runs = append(s.Runs, b.runOf(last))
		}
	}
	return s
}

// runOf returns the receipt's form of a run.
func (b *receiptBuilder) runOf(last *lastRun) receipt.Run {
	printed := last.Summary
	out := receipt.Run{
		Kind: string(last.Kind), Command: b.shortCommand(last.Event, last.Command()), Scope: "whole", Result: resultOf(last.Outcome),
		Passed: number(printed.Passed), Failed: number(printed.Failed), Printed: b.shortCommand(last.Event, printed.Line), Line: b.line(last.Event),
	}
	if last.Narrow {
		out.Scope = "narrow"
	}
	if len(last.Event.Runs) == 1 {
		out.Exit = last.Event.Deed.Exit
	}
	if last.Kind == runner.Format { // changes do not outdate it
		return out
	}
	names := b.names(last.after)
	if len(names) > 0 {
		out.After, out.AfterCount = names[0], len(names)
	}
	if last.formatter != nil {
		out.Formatter = b.shortCommand(last.formatter, last.formatter.Deed.Command)
	}
	if last.doubt.Why != "" && (len(names) > 0 || last.Outcome == Broken || last.doubt.Why == Missing) {
		out.Hidden = b.shortCommand(last.doubt.Event, last.doubt.Words())
	}
	return out
}

// names returns the paths of changes relative to the folder in which the session or their agent began, ready to
// print. Files outside of it are left out.
func (b *receiptBuilder) names(list changes) (names []string) {
	for _, c := range list {
		for _, l := range []*ledger.Ledger{b.timeline.Agent, c.Event.Agent} {
			name, isBelow := strings.CutPrefix(c.Path, strings.TrimSuffix(l.Cwd, "/")+"/")
			if isBelow && l.Cwd != "" {
				names = append(names, short(name))
				break
			}
		}
	}
	return names
}

// place matches the folders of an absolute path.
var place = text.MustCompile(`(^|[\s"'=(:,<>])(?:~|[A-Za-z]:)?[/\\](?:[^/\\\s"'():]+[/\\])+`)

// shortCommand returns the receipt's form of a command or its output: without the folders of absolute
// paths.
func (b *receiptBuilder) shortCommand(e *Event, command string) string {
	command = secret.Mask(command)
	for _, l := range []*ledger.Ledger{b.timeline.Agent, e.Agent} {
		if folder := strings.TrimSuffix(l.Cwd, "/"); folder != "" {
			command = strings.ReplaceAll(command, folder+"/", "")
		}
	}
	return text.Shorten(text.Fold(place.ReplaceAllString(command, "$1…/")), receipt.MaxText)
}

// line returns the line of an event in the transcript of the session's own agent, 0 for other agents.
func (b *receiptBuilder) line(e *Event) int {
	if e.Agent != b.timeline.Agent {
		return 0
	}
	return e.Line
}

// short returns the receipt's form of a text: on one line, with credentials masked.
func short(s string) string { return text.Shorten(text.Fold(secret.Mask(s)), receipt.MaxText) }

func resultOf(o Outcome) string {
	if o == Ongoing {
		o = Hidden
	}
	return string(o)
}

func number(n int) *int {
	if n < 0 {
		return nil
	}
	return &n
}

// appendNew adds a text to a list unless the list has it.
func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
