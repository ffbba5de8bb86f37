package timeline

import (
	"slices"

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

func (w *walk) run(e *Event) {
	switch {
	case e.Deed.User:
		w.suspect(Doubt{ByUser, e}, anyTrack)
		return
	case e.MayRun:
		w.suspect(Doubt{MayHaveRun, e}, anyTrack)
	case len(e.MayBe) > 0:
		w.suspect(Doubt{MayHaveRun, e}, e.mayBeOf)
	case e.IsProgram:
		w.suspect(Doubt{MayHaveRun, e}, func(t *track) bool { return t.failed != nil || t.passed != nil })
	case e.IsRemote:
		for _, t := range w.tracks {
			t.remote = e
		}
	case slices.Contains(builtin().Integrates, e.Deed.Program) && builtin().Integrated.MatchString(e.Deed.Output):
		for _, t := range w.tracks {
			t.mayChange(e)
		}
	}
	w.clearDoubts(e)
	w.isStashed = w.isStashedAfter(e.Deed)
	for i := range e.Runs {
		w.takeRun(&e.Runs[i])
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
		if isSame && !e.mayBeOf(t) && !e.hasRun(t.kind) {
			t.doubt = Doubt{}
		}
	}
}

// mayBeOf reports whether a command with known output may have run a check without printing anything.
func (e *Event) mayBeOf(t *track) bool {
	isPrinted := e.IsShown && t.kind == runner.Build && runner.Has(runner.Types, t.language)
	return slices.Contains(e.MayBe, t.kind) && !isPrinted
}

// isStashedAfter reports whether, after a command, changes are in a stash of git.
func (w *walk) isStashedAfter(d *ledger.Deed) bool {
	if d.Program != "git stash" {
		return w.isStashed
	}
	sub := ""
	if len(d.Words) > 2 {
		sub = d.Words[2]
	}
	switch sub {
	case "list", "show", "drop", "clear":
		return w.isStashed
	case "pop", "apply":
		return false
	}
	return true
}

// takeRun takes a run for each language that it checks, and for what its pass proves.
func (w *walk) takeRun(r *Run) {
	if r.Kind == runner.Commit || r.Kind == runner.Push {
		w.commits = append(w.commits, r)
		w.letThrough(r)
		return
	}
	if r.Kind == runner.Deploy {
		w.deploy = r
		return
	}
	if w.isStashed {
		return
	}
	if r.Folder == "" { // unknown
		w.suspect(Doubt{OtherTree, r.Event}, func(t *track) bool { return t.kind == r.Kind })
		return
	}
	w.ran[r.Kind] = true
	if r.Kind == runner.Format && !r.Looks && r.Outcome != Broken { // it may have fixed what a linter found
		w.suspect(Doubt{MayHaveRun, r.Event}, func(t *track) bool { return t.kind == runner.Lint && t.failed != nil })
		w.rewrite(r)
	}
	if r.Outcome == Succeeded && slices.Contains(builtin().AnyLanguage, r.Words[0]) { // it may have checked other languages, too
		w.suspect(Doubt{MayHaveRun, r.Event}, func(t *track) bool { return t.kind == r.Kind && t.language != r.Language })
	}
	for _, kind := range r.kinds() {
		if kind == r.Kind {
			w.known[trackKey{kind, r.Language}] = true
		}
		if kind != r.Kind && r.Outcome == Hidden { // a pass would have proved it
			w.suspect(Doubt{MayHaveRun, r.Event}, func(t *track) bool { return t.kind == kind })
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
				isGit := func(of Run) bool { return of.Kind == runner.Commit || of.Kind == runner.Push }
				t.isOfHooks = t.isOfHooks || slices.ContainsFunc(r.Event.Runs, isGit)
				if r.Outcome == Broken && w.atWork != nil {
					t.suspect(Doubt{Missing, w.atWork})
				}
			}
		}
	}
}

// rewrite takes the files of the work that a formatter rewrote: a linter that passed before saw another text. One of
// the same command is taken to belong to it.
func (w *walk) rewrite(r *Run) {
	for _, name := range runner.Rewritten(r.Event.Deed.Output) {
		file := ledger.Absolute(r.Folder, name)
		t := w.tracks[trackKey{runner.Lint, runner.LanguageOf(file)}]
		if w.wrote[file] && t != nil && t.passed != nil && !t.passed.Event.isOfLine(r.Event) {
			t.change(Change{Path: file, Event: r.Event})
		}
	}
}

// letThrough doubts the checks that failed in the hooks of git: they let a later commit through, and may have
// printed nothing.
func (w *walk) letThrough(r *Run) {
	for _, t := range w.tracks {
		if t.isOfHooks && t.failed != nil && r.Outcome == Succeeded && t.failed.Event != r.Event {
			t.suspect(Doubt{MayHaveRun, r.Event})
		}
	}
}

// isOfChanged reports whether a run was in a folder above a changed source.
func (w *walk) isOfChanged(r *Run, language string) bool {
	return slices.ContainsFunc(w.all[language], func(c Change) bool { return isIn(r.Folder, c.Path) })
}
