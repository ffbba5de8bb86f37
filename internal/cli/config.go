package cli

import (
	"cmp"
	"errors"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/text"
)

// showConfigOptions are the options of `config show`.
type showConfigOptions struct {
	format choice
	all    bool
}

func (r *runner) configCommand() *cli.Command {
	show := new(showConfigOptions)
	return &cli.Command{
		Name:      "config",
		Usage:     "check, show or begin a configuration",
		ArgsUsage: "check | show | init",
		Description: `The configuration of a folder is the nearest .handofflint.yaml, from the
folder up to the root of the repository. All that it may hold is explained in
https://github.com/handofflint/handofflint/blob/main/docs/configuration.md

Examples:
   handofflint config init
   handofflint config check
   handofflint config show`,
		Subcommands: []*cli.Command{{
			Name:      "check",
			Usage:     "say all that is wrong with a configuration",
			ArgsUsage: "[FILE]",
			Description: `Without FILE it is the configuration that holds in the current folder. The
files that it builds on are checked with it.

Exit codes: 0 nothing is wrong; 2 something is, or there is no configuration.

Examples:
   handofflint config check
   handofflint config check -f github team/handofflint.yaml`,
			Flags:  r.options.findingFlags(),
			Action: r.checkConfig,
		}, {
			Name:      "show",
			Usage:     "show the settings, and where each value comes from",
			ArgsUsage: "[PATH]",
			Description: `Prints what the files of the configuration set, merged, each value with its
file and line. With PATH it is what they set for that file, its overrides
included.

Examples:
   handofflint config show
   handofflint config show --all docs/context/1717500000-fix.json
   handofflint config show -f json | jq '.values[].origin'`,
			Flags: []cli.Flag{
				formatFlag(&show.format, "text", "json"),
				&cli.BoolFlag{Name: "all", Usage: "show built-in values, too", Destination: &show.all},
			},
			Action: func(c *cli.Context) error { return r.showConfig(c, show) },
		}, r.configInitCommand()},
	}
}

func (r *runner) configInitCommand() *cli.Command {
	all := false
	return &cli.Command{
		Name:  "init",
		Usage: "write a configuration to begin with",
		Description: `Writes ` + config.YAMLName + ` to the current folder: the settings that most teams
want, commented out. A file that is there is left alone.

Examples:
   handofflint config init
   handofflint config init --all -o -
   handofflint config init --output team/handofflint.yaml`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "all", Usage: "write every setting, with what it is for", Destination: &all},
			r.options.outputFlag("write it to a new `FILE`; - is stdout"),
			r.options.quietFlag(),
		},
		Action: func(*cli.Context) error { return r.initConfig(all) },
	}
}

// checkConfig prints the mistakes of a configuration like findings.
func (r *runner) checkConfig(c *cli.Context) error {
	if err := atMost(c, 1); err != nil {
		return err
	}
	load := func() (*config.Config, error) { return r.loadConfig(".", ".") }
	if path := c.Args().First(); path != "" {
		load = func() (*config.Config, error) { return config.LoadOver(r.general.baseConfig, path) }
	}
	settings, err := load()
	if err == nil && len(settings.Files()) == 0 {
		return errors.New("no configuration here: `handofflint config init` writes one, or name a file")
	}
	var problems *config.Problems
	if !errors.As(err, &problems) {
		if err == nil {
			r.note("%s: nothing is wrong", strings.Join(settings.Files(), ", "))
		}
		return err
	}
	// The mistakes are the result.
	outputs, err := r.findingOutputs()
	if err != nil {
		return err
	}
	run := r.reportOf(problems.Results)
	run.Quiet = true
	if err := r.print(outputs, run); err != nil {
		return err
	}
	r.note("%s", text.Count(len(lint.Findings(problems.Results)), "mistake"))
	return exitCode(ExitFailed)
}

func (r *runner) showConfig(c *cli.Context, o *showConfigOptions) error {
	if err := atMost(c, 1); err != nil {
		return err
	}
	path := c.Args().First()
	settings, err := r.config()
	if err != nil {
		return err
	}
	values := settings.Values(path, o.all)
	out := map[string]any{
		"version": version(), "files": append([]string{}, settings.Files()...), "values": append([]config.Value{}, values...),
	}
	if path != "" {
		out["path"] = path
		out["format"] = settings.Format(path)
		out["excluded"] = settings.Excluded(path) != ""
	}
	head := configHead(settings, path)
	if len(values) == 0 && len(settings.Files()) > 0 {
		head += "# nothing is set; `handofflint config show --all` shows what is built in\n"
	}
	return r.printAs(o.format.value, text.EscapeLines(head+config.YAML(values)), out)
}

// configHead says which files the values come from, and what holds for a path.
func configHead(settings *config.Config, path string) string {
	head := "# no configuration: what is built in holds\n"
	if files := settings.Files(); len(files) > 0 {
		head = strings.TrimSuffix("# "+files[0]+", which builds on "+strings.Join(files[1:], ", "), ", which builds on ") + "\n"
	}
	if user := settings.User(); user != "" {
		head += "# your own configuration is " + user + ": its values hold in every tree\n"
	}
	if path != "" {
		head += "# for " + path + "\n"
		if glob := settings.Excluded(path); glob != "" {
			head += "# it is left out of folders by the exclude " + glob + "\n"
		}
		if f := settings.Format(path); f != "" {
			head += "# it is of the format " + string(f) + "\n"
		}
	}
	return head
}

// livingHandoff returns the handoff that is kept up to date in the current folder, if that is the
// root of a repository, "" for none. See config.StartFor.
func livingHandoff() string {
	if lint.InTree("HANDOFF.md") != "HANDOFF.md" { // the path from the root, which is longer in other folders
		return ""
	}
	for _, folder := range []string{"", "docs", ".claude"} {
		for _, name := range []string{"HANDOFF.md", "HANDOVER.md", "SESSION_HANDOFF.md"} {
			path := filepath.Join(folder, name)
			if info, err := files.Tree(".").Lstat(path); err == nil && info.Mode().IsRegular() {
				return filepath.ToSlash(path)
			}
		}
	}
	return ""
}

// initConfig writes a configuration to start with: to a file, or for `--output -`, of which prepare leaves "",
// to standard output.
func (r *runner) initConfig(all bool) error {
	text := config.StartFor(livingHandoff())
	if all {
		text = config.StartAll()
	}
	path := r.options.output
	if path == "" && r.isGiven("output") {
		return r.printText(text)
	}
	path = cmp.Or(path, config.YAMLName)
	if err := files.Create(path, []byte(text), files.WriteOptions{}); err != nil {
		return err
	}
	r.note("wrote %s: `handofflint config show` shows what holds, `handofflint config check` whether it is right", filepath.ToSlash(path))
	return nil
}
