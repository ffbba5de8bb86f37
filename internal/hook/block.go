package hook

import (
	"path/filepath"
	"slices"
	"strconv"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// blockFiles blocks for the sake of files that do not pass; notes are others,
// with warnings alone. A file that was blocked too often at the same stage of
// the same session is let through, with a message to the user: an agent that
// cannot repair it would go on for ever. So is one whose writer goes on because of
// a hook: hosts hold nobody a second time.
func (w *watch) blockFiles(stage string, faults, notes []fault) Verdict {
	var v Verdict
	var blocked []fault
	passed := 0
	for _, f := range faults {
		if !w.event.StopHookActive && w.remember().blocked(stage, w.event.Session, f.Path) <= w.hook.Blocks {
			blocked = append(blocked, f)
			continue
		}
		if passed++; passed <= w.hook.Listed {
			v.System = join(v.System, w.released(f))
		}
	}
	if passed > w.hook.Listed {
		v.System += " (" + w.hook.Say("also", rules.Values{"n": strconv.Itoa(passed - w.hook.Listed)}) + ")"
	}
	for i := range notes {
		notes[i].words = "warned"
	}
	switch {
	case len(blocked) > 0:
		v.Block, v.Reason = true, w.reason(append(blocked, notes...))
	case len(notes) > 0:
		v.Context = w.reason(notes)
	}
	return v
}

// letGo says what would have been held back. An agent is held only where its
// blocks can be counted, or it would be held for ever; a block behind a write
// holds nobody.
func (w *watch) letGo(v Verdict) Verdict {
	says := w.hook.Say("uncounted", rules.Values{"why": text.Escape(w.memory.unsaved.Error()), "reason": v.Reason})
	return Verdict{System: join(v.System, says)}
}

// released tells the user of a file that is let through.
func (w *watch) released(f fault) string {
	if f.words == "promised" {
		w.remember().forget(kindTold, w.event.Session, filepath.FromSlash(f.Path))
		return w.hook.Say("absent", rules.Values{"path": text.Quote(w.relative(f.Path))})
	}
	var first rules.Finding // none if the team does not ask for a marker
	if len(f.Findings) > 0 {
		first = f.Findings[0]
	}
	if i := slices.IndexFunc(f.Findings, func(f rules.Finding) bool { return f.Severity == rules.Error }); i >= 0 {
		first = f.Findings[i]
	}
	return w.hook.Say("released", rules.Values{
		"path": text.Quote(w.relative(f.Path)), "count": w.count(f.verdictOn), "first": w.said(first, first.Message),
	})
}
