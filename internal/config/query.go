package config

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/rules"
	"github.com/handofflint/handofflint/teamrules"
)

// User returns the user's own configuration as findings show it, or "".
func (c *Config) User() string {
	if user := c.orEmpty().user; user != nil {
		return user.shown
	}
	return ""
}

// Files returns the files of the tree's configuration as findings show them, nearest first.
func (c *Config) Files() (shown []string) {
	for _, f := range slices.Backward(c.orEmpty().files) {
		shown = append(shown, f.shown)
	}
	return shown
}

// Paths returns the files of the configuration as absolute paths.
func (c *Config) Paths() (paths []string) {
	for _, f := range c.orEmpty().files {
		paths = append(paths, f.path)
	}
	return paths
}

// Digest returns a hash of everything that was read for the configuration, including the user's own and the
// baseline that it names; "" for an empty configuration.
func (c *Config) Digest() string {
	if c == nil {
		return ""
	}
	hash := sha256.New()
	add := func(name string, data []byte) { fmt.Fprintf(hash, "%q %d\n%s", name, len(data), data) }
	for _, f := range c.files {
		add(f.path, f.data)
	}
	for _, s := range c.Sources() {
		add(s.Name, s.Data)
	}
	if c.user != nil {
		add("", c.user.data)
	}
	if path := c.Baseline(); path != "" {
		baseline, _, err := files.Named.ReadFile(path, maxHashed)
		add(fmt.Sprint(path, err), baseline)
	}
	return hex.EncodeToString(hash.Sum(nil)[:16])
}

// maxHashed is the number of bytes of a baseline that Digest reads.
const maxHashed = 16 << 20

// Sources returns the files with the team's rules and formats.
func (c *Config) Sources() []teamrules.Source { return c.orEmpty().team.sources }

// Plain returns the catalogue with the team's rules and formats but without settings. It is shared and must
// not be changed.
func (c *Config) Plain() *rules.Catalogue {
	if c == nil {
		return rules.BuiltIn()
	}
	return c.team.catalogue
}

// FailOn returns the severity that makes the exit code non-zero, or "" if not set.
func (c *Config) FailOn() string { return c.at("fail-on").Str() }

// FailureLog returns the path to which failures are appended, or "" if not set; off means that no log is
// kept. A relative path is relative to the file that names it; the log resolves a leading ~/.
func (c *Config) FailureLog() (path string, off bool) {
	n := c.at("failure-log")
	if atHome(n.Str()) {
		return n.Text, false
	}
	return c.path(n), n != nil && n.Str() == ""
}

// atHome reports whether the path of a log is in the user's home, which package failurelog resolves.
func atHome(path string) bool {
	return strings.HasPrefix(path, "~/") || strings.HasPrefix(path, `~\`)
}

// Evidence returns the kinds of evidence that the configuration switches on, and those that it switches off.
func (c *Config) Evidence() (on, off []string) {
	for _, n := range c.at("evidence").Fields() {
		if !slices.Contains(rules.EvidenceKinds, n.Name) {
			continue
		}
		if rules.Severity(n.Str()) == rules.Off {
			off = append(off, n.Name)
		} else {
			on = append(on, n.Name)
		}
	}
	return on, off
}

// ChecksMessages reports whether hooks compare the messages that end a turn with what was done.
func (c *Config) ChecksMessages() bool { return c.at("evidence", "messages").Str() != "off" }

// WritesReceipts reports whether hooks record what an agent did in the marker of its report.
func (c *Config) WritesReceipts() bool { return c.at("evidence", "receipts").Str() != "off" }

// Ignored returns the claims and commands whose findings the user ignores.
func (c *Config) Ignored() []string { return document.Texts(c.at("evidence", "ignore").OneOrMore()) }

// Exempt returns the kinds of agents, as globs, that need no handoff even if the hooks require one of every
// agent.
func (c *Config) Exempt() []string { return document.Texts(c.at("hooks", "exempt").OneOrMore()) }

// Baseline returns the file with known findings, or "". A relative path is relative to the file that names
// it.
func (c *Config) Baseline() string { return c.path(c.at("baseline")) }

// ReportsFolder returns the folder in which dispatch makes the folders of sessions, from the root of the
// project, with forward slashes; "" if not set.
func (c *Config) ReportsFolder() string { return c.at("dispatch", "folder").Str() }

// Format returns the format that the configuration gives a file, or Unknown.
func (c *Config) Format(path string) document.Format {
	const isFolder = false
	formats := c.orEmpty().formats
	i := slices.IndexFunc(formats, func(f formatGlobs) bool { return f.globs.Match(path, isFolder) != "" })
	if i < 0 {
		return document.Unknown
	}
	return formats[i].format
}

// Include returns the globs of files that are checked with any extension.
func (c *Config) Include() (list []*files.Globs) {
	for _, f := range c.orEmpty().formats {
		list = append(list, f.globs)
	}
	return list
}

// Exclude returns the globs that exclude paths from folders.
func (c *Config) Exclude() *files.Globs { return c.orEmpty().exclude }

// Excluded returns the glob that excludes a file, or "".
func (c *Config) Excluded(path string) string {
	const isFolder = false
	return c.Exclude().Match(path, isFolder)
}

// ExcludedBy returns the file that excludes paths from folders, or "".
func (c *Config) ExcludedBy() string {
	if file := c.orEmpty().origins[c.at("exclude")]; file != nil {
		return file.shown
	}
	return ""
}

// lastFor returns the last severity for a rule, by its name or by its group such as "report/*"; nil for none.
func lastFor(list []placedOverride, rule string) *placedOverride {
	for i, s := range slices.Backward(list) {
		prefix, group := strings.CutSuffix(s.Pattern, "*")
		if s.Pattern == rule || group && strings.HasPrefix(rule, prefix) {
			return &list[i]
		}
	}
	return nil
}
