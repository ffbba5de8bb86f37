package hook

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// isSettings reports whether a file configures the checks: a configuration or the ignore file. An agent may
// change it like any file, but a person should know.
func isSettings(path string) bool { return strings.HasPrefix(filepath.Base(path), ".handofflint") }

// afterTool checks the handoffs that a tool has written, and tells the user about written settings.
func (c *call) afterTool() Answer {
	var list []checked
	var named []string
	settings := ""
	if c.mayNameHandoff() {
		c.noteDeleted()
		named = c.named()
	}
	paths, sealed := c.written(named)
	for _, path := range paths {
		if isSettings(path) {
			settings = join(settings, builtin().Say("settings", rules.Values{"path": text.Quote(filepath.ToSlash(path))}))
			continue
		}
		if info, err := c.door().Stat(path); err == nil {
			c.remember(func(s *Session) { s.editFile(path).Seen = version(info) })
		}
		if f, ok := c.check(path, mayBeAnything); ok {
			c.judgeWritten(&f, sealed[path])
			list = append(list, f)
		}
	}
	v := c.decide(onWrite, list)
	if settings != "" {
		c.configurationChanged() // the user is told here, and not again at the end of the turn
		v.System = join(v.System, settings)
	}
	return v
}

// judgeWritten decides whether a file that a tool has written blocks, and with which words. A missing marker is
// not reported before the report is sealed; while its status is "writing", neither is anything that further
// writing can fix. Warnings are told before it is sealed, and not again.
func (c *call) judgeWritten(f *checked, isSealed bool) {
	if !isSealed {
		f.dropEarly()
	}
	f.fails = f.broken()
	if f.isInformal() && !f.fails { // its writer is told of each finding once
		c.dropMentioned(f)
	}
	switch {
	case f.fails && isSealed:
		f.words = "sealed"
	case f.fails:
		f.words = "written"
	case len(f.Findings) == 0:
	case f.writing:
		f.words = "early"
	case !isSealed:
		f.words = "warned"
	}
}

// written returns the handoffs and settings that the tool has written, and which of them it has sealed. named
// are those that its command names.
func (c *call) written(named []string) (paths []string, sealed map[string]bool) {
	sealed = map[string]bool{}
	add := func(path string, isSealed bool) {
		report, isMarker := strings.CutSuffix(path, protocol.MarkerSuffix())
		paths = text.AppendNew(paths, report)
		sealed[report] = sealed[report] || isMarker || isSealed
	}
	for _, name := range c.event.Files {
		if path := c.absolute(name); isSettings(path) || c.isHandoff(path) || mayBeHandoff(path) {
			add(path, false)
		}
	}
	for _, path := range named {
		if c.isOfOther(path) {
			continue
		}
		if isWritten, isSealed := c.changed(path); isWritten || isSealed {
			add(path, isSealed)
		}
	}
	return paths, sealed
}

// mayNameHandoff is a quick check whether the event's command may be about a handoff.
func (c *call) mayNameHandoff() bool {
	command := c.event.Command
	isNamed := mayHoldPath(command) || mayHoldOwn(command) || mayHoldOutput(command) || protocol.MayHoldInformal(command)
	worksInFolder := protocol.MayHoldInformal(c.event.Cwd) // of a session, too: its path has "handoffs"
	return command != "" && (isNamed || worksInFolder)
}

// named returns the handoffs and settings that a command names as files. In session folders that it names
// or works in, it also returns the reports named anywhere in the command, and the one that the event's
// agent is to write: other reports are not its work.
func (c *call) named() (paths []string) {
	var folders []string
	if protocol.IsSessionFolder(c.event.Cwd) {
		folders = append(folders, c.event.Cwd)
	}
	names := map[string]bool{}
	for _, word := range ledger.PathWords(c.event.Command) {
		path := strings.TrimSuffix(c.absolute(fromHome(word.Path)), protocol.MarkerSuffix())
		names[filepath.Base(path)] = true
		if len(paths)+len(folders) == maxItems || tooLong(path) {
			continue
		}
		if isSettings(path) || c.isHandoff(path) || mayHoldOutput(path) && mayBeHandoff(path) {
			paths = text.AppendNew(paths, path)
		} else if protocol.IsSessionFolder(path) {
			folders = text.AppendNew(folders, path)
		}
	}
	isDue := func(path string) bool { return c.event.AgentID != "" && c.identity(c.due()) == c.identity(path) }
	for _, folder := range folders {
		for _, path := range c.reportsIn(folder) {
			if names[filepath.Base(path)] || isDue(path) {
				paths = text.AppendNew(paths, path)
			}
		}
	}
	return paths
}

// freshness is the maximum age of a change made by a command of unknown duration, slack the tolerance
// between the clocks of the host and the file system.
const (
	freshness = time.Minute
	slack     = 2 * time.Second
)

// changed reports whether a file named by a command, and whether its marker, has changed since the command
// began. If the host does not send the duration, it guesses: the change is recent, and no event since was
// about the file.
func (c *call) changed(path string) (written, sealed bool) {
	since := c.now.Add(-freshness)
	if c.event.Took > 0 {
		since = c.now.Add(-time.Duration(c.event.Took)*time.Millisecond - slack)
	}
	if info, err := c.door().Stat(path); err == nil {
		written = !info.ModTime().Before(since) && c.remembered().file(path).Seen != version(info)
	} else {
		written = c.exists(path) // a dangling link, or a link out of the tree
	}
	info, err := c.door().Stat(path + protocol.MarkerSuffix())
	return written, err == nil && !info.ModTime().Before(since)
}

// version identifies a version of a file.
func version(info fs.FileInfo) string {
	return fmt.Sprintf("%d %d", info.Size(), info.ModTime().UnixNano())
}
