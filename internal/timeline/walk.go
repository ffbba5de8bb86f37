package timeline

import (
	"maps"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
)

// walk holds the state of each kind and language while it goes through events.
type walk struct {
	timeline *Timeline
	tracks   map[trackKey]*track
	// all are the effective changes since the session began, by language.
	all map[string]changes
	// restyled are the last changes of white space or comments alone, by language.
	restyled map[string]Change
	// wrote are the files that were or may have been written.
	wrote map[string]bool
	// known are the kinds of checks that the repository is known to have, by language; "" is any.
	known map[trackKey]bool
	// commits are the commits and pushes so far.
	commits []*Run
	// last are the last commit, push and deployment.
	last map[runner.Kind]*Run
	// ran are the kinds that were run since the agent last ended a turn, turnChanges the effective changes since
	// then, and oldCommits the number of commits at that point.
	ran         map[runner.Kind]bool
	turnChanges changes
	oldCommits  int
	// setup is the last change of what the tree depends on or how it is checked, such as package.json, or of
	// unknown files.
	setup Change
	// atWork is the launch of an agent whose transcript is missing, nil for none. Its end is unknown, and
	// it may fix what fails.
	atWork *Event
	// stash is the event that put changes into a stash of git, nil for none: the files in the tree are not those
	// that are handed over.
	stash *Event
}

type trackKey struct {
	kind     runner.Kind
	language string
}

func (t *Timeline) newWalk() *walk {
	return &walk{timeline: t, tracks: map[trackKey]*track{}, all: map[string]changes{}, restyled: map[string]Change{}, wrote: map[string]bool{}, known: maps.Clone(t.known), last: map[runner.Kind]*Run{}, ran: map[runner.Kind]bool{}}
}

// track returns the track of a kind and a language. A new language starts with the runs so far that name no
// language.
func (w *walk) track(kind runner.Kind, language string) *track {
	key := trackKey{kind, language}
	if w.tracks[key] == nil {
		w.tracks[key] = &track{kind: kind}
		if earlier := w.tracks[trackKey{kind, ""}]; earlier != nil && !runner.IsApart(language) {
			*w.tracks[key] = *earlier
		}
		w.tracks[key].language = language
	}
	return w.tracks[key]
}

// languages returns the languages whose sources were changed so far.
func (w *walk) languages() []string {
	list := slices.AppendSeq(slices.Collect(maps.Keys(w.all)), maps.Keys(w.restyled))
	slices.Sort(list)
	return slices.Compact(list)
}

