package timeline

import (
	"maps"
	"slices"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
)

// State is what is proved of a kind of check at a point.
type State string

// The states.
const (
	// Passed: the last run of the whole passed, or of parts that cover what was changed, and
	// nothing that it covers was changed after.
	Passed State = "passed"
	// Changed: it passed, and then sources were changed.
	Changed State = "changed"
	// Part: only parts were run, which passed and do not cover what was changed.
	Part State = "part"
	// Failed: the last run failed, and nothing may have made that good.
	Failed State = "failed"
	// Running: it was started, and its end is not in the transcript.
	Running State = "running"
	// None: sources were changed, and nothing ran or may have run it.
	None State = "none"
	// Nothing: no source was changed, or nothing that is known of the repository runs it.
	Nothing State = "nothing"
	// Unknown: something may have run it, or changed its result.
	Unknown State = "unknown"
)

// worst are the states from the worst to the best: a session has that of its worst language.
var worst = []State{Failed, Changed, None, Running, Unknown, Part, Passed, Nothing}

// Standing is what is proved of a kind of check at a point.
type Standing struct {
	Kind  runner.Kind
	State State
	// Language is that of the sources that it is about, "" if it is about none.
	Language string
	// Run is the run that decides, nil for none.
	Run *Run
	// Changed are the sources that were changed and that no run that passed has looked at since,
	// by their paths.
	Changed []Change
	// Doubt is why it is Unknown.
	Doubt Doubt
}

// Doubt is why something about runs of a kind is not known.
type Doubt struct {
	Why Reason
	// Event shows it, nil for none.
	Event *Event
}

// Reason is the reason of a doubt.
type Reason string

// The reasons.
const (
	// MayHaveRun: a command may have run it, and nothing shows how that ended.
	MayHaveRun Reason = "may-have-run"
	// NoOutcome: nothing says how its last run ended.
	NoOutcome Reason = "no-outcome"
	// Missing: something is missing in the transcript.
	Missing Reason = "missing"
	// Reported: a person says how another run ended.
	Reported Reason = "reported"
	// ByUser: a person ran a command.
	ByUser Reason = "by-user"
	// Remote: results from elsewhere are all that there is.
	Remote Reason = "remote"
	// OtherTree: it ran while other files were in the place of those that are handed over.
	OtherTree Reason = "other-tree"
)

// Kinds are the kinds of checks that have a standing, in the order in which they are told.
var Kinds = []runner.Kind{runner.Tests, runner.Build, runner.Types, runner.Lint, runner.Format}

// track is what is known of a kind of check for a language.
type track struct {
	kind     runner.Kind
	language string
	// dirty are the sources that were changed and that no run that passed has looked at since.
	dirty changes
	// passed is the last run that passed, and whole the last of the whole, nil for none.
	passed, whole *Run
	// failed is the last run that failed and was not made good, nil for none; wasDirty reports
	// whether sources had been changed before it since the whole passed.
	failed   *Run
	wasDirty bool
	running  *Run
	// remote is the last event that showed results from elsewhere, nil for none.
	remote *Event
	// isStale reports whether sources were changed since the last run.
	isStale bool
	doubt   Doubt
}

// change takes a change of a source.
func (t *track) change(c Change) {
	t.dirty.add(c)
	t.isStale = true
	isUndone := len(t.dirty) == 0 && t.whole != nil
	if t.failed != nil && t.wasDirty && isUndone {
		t.failed = nil // what it failed on is gone
	}
}

// run takes a run of the kind, or one whose pass proves the kind.
func (t *track) run(r *Run, isProof bool) {
	switch r.Outcome {
	case Succeeded:
		t.pass(r, isProof)
	case Broken:
		t.fail(r)
	case Ongoing:
		t.running = r
	case Hidden:
		if t.isStale || t.passed == nil && t.failed == nil { // else it ended as the one before
			t.doubt = Doubt{NoOutcome, r.Event}
		}
	}
}

// pass takes a run that passed. What proves a kind beside its own looks at all of the packages that
// it names.
func (t *track) pass(r *Run, isProof bool) {
	t.passed = r
	if !r.Narrow || len(t.dirty) <= maxOfPart {
		t.dirty.drop(func(file string) bool { return r.covers(file, isProof) })
	}
	if !r.Narrow && len(t.dirty) == 0 {
		t.whole = r
	}
	if t.failed != nil && r.isAsWide(t.failed) {
		t.failed = nil
	}
	if !r.Narrow || len(t.dirty) == 0 {
		t.running = nil
		t.doubt = Doubt{}
	}
	t.isStale = false
}

