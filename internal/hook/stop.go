package hook

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// sessionStops checks the session's reports for what was left unfinished, in whatever
// way it was written, and for those that were promised and do not exist. While
// something still runs in the background it is not the end, nor is the end of an
// agent, which some hosts report like that of a session.
func (c *call) sessionStops() (Verdict, error) {
	if c.event.AgentID != "" || c.event.BackgroundRunning {
		return Verdict{}, nil
	}
	c.allEnded()
	var folders, reports, promised []string
	for _, r := range c.remember().of(kindSeen) {
		folders = appendNew(folders, filepath.Dir(r.Key))
	}
	var missing []checked
	for _, r := range c.promises() {
		folders = appendNew(folders, filepath.Dir(r.Key))
		if document.FormatByPath(r.Key) != document.Report {
			continue
		}
		if c.exists(r.Key) {
			promised = append(promised, r.Key)
		} else if words := c.missing(r); words != "" {
			missing = append(missing, checked{Result: rules.Result{Path: filepath.ToSlash(r.Key)}, words: words, fails: true})
		}
	}
	if id := c.event.Session; id != "" && id != "." && id != ".." && !strings.ContainsAny(id, `/\`) {
		for _, root := range c.handoffsRoots() {
			folders = appendNew(folders, filepath.Join(root, id))
		}
	}
	for _, folder := range folders {
		reports = append(reports, c.reportsIn(folder)...)
	}
	list, skipped, err := c.checkReports(reports, promised)
	if err != nil {
		return Verdict{}, err
	}
	v := c.decide("stop", append(list, missing...))
	if skipped != "" {
		v.System = join(v.System, "handofflint: "+skipped)
	}
	return v, nil
}

// checkReports checks whether reports are finished. One that dispatch has reserved
// and nobody has written counts if it is among the promised. skipped says how many
// were not checked.
func (c *call) checkReports(reports, promised []string) (list []checked, skipped string, err error) {
	limit := builtin().Reports
	if over := len(reports) - limit; over > 0 {
		skipped = builtin().Say("unread", rules.Values{"n": strconv.Itoa(over), "limit": strconv.Itoa(limit)})
		reports = reports[over:]
	}
	for _, path := range reports {
		f, err := c.check(path, slices.Contains(promised, path))
		if err != nil {
			return nil, "", err
		}
		if f.fails = f.broken() || f.has(builtin().Unfinished); f.fails {
			f.words = "stopped"
		} else {
			c.remember().forget(kindPromised, path)
		}
		list = append(list, f)
	}
	return list, skipped, nil
}

// sessionStarts says in one line which reports of the repository are unfinished, the
// newest sessions first, and who is exempt from leaving handoffs if they are required. An
// agent, whose context was compressed, is told nothing: they are other agents' reports.
func (c *call) sessionStarts() (v Verdict, err error) {
	if c.event.AgentID != "" {
		return v, nil
	}
	if c.config.Require {
		if err := c.load(); err != nil {
			return v, err
		}
		var exempt []string
		for _, glob := range c.checker.Settings.Exempt() {
			exempt = append(exempt, text.Quote(glob))
		}
		if len(exempt) > 0 {
			v.System = builtin().Say("exempts", rules.Values{"list": strings.Join(exempt, ", ")})
		}
	}
	var reports, names []string
	for _, root := range c.handoffsRoots() {
		entries, _ := c.door().ReadDir(root)
		for _, entry := range entries {
			if entry.IsDir() {
				reports = append(reports, c.reportsIn(filepath.Join(root, entry.Name()))...)
			}
		}
	}
	list, skipped, err := c.checkReports(reports, nil)
	list = slices.DeleteFunc(list, func(f checked) bool { return !f.fails })
	if err != nil || len(list) == 0 {
		return v, err
	}
	slices.Reverse(list)
	for i, f := range list {
		if i == builtin().Listed {
			names = append(names, fmt.Sprintf("and %d more", len(list)-i))
			break
		}
		state := builtin().Words["writing"]
		switch {
		case f.broken():
			state = f.count()
		case f.has([]string{builtin().Sealed}):
			state = builtin().Words["unsealed"]
		}
		names = append(names, text.Quote(c.relative(f.Path))+" ("+state+")")
	}
	v.Context = builtin().Say("unfinished", rules.Values{"n": text.Count(len(list), "handoff"), "list": strings.Join(names, ", ")})
	v.Context = text.Shorten(v.Context, builtin().Characters)
	if skipped != "" {
		v.Context += " (" + skipped + ")"
	}
	return v, nil
}
