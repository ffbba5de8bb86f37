package cli

import (
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// disabled is what the configuration, ignore files and the baseline have kept from
// being reported in a run.
func (r *runner) disabled(c *cli.Context, o checkOptions, run checkRun) []report.Disabled {
	list := o.config.Disabled(!c.IsSet("fail-on"))
	list = append(list, hidden(run.hidden)...)
	if n := rules.Summarize(run.results).Known; n > 0 {
		list = append(list, report.Disabled{By: o.baseline, FindingsKnown: n})
	}
	for _, d := range list {
		for _, line := range d.Details() {
			r.log.Infof("switched off: %s", text.Escape(line))
		}
	}
	return list
}

// hidden counts the files and folders that each file of the tree hides.
func hidden(skipped []lint.Skip) (list []report.Disabled) {
	seen := map[string]bool{}
	for _, s := range skipped {
		if s.By == "" || seen[s.Path] {
			continue
		}
		seen[s.Path] = true
		i := slices.IndexFunc(list, func(d report.Disabled) bool { return d.By == s.By })
		if i < 0 {
			i, list = len(list), append(list, report.Disabled{By: s.By})
		}
		if s.Folder {
			list[i].FoldersHidden++
		} else {
			list[i].FilesHidden++
		}
	}
	return list
}
