package timeline

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
)

// suspect adds a doubt to the tracks that it may be about.
func (w *walk) suspect(d Doubt, mayBeOf func(*track) bool) {
	for _, t := range w.tracks {
		if mayBeOf(t) {
			t.suspect(d)
		}
	}
}

// anyTrack is for what may have run any check.
func anyTrack(*track) bool { return true }

// ofKind is for what may have run a kind of check.
func ofKind(kind runner.Kind) func(*track) bool {
	return func(t *track) bool { return t.kind == kind }
}

// takeCommand takes what a command ran, or may have run.
func (w *walk) takeCommand(e *Event) {
	switch {
	case e.Deed.User:
		w.suspect(Doubt{ByUser, e}, anyTrack)
		return
	case e.MayRun:
		w.suspect(Doubt{MayHaveRun, e}, anyTrack)
	case len(e.MayBe) > 0:
		w.suspect(Doubt{MayHaveRun, e}, e.mayBeOf)
	case e.MayHaveChecked: // too little to count as the only run of a check
		w.suspect(Doubt{MayHaveRun, e}, func(t *track) bool { return t.failed != nil || t.passed != nil })
	case e.IsRemote:
		for _, t := range w.tracks {
			t.remote = e
		}
	case e.isPatch():
		for _, t := range w.tracks {
			t.doubtPass(e)
		}
	}
	w.clearDoubts(e)
	if e.Deed.Program == "git stash" {
		w.takeStash(e)
	}
	w.takeRestored(e)
	for i := range e.Runs {
		w.takeRun(&e.Runs[i])
	}
}

// isPatch reports whether a command may have changed files in the agent's folder that it does not name, as "git apply"
// and "git pull" do.
func (e *Event) isPatch() bool {
	d := e.Deed
	shows := slices.ContainsFunc(d.Words, func(word string) bool { return slices.Contains(builtin().Showing, word) })
	if d.Result == ledger.Failed || !isIn(e.Agent.Cwd, d.Folder) || shows {
		return false
	}
	integrated := builtin().Integrates[d.Program]
	return slices.Contains(builtin().Patches, d.Program) || integrated != nil && integrated.MatchString(d.Output)
}

// takeRestored takes a command of git that took changes back, of which it does not name the files.
func (w *walk) takeRestored(e *Event) {
	switch e.Deed.Program {
	case "git checkout":
		if m := builtin().Restored.FindStringSubmatch(e.Deed.Output); m != nil {
			count, _ := strconv.Atoi(m[1]) // digits
			w.doubtFailuresOnRestored(count)
		}
	case "git reset":
		if e.Deed.HasWords([]string{"--hard"}) {
			w.doubtFailuresOnRestored(math.MaxInt)
		}
	}
}

// doubtFailuresOnRestored makes the failures doubtful of checks that had passed before the changes on which they failed, if
// no more than some of these are left, and git took these back: a failure on them says nothing of what is left, as after a
// mutation by hand.
func (w *walk) doubtFailuresOnRestored(left int) {
	for _, t := range w.tracks {
		if t.failed != nil && t.whole != nil && t.wasDirty && len(t.dirty) <= left {
			t.suspect(Doubt{OtherTree, t.failed.Event})
		}
	}
}

// clearDoubts removes doubts that an earlier call of the same command raised: its output now shows which checks
// it runs, and that it runs no others.
func (w *walk) clearDoubts(e *Event) {
	if !e.IsShown {
		return
	}
	for _, t := range w.tracks {
		isSame := t.doubt.Why == MayHaveRun && slices.Equal(t.doubt.Event.Deed.Words, e.Deed.Words)
		if isSame && !e.mayBeOf(t) {
			t.doubt = Doubt{}
		}
	}
}

// mayBeOf reports whether a command with known output may have run a check without printing anything.
func (e *Event) mayBeOf(t *track) bool {
	isPrinted := e.IsShown && t.kind == runner.Build && !runner.IsCompiled(t.language)
	return slices.Contains(e.MayBe, t.kind) && !isPrinted
}

// takeStash takes a command that puts changes into a stash of git, takes them out, or drops them. Of what failed before,
// nothing is known until they are back.
func (w *walk) takeStash(e *Event) {
	operands := e.Deed.Words[min(2, len(e.Deed.Words)):]
	switch cmp.Or(operands...) {
	case "list", "show":
	case "drop", "clear":
		w.stash = nil
	case "pop", "apply", "branch":
		for _, t := range w.tracks {
			if w.stash != nil && t.doubt.Event == w.stash {
				t.doubt = Doubt{}
			}
		}
		w.stash = nil
	default: // "push", or none
		w.stash = e
		w.suspect(Doubt{OtherTree, e}, func(t *track) bool { return t.doubt.Why == "" })
	}
}

