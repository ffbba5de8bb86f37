package hook

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// sessionStarts tells the model which reports of the repository are unfinished, and the user what the
// configuration weakens, what the installed hooks lack, and which agents are exempt from required handoffs.
// An agent whose context was compressed is told nothing: the reports are other agents'.
func (c *call) sessionStarts() (v Answer) {
	if c.event.AgentID != "" {
		return v
	}
	isFirst := c.remembered().Configuration == nil
	if isFirst {
		v.System = join(c.rememberConfiguration(), c.olderHooks())
	}
	if c.config.Require {
		c.load()
		var exempt []string
		for _, glob := range c.checker.Settings.Exempt() {
			exempt = append(exempt, text.Quote(glob))
		}
		if len(exempt) > 0 {
			v.System = join(v.System, builtin().Say("exempts", rules.Values{"list": strings.Join(exempt, ", ")}))
		}
	}
	v.Context = c.unfinishedReports()
	return v
}

// olderHooks returns how to update the hooks if an older version installed them, else "".
func (c *call) olderHooks() string {
	home, _ := os.UserHomeDir() // without one, the user has no settings
	t, lacks := c.event.Host.lacking(c.event.Host.Targets(files.Root(c.event.Cwd), home, c.config.Getenv))
	if !lacks {
		return ""
	}
	return builtin().Say("older", rules.Values{"path": text.Quote(c.relative(t.Path)), "command": t.Command("install")})
}

// unfinishedReports names the unfinished reports of the repository, newest sessions first. It does not
// check their claims: an outdated claim is not unfinished work.
func (c *call) unfinishedReports() (said string) {
	var reports []string
	for _, root := range c.handoffsRoots() {
		entries, _ := c.door().ReadDir(root)
		for _, entry := range entries {
			if entry.IsDir() {
				reports = append(reports, c.reportsIn(filepath.Join(root, entry.Name()))...)
			}
		}
	}
	list, skipped := c.checkReports(reports, nil)
	list = slices.DeleteFunc(list, func(f checked) bool { return !f.fails })
	if len(list) == 0 {
		return ""
	}
	slices.Reverse(list)
	own, others := c.partition(list)
	said = text.Shorten(join(c.sayReports("unfinished", own), c.sayReports("others", others)), builtin().Characters)
	if skipped != "" {
		said += " (" + skipped + ")"
	}
	return said
}

// sayReports names reports, with what is wrong with each; "" for none.
func (c *call) sayReports(words string, list []checked) string {
	if len(list) == 0 {
		return ""
	}
	var names []string
	for _, f := range list {
		state := builtin().Words["writing"]
		if f.broken() {
			state = f.count()
		} else if f.has(builtin().Sealed) {
			state = builtin().Words["unsealed"]
		}
		names = append(names, text.Quote(c.relative(f.Path))+" ("+state+")")
	}
	return builtin().Say(words, rules.Values{"n": text.Count(len(list), "handoff"), "list": firstFew(names, ", ")})
}

// partition separates reports that another session may be working on: reports of a session in recent use,
// and reports written recently, but not in this session.
func (c *call) partition(list []checked) (own, others []checked) {
	since := c.now.Add(-time.Duration(builtin().AtWork) * time.Minute)
	inUse := c.remembered().usedByOthers(since)
	for _, f := range list {
		path := filepath.FromSlash(f.Path)
		isOwn := c.promised(path).Path != "" || c.remembered().file(path).Seen != "" || filepath.Base(filepath.Dir(path)) == c.event.Session
		info, err := c.door().Stat(path)
		isOthers := slices.Contains(inUse, path) || err == nil && info.ModTime().After(since)
		if isOthers && !isOwn {
			others = append(others, f)
		} else {
			own = append(own, f)
		}
	}
	return own, others
}
