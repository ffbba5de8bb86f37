package hook

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// sessionStarts tells the model which reports of the repository are unfinished, and the user
// what the configuration weakens, what the installed hooks lack, and who is exempt from leaving
// handoffs if they are required. An agent, whose context was compressed, is told nothing: they
// are other agents' reports.
func (c *call) sessionStarts() (v Verdict, err error) {
	if c.event.AgentID != "" {
		return v, nil
	}
	isFirst := c.remembered().Configuration == nil
	if isFirst {
		v.System = join(c.keepConfiguration(), c.olderHooks())
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
			v.System = join(v.System, builtin().Say("exempts", rules.Values{"list": strings.Join(exempt, ", ")}))
		}
	}
	v.Context, err = c.unfinishedReports()
	return v, err
}

// olderHooks returns how the hooks are updated if they are those of an older version, else "".
func (c *call) olderHooks() string {
	home, _ := os.UserHomeDir() // without one there are no settings of the user
	t, lacks := c.event.Host.lacking(c.event.Host.Targets(files.Root(c.event.Cwd), home, c.config.Getenv))
	if !lacks {
		return ""
	}
	return builtin().Say("older", rules.Values{"path": text.Quote(c.relative(t.Path)), "command": t.Command("install")})
}

// unfinishedReports names the reports of the repository that are unfinished, the newest sessions
// first. What reports claim is not asked here: a claim that is outdated by now is no unfinished
// work.
func (c *call) unfinishedReports() (said string, err error) {
	var reports []string
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
		return "", err
	}
	slices.Reverse(list)
	own, others := c.partition(list)
	if len(own) > 0 {
		said = builtin().Say("unfinished", rules.Values{"n": text.Count(len(own), "handoff"), "list": c.naming(own)})
	}
	if len(others) > 0 {
		said = join(said, builtin().Say("others", rules.Values{"n": text.Count(len(others), "handoff"), "list": c.naming(others)}))
	}
	said = text.Shorten(said, builtin().Characters)
	if skipped != "" {
		said += " (" + skipped + ")"
	}
	return said, nil
}

// naming returns the names of some reports, and what is wrong with them.
func (c *call) naming(list []checked) string {
	var names []string
	for i, f := range list {
		if i == builtin().Listed {
			names = append(names, fmt.Sprintf("and %d more", len(list)-i))
			break
		}
		state := builtin().Words["writing"]
		if f.broken() {
			state = f.count()
		} else if f.has([]string{builtin().Sealed}) {
			state = builtin().Words["unsealed"]
		}
		names = append(names, text.Quote(c.relative(f.Path))+" ("+state+")")
	}
	return strings.Join(names, ", ")
}

// partition tells the reports that another session may be at work on from the others: those of
// a session that was in use lately, and those that were written lately, but not in this session.
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