// takeRun takes a run for each language that it checks, and for what its pass proves.
func (w *walk) takeRun(r *Run) {
	switch r.Kind {
	case runner.Commit, runner.Push:
		w.commits = append(w.commits, r)
		w.last[r.Kind] = r
		w.doubtHooks(r)
	case runner.Deploy:
		w.last[r.Kind] = r
	default:
		w.takeCheck(r)
	}
}

// takeCheck takes a run of checks. What ran while changes were in a stash, or ran nothing, does not count.
func (w *walk) takeCheck(r *Run) {
	if w.stash != nil || r.IsEmpty {
		return
	}
	if r.Folder == "" { // unknown
		w.suspect(Doubt{OtherTree, r.Event}, ofKind(r.Kind))
		return
	}
	w.ran[r.Kind] = true
	w.known[trackKey{r.Kind, r.Language}] = true
	if isFormatter(*r) && r.Outcome != Broken { // it may have fixed what a linter found
		w.suspect(Doubt{MayHaveRun, r.Event}, func(t *track) bool { return t.kind == runner.Lint && t.failed != nil })
		w.takeRewritten(r)
	}
	if r.Outcome == Succeeded && slices.Contains(builtin().AnyLanguage, r.Words[0]) { // it may have checked other languages, too
		w.suspect(Doubt{MayHaveRun, r.Event}, func(t *track) bool { return t.kind == r.Kind && t.language != r.Language })
	}
	for _, language := range w.checkedBy(r, r.Kind) {
		w.takeAs(r, r.Kind, language)
	}
	for _, kind := range r.proves() {
		switch r.Outcome {
		case Succeeded:
			w.prove(r, kind)
		case Hidden: // a pass would have proved it
			w.suspect(Doubt{MayHaveRun, r.Event}, ofKind(kind))
		}
	}
}

// prove takes a run that passed for another kind that this proves.
func (w *walk) prove(r *Run, kind runner.Kind) {
	for _, language := range w.checkedBy(r, kind) {
		if runner.IsCompiled(language) {
			w.known[trackKey{kind, language}] = true
		} else if r.Language == "" {
			continue // tests build nothing in that language
		}
		w.takeAs(r, kind, language)
	}
}

// checkedBy returns the languages in which a run checks something of a kind: that of its program or, if it may be any,
// those that were changed or checked so far.
func (w *walk) checkedBy(r *Run, kind runner.Kind) []string {
	all := slices.DeleteFunc(w.languagesOf(kind), runner.IsApart)
	if r.Language == "" && len(all) > 0 {
		return all
	}
	return []string{r.Language}
}

// takeAs takes a run for a language, as its own kind or one that it proves. What it checks in other folders does
// not count, unless something was changed there.
func (w *walk) takeAs(r *Run, kind runner.Kind, language string) {
	began := w.timeline.Agent.Cwd // "" if unknown
	isHere := began == "" || isIn(began, r.Folder)
	isOfChanged := func(c Change) bool { return isIn(r.Folder, c.Path) }
	if !isHere && !slices.ContainsFunc(w.all[language], isOfChanged) {
		return
	}
	t := w.track(kind, language)
	t.run(r)
	t.isOfHooks = t.isOfHooks || slices.ContainsFunc(r.Event.Runs, isOfGit)
	if r.Outcome == Broken && w.atWork != nil {
		t.suspect(Doubt{Missing, w.atWork})
	}
}

// takeRewritten takes files of the work that a formatter rewrote: a linter that passed before saw another text. One of
// the same command is taken to belong to it.
func (w *walk) takeRewritten(r *Run) {
	for _, name := range runner.Rewritten(r.Event.Deed.Output) {
		file := ledger.Absolute(r.Folder, name)
		t := w.tracks[trackKey{runner.Lint, runner.LanguageOf(file)}]
		if w.wrote[file] && t != nil && t.passed != nil && !t.passed.Event.isOfRecord(r.Event) {
			t.change(Change{Path: file, Event: r.Event})
		}
	}
}

// doubtHooks takes a commit or a push. If it succeeded, the checks that failed in earlier hooks of git are doubtful: the
// hooks let it through, and may have printed nothing.
func (w *walk) doubtHooks(r *Run) {
	if r.Outcome != Succeeded {
		return
	}
	w.suspect(Doubt{MayHaveRun, r.Event}, func(t *track) bool {
		return t.isOfHooks && t.failed != nil && t.failed.Event != r.Event
	})
}
