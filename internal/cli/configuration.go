package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/rules"
	"github.com/handofflint/handofflint/teamrules"
)

// config is the configuration that holds, nil for none. It is read once. What
// is wrong with it is printed, and the error says that nothing was done.
func (r *runner) config(c *cli.Context) (*config.Config, error) {
	if r.configured {
		return r.loaded, nil
	}
	path, err := r.configPath(c)
	switch {
	case err != nil:
		return nil, err
	case path != "" && c.IsSet("config"):
		r.loaded, err = config.LoadNamed(path, ".") // wherever it is, its globs start here
	default:
		r.loaded, err = config.Load(path)
	}
	var problems *config.Problems
	if errors.As(err, &problems) {
		if err := r.tell(c, problems.Results); err != nil {
			return nil, err
		}
		// Annotations are shown beside the file that they are about.
		outputs, _ := outputsOf(c) // what is wrong with them is not the first thing to say
		outputs = slices.DeleteFunc(outputs, func(out output) bool { return out.name != "github" })
		if err := r.print(c, outputs, r.reportRun(c, problems.Results)); err != nil {
			return nil, err
		}
		err = fmt.Errorf("the configuration has %s, so nothing was done; correct it, or leave it out with --no-config", plural(len(lint.Findings(problems.Results)), "mistake"))
	}
	r.configured = err == nil
	r.warnOfRules(r.loaded)
	return r.loaded, err
}

// warnOfRules prints what may be wrong with a team's rules.
func (r *runner) warnOfRules(c *config.Config) {
	for _, w := range c.Warnings() {
		r.log.Warnf("%s:%d:%d: %s (%s)", w.Path, w.Line, w.Column, w.Message, w.Help)
	}
}

// configPath is the path of the configuration that the options mean, "" for none.
func (r *runner) configPath(c *cli.Context) (string, error) {
	switch {
	case c.Bool("no-config"):
		return "", nil
	case c.IsSet("config") && c.String("config") == "":
		return "", errors.New("--config names no file")
	case c.IsSet("config"):
		return c.String("config"), nil
	case c.Bool("untrusted"):
		return "", nil
	}
	return config.Find(".")
}

// configFor is the configuration that holds in a folder, for who has no
// command line.
func configFor(folder string) (*config.Config, error) {
	if folder == "" {
		var err error
		if folder, err = os.Getwd(); err != nil {
			return nil, err
		}
	}
	path, err := config.Find(folder)
	if err != nil {
		return nil, err
	}
	return config.Load(path)
}

// enginesFor returns what judges files as a configuration and the command line say.
func enginesFor(c *config.Config, command rules.Options) (*config.Engines, error) {
	return c.Engines(checks.All(), command)
}

// linterFor returns what judges files as a configuration says.
func linterFor(c *config.Config, engines *config.Engines) *lint.Linter {
	format := func(path string) document.Format { return formatAt(c, engines.Base(), path) }
	return &lint.Linter{Engine: engines.Base(), EngineFor: engines.For, FormatFor: format}
}

// formatAt is the format that the configuration gives a file: under files, or
// by the places of a format of the team's own, whose folders may be above the
// current one. Unknown leaves it to the file's own path and content.
func formatAt(c *config.Config, engine *rules.Engine, path string) document.Format {
	if f := c.Format(path); f != document.Unknown || len(c.Sources()) == 0 || path == document.StdinName {
		return f
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return document.Unknown
	}
	if f := engine.FormatByPath(filepath.ToSlash(absolute)); !slices.Contains(document.FormatNames, string(f)) {
		return f
	}
	return document.Unknown
}

// catalogue is the catalogue with the configuration's settings, and with the
// rules and formats of the team's own.
func (r *runner) catalogue(c *cli.Context) (*rules.Catalogue, *config.Config, error) {
	options, settings, err := r.catalogueOptions(c)
	if err != nil {
		return nil, nil, err
	}
	catalogue, err := rules.LoadCatalogue(options)
	return catalogue, settings, err
}

// catalogueOptions are the configuration's settings with all sources of rules and
// formats: those of the configuration, and more.
func (r *runner) catalogueOptions(c *cli.Context, more ...string) (rules.Options, *config.Config, error) {
	settings, err := r.config(c)
	if err != nil {
		return rules.Options{}, nil, err
	}
	options := settings.Options()
	all := slices.Clone(settings.Sources())
	for _, path := range more {
		if slices.ContainsFunc(all, func(s teamrules.Source) bool { return samePlace(filepath.FromSlash(s.Name), path) }) {
			continue
		}
		data, over, err := files.Named.ReadFile(path, teamrules.MaxSource)
		if over {
			err = fmt.Errorf("%s has more than %d bytes, the most that rules are read from: split it", path, teamrules.MaxSource)
		}
		if err != nil {
			return options, nil, fmt.Errorf("cannot read rules: %w", err)
		}
		all = append(all, teamrules.Source{Name: filepath.ToSlash(path), Data: data})
	}
	if len(all) > len(settings.Sources()) {
		options.Team, _, err = teamrules.Read(all, nil)
	}
	return options, settings, err
}

// formatNames are the names of a catalogue's formats.
func formatNames(catalogue *rules.Catalogue) []string {
	var names []string
	for _, f := range catalogue.Formats {
		names = append(names, string(f.Name))
	}
	return names
}

// explainer explains the rules that a command judges by.
func (r *runner) explainer(c *cli.Context) func(string) report.Explanation {
	return explainer(func() (*rules.Catalogue, error) {
		catalogue, _, err := r.catalogue(c)
		return catalogue, err
	})
}

// explainer looks rules up in the catalogue, which is read when the first is
// asked for.
func explainer(catalogue func() (*rules.Catalogue, error)) func(string) report.Explanation {
	load := sync.OnceValues(catalogue)
	return func(name string) report.Explanation {
		catalogue, err := load()
		if err != nil || catalogue.Rule(name) == nil {
			return report.Explanation{}
		}
		doc := ruleDocOf(catalogue, catalogue.Rule(name), nil)
		return report.Explanation{Summary: doc.Summary, Why: doc.Why, Markdown: doc.Markdown(true), Severity: doc.Severity}
	}
}
