package cli

import (
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/discover"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// trusts refuses what --untrusted does not obey.
func trusts(c *cli.Context, settings *config.Config, known string) error {
	if !c.Bool("untrusted") {
		return nil
	}
	files := settings.Paths()
	for _, source := range settings.Sources() {
		files = append(files, filepath.FromSlash(source.Name))
	}
	if known != "" {
		files = append(files, known)
	}
	return outsideTree(files, c.Args().Slice())
}

// disabled is what the configuration, ignore files and the baseline have kept from
// being reported in a run.
func (r *runner) disabled(c *cli.Context, o checkOptions, run checkRun) ([]report.Disabled, error) {
	list, err := o.config.Disabled(!c.IsSet("fail-on"))
	if err != nil {
		return nil, err
	}
	list = append(list, hidden(run.hidden)...)
	if n := rules.Summarize(run.results).Known; n > 0 {
		list = append(list, report.Disabled{By: o.baseline.path, FindingsKnown: n})
	}
	for _, d := range list {
		for _, line := range d.Details() {
			r.log.Infof("switched off: %s", text.Escape(line))
		}
	}
	return list, nil
}

// hidden counts the files and folders that each file of the tree hides.
func hidden(skipped []discover.Skip) (list []report.Disabled) {
	seen := map[string]bool{}
	for _, s := range skipped {
		if s.By == "" || seen[s.Path] {
			continue
		}
		seen[s.Path] = true
		i := slices.IndexFunc(list, func(d report.Disabled) bool { return d.By == s.By })
		if i < 0 {
			i = len(list)
			list = append(list, report.Disabled{By: s.By})
		}
		if s.Folder {
			list[i].FoldersHidden++
		} else {
			list[i].FilesHidden++
		}
	}
	return list
}
