package hook

import (
	"path/filepath"
	"slices"
	"strconv"

	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// sessionStops checks the session's reports for unfinished work, however it was written, and for promised
// reports that do not exist.
func (c *call) sessionStops() Answer {
	if c.event.turnEnd() != onStop {
		return Answer{}
	}
	folders := c.reportFolders() // including folders of promises that are given up next
	promised, missing := c.settlePromises()
	var reports []string
	for _, folder := range folders {
		reports = append(reports, c.reportsIn(folder)...)
	}
	list, skipped := c.checkReports(reports, promised)
	places := ""
	for _, f := range list {
		if path := filepath.FromSlash(f.Path); !f.fails && !f.isForm {
			places = join(places, c.notePlace(path))
			c.fulfil(path)
			c.addReceipt(path)
		}
	}
	v := c.decide(onStop, append(list, missing...))
	v.System = join(join(v.System, places), c.configurationChanged())
	if skipped != "" {
		v.System = join(v.System, "handofflint: "+skipped)
	}
	return v
}

// settlePromises remembers that all agents have ended, forgets promises of agents that were never launched, and returns
// the promised reports that exist, and results for those that do not.
func (c *call) settlePromises() (there []string, missing []checked) {
	for _, p := range c.promises() {
		if p.Call != "" {
			c.dropPromise(p.Path)
			continue
		}
		p.State = ended
		path := c.actual(p.Path)
		missed := checked{Result: rules.Result{Path: filepath.ToSlash(p.Path)}, isMissing: true, fails: true}
		switch {
		case !protocol.At(p.Path).IsSealed: // it may be missing
		case c.exists(path):
			there = append(there, path)
		case p.Deleted:
			missed.words = "deleted"
			missing = append(missing, missed)
		case !p.There:
			missed.words = "promised"
			missing = append(missing, missed)
		default:
			p.State = givenUp // someone other than its agent released or deleted the form
		}
		c.setPromise(p)
	}
	return there, missing
}

// reportFolders returns the folders that may have reports of the session.
func (c *call) reportFolders() (folders []string) {
	for _, f := range c.remembered().Files {
		if f.Seen != "" {
			folders = text.AppendNew(folders, filepath.Dir(f.Path))
		}
	}
	for _, p := range c.promises() {
		folders = text.AppendNew(folders, filepath.Dir(c.actual(p.Path)))
	}
	if handoff.CheckSession(c.event.Session) == nil {
		for _, root := range c.handoffsRoots() {
			folders = text.AppendNew(folders, filepath.Join(root, c.event.Session))
		}
	}
	return folders
}

// checkReports checks whether reports are finished. An untouched form counts only if it is promised.
// skipped is how many were not checked, in words.
func (c *call) checkReports(reports, promised []string) (list []checked, skipped string) {
	limit := builtin().Reports
	if over := len(reports) - limit; over > 0 {
		reports = reports[over:] // the newest
		skipped = builtin().Say("unread", rules.Values{"n": strconv.Itoa(over), "limit": strconv.Itoa(limit)})
	}
	for _, path := range reports {
		f, ok := c.check(path, slices.Contains(promised, path))
		if !ok {
			continue
		}
		f.fails = f.broken() || f.has(builtin().Unfinished...)
		if f.fails {
			f.words = "stopped"
		}
		list = append(list, f)
	}
	return list, skipped
}
