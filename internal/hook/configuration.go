package hook

import (
	"path/filepath"
	"slices"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// keepConfiguration remembers what the configuration of the working folder is when the session
// starts, and returns what it keeps hooks from checking.
func (c *call) keepConfiguration() (weakened string) {
	path, settings, digest := configurationOf(c.event.Cwd)
	at := Configuration{Folder: c.event.Cwd, Digest: digest, Absent: path == ""}
	c.remember(func(s *Session) { touch(&s.Configurations, at.isOfFolder, at) })
	list := report.DisabledLine(settings.DisabledInHooks())
	if list == "" {
		return ""
	}
	return builtin().Say("weakened", rules.Values{"list": text.Quote(list)})
}

func (c Configuration) isOfFolder(other Configuration) bool { return c.Folder == other.Folder }

// configurationChanged tells the user, once, that what is checked and how has changed
// since the session started, whatever changed it: an edit that a tool was seen to make
// is told at once, one that a script made is seen here.
func (c *call) configurationChanged() (told string) {
	for _, before := range slices.Clone(c.remembered().Configurations) {
		path, _, digest := configurationOf(before.Folder)
		if digest == before.Digest {
			continue
		}
		now := before
		now.Digest = digest
		c.remember(func(s *Session) { *touch(&s.Configurations, now.isOfFolder, now) = now })
		words, changed := "reconfigured", before.Folder
		if before.Absent && path != "" {
			words, changed = "configured", path
		}
		told = join(told, builtin().Say(words, rules.Values{"path": text.Quote(filepath.ToSlash(changed))}))
	}
	return told
}

// configuredIn returns the folder whose configuration counts, "" for the user's own alone: a
// configuration that was made in the session counts from the next one on.
func (c *call) configuredIn() string {
	path, err := config.Find(c.event.Cwd)
	if err != nil || path == "" {
		return c.event.Cwd
	}
	for _, at := range c.remembered().Configurations {
		if made, err := config.Find(at.Folder); at.Absent && err == nil && made == path {
			return ""
		}
	}
	return c.event.Cwd
}

// configurationOf returns the path of a folder's configuration, "" if there is none, what it
// says, and what identifies all that is read for it.
func configurationOf(folder string) (path string, settings *config.Config, digest string) {
	path, err := config.Find(folder)
	if err == nil {
		settings, err = config.Load(path)
	}
	if err != nil {
		return path, nil, "broken"
	}
	return path, settings, settings.Digest()
}
