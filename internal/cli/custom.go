package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// teamFiles are the files of the current folder that a team's own rules and
// formats are read from.
var teamFiles = []string{".handofflint.cue", ".handofflint.yaml"}

// customSources are the sources of a team's own rules and formats: the files
// that --source names, and those of the current folder.
func (r *runner) customSources(c *cli.Context) ([]rules.Source, error) {
	var sources []rules.Source
	for _, name := range teamFiles {
		source, err := readSource(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, err
		default:
			sources = append(sources, source)
		}
	}
	for _, path := range c.StringSlice("source") {
		if slices.ContainsFunc(sources, func(s rules.Source) bool { return s.Name == filepath.ToSlash(path) }) {
			continue
		}
		source, err := readSource(path)
		if err != nil {
			return nil, fmt.Errorf("--source: %w", err)
		}
		sources = append(sources, source)
	}
	return sources, nil
}

// sourceFlag is --source of the commands that are about a team's own rules.
func sourceFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "source", Usage: "also read rules and formats from `FILE`, in CUE or YAML; repeatable", TakesFile: true}
}

// readSource reads a source, no more of it than it may have.
func readSource(path string) (rules.Source, error) {
	info, err := os.Stat(path)
	if err != nil {
		return rules.Source{}, err
	}
	if !info.Mode().IsRegular() {
		return rules.Source{}, fmt.Errorf("%s is no regular file: name a file of rules, in CUE or YAML", path)
	}
	if info.Size() > rules.MaxSource {
		return rules.Source{}, fmt.Errorf("%s has %d bytes; rules are read from files of at most %d: split it", path, info.Size(), rules.MaxSource)
	}
	data, err := os.ReadFile(path)
	return rules.Source{Name: filepath.ToSlash(path), Data: data}, err
}

// customCatalogue is the catalogue with what the team's sources add.
func (r *runner) customCatalogue(c *cli.Context) (*rules.Catalogue, error) {
	sources, err := r.customSources(c)
	if err != nil {
		return nil, err
	}
	return rules.LoadCatalogue(sources...)
}

// formatIn reads a format's name, "" for none; names are those that there are.
func formatIn(name string, names []string) (document.Format, error) {
	if name != "" && !slices.Contains(names, name) {
		return document.Unknown, fmt.Errorf("there is no format %q: use %s", name, orList(names))
	}
	return document.Format(name), nil
}

// formatNamesOf are the names of a catalogue's formats.
func formatNamesOf(catalogue *rules.Catalogue) []string {
	var names []string
	for _, f := range catalogue.Formats {
		names = append(names, string(f.Name))
	}
	return names
}
