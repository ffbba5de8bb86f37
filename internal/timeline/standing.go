package timeline

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
)

// State is what is proved of a kind of check at a point.
type State string

// The states.
const (
	// Passed: the last run of the whole passed, or of parts that cover what was changed, and nothing that
	// it covers was changed since.
	Passed State = "passed"
	// Changed: it passed, and then sources were changed.
	Changed State = "changed"
	// Part: only parts were run; they passed, but do not cover what was changed.
	Part State = "part"
	// Failed: the last run failed, and nothing may have fixed that.
	Failed State = "failed"
	// Running: it was started, and its end is not in the transcript.
	Running State = "running"
	// None: sources were changed, and nothing ran it or may have.
	None State = "none"
	// Nothing: no source was changed, or nothing known of the repository runs it.
	Nothing State = "nothing"
	// Unknown: something may have run it, or changed its result.
	Unknown State = "unknown"
)

// worst lists the states, worst first: a session has the state of its worst language.
var worst = []State{Failed, Changed, None, Running, Unknown, Part, Passed, Nothing}

// Standing is what is proved of a kind of check at a point.
type Standing struct {
	Kind  runner.Kind
	State State
	// Language is the language of the sources concerned, "" for none.
	Language string
	// Run is the run that decides, nil for none.
	Run *Run
	// Changed are the first sources by path that were changed and not covered by a passing run since.
	// ChangedCount counts all of them.
	Changed      []Change
	ChangedCount int
	// Doubt is why it is Unknown.
	Doubt Doubt
	// IsFresh reports whether the last run, even of a part, passed, no source was changed since, and the
	// last run of the whole did not fail.
	IsFresh bool
	// IsContested reports whether the failed check had passed before on the same files, or results from
	// another machine were shown since.
	IsContested bool
}

// Doubt is why something about runs of a kind is unknown.
type Doubt struct {
	Why Reason
	// Event is the cause, nil for none.
	Event *Event
}

// Reason is the reason of a doubt.
type Reason string

// The reasons.
const (
	// MayHaveRun: a command may have run it, and nothing shows how that ended.
	MayHaveRun Reason = "may-have-run"
	// NoOutcome: nothing shows how its last run ended.
	NoOutcome Reason = "no-outcome"
	// Missing: a part of the transcript is missing.
	Missing Reason = "missing"
	// Reported: a person says how another run ended.
	Reported Reason = "reported"
	// ByUser: a person ran a command.
	ByUser Reason = "by-user"
	// ByOthers: someone else changed a file.
	ByOthers Reason = "by-others"
	// Remote: the only results are from another machine.
	Remote Reason = "remote"
	// OtherTree: it ran on other files than those that are handed over.
	OtherTree Reason = "other-tree"
)

// Kinds are the kinds of checks that have a standing, in the order of output.
var Kinds = []runner.Kind{runner.Tests, runner.Build, runner.Types, runner.Lint, runner.Format}

// track is the state of a kind of check for a language.
type track struct {
	kind     runner.Kind
	language string
	// dirty are the sources that were changed and not covered by a passing run since.
	dirty changes
	// passed is the last run that passed, whole the last of the whole that passed; nil for none.
	passed, whole *Run
	// isWhole reports whether the whole passed since the last change.
	isWhole bool
	// failed is the last run that failed, nil for none or if a later run passed again. wasDirty reports
	// whether sources had been changed between the last pass of the whole and it.
	failed   *Run
	wasDirty bool
	// isBroken reports whether the last run of the whole failed.
	isBroken bool
	running  *Run
	// remote is the last event that showed results from another machine, nil for none.
	remote *Event
	// isStale reports whether sources were changed since the last run.
	isStale bool
	// isDoubtOld reports whether sources were changed since the event of doubt.
	doubt      Doubt
	isDoubtOld bool
}

func (t *track) change(c Change) {
	t.dirty.add(c)
	t.isStale = true
	t.isWhole = false
	t.isDoubtOld = true // a run before the change did not check it
	if t.failed == nil && t.passed != nil {
		t.doubt = Doubt{}
	}
	if t.failed != nil && t.wasDirty && len(t.dirty) == 0 {
		t.failed = nil // what it failed on is gone
		t.isBroken = false
	}
}

