package hook

import (
	"path/filepath"
	"slices"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// keepConfiguration remembers what the configuration of the session's folder is when the
// session starts. A project without a configuration and without handoffs is left alone.
func (c *call) keepConfiguration() {
	digest := configDigest(c.event.Cwd)
	if digest == "" && len(c.handoffsRoots()) == 0 {
		return
	}
	at := Configuration{c.event.Cwd, digest}
	c.remember(func(s *Session) { touch(&s.Configurations, at.isOfFolder, at) })
}

func (c Configuration) isOfFolder(other Configuration) bool { return c.Folder == other.Folder }

// configurationChanged tells the user, once, that what is checked and how has changed
// since the session started, whatever changed it: an edit that a tool was seen to make
// is told at once, one that a script made is seen here.
func (c *call) configurationChanged() (told string) {
	for _, before := range slices.Clone(c.remembered().Configurations) {
		now := Configuration{before.Folder, configDigest(before.Folder)}
		if now == before {
			continue
		}
		c.remember(func(s *Session) { *touch(&s.Configurations, now.isOfFolder, now) = now })
		told = join(told, builtin().Say("reconfigured", rules.Values{"folder": text.Quote(filepath.ToSlash(now.Folder))}))
	}
	return told
}

// configDigest identifies all that is read for the configuration of a folder, "" if there
// is none.
func configDigest(folder string) string {
	path, err := config.Find(folder)
	if err != nil {
		return "broken"
	}
	settings, err := config.Load(path)
	if err != nil {
		return "broken"
	}
	return settings.Digest()
}
