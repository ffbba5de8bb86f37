package hook

import (
	"path/filepath"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// rememberConfiguration remembers the configuration of the working folder at the start of the session, so that a
// change of it is noticed, and returns in words what it disables.
func (c *call) rememberConfiguration() (weakened string) {
	path, settings, digest := c.configurationOf(c.event.Cwd)
	at := Configuration{Folder: c.event.Cwd, Digest: digest, Absent: path == ""}
	c.remember(func(s *Session) { s.Configuration = &at })
	list := report.DisabledLine(settings.DisabledInHooks())
	if list == "" {
		return ""
	}
	return builtin().Say("weakened", rules.Values{"list": text.Quote(list)})
}

// configurationChanged tells the user, once, that the configuration has changed since the session started.
// An edit by a tool is reported at once; this also finds one by a script.
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

// configuredIn returns the folder whose configuration applies, "" for the user's own alone: a configuration
// created in the session applies from the next session on.
func (c *call) configuredIn() string {
	at := c.remembered().Configuration
	if at == nil || !at.Absent {
		return c.event.Cwd
	}
	made, _ := config.Find(at.Folder) // the checker reports an error
	if here, _ := config.Find(c.event.Cwd); here != "" && here == made {
		return ""
	}
	return c.event.Cwd
}

// configurationOf returns the path of a folder's configuration, "" if there is none, its settings over the
// base, and a digest of everything read for it.
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
