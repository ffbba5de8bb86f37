package cli

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/lsp"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) lspCommand() *cli.Command {
	return &cli.Command{
		Name:  "lsp",
		Usage: "serve an editor that speaks the Language Server Protocol",
		Description: `Reads messages of the protocol from standard input and writes them to
standard output, for an editor: it shows what check finds while a handoff is
written. docs/editors.md says how to set up an editor.

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
				Open: r.lspProject,
			})
			if errors.Is(err, lsp.ErrNoShutdown) {
				return exitCode(ExitWarnings)
			}
			return err
		},
	}
}

// lspProject returns how the files in a folder are checked.
func (r *runner) lspProject(folder string) (*lsp.Project, error) {
	folder = filepath.FromSlash(folder)
	// By the names that the editor uses for folders, which may be links.
	around, _ := files.Around(folder)
	base := around[len(around)-1]
	settings, err := r.loadConfig(folder, base)
	if err != nil {
		return nil, err
	}
	k := checker{config: settings}
	options := rules.Options{Root: filepath.ToSlash(files.Root(folder))}
	if now := r.general.now.Value(); now != nil { // else the time of each check
		options.Now = *now
	}
	k.engines, err = k.config.Engines(allChecks(), options)
	if err != nil {
		return nil, err
	}
	project := &lsp.Project{Linter: k.linter(), Walk: k.walkOptions()}
	project.Walk.Base = base
	project.Walk.SkipUnknown = true // an open file need not be a handoff
	kinds, _ := k.config.Evidence()
	trees := worktree.NewTreesInHook()
	project.Linter.Facts = factsBy(kinds, nil, trees)
	project.Linter.Incomplete = trees.Incomplete
	project.Linter.Commits = lint.NewCommits(trees)
	project.Begin = func() {
		trees.NextRun()
		k.config.NextRun()
	}
	project.Why, err = whyRule(k.config)
	if err != nil {
		return nil, err
	}
	if path := k.config.Baseline(); path != "" {
		project.Baseline, err = lint.ReadBaseline(path)
		if err == nil {
			project.Linter.Veto, err = baselineVeto(path)
		}
	}
	return project, err
}

// whyRule returns a function that returns why a rule exists.
func whyRule(settings *config.Config) (func(rule string) string, error) {
	catalogue, err := rules.LoadCatalogue(settings.Options())
	return func(name string) string {
		rule := catalogue.Rule(name)
		if rule == nil {
			return ""
		}
		why := strings.TrimSpace(rule.Why)
		if rule.Origin != "" && why != "" {
			why = text.CodeBlock(why) // it is the checked tree's, whose images and links nobody asked for
		}
		return why
	}, err
}
