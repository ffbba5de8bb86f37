package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/discover"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/rules"
)

// newEngine makes the engine that the options ask for.
func newEngine(options rules.Options) (*rules.Engine, error) {
	return rules.NewEngine(checks.All(), options)
}

// config is the configuration that holds, nil for none. It is read once. What
// is wrong with it is printed, and the error says that nothing was done.
func (r *runner) config(c *cli.Context) (*config.Config, error) {
	if r.configured {
		return r.loaded, nil
	}
	path, folder, err := r.configPath(c)
	if err != nil {
		return nil, err
	}
	switch {
	case path != "" && c.IsSet("config"):
		r.loaded, err = config.LoadNamed(path, folder)
	case path != "":
		r.loaded, err = config.Load(path)
	case config.HasUser():
		r.loaded, err = config.LoadUser()
	}
	if err != nil {
		return nil, r.misconfigured(c, err)
	}
	r.configured = true
	return r.loaded, nil
}

// configPath is the path of the configuration that the options mean, "" for
// none, and the folder that its globs are relative to: its own, or the current
// one for a file that the user names, which may stand anywhere. Where the current
// folder was removed, nothing can be found from it, and no glob starts there.
func (r *runner) configPath(c *cli.Context) (path, folder string, err error) {
	_, noFolder := os.Getwd()
	switch {
	case c.IsSet("config") && c.Bool("no-config"):
		return "", "", errors.New("--config and --no-config do not go together: choose one")
	case c.Bool("no-config"), c.Bool("untrusted") && !c.IsSet("config"):
		return "", "", nil
	case c.IsSet("config") && c.String("config") == "":
		return "", "", errors.New("--config names no file")
	case c.IsSet("config") && noFolder == nil:
		return c.String("config"), ".", nil
	case c.IsSet("config"):
		return c.String("config"), filepath.Dir(c.String("config")), nil
	case noFolder != nil:
		r.log.Warnf("no configuration was looked for, since the current folder is not known (%s); name one with --config, or say --no-config", noFolder)
		return "", "", nil
	}
	path, err = config.Find(".")
	return path, filepath.Dir(path), err
}

// misconfigured prints the mistakes of a configuration where there are some:
// for people, and as annotations where these are asked for.
func (r *runner) misconfigured(c *cli.Context, err error) error {
	var problems *config.Problems
	if !errors.As(err, &problems) {
		return err
	}
	if err := r.tell(c, problems.Results); err != nil {
		return err
	}
	if err := r.annotate(c, problems.Results); err != nil {
		return err
	}
	return fmt.Errorf("the configuration has %s, so nothing was done; mend it, or leave it out with --no-config", plural(findingsIn(problems.Results), "mistake"))
}

// findingsIn is how many findings there are.
func findingsIn(results []rules.Result) int {
	n := 0
	for _, r := range results {
		n += len(r.Findings)
	}
	return n
}

// engines are what judges files as a configuration and the command line say.
func enginesFor(c *config.Config, command rules.Options) (*config.Engines, error) {
	return c.Engines(checks.All(), command)
}

// linterFor makes what judges files as a configuration says.
func linterFor(c *config.Config, engines *config.Engines) *lint.Linter {
	format := func(path string) document.Format { return formatAt(c, engines.Base(), path) }
	return &lint.Linter{Engine: engines.Base(), EngineFor: engines.For, FormatFor: format}
}

// formatAt is the format that the configuration gives a file: under files, or
// by the places of a format of the team's own, whose folders may be above the
// current one. Unknown leaves it to the file's own path and content.
func formatAt(c *config.Config, engine *rules.Engine, path string) document.Format {
	if f := c.Format(path); f != document.Unknown || len(c.Sources()) == 0 || path == discover.StdinName {
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
	settings, err := r.config(c)
	if err != nil {
		return nil, nil, err
	}
	options := settings.Options()
	if options.Sources, err = r.sourcesOf(c, settings); err != nil {
		return nil, nil, err
	}
	catalogue, err := rules.LoadCatalogueWith(options)
	return catalogue, settings, err
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
	switch {
	case err != nil:
		return nil, err
	case path != "":
		return config.Load(path)
	case config.HasUser():
		return config.LoadUser()
	}
	return nil, nil
}
