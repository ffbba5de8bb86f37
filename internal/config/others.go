package config

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Others are the configurations that stand in folders below the current one on
// the way to some paths, and do not count: the one that holds where the program
// is started holds for all. The paths are as findings show them; the result is,
// too, sorted.
func (c *Config) Others(paths []string) []string {
	var others []string
	seen := map[string]bool{".": true, "..": true, "/": true}
	for _, p := range paths {
		if path.IsAbs(p) || filepath.IsAbs(filepath.FromSlash(p)) || strings.HasPrefix(p, "../") {
			continue
		}
		for folder := path.Dir(p); !seen[folder]; folder = path.Dir(folder) {
			seen[folder] = true
			for _, name := range []string{YAMLName, CUEName} {
				file := path.Join(folder, name)
				if exists(filepath.FromSlash(file)) && !slices.Contains(c.Files(), file) {
					others = append(others, file)
				}
			}
		}
	}
	slices.Sort(others)
	return others
}