// run takes a run of the kind, or a run whose pass proves the kind.
func (t *track) run(r *Run, isProof bool) {
	switch r.Outcome {
	case Succeeded:
		t.pass(r, isProof)
	case Broken:
		t.fail(r)
	case Ongoing:
		t.running = r
	case Hidden:
		last := cmp.Or(t.failed, t.passed)
		if t.kind == runner.Lint && last != nil && r.isOtherProgram(last) {
			return // it did not repeat that
		}
		isRepeated := !t.isStale && t.passed != nil && t.failed == nil && (r.Narrow || !t.passed.Narrow)
		if !isRepeated { // otherwise it ended like the one before
			t.doubt = Doubt{NoOutcome, r.Event}
		}
	}
}

// pass takes a run that passed. isProof is set for a run of another kind that proves this one too, as Go
// tests prove the build: then it covers all of the packages that it names.
func (t *track) pass(r *Run, isProof bool) {
	if t.kind == runner.Lint && t.failed != nil && r.isOtherProgram(t.failed) {
		t.suspect(Doubt{MayHaveRun, r.Event}) // it may look for the same, or not
		return
	}
	t.passed = r
	t.isBroken = t.isBroken && r.Narrow
	if !r.Narrow || len(t.dirty) <= maxOfPart {
		t.dirty.drop(func(file string) bool { return r.covers(file, isProof) })
	}
	if !r.Narrow && len(t.dirty) == 0 {
		t.whole = r
		t.isWhole = true
	}
	if t.failed != nil && (r.isAsWide(t.failed) || r.isOfWhatFailed(t.failed)) {
		t.failed = nil
	}
	if !r.Narrow || len(t.dirty) == 0 {
		t.running = nil
		t.doubt = Doubt{}
	}
	if t.isDoubtOld {
		t.doubt = Doubt{}
	}
	isSameTask := t.failed != nil && r.Language == "" && slices.Equal(r.Words, t.failed.Words)
	if isSameTask { // in a subfolder, from which its program may look for the task upwards
		t.doubt = Doubt{MayHaveRun, r.Event}
	}
	t.isStale = false
}

// fail takes a run that failed. A failed part of a whole that has passed is ignored: fixtures may have to
// fail.
func (t *track) fail(r *Run) {
	isOfPart := r.Narrow && t.whole != nil && (t.kind != runner.Tests || len(t.dirty) == 0)
	if isOfPart {
		return
	}
	t.failed = r
	t.isBroken = t.isBroken || !r.Narrow
	t.remote = nil
	t.wasDirty = len(t.dirty) > 0
	t.running = nil
	t.doubt = Doubt{}
	t.isStale = false
}

// suspect takes an event that may have run the check, with an unknown outcome.
func (t *track) suspect(d Doubt) {
	isClean := t.passed != nil && t.failed == nil && len(t.dirty) == 0
	if !isClean {
		t.doubt = d
		t.isDoubtOld = false
	}
}

// standing returns what is proved. isKnown reports whether the repository is known to have the check.
func (t *track) standing(isKnown bool) Standing {
	s := Standing{Kind: t.kind, Language: t.language, State: t.state(isKnown), Run: t.passed, Changed: t.dirty.first(maxListed), ChangedCount: len(t.dirty)}
	s.IsFresh = t.passed != nil && t.failed == nil && t.running == nil && !t.isStale && !t.isBroken
	switch s.State {
	case Failed:
		s.Run = t.failed
		s.IsContested = t.whole != nil && !t.wasDirty || t.remote != nil
	case Running:
		s.Run = t.running
	case Unknown:
		s.Doubt = t.doubt
		if t.doubt.Why == "" {
			s.Doubt = Doubt{Remote, t.remote}
		}
	case Changed:
		if t.whole != nil {
			s.Run = t.whole
		}
	case Passed:
		if t.isWhole {
			s.Run = t.whole
		}
	}
	return s
}

func (t *track) state(isKnown bool) State {
	if !isKnown && !t.mayBeTested() {
		return Nothing
	}
	if t.doubt.Why != "" {
		return Unknown
	}
	if t.running != nil {
		return Running
	}
	if t.failed != nil {
		return Failed
	}
	if t.passed == nil && t.remote != nil {
		return Unknown
	}
	if t.passed == nil {
		return None
	}
	if len(t.dirty) == 0 && t.isBroken {
		return Part
	}
	if len(t.dirty) == 0 {
		return Passed
	}
	hasPassed := func(c Change) bool {
		return t.passed.covers(c.Path, false) || t.whole != nil && t.whole.covers(c.Path, false)
	}
	if slices.ContainsFunc(t.dirty, hasPassed) {
		return Changed
	}
	return Part
}

