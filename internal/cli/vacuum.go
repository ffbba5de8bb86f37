package cli

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) vacuumCommand() *cli.Command {
	return &cli.Command{
		Name:  "vacuum",
		Usage: "remove context files that nobody works with any more",
		Description: `Removes the context files of this project, broken ones too, that are older than
a limit, by the newest of their file time and the time in their task id. Each
one that was removed is named on stdout, with -v each other file too, on stderr
and with the reason why it stayed: links, folders, read-only files, what is no
context file, and what has a time in the future. Nothing is removed through a
link.

Exit codes: 0 done, also where there was nothing to do; 2 something could not be
looked at or removed.

Examples:
   handofflint context vacuum --dry-run -v
   handofflint context vacuum --older-than 12h`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "older-than", Usage: "remove what is older than `AGE`", DefaultText: "context/stale"},
			&cli.BoolFlag{Name: "dry-run", Usage: "remove nothing, only say what would be removed"},
			formatFlag("text", "json"),
			sharedFlag("quiet"),
			&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "also say what stayed, and why"},
		},
		Action: r.vacuum,
	}
}

func (r *runner) vacuum(c *cli.Context) error {
	r.setVerbosity(c)
	settings, folder, limits, err := r.contextFolder(c)
	if err != nil {
		return err
	}
	v := handoff.Vacuum{Now: nowOf(c), DryRun: c.Bool("dry-run"), Limits: limits}
	if c.IsSet("older-than") {
		if v.OlderThan, err = handoff.ParseAge(c.String("older-than")); err != nil {
			return fmt.Errorf("--older-than: %w", err)
		}
	} else if v.OlderThan, err = staleAfter(settings, folder); err != nil {
		return err
	}
	return r.printVacuum(c, v, folder, v.Files(folder))
}

// staleAfter is the age at which check calls a context file of the folder stale. One age
// holds for the whole folder, whatever globs the overrides of a configuration have.
func staleAfter(settings *config.Config, folder handoff.ContextFolder) (time.Duration, error) {
	catalogue, err := rules.LoadCatalogue(settings.OptionsFor(folder.Path("0-any.json")))
	if err != nil {
		return 0, err
	}
	var stale struct{ Days int }
	if err := json.Unmarshal([]byte(catalogue.Rule("context/stale").Params), &stale); err != nil {
		return 0, fmt.Errorf("context/stale: %w", err)
	}
	return time.Duration(stale.Days) * 24 * time.Hour, nil
}

// vacuumOutput is the shape of -f json, a contract with programs. In a dry run
// Removed is what would have been.
type vacuumOutput struct {
	DryRun    bool           `json:"dry_run"`
	OlderThan int64          `json:"older_than_seconds"`
	Removed   []handoff.Item `json:"removed"`
	Kept      []handoff.Item `json:"kept"`
	Failed    []handoff.Item `json:"failed"`
}

func (r *runner) printVacuum(c *cli.Context, v handoff.Vacuum, folder handoff.ContextFolder, items []handoff.Item) error {
	out := vacuumOutput{v.DryRun, int64(v.OlderThan / time.Second), []handoff.Item{}, []handoff.Item{}, []handoff.Item{}}
	verb, lines := map[bool]string{true: "would remove", false: "removed"}[v.DryRun], ""
	for _, item := range items {
		item.Path = shownPath(filepath.Join(folder.Root, filepath.FromSlash(item.Path)))
		switch item.Outcome {
		case handoff.Kept:
			out.Kept = append(out.Kept, item)
			r.log.Infof("kept %s: %s", item.Path, item.Why)
		case handoff.Failed:
			out.Failed = append(out.Failed, item)
			r.log.Errorf("%s: %s", item.Path, item.Why)
		default:
			out.Removed = append(out.Removed, item)
			age := handoff.AgeWords(time.Duration(item.Age) * time.Second)
			lines += text.Escape(fmt.Sprintf("%s %s: %s old", verb, item.Path, age)) + "\n"
		}
	}
	if err := r.printAs(c.String("format"), lines, out); err != nil {
		return err
	}
	note := ""
	if len(out.Failed) > 0 {
		note = fmt.Sprintf(", failed %d", len(out.Failed))
	}
	if len(out.Kept) > 0 && !c.Bool("verbose") {
		note += " (-v says why)"
	}
	r.say(c, "%s %d, kept %d%s", verb, len(out.Removed), len(out.Kept), note)
	if len(out.Failed) > 0 {
		return exitCode(ExitFailed)
	}
	return nil
}
