package hook

import (
	"path/filepath"
	"slices"
	"time"

	"github.com/handofflint/handofflint/internal/document"
)

// target is a handoff that a tool has written.
type target struct {
	path string
	// sealed says that the report's marker was made.
	sealed bool
}

// afterTool judges the handoffs that a tool has written.
func (w *watch) afterTool() (Verdict, error) {
	targets := w.targets()
	named := w.mentions(w.event.Command)
	cut := w.event.Cut && mayHoldPath(w.event.Command)
	settings := w.settings()
	if len(targets) == 0 && len(named) == 0 && !cut && len(settings) == 0 {
		return Verdict{}, nil
	}
	if err := w.words(); err != nil {
		return Verdict{}, err
	}
	w.noteFresh(named)
	var faults, notes []fault
	for _, t := range targets {
		f, err := w.judgeTarget(t)
		if err != nil {
			return Verdict{}, err
		}
		if f.Skipped != "" {
			continue
		}
		switch {
		case f.broken():
			faults = append(faults, f)
		case len(f.Findings) > 0:
			notes = append(notes, f)
		}
		if !f.broken() {
			w.remember().passed("write", w.event.Session, f.Path)
		}
	}
	v := w.blockFiles("write", faults, notes)
	if cut {
		v.System = join(v.System, "handofflint: "+w.hook.Words["toolong"])
	}
	w.save()
	return w.tellOfSettings(v, settings), nil
}

// targets are the handoffs among the files that the tool has written, each
// once.
func (w *watch) targets() []target {
	var list []target
	add := func(t target) {
		i := slices.IndexFunc(list, func(other target) bool { return other.path == t.path })
		if i < 0 {
			list = append(list, t)
		} else if t.sealed {
			list[i].sealed = true
		}
	}
	switch w.event.kind {
	case editTool, patchTool:
		for _, name := range w.event.Files {
			path := w.absolute(name)
			if report, ok := markerOf(path); ok {
				add(target{report, true})
			} else if document.FormatByPath(path) != document.Unknown || maybeHandoff(path) || w.maybeOwn(path) {
				add(target{path: path})
			}
		}
	case shellTool:
		for _, path := range w.written() {
			if report, ok := markerOf(path); ok {
				add(target{report, true})
			} else {
				add(target{path: path})
			}
		}
	}
	return list
}

// written are the handoffs, by their place, that a command has written and
// that are there now. Files that may be of a format of the team's own are among
// them.
func (w *watch) written() []string {
	command := w.event.Command
	if !mayHoldPath(command) && !mayHoldOwn(command) && !mayHoldPath(filepath.ToSlash(w.event.Cwd)) {
		return nil
	}
	files := writtenFiles(command, w.cwd(), w.config.Getenv)
	patched, _ := patchFiles(command)
	for _, name := range patched {
		files = append(files, w.absolute(name))
	}
	return slices.DeleteFunc(files, func(path string) bool {
		_, marker := markerOf(path)
		return !w.exists(path) || !marker && document.FormatByPath(path) == document.Unknown && !w.maybeOwn(path)
	})
}

// judgeTarget judges a handoff that was written. A report is not blamed for
// its missing marker, which comes second.
func (w *watch) judgeTarget(t target) (fault, error) {
	v, err := w.examine(t.path, false)
	if err != nil {
		return fault{}, err
	}
	if v.Format == document.Report {
		w.noteFolder(t.path)
	}
	f := fault{verdictOn: v, words: "sealed"}
	if !t.sealed {
		f = fault{verdictOn: v.without(w.hook.Later), words: "written"}
	}
	w.logged(f.verdictOn)
	return f, nil
}

// noteFresh remembers the folders of reports that a command names and that have
// just changed: a program may have written them in a way that its command line
// does not tell. They are looked at when the session stops.
func (w *watch) noteFresh(named []mention) {
	for _, m := range named {
		info, err := w.door().Stat(m.path)
		if err == nil && document.FormatByPath(m.path) == document.Report && w.now.Sub(info.ModTime()) < time.Duration(w.hook.Fresh)*time.Second {
			w.noteFolder(m.path)
		}
	}
}

// noteFolder remembers the folder of a report as one of this session's.
func (w *watch) noteFolder(report string) {
	w.remember().note(record{Kind: kindFolder, Session: w.event.Session, Key: filepath.Dir(report)})
}
