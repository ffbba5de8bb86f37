package cli

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// config returns the configuration for the current folder, or nil for none. It is read once. Its mistakes are printed
// before the error is returned.
func (r *runner) config() (*config.Config, error) {
	if r.configured {
		return r.loaded, nil
	}
	var err error
	r.loaded, err = r.loadConfig(".", ".")
	var problems *config.Problems
	if errors.As(err, &problems) {
		if err := r.printOnStderr(problems.Results); err != nil {
			return nil, err
		}
		// Annotations are shown beside the file that they are about.
		outputs, _ := r.findingOutputs() // the mistakes come first
		outputs = slices.DeleteFunc(outputs, func(out output) bool { return out.name != "github" })
		if err := r.print(outputs, r.reportOf(problems.Results)); err != nil {
			return nil, err
		}
		err = fmt.Errorf("the configuration has %s, so nothing was done; correct it, or leave it out with --no-config", text.Count(len(lint.Findings(problems.Results)), "mistake"))
	}
	r.configured = err == nil
	return r.loaded, err
}

// loadConfig returns the configuration for a folder, or the one that --config names. The globs of the latter are
// relative to another folder, wherever the file is. --no-config wins over both; --untrusted leaves out the folder's.
func (r *runner) loadConfig(folder, globs string) (*config.Config, error) {
	named, base := r.general.config, r.general.baseConfig
	if r.isGiven("config") && named == "" {
		return nil, errors.New("--config names no file")
	}
	if r.isGiven("base-config") && base == "" {
		return nil, errors.New("--base-config names no file")
	}
	if r.general.noConfig {
		return config.Load("")
	}
	if named != "" {
		return config.LoadNamed(base, named, globs)
	}
	if r.options.untrusted {
		return config.LoadOver(base, "")
	}
	return configFor(base, folder)
}

// configFor returns the configuration for a folder, over a base if one is named.
func configFor(base, folder string) (*config.Config, error) {
	path, err := config.Find(folder)
	if err != nil {
		return nil, err
	}
	return config.LoadOver(base, path)
}

// catalogue returns the catalogue with the configuration's settings, and with the team's rules and formats.
func (r *runner) catalogue() (*rules.Catalogue, *config.Config, error) {
	settings, err := r.config()
	if err != nil {
		return nil, nil, err
	}
	catalogue, err := rules.LoadCatalogue(settings.Options())
	return catalogue, settings, err
}

// formatNamed returns a format of the catalogue.
func (r *runner) formatNamed(name string) (*rules.FormatInfo, *rules.Catalogue, error) {
	catalogue, _, err := r.catalogue()
	if err != nil {
		return nil, nil, err
	}
	format := catalogue.Format(name)
	if format == nil {
		return nil, nil, noSuchFormat(name, config.FormatNames(catalogue))
	}
	return format, catalogue, nil
}

// explainer returns a function that explains rules. It reads the catalogue when it is first called.
func (r *runner) explainer() func(string) (*rules.Rule, string) {
	load := sync.OnceValue(func() *rules.Catalogue {
		catalogue, _, err := r.catalogue()
		if err != nil {
			catalogue = rules.BuiltIn()
		}
		return catalogue
	})
	return func(name string) (*rules.Rule, string) {
		rule := load().Rule(name)
		if rule == nil {
			return &rules.Rule{}, ""
		}
		return rule, ruleDocOf(load(), rule).Markdown(true)
	}
}
