package hook

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// watch judges one event. What it costs to judge is paid when it is first
// asked for: the engines, the words, what is remembered of the session.
type watch struct {
	config Config
	event  Event
	now    time.Time
	judges *Judge
	hook   *data
	memory *memory
	// outside are files that were not judged, since they lie outside of the trees
	// that the host works in.
	outside []string
	// results are what was judged, for the failure log.
	results []rules.Result
}

// judge gives the verdict of the event. An error is a fault of our own; the
// verdict beside it still counts.
func (w *watch) judge() (Verdict, error) {
	v, err := w.dispatch()
	if v.Block && w.memory != nil && w.memory.unsaved != nil && w.event.Name != PostToolUse {
		v = w.letGo(v)
	}
	if w.hook != nil && slices.Contains(w.event.Host.escapes, w.event.Name) {
		v.Reason = strings.ReplaceAll(v.Reason, "<!-- handoff-end -->", w.hook.Words["endmarker"])
	}
	for _, path := range w.outside {
		v.System = join(v.System, w.hook.Say("outside", rules.Values{"path": text.Escape(path), "trust": files.UserConfigName()}))
	}
	if w.judges != nil {
		v.System = join(v.System, w.judges.Notice)
	}
	w.logFailures()
	return v, err
}

func (w *watch) dispatch() (Verdict, error) {
	e := w.event
	switch e.Name {
	case PostToolUse:
		return w.afterTool()
	case PreToolUse:
		if e.kind == agentTool {
			return w.beforeAgent()
		}
		if e.kind == handbackTool {
			return w.handback()
		}
	case SubagentStop:
		return w.agentStops()
	case Stop:
		return w.sessionStops()
	case SessionStart:
		return w.sessionStarts()
	}
	return Verdict{}, nil
}

// load makes what judges and reads the words.
func (w *watch) load() (err error) {
	if w.hook == nil {
		w.hook = loadData()
	}
	if w.judges == nil {
		judges, err := w.config.Judge(w.event.Cwd)
		if err != nil {
			return err
		}
		w.judges = &judges
	}
	return nil
}

// words reads the words alone.
func (w *watch) words() (err error) {
	if w.hook == nil {
		w.hook = loadData()
	}
	return err
}

// pattern is the regular expression of that name.
func (w *watch) pattern(name string) (*regexp.Regexp, error) {
	re, err := regexp.Compile(w.hook.Patterns[name])
	if err != nil {
		return nil, fmt.Errorf("hook.cue: pattern %s: %w", name, err)
	}
	return re, nil
}

// verdictOn is what was found out about one file.
type verdictOn struct {
	rules.Result
	sealed bool
}

// examine judges a file that stands at an absolute path. named says that it
// must be a handoff.
func (w *watch) examine(path string, named bool) (verdictOn, error) {
	if err := w.load(); err != nil {
		return verdictOn{}, err
	}
	if excluded := w.judges.Excluded; excluded != nil && excluded(path) {
		return verdictOn{Result: rules.Result{Path: shown(path), Skipped: "excluded"}}, nil
	}
	linter := w.judges.Linter
	in, fault := document.Read(w.door(), path, linter.Engine.Limits().Bytes)
	in.Named = named
	if fault != nil && fault.Variant == document.VariantOutside {
		w.outside = appendNew(w.outside, shown(path))
		return verdictOn{Result: rules.Result{Path: shown(path), Skipped: "outside"}}, nil
	}
	result, err := linter.CheckInput(in, fault)
	if result.Format == document.Unknown && result.Skipped == "" {
		result.Format = document.FormatByPath(path)
	}
	return verdictOn{Result: result, sealed: in.Info != nil && !in.Info.Done.IsZero()}, err
}

// without leaves out the findings of some rules.
func (v verdictOn) without(names []string) verdictOn {
	v.Findings = slices.DeleteFunc(slices.Clone(v.Findings), func(f rules.Finding) bool { return slices.Contains(names, f.Rule) })
	return v
}

// has says whether one of some rules has fired.
func (v verdictOn) has(names ...string) bool {
	return slices.ContainsFunc(v.Findings, func(f rules.Finding) bool { return slices.Contains(names, f.Rule) })
}

// broken says that the next agent must not get the file.
func (v verdictOn) broken() bool { return v.Worst() == rules.Error }

// unfit says whether a handoff may not be passed on: it does not pass, or it is
// a report without its marker.
func (v verdictOn) unfit() bool { return v.broken() || v.Format == document.Report && !v.sealed }

// logged notes a result for the failure log.
func (w *watch) logged(v verdictOn) {
	if len(v.Findings) > 0 {
		w.results = append(w.results, v.Result)
	}
}

// logFailures appends what was found to the failure log.
func (w *watch) logFailures() {
	if len(w.results) == 0 {
		return
	}
	at := failurelog.Location{Config: w.judges.Log, Off: w.judges.NoLog, Getenv: w.config.Getenv}
	if warning := at.Append(w.now, "handofflint "+w.config.Version, "hook", w.results); warning != "" {
		fmt.Fprintf(w.config.Err, "handofflint: warning: %s\n", text.Escape(warning))
	}
}
