package timeline

import (
	"slices"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
)

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
		return
	}
	if r.Kind == runner.Deploy {
		w.deploy = r
		return
	}
	if w.isStashed {
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

// isOfChanged reports whether a run was in a folder above a changed source.
func (w *walk) isOfChanged(r *Run, language string) bool {
	all := w.all[language]
	return all != nil && slices.ContainsFunc(*all, func(c Change) bool { return isBelow(r.Folder, c.Path) })
}