// mayBeTested reports whether another machine may have run tests: most machines that run checks do.
func (t *track) mayBeTested() bool {
	return t.kind == runner.Tests && t.remote != nil
}

// Change is a change of a file.
type Change struct {
	Path string
	// Event is the last event that changed it.
	Event *Event
	// was and is are marks of the replaced text and of the new text, "" if unknown.
	was, is string
}

// changes are the effective changes of files, sorted by path. Reverted changes and deleted files are
// removed.
type changes []Change

func (c *changes) add(next Change) {
	i, isAgain := slices.BinarySearchFunc(*c, next.Path, func(e Change, path string) int { return strings.Compare(e.Path, path) })
	if !isAgain {
		*c = slices.Insert(*c, i, next)
		return
	}
	earlier := (*c)[i]
	isFollowing := next.was != "" && next.was == earlier.is
	if isFollowing && next.is == earlier.was {
		*c = slices.Delete(*c, i, i+1)
		return
	}
	if isFollowing {
		next.was = earlier.was
		(*c)[i] = next
		return
	}
	// the two do not cancel out
	next.was, next.is = "", ""
	(*c)[i] = next
}

func (c *changes) drop(isGone func(path string) bool) {
	*c = slices.DeleteFunc(*c, func(e Change) bool { return isGone(e.Path) })
}

func (c changes) first(most int) []Change { return slices.Clone(c[:min(len(c), most)]) }

func (c changes) paths() []string {
	var paths []string
	for _, e := range c {
		paths = append(paths, e.Path)
	}
	return paths
}

const maxListed = 100

// maxOfPart bounds the changes that a partial run may cover: with more changes, it covers none.
const maxOfPart = 1_000

// walk holds the state of each kind and language while it goes through events.
type walk struct {
	timeline *Timeline
	tracks   map[trackKey]*track
	// all are the effective changes since the session began, by language.
	all map[string]*changes
	// wrote are the files that were or may have been written.
	wrote map[string]bool
	// known are the kinds of checks that the repository is known to have, by language; "" is any.
	known map[trackKey]bool
	// commits are the commits and pushes so far.
	commits []*Run
	// deploy is the last deployment, nil for none.
	deploy *Run
	// ran are the kinds that were run since the agent last ended a turn, fresh the effective changes since
	// then, and ended the number of commits at that point.
	ran   map[runner.Kind]bool
	fresh changes
	ended int
	// setup is the last change of what the tree depends on or how it is checked, such as package.json.
	setup *Event
	// atWork is the launch of an agent whose transcript is missing, nil for none. Its end is unknown, and
	// it may fix what fails.
	atWork *Event
	// isAway reports whether the files in the tree are other than those that are handed over.
	isAway bool
}

type trackKey struct {
	kind     runner.Kind
	language string
}

// Result is what a session did, and what of it is proved, after its last event.
type Result struct {
	// Standings has one standing for each of Kinds, the worst language's.
	Standings []Standing
	// Changed are the sources that were changed, by language and path.
	Changed []Change
	// Commits are the commits and pushes, in their order.
	Commits []*Run
}

// Result returns what is proved after the last event.
func (t *Timeline) Result() Result {
	w := t.walk()
	for i := range t.Events {
		w.take(&t.Events[i])
	}
	r := Result{Standings: w.standings(), Commits: w.commits}
	for _, language := range w.languages() {
		r.Changed = append(r.Changed, *w.all[language]...)
	}
	return r
}

// Of returns the standing of a kind.
func (r Result) Of(kind runner.Kind) Standing {
	i := slices.IndexFunc(r.Standings, func(s Standing) bool { return s.Kind == kind })
	if i < 0 {
		return Standing{Kind: kind, State: Nothing}
	}
	return r.Standings[i]
}

func (t *Timeline) walk() *walk {
	return &walk{timeline: t, tracks: map[trackKey]*track{}, all: map[string]*changes{}, wrote: map[string]bool{}, known: maps.Clone(t.known), ran: map[runner.Kind]bool{}}
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
	var list []string
	for language := range w.all {
		list = append(list, language)
	}
	slices.Sort(list)
	return list
}