// fail takes a run that failed. Of a part it decides for that part: fixtures may have to fail.
func (t *track) fail(r *Run) {
	isOfPart := r.Narrow && t.whole != nil && (t.kind != runner.Tests || len(t.dirty) == 0)
	if isOfPart {
		return
	}
	t.failed = r
	t.wasDirty = len(t.dirty) > 0
	t.running = nil
	t.doubt = Doubt{}
	t.isStale = false
}

// suspect takes an event that may have run the check in a way that nothing shows.
func (t *track) suspect(d Doubt) {
	isClean := t.passed != nil && t.failed == nil && len(t.dirty) == 0
	if !isClean {
		t.doubt = d
	}
}

// standing returns what is proved. isKnown reports whether the check is known to be one of the
// repository.
func (t *track) standing(isKnown bool) Standing {
	s := Standing{Kind: t.kind, Language: t.language, State: t.state(isKnown), Run: t.passed, Changed: t.dirty.sorted()}
	switch s.State {
	case Failed:
		s.Run = t.failed
	case Running:
		s.Run = t.running
	case Unknown:
		s.Doubt = t.doubt
		if t.doubt.Why == "" {
			s.Doubt = Doubt{Remote, t.remote}
		}
	case Changed:
		s.Run = t.whole
	}
	return s
}

func (t *track) state(isKnown bool) State {
	switch {
	case !isKnown:
		return Nothing
	case t.doubt.Why != "":
		return Unknown
	case t.failed != nil:
		return Failed
	case t.running != nil:
		return Running
	case t.passed == nil && t.remote != nil:
		return Unknown
	case t.passed == nil:
		return None
	case len(t.dirty) == 0:
		return Passed
	case t.whole != nil:
		return Changed
	}
	return Part
}

// Change is a change of a file.
type Change struct {
	Path string
	// Event is the last that changed it.
	Event *Event
	// was and is are marks of the text that was replaced and of that which is there now, "" if
	// they are not known.
	was, is string
}

// changes are those of files that are left, by their paths: what was changed back, or is gone, is
// none.
type changes map[string]Change

// add adds a change.
func (c changes) add(next Change) {
	earlier, isAgain := c[next.Path]
	isFollowing := isAgain && next.was != "" && next.was == earlier.is
	switch {
	case !isAgain:
		c[next.Path] = next
	case isFollowing && next.is == earlier.was:
		delete(c, next.Path)
	case isFollowing:
		c[next.Path] = Change{next.Path, next.Event, earlier.was, next.is}
	default: // the two are no inverses of each other
		c[next.Path] = Change{Path: next.Path, Event: next.Event}
	}
}

// drop removes the changes of some files.
func (c changes) drop(isGone func(path string) bool) {
	maps.DeleteFunc(c, func(path string, _ Change) bool { return isGone(path) })
}

// paths returns the paths of the files, sorted.
func (c changes) paths() []string { return slices.Sorted(maps.Keys(c)) }

// sorted returns the changes by their paths.
func (c changes) sorted() []Change {
	var list []Change
	for _, path := range c.paths() {
		list = append(list, c[path])
	}
	return list
}

// maxOfPart bounds the changes that a run of a part may cover: it covers none of more.
const maxOfPart = 1_000

// walk keeps what is known of each kind and language while it goes through events.
type walk struct {
	timeline *Timeline
	tracks   map[trackKey]*track
	// all are the changes that are left since the session began, by language.
	all map[string]changes
	// known are the kinds that are known to be checks of the repository, by language; of "" by any.
	known map[trackKey]bool
	// commits are the commits and pushes so far.
	commits []*Run
	// isAway reports whether other files are in the place of those that are handed over.
	isAway bool
}

type trackKey struct {
	kind     runner.Kind
	language string
}

// Result is what a session did, and what of it is proved, after its last event.
type Result struct {
	// Standings has one of each of Kinds, the worst language's.
	Standings []Standing
	// Changed are the sources that were changed, by their paths.
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
		r.Changed = append(r.Changed, w.all[language].sorted()...)
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
	return &walk{timeline: t, tracks: map[trackKey]*track{}, all: map[string]changes{}, known: map[trackKey]bool{}}
}

// track returns that of a kind and a language.
func (w *walk) track(kind runner.Kind, language string) *track {
	key := trackKey{kind, language}
	if w.tracks[key] == nil {
		w.tracks[key] = &track{kind: kind, language: language, dirty: changes{}}
	}
	return w.tracks[key]
}

// languages returns those whose sources were changed so far, or that of a run.
func (w *walk) languages() []string {
	var list []string
	for language := range w.all {
		list = append(list, language)
	}
	slices.Sort(list)
	return list
}

