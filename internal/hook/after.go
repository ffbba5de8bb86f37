package hook

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// target is a handoff that a tool has written.
type target struct {
	path string
	// sealed says that the report's marker was made.
	sealed bool
}

// afterTool judges the handoffs that a tool has written.
func (w *watch) afterTool() (Verdict, error) {
	targets, settings := w.targets()
	if len(targets) == 0 && len(settings) == 0 {
		return Verdict{}, nil
	}
	if err := w.words(); err != nil {
		return Verdict{}, err
	}
	var faults, notes []fault
	for _, t := range targets {
		f, err := w.judgeTarget(t)
		if err != nil {
			return Verdict{}, err
		}
		switch {
		case f.Skipped != "":
		case f.broken():
			faults = append(faults, f)
		default:
			w.remember().passed("write", w.event.Session, f.Path)
			if len(f.Findings) > 0 && !t.sealed {
				notes = append(notes, f)
			}
		}
	}
	v := w.blockFiles("write", faults, notes)
	for _, path := range settings {
		v.System = join(v.System, w.hook.Say("settings", rules.Values{"path": text.Quote(shown(path))}))
	}
	w.save()
	return v, nil
}

// settingsPrefix begins the names of the files that say what is checked and how:
// the configurations, and the ignore file. An agent may change them, as it may
// change any file; a person should know that it did.
const settingsPrefix = ".handofflint"

// targets are the handoffs that the tool has written, each once, and the files
// that say what is checked.
func (w *watch) targets() (targets []target, settings []string) {
	add := func(path string, sealed bool) {
		report, marker := markerOf(path)
		switch i := slices.IndexFunc(targets, func(t target) bool { return t.path == report }); {
		case strings.HasPrefix(filepath.Base(path), settingsPrefix):
			settings = appendNew(settings, path)
		case i < 0:
			targets = append(targets, target{report, marker || sealed})
		case marker || sealed:
			targets[i].sealed = true
		}
	}
	switch w.event.kind {
	case editTool, patchTool:
		for _, name := range w.event.Files {
			path := w.absolute(name)
			if w.isPlace(path) || strings.HasPrefix(filepath.Base(path), settingsPrefix) || maybeHandoff(path) {
				add(path, false)
			}
		}
	case shellTool:
		for _, path := range w.named() {
			if written, sealed := w.changed(path); written || sealed {
				add(path, sealed)
			}
		}
	}
	return targets, settings
}

// isPlace reports whether a handoff, its marker, or a file of a format of the
// team's own belongs at a path.
func (w *watch) isPlace(path string) bool {
	report, marker := markerOf(path)
	return marker || document.FormatByPath(report) != document.Unknown || w.maybeOwn(path)
}

// named are the handoffs and settings that a command names, and the reports in
// session folders that it names or works in.
func (w *watch) named() []string {
	var paths []string
	command := w.event.Command
	cwd := filepath.ToSlash(w.event.Cwd)
	if !mayHoldPath(command) && !mayHoldOwn(command) && !strings.Contains(command, settingsPrefix) && !strings.Contains(cwd, handoffsFolder) {
		return nil
	}
	folders := []string{w.cwd()}
	for _, word := range wordsOf(command) {
		path := w.absolute(fromHome(word.path))
		switch {
		case len(paths) >= maxItems || tooLong(path):
		case w.isPlace(path) || strings.HasPrefix(filepath.Base(path), settingsPrefix):
			paths = appendNew(paths, strings.TrimSuffix(path, doneSuffix))
		case mayHoldPath(path) && len(folders) < maxItems:
			folders = appendNew(folders, path)
		}
	}
	for _, folder := range folders {
		if filepath.Base(filepath.Dir(folder)) == handoffsFolder {
			for _, path := range w.reportsIn(folder) {
				paths = appendNew(paths, path)
			}
		}
	}
	return paths
}

// changed reports whether a file that a command names has changed since the
// command began, and whether its marker has. Hosts that do not say how long it ran
// leave us a guess: it has changed just now, and no event since was about it.
func (w *watch) changed(path string) (written, sealed bool) {
	since := w.now.Add(-fresh)
	if w.event.Took > 0 {
		since = w.now.Add(-time.Duration(w.event.Took)*time.Millisecond - slack)
	}
	if info, err := w.door().Stat(path); err == nil {
		written = !info.ModTime().Before(since) && w.remember().find(kindSeen, w.event.Session, seenKey(path, info)) < 0
	} else {
		written = w.exists(path) // a link that leads nowhere, or out
	}
	info, err := w.door().Stat(path + doneSuffix)
	return written, err == nil && !info.ModTime().Before(since)
}

// fresh is how long ago a file may have changed to be the work of a command that
// names it, slack how much a host's clock may differ from that of the files.
const (
	fresh = time.Minute
	slack = 2 * time.Second
)

// seenKey is a file in the state that it is in.
func seenKey(path string, info fs.FileInfo) string {
	return fmt.Sprintf("%s %d %d", path, info.Size(), info.ModTime().UnixNano())
}

// judgeTarget judges a handoff that was written. A report is not blamed for its
// missing marker, which comes second.
func (w *watch) judgeTarget(t target) (fault, error) {
	if info, err := w.door().Stat(t.path); err == nil {
		w.remember().note(record{Kind: kindSeen, Session: w.event.Session, Key: seenKey(t.path, info)})
	}
	v, err := w.examine(t.path, false)
	if err != nil {
		return fault{}, err
	}
	if v.Format == document.Report {
		w.remember().note(record{Kind: kindFolder, Session: w.event.Session, Key: filepath.Dir(t.path)})
	}
	f := fault{verdictOn: v, words: "sealed"}
	if !t.sealed {
		f = fault{verdictOn: v.without(w.hook.Later), words: "written"}
	}
	w.logged(f.verdictOn)
	return f, nil
}