// languagesOf returns the languages whose sources were changed so far, or for which a kind was run.
func (w *walk) languagesOf(kind runner.Kind) []string {
	list := w.languages()
	for key := range w.tracks {
		if key.kind == kind && !slices.Contains(list, key.language) {
			list = append(list, key.language)
		}
	}
	slices.Sort(list)
	return list
}

func (w *walk) take(e *Event) {
	switch {
	case e.Message != nil && e.Agent == w.timeline.Agent && !e.Message.IsHeld:
		clear(w.ran)
		w.fresh = nil
		w.ended = len(w.commits)
	case e.Gap != "":
		w.suspectAll(Doubt{Missing, e}, nil, true)
		if e.Gap == ledger.Missing {
			w.atWork = e
		}
	case e.Prompt != nil && isReport(e.Prompt.Text):
		w.suspectAll(Doubt{Reported, e}, nil, false)
	case e.Deed == nil:
	case e.Deed.Act == ledger.Write:
		w.write(e)
	case e.Deed.Act == ledger.Delete:
		w.delete(e)
	case e.Deed.Act == ledger.Run:
		w.run(e)
	}
}

// suspectAll adds a doubt to some kinds, nil for all. isHiding reports whether changes may be hidden, too.
func (w *walk) suspectAll(d Doubt, kinds []runner.Kind, isHiding bool) {
	for key, t := range w.tracks {
		if kinds != nil && !slices.Contains(kinds, key.kind) {
			continue
		}
		if isHiding {
			t.doubt = d
			continue
		}
		t.suspect(d)
	}
}

// mayMend adds a doubt to failed linters: a formatter may have fixed what they found.
func (w *walk) mayMend(r *Run) {
	for key, t := range w.tracks {
		if key.kind == runner.Lint && t.failed != nil {
			t.doubt = Doubt{MayHaveRun, r.Event}
		}
	}
}

// suspectOthers adds a doubt to the kind of a run for the other languages: it may have run theirs, too.
func (w *walk) suspectOthers(r *Run) {
	for key, t := range w.tracks {
		if key.kind == r.Kind && key.language != r.Language {
			t.suspect(Doubt{MayHaveRun, r.Event})
		}
	}
}

func (w *walk) write(e *Event) {
	d := e.Deed
	language := runner.LanguageOf(d.Path)
	if d.User {
		w.writeByOthers(e, language)
		return
	}
	w.wrote[d.Path] = true
	for _, file := range e.changed {
		w.changeFile(Change{Path: file, Event: e})
	}
	isCertain := !d.Maybe && !d.Glob
	if isRestored(d) {
		w.dropAll(d)
		return
	}
	if !isCertain || !e.isOwn() || w.isAway {
		return
	}
	if language == "" {
		w.changeFile(Change{Path: d.Path, Event: e})
		return
	}
	if w.isPutBack(d, language) {
		w.dropAll(d)
		return
	}
	c := Change{d.Path, e, d.Was, d.Is}
	if d.Cosmetic { // only linters and formatters look at the text alone
		w.track(runner.Lint, language).change(c)
		w.track(runner.Format, language).change(c)
		return
	}
	w.change(c, language)
}

// writeByOthers takes a change of a file by someone else, who may have fixed what failed.
func (w *walk) writeByOthers(e *Event, language string) {
	if language == "" || !e.isOwn() || w.isAway {
		return
	}
	for key, t := range w.tracks {
		if key.language != language {
			continue
		}
		t.change(Change{Path: e.Deed.Path, Event: e})
		if t.failed != nil {
			t.suspect(Doubt{ByOthers, e})
		}
	}
}

// changeFile takes a change of a file in any language, or of a file that says what is checked and how.
func (w *walk) changeFile(c Change) {
	if language := runner.LanguageOf(c.Path); language != "" {
		w.change(c, language)
	} else if runner.IsSetup(c.Path) {
		w.setup = c.Event
	}
}

func (w *walk) change(c Change, language string) {
	if w.all[language] == nil {
		w.all[language] = &changes{}
	}
	w.all[language].add(c)
	w.fresh.add(c)
	for _, kind := range Kinds {
		isNoPart := kind == runner.Build && isOfTests(c.Path) && runner.Has(runner.Types, language)
		if !isNoPart { // where types are checked separately, builds leave out tests
			w.track(kind, language).change(c)
		}
	}
}

