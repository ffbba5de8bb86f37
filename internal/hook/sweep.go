package hook

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// sessionStops looks through the session's reports for what was left unfinished,
// by whatever way it was written, and for those that were promised and are not
// there. While something still runs in the background it is not the end, nor is
// the end of an agent, which some hosts report like that of a session.
func (w *watch) sessionStops() (Verdict, error) {
	e := w.event
	if e.AgentID != "" || e.BackgroundRunning {
		return Verdict{}, nil
	}
	var reports, promised, absent []string
	for _, r := range w.remember().of(kindTold, e.Session) {
		if document.FormatByPath(r.Key) == document.Report {
			promised = append(promised, r.Key)
		}
	}
	for _, folder := range w.sessionFolders() {
		reports = append(reports, w.reportsIn(folder)...)
	}
	for _, path := range promised {
		if !slices.Contains(reports, path) && !w.exists(path) {
			absent = append(absent, path)
		}
	}
	if len(reports)+len(absent) == 0 {
		return Verdict{}, nil
	}
	faults, skipped, err := w.unfinished(reports, promised)
	if err != nil {
		return Verdict{}, err
	}
	for i := range faults {
		faults[i].words = "stopped"
		w.logged(faults[i].verdictOn)
	}
	for _, path := range absent {
		faults = append(faults, fault{verdictOn{Result: rules.Result{Path: shown(path)}}, "promised"})
	}
	v := w.blockFiles("stop", faults, nil)
	if skipped != "" {
		v.System = join(v.System, "handofflint: "+skipped)
	}
	w.save()
	return v, nil
}

// sessionFolders are the folders of this session's reports: the one of its
// name, and those that were written to.
func (w *watch) sessionFolders() []string {
	var folders []string
	for _, r := range w.remember().of(kindFolder, w.event.Session) {
		folders = append(folders, r.Key)
	}
	for _, r := range w.remember().of(kindTold, w.event.Session) {
		folders = appendNew(folders, filepath.Dir(r.Key))
	}
	id := w.event.Session
	if id == "" || id == "." || id == ".." || strings.ContainsAny(id, `/\`) {
		return folders
	}
	for _, root := range w.handoffsRoots() {
		folders = appendNew(folders, filepath.Join(root, id))
	}
	return folders
}

// reportsIn are the reports of a session folder, none where it cannot be
// listed.
func (w *watch) reportsIn(folder string) []string {
	entries, _ := w.door().ReadDir(folder)
	var list []string
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		if !entry.IsDir() && !strings.HasPrefix(entry.Name(), ".") && document.FormatByPath(path) == document.Report {
			list = append(list, path)
		}
	}
	return list
}

// unfinished are those of some reports that are not finished. One that dispatch
// has reserved and nobody has written counts if it is among the promised. skipped
// says how many were not looked at.
func (w *watch) unfinished(reports, promised []string) (list []fault, skipped string, err error) {
	if err := w.words(); err != nil {
		return nil, "", err
	}
	if over := len(reports) - w.hook.Reports; over > 0 {
		skipped = w.hook.Say("unread", rules.Values{"n": strconv.Itoa(over), "limit": strconv.Itoa(w.hook.Reports)})
		reports = reports[over:]
	}
	for _, path := range reports {
		v, err := w.examine(path, slices.Contains(promised, path))
		if err != nil {
			return nil, "", err
		}
		if v.broken() || v.has(w.hook.Unfinished...) {
			list = append(list, fault{verdictOn: v})
			continue
		}
		w.remember().passed("stop", w.event.Session, v.Path)
	}
	return list, skipped, nil
}

// sessionStarts says in one line what lies unfinished in the repository, and who
// is exempt from leaving handoffs if they are required.
func (w *watch) sessionStarts() (v Verdict, err error) {
	if w.config.Require {
		if err := w.load(); err != nil {
			return v, err
		}
		if exempt := w.judges.Exempt; len(exempt) > 0 {
			list := make([]string, len(exempt))
			for i, glob := range exempt {
				list[i] = text.Quote(glob)
			}
			v.System = w.hook.Say("exempts", rules.Values{"list": strings.Join(list, ", ")})
		}
	}
	var reports []string
	for _, root := range w.handoffsRoots() {
		entries, _ := w.door().ReadDir(root)
		for _, entry := range entries {
			if entry.IsDir() {
				reports = append(reports, w.reportsIn(filepath.Join(root, entry.Name()))...)
			}
		}
	}
	if len(reports) == 0 {
		return v, nil
	}
	list, skipped, err := w.unfinished(reports, nil)
	if err != nil || len(list) == 0 {
		return v, err
	}
	v.Context = cut(w.inOneLine(list), w.hook.Characters)
	if skipped != "" {
		v.Context += " (" + skipped + ")"
	}
	return v, nil
}

// inOneLine names unfinished reports, the newest sessions first.
func (w *watch) inOneLine(list []fault) string {
	n := len(list)
	slices.Reverse(list)
	var names []string
	for _, f := range list[:min(n, w.hook.Listed)] {
		names = append(names, text.Quote(w.relative(f.Path))+" ("+w.state(f.verdictOn)+")")
	}
	if n > w.hook.Listed {
		names = append(names, w.hook.Say("also", rules.Values{"n": strconv.Itoa(n - w.hook.Listed)}))
	}
	return w.hook.Say("unfinished", rules.Values{"n": w.number("handoff", n), "list": strings.Join(names, ", ")})
}

// state is what keeps a report from being finished, in few words.
func (w *watch) state(v verdictOn) string {
	switch {
	case v.broken():
		return w.count(v)
	case v.has(w.hook.Sealed):
		return w.hook.Words["unsealed"]
	}
	return w.hook.Words["writing"]
}

// relative is a path as seen from the working folder, where it is below that.
func (w *watch) relative(path string) string {
	rel, err := filepath.Rel(w.cwd(), filepath.FromSlash(path))
	if err != nil || !filepath.IsLocal(rel) {
		return path
	}
	return shown(rel)
}
