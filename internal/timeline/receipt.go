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
	b := receiptBuilder{walk: t.newWalk(), handoff: handoff}
	for _, e := range t.Events {
		b.walk.take(e)
		b.take(e)
	}
	return b.summary()
}

// receiptBuilder makes a receipt from events. What they prove is known to the walk.
type receiptBuilder struct {
	*walk
	handoff string
	// changed are the files that were certainly changed, deleted those that are gone.
	changed, deleted changes
	// formatter is the last command that may have reformatted files, nil for none.
	formatter           *Event
	agents, skills, why []string
	unknown             []string // commands
}

// take takes an event that the walk has taken.
func (b *receiptBuilder) take(e *Event) {
	d := e.Deed
	if e.Gap != "" {
		b.why = text.AppendNew(b.why, ledger.Gap{Why: e.Gap}.Words())
	}
	switch d.Act {
	case ledger.Send:
		b.agents = append(b.agents, short(d.Name))
	case ledger.Skill:
		if !d.Maybe {
			b.skills = text.AppendNew(b.skills, short(d.Name))
		}
	case ledger.Write:
		b.write(e)
	case ledger.Delete:
		if !d.Maybe {
			b.changed.drop(d.Covers)
			b.deleted.add(Change{Path: d.Path, Event: e})
		}
	case ledger.Run:
		if d.Words == nil {
			b.unknown = text.AppendNew(b.unknown, b.shortCommand(e, d.Command))
		}
		if slices.ContainsFunc(e.Runs, isFormatter) {
			b.formatter = e
		}
	}
}

// isFormatter reports whether a run may have changed the files that it formats.
func isFormatter(r Run) bool { return r.Kind == runner.Format && !r.Looks }

func (b *receiptBuilder) write(e *Event) {
	d := e.Deed
	if mayBeRestored(d) {
		b.changed.drop(d.Covers)
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
	b.changed.add(Change{d.Path, e, d.Was, d.Is})
}

// mayChange notes a change that may not have been made, by an edit or by a command that may do anything: a
// runner or git changes no source. Of a folder that is copied or deleted, what may lie below it says nothing
// more.
func (b *receiptBuilder) mayChange(e *Event) {
	d := e.Deed
	isBelow := strings.HasSuffix(d.Path, "/"+ledger.Anything)
	if isBelow {
		return
	}
	if d.Command == "" {
		b.why = text.AppendNew(b.why, builtin().Receipt["edits"])
		return
	}
	kind := runner.Of(strings.Fields(d.Command)).Kind
	if slices.Contains([]runner.Kind{runner.Other, runner.Format}, kind) {
		b.unknown = text.AppendNew(b.unknown, b.shortCommand(e, d.Command))
	}
}

// commit returns the receipt's form of a commit or push.
func (b *receiptBuilder) commit(run *Run) receipt.Commit {
	return receipt.Commit{
		Kind: string(run.Kind), Result: resultOf(run.Outcome), Hash: run.hash(), Line: b.line(run.Event), Printed: b.shortCommand(run.Event, run.Summary.Line),
	}
}

// hash returns the hash by which git named the commit of a run, "" for none.
func (r *Run) hash() string {
	if m := commitHash.FindStringSubmatch(r.Event.Deed.Output); m != nil {
		return m[1]
	}
	return ""
}

// commitHash matches the hash in git's output for a commit.
var commitHash = text.MustCompile(`(?m)^\[[^\]\n]* ([0-9a-f]{7,40})\] `)

func (b *receiptBuilder) summary() receipt.Summary {
	changed := b.relativeNames(b.changed)
	deleted := b.relativeNames(b.deleted)
	s := receipt.Summary{
		Changed: receipt.ListOf(changed), Deleted: receipt.ListOf(deleted), Runs: []receipt.Run{}, Commits: []receipt.Commit{},
		CommitCount: len(b.commits), Agents: receipt.ListOf(b.agents), Skills: receipt.ListOf(b.skills),
		Commands: receipt.ListOf(b.unknown), Unknown: receipt.ListOf(b.why),
	}
	s.Outside = len(b.changed) + len(b.deleted) - len(changed) - len(deleted)
	for _, run := range b.commits[max(0, len(b.commits)-receipt.MaxItems):] {
		s.Commits = append(s.Commits, b.commit(run))
	}
	added := map[*Event]bool{}
	for _, kind := range receipt.Kinds {
		t := b.worstTrack(runner.Kind(kind), hasOwnRun)
		if t == nil || added[t.last().Event] {
			continue
		}
		added[t.last().Event] = true
		s.Runs = append(s.Runs, b.runOf(t, t.last()))
	}
	return s
}

// hasOwnRun reports whether the last run of a track is known, and of its kind: tests may prove the build.
func hasOwnRun(t *track) bool {
	last := t.last()
	return last != nil && last.Kind == t.kind
}

// runOf returns the receipt's form of the last run of a track.
func (b *receiptBuilder) runOf(t *track, last *Run) receipt.Run {
	printed := last.Summary
	out := receipt.Run{
		Kind: string(last.Kind), Command: b.shortCommand(last.Event, last.Command()), Scope: "whole", Result: resultOf(last.Outcome),
		Passed: number(printed.Passed), Failed: number(printed.Failed), Printed: b.shortCommand(last.Event, printed.Line), Line: b.line(last.Event),
	}
	if last.Narrow {
		out.Scope = "narrow"
	}
	if len(last.Event.Runs) == 1 { // with more, any of them may have caused it
		out.Exit = last.Event.Deed.Exit
	}
	if last.Kind == runner.Format { // changes do not outdate it
		return out
	}
	isEarlier := func(c Change) bool { return c.Event.Compare(last.Event) <= 0 || !last.covers(c.Path) }
	names := b.relativeNames(slices.DeleteFunc(slices.Clone(t.dirty), isEarlier))
	if len(names) > 0 {
		out.After, out.AfterCount = names[0], len(names)
	}
	if b.formatter != nil && b.formatter.Compare(last.Event) > 0 {
		out.Formatter = b.shortCommand(b.formatter, b.formatter.Deed.Command)
	}
	isLast := slices.Contains([]Reason{"", NoOutcome}, t.doubt.Why) // NoOutcome is of this run itself
	if !isLast {
		out.Hidden = b.shortCommand(t.doubt.Event, t.doubt.Words())
	}
	return out
}

// relativeNames returns the paths of changes relative to the folder in which the session or their agent began, ready to
// print. Files outside of it are left out.
func (b *receiptBuilder) relativeNames(list changes) (names []string) {
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