// isPutBack reports whether a changed file is overwritten by a copy, which may be the old version.
func (w *walk) isPutBack(d *ledger.Deed, language string) bool {
	all := w.all[language]
	isCopy := strings.HasPrefix(d.Command, "cp ") || strings.HasPrefix(d.Command, "mv ")
	return isCopy && all != nil && slices.ContainsFunc(*all, func(c Change) bool { return c.Path == d.Path })
}

// isRestored reports whether git may have restored the files of a write.
func isRestored(d *ledger.Deed) bool { return len(d.Command) > 4 && d.Command[:4] == "git " }

// delete takes the deletion of files. It counts as a change of a source if the session did not create the
// file and deletes it as a source, not as build output.
func (w *walk) delete(e *Event) {
	d := e.Deed
	if w.isAway || d.Maybe {
		return
	}
	w.dropAll(d)
	language := runner.LanguageOf(d.Path)
	isOfSource := d.Command == "" || strings.HasPrefix(d.Command, "git rm ")
	if isOfSource && !d.Glob && !w.wrote[d.Path] && language != "" && e.isOwn() {
		w.change(Change{Path: d.Path, Event: e}, language)
	}
}

// dropAll drops the changes of files that are gone or restored.
func (w *walk) dropAll(d *ledger.Deed) {
	if d.Path == ledger.Anything {
		return
	}
	for _, all := range w.all {
		all.drop(d.Covers)
	}
	w.fresh.drop(d.Covers)
	for _, t := range w.tracks {
		t.dirty.drop(d.Covers)
	}
}

func (w *walk) run(e *Event) {
	switch {
	case e.Deed.User:
		w.suspectAll(Doubt{ByUser, e}, nil, false)
		return
	case e.MayRun:
		w.suspectAll(Doubt{MayHaveRun, e}, nil, false)
	case len(e.MayBe) > 0:
		for key, t := range w.tracks {
			if e.mayBeOf(key) {
				t.suspect(Doubt{MayHaveRun, e})
			}
		}
	case e.IsProgram:
		for _, t := range w.tracks {
			if t.failed != nil || t.passed != nil {
				t.suspect(Doubt{MayHaveRun, e})
			}
		}
	case e.IsRemote:
		for _, t := range w.tracks {
			t.remote = e
		}
	}
	w.settle(e)
	w.isAway = w.goesAway(e.Deed)
	for i := range e.Runs {
		w.takeRun(&e.Runs[i])
	}
}

// settle removes doubts that an earlier call of the same command raised: its output now shows which checks
// it runs, and that it runs no others.
func (w *walk) settle(e *Event) {
	if !e.IsShown {
		return
	}
	for key, t := range w.tracks {
		isSame := t.doubt.Why == MayHaveRun && t.doubt.Event.Deed != nil && slices.Equal(t.doubt.Event.Deed.Words, e.Deed.Words)
		if isSame && !e.mayBeOf(key) && !slices.ContainsFunc(e.Runs, func(r Run) bool { return r.Kind == key.kind }) {
			t.doubt = Doubt{}
		}
	}
}

// mayBeOf reports whether a command with known output may have run a check without printing anything.
func (e *Event) mayBeOf(key trackKey) bool {
	isPrinted := e.IsShown && key.kind == runner.Build && runner.Has(runner.Types, key.language)
	return slices.Contains(e.MayBe, key.kind) && !isPrinted
}

// goesAway reports whether, after a command, the files in the tree are other than those that are handed
// over.
func (w *walk) goesAway(d *ledger.Deed) bool {
	if d.Program != "git stash" {
		return w.isAway
	}
	sub := ""
	if len(d.Words) > 2 {
		sub = d.Words[2]
	}
	switch sub {
	case "list", "show", "drop", "clear":
		return w.isAway
	case "pop", "apply":
		return false
	}
	return true
}