// languagesOf returns the languages whose sources were changed so far, or for which a kind was run.
func (w *walk) languagesOf(kind runner.Kind) []string {
	list := w.languages()
	for key := range w.tracks {
		if key.kind == kind {
			list = append(list, key.language)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// tracksOf returns the tracks of a language, none for "".
func (w *walk) tracksOf(language string) (list []*track) {
	for key, t := range w.tracks {
		if language != "" && key.language == language {
			list = append(list, t)
		}
	}
	return list
}

// take takes the next event. Files outside of the work change nothing.
func (w *walk) take(e *Event) {
	switch {
	case w.timeline.isOwnMessage(e) && !e.Message.IsHeld:
		clear(w.ran)
		w.turnChanges = nil
		w.oldCommits = len(w.commits)
	case e.Gap != "":
		for _, t := range w.tracks {
			t.doubt = Doubt{Missing, e} // even a pass: a change may be hidden, too
		}
		if e.Gap == ledger.Missing {
			w.atWork = e
		}
	case e.Agent == w.timeline.Agent && e.IsReport: // others are told by agents whose runs are known
		w.suspect(Doubt{Reported, e}, anyTrack)
	case e.isOwn():
		w.takeDeed(e)
	}
}

func (w *walk) takeDeed(e *Event) {
	switch e.Deed.Act {
	case ledger.Write:
		w.takeWrite(e)
	case ledger.Delete:
		w.takeDelete(e)
	case ledger.Run:
		w.takeCommand(e)
	}
}

// takeWrite takes a change of a file. One that may not have been made only raises doubts; beside a stash, none counts.
func (w *walk) takeWrite(e *Event) {
	d := e.Deed
	if d.User {
		w.writeByOthers(e)
		return
	}
	language := runner.LanguageOf(d.Path)
	w.wrote[d.Path] = true
	if mayBeRestored(d) {
		w.dropAll(d)
		w.doubtFailuresOnRestored(0)
		return
	}
	if d.Maybe && runner.KindOf(d.Words) == runner.Other { // no formatter: it may change other files, too, as sed -i on *.go
		isOfAny := d.Direct && slices.Contains(d.Words, ledger.Anything) // "grep -l x . | xargs sed -i s/x/y/"
		for _, t := range w.tracks {
			if isOfAny || language != "" && t.language == language {
				t.doubtPass(e)
			}
		}
	}
	if d.Maybe || w.stash != nil {
		return
	}
	switch {
	case language != "":
		w.takeSource(e, language)
	case runner.IsSetup(d.Path):
		w.setup = Change{Path: d.Path, Event: e}
	}
}

// takeSource takes a certain change of a source.
func (w *walk) takeSource(e *Event, language string) {
	d := e.Deed
	if change := w.overwritten(d, language); change != nil {
		w.doubtFailuresSince(change)
		w.dropAll(d)
		return
	}
	c := Change{d.Path, e, d.Was, d.Is}
	if d.Cosmetic { // only linters and formatters look at the text alone
		w.track(runner.Lint, language).change(c)
		w.track(runner.Format, language).change(c)
		w.restyled[language] = c
		return
	}
	w.change(c, language)
}

// writeByOthers takes a change of a file by someone else, who may have fixed what failed.
func (w *walk) writeByOthers(e *Event) {
	for _, t := range w.tracksOf(runner.LanguageOf(e.Deed.Path)) {
		t.change(Change{Path: e.Deed.Path, Event: e})
		if t.failed != nil {
			t.suspect(Doubt{ByOthers, e})
		}
	}
}

// change takes an effective change of a source, for each kind of check that looks at it.
func (w *walk) change(c Change, language string) {
	all := w.all[language]
	all.add(c)
	w.all[language] = all
	w.turnChanges.add(c)
	for _, kind := range trackedKinds {
		isNoPart := kind == runner.Build && !runner.IsCompiled(language) && isOfTests(c.Path)
		if !isNoPart { // where types are checked separately, builds leave out tests
			w.track(kind, language).change(c)
		}
	}
}

// overwritten returns the change of a file that `cp` or `mv` overwrites, perhaps with the old version; nil for
// none.
func (w *walk) overwritten(d *ledger.Deed, language string) *Event {
	if !slices.Contains([]string{"cp", "mv"}, programOf(d.Command)) {
		return nil
	}
	all := w.all[language]
	i, isFound := all.find(d.Path)
	if !isFound {
		return nil
	}
	return all[i].Event
}

// doubtFailuresSince makes the failures since a change doubtful: they may have been of files that are gone.
func (w *walk) doubtFailuresSince(change *Event) {
	for _, t := range w.tracks {
		if t.failed != nil && change.Compare(t.failed.Event) <= 0 {
			t.doubt = Doubt{OtherTree, t.failed.Event}
			t.failed = nil
		}
	}
}

// mayBeRestored reports whether git may have restored the files of a write.
func mayBeRestored(d *ledger.Deed) bool { return strings.HasPrefix(d.Command, "git ") }

// takeDelete takes the deletion of files. It counts as a change of a source if the session did not create the
// file and deletes it as a source, not as build output.
func (w *walk) takeDelete(e *Event) {
	d := e.Deed
	if d.Maybe {
		return
	}
	w.dropAll(d)
	language := runner.LanguageOf(d.Path)
	isOfSource := d.Command == "" || strings.HasPrefix(d.Command, "git rm ")
	if isOfSource && !w.wrote[d.Path] && language != "" {
		w.change(Change{Path: d.Path, Event: e}, language)
	}
}

// dropAll drops the changes of files that are gone or restored.
func (w *walk) dropAll(d *ledger.Deed) {
	if d.Path == ledger.Anything {
		return
	}
	for language, all := range w.all {
		all.drop(d.Covers)
		w.all[language] = all
	}
	w.turnChanges.drop(d.Covers)
	for _, t := range w.tracks {
		t.dirty.drop(d.Covers)
	}
}

// standings returns what is proved of each kind.
func (w *walk) standings() (list []Standing) {
	for _, kind := range Kinds {
		list = append(list, w.standing(kind))
	}
	return list
}

// standing returns what is proved of a kind for the worst language whose sources were changed. If none were, a change
// of what the tree depends on makes the runs since then count.
func (w *walk) standing(kind runner.Kind) Standing {
	asRun := w.untouched(kind)
	s := asRun // it keeps the run, by which a claim may be judged if nothing was changed
	s.State = NothingToSay
	s.Changed = nil
	s.ChangedCount = 0
	for _, language := range w.languages() {
		if !w.isChanged(kind, language) {
			continue
		}
		t := w.track(kind, language)
		if w.mayHave(kind, language) && CompareStates(t.state(), s.State) < 0 {
			s = t.standing()
		}
	}
	isOfSetup := w.setup.Event != nil && asRun.Run != nil && w.setup.Event.Compare(asRun.Run.Event) < 0
	if s.State != NothingToSay || !isOfSetup {
		return s
	}
	if asRun.State == Passed && asRun.Run.Narrow { // what depends on the setup may be in any part
		asRun.State = Part
	}
	return asRun
}

// isChanged reports whether something was changed in a language that a kind of check looks at. Linters and formatters
// look at white space and comments, too.
func (w *walk) isChanged(kind runner.Kind, language string) bool {
	readsText := slices.Contains([]runner.Kind{runner.Lint, runner.Format}, kind)
	isRestyled := readsText && w.restyled[language].Event != nil
	return runner.Has(kind, language) && (isRestyled || len(w.all[language]) > 0)
}

// mayHave reports whether the repository is known to have a check for a language. Compiled code whose tests did not
// run has a build, which they would have proved. A machine that showed its results probably runs tests.
func (w *walk) mayHave(kind runner.Kind, language string) bool {
	if kind == runner.Tests && w.track(kind, language).remote != nil {
		return true
	}
	isBuild := kind == runner.Build && runner.IsCompiled(language)
	if isBuild && w.track(runner.Tests, language).state() == None && w.mayHave(runner.Tests, language) {
		return true
	}
	return w.known[trackKey{kind, language}] || w.known[trackKey{kind, ""}] && !runner.IsApart(language)
}

// untouched returns the standing of a kind by its runs alone, of the worst language: it counts if no source
// was changed.
func (w *walk) untouched(kind runner.Kind) Standing {
	// A language in which nothing ran says nothing of the others.
	t := w.worstTrack(kind, func(t *track) bool { return t.state() != None })
	if t == nil {
		return Standing{Kind: kind, State: NothingToSay}
	}
	return t.standing()
}

// worstTrack returns the worst track of a kind, by isWorse, of those that count; nil for none.
func (w *walk) worstTrack(kind runner.Kind, counts func(*track) bool) (worst *track) {
	for _, language := range w.languagesOf(kind) {
		t := w.tracks[trackKey{kind, language}]
		if t != nil && counts(t) && (worst == nil || t.isWorse(worst)) {
			worst = t
		}
	}
	return worst
}
