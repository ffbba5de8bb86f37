package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/rules"
)

// sourcesOf are the sources of a team's own rules and formats: those of the
// configuration, and the files that --source names.
func (r *runner) sourcesOf(c *cli.Context, settings *config.Config) ([]rules.Source, error) {
	sources := slices.Clone(settings.Sources())
	for _, path := range c.StringSlice("source") {
		var err error
		if sources, err = withSource(sources, path); err != nil {
			return nil, fmt.Errorf("--source: %w", err)
		}
	}
	return sources, nil
}

// withSource adds a file to sources, unless it is among them.
func withSource(sources []rules.Source, path string) ([]rules.Source, error) {
	if slices.ContainsFunc(sources, func(s rules.Source) bool { return samePlace(filepath.FromSlash(s.Name), path) }) {
		return sources, nil
	}
	source, err := readSource(path)
	return append(sources, source), err
}

// sourceFlag is --source of the commands that are about a team's own rules.
func sourceFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "source", Usage: "also read rules and formats from `FILE`, in CUE or YAML; repeatable", TakesFile: true}
}

// readSource reads a source, no more of it than it may have.
func readSource(path string) (rules.Source, error) {
	file, err := files.Named.Open(path)
	if err != nil {
		return rules.Source{}, err
	}
	defer file.Close() // nothing was written
	info, err := file.Stat()
	if err != nil {
		return rules.Source{}, err
	}
	if !info.Mode().IsRegular() {
		return rules.Source{}, fmt.Errorf("%s is no regular file: name a file of rules, in CUE or YAML", path)
	}
	if info.Size() > rules.MaxSource {
		return rules.Source{}, fmt.Errorf("%s has %d bytes; rules are read from files of at most %d: split it", path, info.Size(), rules.MaxSource)
	}
	data, err := io.ReadAll(io.LimitReader(file, rules.MaxSource))
	return rules.Source{Name: filepath.ToSlash(path), Data: data}, err
}

// formatIn reads a format's name, "" for none; names are those that there are.
func formatIn(name string, names []string) (document.Format, error) {
	if name != "" && !slices.Contains(names, name) {
		return document.Unknown, noSuchFormat(name, names)
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

// noSuchFormat says which formats there are.
func noSuchFormat(name string, names []string) error {
	return fmt.Errorf("unknown format %q%s: use %s", name, rules.DidYouMeanOne(name, names), orList(names))
}
