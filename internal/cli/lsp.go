package cli

import (
	"errors"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/lsp"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) lspCommand() *cli.Command {
	return &cli.Command{
		Name:  "lsp",
		Usage: "serve an editor that speaks the Language Server Protocol",
		Description: `Reads messages of the protocol from standard input and writes them to standard
output, for an editor: it shows what check finds while a handoff is written.
docs/editors.md says how to set up an editor.

Exit codes: 0 the editor has shut the server down; 1 it left without that.

Example:
   handofflint lsp`,
		Action: func(c *cli.Context) error {
			if isTerminal(r.streams.In) {
				return errors.New("lsp is for editors, which write messages to its standard input; docs/editors.md says how to set one up")
			}
			err := lsp.Serve(c.Context, lsp.Config{
				In: r.streams.In, Out: r.streams.Out, Version: version(),
				Log:  func(message string) { r.log.Warn(message) },
				Open: func(folder string) (*lsp.Project, error) { return r.lspProject(c, folder) },
			})
			if errors.Is(err, lsp.ErrNoShutdown) {
				return exitCode(ExitWarnings)
			}
			return err
		},
	}
}

// lspProject returns how the files in a folder are checked.
func (r *runner) lspProject(c *cli.Context, folder string) (*lsp.Project, error) {
	folder = filepath.FromSlash(folder)
	// By the names that the editor uses for folders, which may be links.
	around, _ := files.Around(folder)
	base := around[len(around)-1]
	options := rules.Options{Root: filepath.ToSlash(files.Root(folder))}
	var settings *config.Config
	var err error
	switch {
	case c.Bool("no-config"):
		settings, err = config.Load("")
	case c.IsSet("config"):
		settings, err = config.LoadNamed(c.String("config"), base)
	default:
		settings, err = configFor(folder)
	}
	if err != nil {
		return nil, err
	}
	if now := c.Timestamp("now"); now != nil {
		options.Now = *now
	}
	engines, err := settings.Engines(checks.All(), options)
	if err != nil {
		return nil, err
	}
	catalogue, err := rules.LoadCatalogue(settings.Options())
	if err != nil {
		return nil, err
	}
	k := checker{config: settings, engines: engines}
	linter, walk := k.linter(), k.walkOptions(c)
	walk.Base, walk.SkipUnknown = base, true
	kinds, _ := settings.Evidence()
	linter.Facts = factsBy(kinds, nil)
	project := &lsp.Project{
		Linter: linter,
		Walk:   walk,
		Explain: func(name string) string {
			rule := catalogue.Rule(name)
			if rule == nil {
				return ""
			}
			page := ruleDocOf(catalogue, rule, settings).Markdown(false)
			if rule.Origin != "" {
				page = text.CodeBlock(page) // it is the checked tree's, whose images and links nobody asked for
			}
			return page
		},
	}
	if path := settings.Baseline(); path != "" {
		if project.Baseline, err = lint.ReadBaseline(path); err == nil {
			project.Vetoes, err = baselineVetoes(path)
		}
	}
	return project, err
}
