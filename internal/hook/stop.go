package hook

import (
	"path/filepath"
	"slices"
	"strconv"

	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/rules"
)

// sessionStops checks the session's reports for unfinished work, however it was written, and for promised
// reports that do not exist.
func (c *call) sessionStops() Verdict {
	if c.event.turnEnd() != onStop {
		return Verdict{}
	}
	c.allEnded()
	folders := c.reportFolders() // including folders of promises that are given up next
	promised, missing := c.promisedReports()
	var reports []string
	for _, folder := range folders {
		reports = append(reports, c.reportsIn(folder)...)
	}
	list, skipped := c.checkReports(reports, promised)
	places := ""
	for _, f := range list {
		if !f.fails && !f.form {
			places = join(places, c.notePlace(filepath.FromSlash(f.Path)))
			c.fulfilled(filepath.FromSlash(f.Path))
			c.addReceipt(filepath.FromSlash(f.Path))
		}
	}
	v := c.decide(onStop, append(list, missing...))
	v.System = join(v.System, places)
	v.System = join(v.System, c.configurationChanged())
	if skipped != "" {
		v.System = join(v.System, "handofflint: "+skipped)
	}
	return v
}

// promisedReports returns the promised reports that exist, and results for those that do not. A promise
// whose report was released or deleted is given up; one whose agent was never launched is forgotten.
func (c *call) promisedReports() (there []string, missing []checked) {
	for _, p := range c.promises() {
		if p.Call != "" {
			c.dropPromise(p.Path) // its agent was never launched
			continue
		}
		if !protocol.At(p.Path).IsSealed {
			continue
		}
		path := c.actual(p.Path)
		if c.exists(path) {
			there = append(there, path)
			continue
		}
		words := c.giveUpOrMiss(p)
		if words != "" {
			missing = append(missing, checked{Result: rules.Result{Path: filepath.ToSlash(p.Path)}, words: words, fails: true})
		}
	}
	return there, missing
}

// reportFolders returns the folders that may have reports of the session.
func (c *call) reportFolders() (folders []string) {
	for _, f := range c.remembered().Files {
		if f.Seen != "" {
			folders = appendNew(folders, filepath.Dir(f.Path))
		}
	}
	for _, p := range c.promises() {
		folders = appendNew(folders, filepath.Dir(c.actual(p.Path)))
	}
	if handoff.CheckSession(c.event.Session) == nil {
		for _, root := range c.handoffsRoots() {
			folders = appendNew(folders, filepath.Join(root, c.event.Session))
		}
	}
	return folders
}

// checkReports checks whether reports are finished. An untouched form counts only if it is promised.
// skipped is how many were not checked, in words.
func (c *call) checkReports(reports, promised []string) (list []checked, skipped string) {
	reports, skipped = newest(reports)
	for _, path := range reports {
		f, ok := c.check(path, slices.Contains(promised, path))
		if !ok {
			continue
		}
		f.fails = f.broken() || f.has(builtin().Unfinished)
		if f.fails {
			f.words = "stopped"
		}
		list = append(list, f)
	}
	return list, skipped
}

// newest returns the last reports of a list, up to the bound. skipped is how many were left out, in words.
func newest(reports []string) (list []string, skipped string) {
	limit := builtin().Reports
	over := len(reports) - limit
	if over <= 0 {
		return reports, ""
	}
	return reports[over:], builtin().Say("unread", rules.Values{"n": strconv.Itoa(over), "limit": strconv.Itoa(limit)})
}
