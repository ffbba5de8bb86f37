package hook

import (
	"strconv"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// blockFiles blocks for the sake of files that do not pass; notes are others,
// with warnings alone. A file that was blocked too often at the same stage of
// the same session is let go, with a message to the user: an agent that cannot
// repair it would go on for ever.
func (w *watch) blockFiles(stage string, faults, notes []fault) Verdict {
	var v Verdict
	var blocked []fault
	for _, f := range faults {
		n := w.remember().blocked(stage, w.event.Session, f.Path)
		if n <= w.hook.Blocks {
			blocked = append(blocked, f)
			continue
		}
		v.System = join(v.System, w.released(f))
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

// released tells the user of a file that is let go.
func (w *watch) released(f fault) string {
	first := ""
	for _, finding := range f.Findings {
		if finding.Severity == rules.Error || first == "" {
			first = w.said(finding, finding.Message)
		}
		if finding.Severity == rules.Error {
			break
		}
	}
	return w.hook.Say("released", rules.Values{
		"path": text.Quote(f.Path), "n": strconv.Itoa(w.hook.Blocks), "count": w.count(f.verdictOn), "first": first,
	})
}