// takeRun takes a run for each language that it checks, and for what its pass proves.
func (w *walk) takeRun(r *Run) {
	if r.Kind == runner.Commit || r.Kind == runner.Push {
		w.commits = append(w.commits, r)
		return
	}
	if r.Kind == runner.Deploy {
		w.deploy = r
		return
	}
	if w.isAway {
		return
	}
	if r.Folder == "" && w.timeline.Agent.Cwd != "" {
		w.suspectAll(Doubt{OtherTree, r.Event}, []runner.Kind{r.Kind}, false) // it ran in an unknown folder
		return
	}
	w.ran[r.Kind] = true
	if r.Kind == runner.Format && !r.Looks && r.Outcome != Broken {
		w.mayMend(r)
	}
	if r.Outcome == Succeeded && len(r.Words) > 0 && slices.Contains(builtin().AnyLanguage, r.Words[0]) {
		w.suspectOthers(r)
	}
	for _, kind := range r.kinds() {
		if kind == r.Kind {
			w.known[trackKey{kind, r.Language}] = true
		}
		if kind != r.Kind && r.Outcome != Succeeded {
			continue
		}
		languages := []string{r.Language}
		if changed := slices.DeleteFunc(w.languagesOf(kind), runner.IsApart); r.Language == "" && len(changed) > 0 {
			languages = changed
		}
		for _, language := range languages {
			isCompiled := !runner.Has(runner.Types, language)
			if kind != r.Kind && r.Language == "" && !isCompiled {
				continue // tests build nothing in that language
			}
			if kind != r.Kind && isCompiled {
				w.known[trackKey{kind, language}] = true
			}
			if w.timeline.isHere(r.Folder) || w.isOfChanged(r, language) {
				t := w.track(kind, language)
				t.run(r, kind != r.Kind)
				if r.Outcome == Broken && w.atWork != nil {
					t.suspect(Doubt{Missing, w.atWork})
				}
			}
		}
	}
}

// kinds returns the kind of a run, and the kinds that its pass proves: tests of any language build compiled
// code.
func (r *Run) kinds() []runner.Kind {
	kinds := append([]runner.Kind{r.Kind}, r.Proves...)
	if r.Kind == runner.Tests && r.Language == "" {
		kinds = append(kinds, runner.Build)
	}
	return kinds
}

// isOfChanged reports whether a run was in a folder above a changed source.
func (w *walk) isOfChanged(r *Run, language string) bool {
	all := w.all[language]
	return all != nil && slices.ContainsFunc(*all, func(c Change) bool { return isBelow(r.Folder, c.Path) })
}

// standings returns what is proved of each kind.
func (w *walk) standings() []Standing {
	var list []Standing
	for _, kind := range Kinds {
		s := w.untouched(kind)
		isOfSetup := w.setup != nil && s.Run != nil && w.setup.Compare(s.Run.Event) < 0
		asRun := s
		s.State, s.Changed, s.ChangedCount = Nothing, nil, 0
		for _, language := range w.languages() {
			if len(*w.all[language]) == 0 || !runner.Has(kind, language) {
				continue
			}
			isKnown := w.known[trackKey{kind, language}] || w.known[trackKey{kind, ""}] && !runner.IsApart(language)
			of := w.track(kind, language).standing(isKnown)
			if rank(of.State) < rank(s.State) {
				s = of
			}
		}
		if s.State == Nothing && isOfSetup && asRun.State != Unknown {
			s = asRun
		}
		list = append(list, s)
	}
	return list
}

// untouched returns the standing of a kind by its runs alone, of the worst language: it counts if no source
// was changed.
func (w *walk) untouched(kind runner.Kind) Standing {
	worst := Standing{Kind: kind, State: Nothing}
	for key, t := range w.tracks {
		if key.kind != kind {
			continue
		}
		s := t.standing(true)
		if s.State == None {
			continue // this language may be the changed one, and says nothing of others
		}
		if rank(s.State) < rank(worst.State) || rank(s.State) == rank(worst.State) && s.Language < worst.Language {
			worst = s
		}
	}
	return worst
}

func rank(s State) int { return slices.Index(worst, s) }

// HeadKind returns the kind of check to report first: tests, unless another check failed or is outdated and
// the tests are no worse.
func HeadKind(of func(runner.Kind) State) runner.Kind {
	head := runner.Tests
	for _, kind := range Kinds {
		isBad := of(kind) == Failed || of(kind) == Changed
		if isBad && kind != runner.Format && CompareStates(of(kind), of(head)) < 0 {
			head = kind
		}
	}
	return head
}

// CompareStates compares two states; the worse one comes first.
func CompareStates(a, b State) int { return rank(a) - rank(b) }
