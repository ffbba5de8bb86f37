package hook

import (
	"path/filepath"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// keepConfiguration remembers what the configuration of the working folder is when the session
// starts, and returns what it keeps hooks from checking.
func (c *call) keepConfiguration() (weakened string) {
	path, settings, digest := c.configurationOf(c.event.Cwd)
	at := Configuration{Folder: c.event.Cwd, Digest: digest, Absent: path == ""}
	c.remember(func(s *Session) { s.Configuration = &at })
	list := report.DisabledLine(settings.DisabledInHooks())
	if list == "" {
		return ""
	}
	return builtin().Say("weakened", rules.Values{"list": text.Quote(list)})
}

// configurationChanged tells the user, once, that what is checked and how has changed
// since the session started, whatever changed it: an edit that a tool was seen to make
// is told at once, one that a script made is seen here.
func (c *call) configurationChanged() string {
	before := c.remembered().Configuration
	if before == nil {
		return ""
	}
	path, _, digest := c.configurationOf(before.Folder)
	if digest == before.Digest {
		return ""
	}
	now := *before
	now.Digest = digest
	c.remember(func(s *Session) { s.Configuration = &now })
	if before.Absent && path != "" {
		return builtin().Say("configured", rules.Values{"path": text.Quote(filepath.ToSlash(path))})
	}
	return builtin().Say("reconfigured", rules.Values{"path": text.Quote(filepath.ToSlash(before.Folder))})
}

// configuredIn returns the folder whose configuration counts, "" for the user's own alone: a
// configuration that was made in the session counts from the next one on.
func (c *call) configuredIn() string {
	path, err := config.Find(c.event.Cwd)
	if err != nil || path == "" {
		return c.event.Cwd
	}
	at := c.remembered().Configuration
	if at == nil || !at.Absent {
		return c.event.Cwd
	}
	made, err := config.Find(at.Folder)
	if err == nil && made == path {
		return ""
	}
	return c.event.Cwd
}

// configurationOf returns the path of a folder's configuration, "" if there is none, what it
// says over the base, and what identifies all that is read for it.
func (c *call) configurationOf(folder string) (path string, settings *config.Config, digest string) {
	path, err := config.Find(folder)
	if err == nil {
		settings, err = config.LoadOver(c.config.Base, path)
	}
	if err != nil {
		return path, nil, "broken"
	}
	return path, settings, settings.Digest()
}