// take takes the next event.
func (w *walk) take(e *Event) {
	switch {
	case e.Gap != "":
		w.suspectAll(Doubt{Missing, e}, true)
	case e.Prompt != nil && reports(e.Prompt.Text):
		w.suspectAll(Doubt{Reported, e}, false)
	case e.Deed == nil:
	case e.Deed.Act == ledger.Write:
		w.write(e)
	case e.Deed.Act == ledger.Delete:
		w.delete(e)
	case e.Deed.Act == ledger.Read:
		w.see(e.Deed.Path)
	case e.Deed.Act == ledger.Run:
		w.run(e)
	}
}

// suspectAll doubts all kinds. isHiding reports whether changes may be hidden, too.
func (w *walk) suspectAll(d Doubt, isHiding bool) {
	for _, language := range w.languages() {
		for _, kind := range Kinds {
			t := w.track(kind, language)
			if isHiding {
				t.doubt = d
			} else {
				t.suspect(d)
			}
		}
	}
}

// write takes a change of a file.
func (w *walk) write(e *Event) {
	d := e.Deed
	w.see(d.Path)
	language := runner.LanguageOf(d.Path)
	isCertain := !d.Maybe && !d.Glob
	switch {
	case isRestored(d):
		w.dropAll(d)
		return
	case language == "" || !isCertain || !isOwn(d.Path) || w.isAway:
		return
	}
	c := Change{d.Path, e, d.Was, d.Is}
	if w.all[language] == nil {
		w.all[language] = changes{}
	}
	w.all[language].add(c)
	for _, kind := range Kinds {
		w.track(kind, language).change(c)
	}
}

// isRestored reports whether git may have put the files of a write back.
func isRestored(d *ledger.Deed) bool { return len(d.Command) > 4 && d.Command[:4] == "git " }

// delete takes the deletion of files.
func (w *walk) delete(e *Event) {
	if !w.isAway && !e.Deed.Maybe {
		w.dropAll(e.Deed)
	}
}

// dropAll drops the changes of files that are gone, or as they were.
func (w *walk) dropAll(d *ledger.Deed) {
	if d.Path == ledger.Anything {
		return
	}
	for _, all := range w.all {
		all.drop(d.Covers)
	}
	for _, t := range w.tracks {
		t.dirty.drop(d.Covers)
	}
}

// see takes a file that the transcript shows: it may say what is known of the repository.
func (w *walk) see(file string) {
	for _, known := range runner.KnownBy(file) {
		w.known[trackKey{known.Kind, known.Language}] = true
	}
}

// run takes a command.
func (w *walk) run(e *Event) {
	switch {
	case e.Deed.User:
		w.suspectAll(Doubt{ByUser, e}, false)
		return
	case e.MayRun:
		w.suspectAll(Doubt{MayHaveRun, e}, false)
	case e.IsRemote:
		for _, language := range w.languages() {
			for _, kind := range Kinds {
				w.track(kind, language).remote = e
			}
		}
	}
	w.isAway = w.goesAway(e.Deed)
	for i := range e.Runs {
		w.takeRun(&e.Runs[i])
	}
}

// goesAway reports whether other files are in the place of those that are handed over after a
// command.
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

// takeRun takes a run for each language that it looks at, and for what its pass proves.
func (w *walk) takeRun(r *Run) {
	if r.Kind == runner.Commit || r.Kind == runner.Push {
		w.commits = append(w.commits, r)
		return
	}
	if w.isAway {
		return
	}
	for _, kind := range append([]runner.Kind{r.Kind}, r.Proves...) {
		w.known[trackKey{kind, r.Language}] = true
		if kind != r.Kind && r.Outcome != Succeeded {
			continue
		}
		languages := []string{r.Language}
		if r.Language == "" {
			languages = w.languages()
		}
		for _, language := range languages {
			if w.timeline.isHere(r.Folder) || w.isOfChanged(r, language) {
				w.track(kind, language).run(r, kind != r.Kind)
			}
		}
	}
}

// isOfChanged reports whether a run was in a folder above a source that was changed.
func (w *walk) isOfChanged(r *Run, language string) bool {
	for file := range w.all[language] {
		if isBelow(r.Folder, file) {
			return true
		}
	}
	return false
}

// standings returns what is proved of each kind.
func (w *walk) standings() []Standing {
	var list []Standing
	for _, kind := range Kinds {
		s := Standing{Kind: kind, State: Nothing}
		for _, language := range w.languages() {
			if len(w.all[language]) == 0 || !runner.Has(kind, language) {
				continue
			}
			isKnown := w.known[trackKey{kind, language}] || w.known[trackKey{kind, ""}]
			of := w.track(kind, language).standing(isKnown)
			if rank(of.State) < rank(s.State) {
				s = of
			}
		}
		list = append(list, s)
	}
	return list
}

func rank(s State) int { return slices.Index(worst, s) }

// CompareStates compares two states, the worse one first.
func CompareStates(a, b State) int { return rank(a) - rank(b) }
