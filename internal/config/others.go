package config

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Others returns the configurations in folders between the current one and some
// paths, which are not read: the one found where the program starts applies to
// all. The paths are as findings show them, and so is the sorted result.
func (c *Config) Others(paths []string) []string {
	var others []string
	seen := map[string]bool{".": true, "..": true, "/": true}
	for _, p := range paths {
		if path.IsAbs(p) || filepath.IsAbs(filepath.FromSlash(p)) || strings.HasPrefix(p, "../") {
			continue
		}
		for folder := path.Dir(p); !seen[folder]; folder = path.Dir(folder) {
			seen[folder] = true
			file := path.Join(folder, YAMLName)
			if exists(filepath.FromSlash(file)) && !slices.Contains(c.Files(), file) {
				others = append(others, file)
			}
		}
	}
	slices.Sort(others)
	return others
}
