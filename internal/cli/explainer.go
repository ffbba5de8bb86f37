package cli

import (
	"cmp"
	"os"
	"path/filepath"
	"sync"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/internal/ruledoc"
	"github.com/handofflint/handofflint/rules"
)

// explainer looks rules up in the catalogue, which is read when the first is
// asked for.
func explainer(catalogue func() (*rules.Catalogue, error)) func(string) report.Explanation {
	load := sync.OnceValues(catalogue)
	return func(name string) report.Explanation {
		catalogue, err := load()
		if err != nil || catalogue.Rule(name) == nil {
			return report.Explanation{}
		}
		doc := ruledoc.Of(catalogue, catalogue.Rule(name))
		return report.Explanation{Summary: doc.Summary, Why: doc.Why, Markdown: doc.Markdown(), Severity: doc.Severity}
	}
}

// explainer explains the rules that a command judges by.
func (r *runner) explainer(c *cli.Context) func(string) report.Explanation {
	return explainer(func() (*rules.Catalogue, error) {
		catalogue, _, err := r.catalogue(c)
		return catalogue, err
	})
}

// checkout is the root of the repository and the current folder within it,
// both behind all links and with forward slashes. GitHub and GitLab name the
// root; elsewhere it is the nearest folder upwards with a .git, and without one
// the current folder.
func (r *runner) checkout() (root, dir string) {
	here, err := os.Getwd()
	if err != nil {
		return "", ""
	}
	here = resolved(here)
	for _, root := range []string{r.streams.Getenv("GITHUB_WORKSPACE"), r.streams.Getenv("CI_PROJECT_DIR"), files.Root(here)} {
		if !filepath.IsAbs(root) {
			continue
		}
		root = resolved(root)
		if dir, err := filepath.Rel(root, here); err == nil && filepath.IsLocal(dir) {
			return filepath.ToSlash(root), filepath.ToSlash(dir)
		}
	}
	return filepath.ToSlash(here), ""
}

// resolved is a folder behind all links, or as it stands where that is not
// known.
func resolved(folder string) string {
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		return real
	}
	return folder
}

// resolvedPath is an absolute path as a report has it, its folder behind all
// links.
func resolvedPath(name string) string {
	return filepath.ToSlash(behindLinks(filepath.FromSlash(name)))
}

// mostSummary is how many bytes GitHub takes as the summary of a step.
const mostSummary = 1 << 20

// stepSummary appends a table of the findings to the step's summary, where
// there is one. What keeps it from being written changes no verdict.
func (r *runner) stepSummary(run report.Run) {
	path := r.streams.Getenv("GITHUB_STEP_SUMMARY")
	if path == "" {
		return
	}
	if err := appendSummary(path, run); err != nil {
		r.log.Warnf("no step summary: %s", err)
	}
}

func appendSummary(path string, run report.Run) error {
	at, err := files.Named.Find(path)
	if err != nil {
		return err
	}
	file, err := at.OpenFile(os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err == nil {
		err = report.WriteGitHubSummary(file, run, mostSummary-int(min(info.Size(), mostSummary)))
	}
	return cmp.Or(err, file.Close())
}
