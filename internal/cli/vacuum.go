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
	settings, err := r.config(c)
	if err != nil {
		return err
	}
	limits, err := rules.LimitsWith(settings.Options())
	if err != nil {
		return err
	}
	folder, err := handoff.FindContextFolder(".", limits)
	if err != nil {
		return err
	}
	v := handoff.Vacuum{Now: nowOf(c), DryRun: c.Bool("dry-run"), Limits: limits}
	if v.OlderThan, err = olderThan(c, settings, folder); err != nil {
		return err
	}
	items := v.Files(folder)
	for i, item := range items {
		items[i].Path = shownPath(filepath.Join(folder.Root, filepath.FromSlash(item.Path)))
	}
	return r.reportVacuum(c, v, items)
}

// olderThan is the limit: --older-than, else the one at which check calls a
// context file of the folder stale.
func olderThan(c *cli.Context, settings *config.Config, folder handoff.ContextFolder) (time.Duration, error) {
	if c.IsSet("older-than") {
		age, err := handoff.ParseAge(c.String("older-than"))
		if err != nil {
			return 0, fmt.Errorf("--older-than: %w", err)
		}
		return age, nil
	}
	catalogue, err := rules.LoadCatalogue(settings.OptionsFor(folder.Path(anyContext)))
	if err != nil {
		return 0, err
	}
	var stale struct{ Days int }
	if err := json.Unmarshal([]byte(catalogue.Rule("context/stale").Params), &stale); err != nil {
		return 0, fmt.Errorf("context/stale: %w", err)
	}
	return time.Duration(stale.Days) * 24 * time.Hour, nil
}

// anyContext stands for a context file where overrides of a configuration name
// files by globs: one age holds for the whole folder.
const anyContext = "0-any.json"

// reportVacuum says what was done. Something that failed makes the exit code.
func (r *runner) reportVacuum(c *cli.Context, v handoff.Vacuum, items []handoff.Item) error {
	removed := map[bool]string{true: "would remove", false: "removed"}[v.DryRun]
	lists, lines := map[handoff.Outcome][]handoff.Item{handoff.Removed: {}, handoff.Kept: {}, handoff.Failed: {}}, ""
	for _, item := range items {
		lists[item.Outcome] = append(lists[item.Outcome], item)
		switch item.Outcome {
		case handoff.Kept:
			r.log.Infof("kept %s: %s", item.Path, item.Why)
		case handoff.Failed:
			r.log.Errorf("%s: %s", item.Path, item.Why)
		default:
			lines += text.Escape(fmt.Sprintf("%s %s: %s old", removed, item.Path, handoff.AgeWords(time.Duration(item.Age)*time.Second))) + "\n"
		}
	}
	var err error
	if c.String("format") == "json" {
		err = r.printJSON(vacuumOutput{v.DryRun, int64(v.OlderThan / time.Second), lists[handoff.Removed], lists[handoff.Kept], lists[handoff.Failed]})
	} else {
		err = r.printText(lines)
	}
	if err != nil {
		return err
	}
	failed, kept := len(lists[handoff.Failed]), len(lists[handoff.Kept])
	hint := ""
	if failed > 0 {
		hint = fmt.Sprintf(", failed %d", failed)
	}
	if kept > 0 && !c.Bool("verbose") {
		hint += " (-v says why)"
	}
	r.say(c, "%s %d, kept %d%s", removed, len(lists[handoff.Removed]), kept, hint)
	if failed > 0 {
		return exitCode(ExitFailed)
	}
	return nil
}

// vacuumOutput is the shape of -f json, a contract with programs. In a dry run
// removed is what would have been.
type vacuumOutput struct {
	DryRun    bool           `json:"dry_run"`
	OlderThan int64          `json:"older_than_seconds"`
	Removed   []handoff.Item `json:"removed"`
	Kept      []handoff.Item `json:"kept"`
	Failed    []handoff.Item `json:"failed"`
}
