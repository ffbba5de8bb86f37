package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/rules"
)

// baselineOptions say which findings are known, none if path is "".
type baselineOptions struct {
	path   string
	update bool
}

// baselineOptionsOf reads the options; configured is the configuration's
// baseline, "" for none.
func baselineOptionsOf(c *cli.Context, configured string) (baselineOptions, error) {
	o := baselineOptions{path: c.String("baseline"), update: c.Bool("update-baseline")}
	none := c.Bool("no-baseline")
	switch {
	case none && (c.IsSet("baseline") || o.update):
		return o, errors.New("--no-baseline does not go with --baseline or --update-baseline: choose one")
	case o.update && someRules(c):
		return o, errors.New("--update-baseline does not go with --select or --ignore: it would drop the findings of the other rules")
	case none:
		return o, nil
	case c.IsSet("baseline") && o.path == "":
		return o, errors.New("--baseline names no file")
	case o.path == "" && configured != "":
		o.path = shownFromHere(configured)
	case o.update && o.path == "":
		return o, errors.New("--update-baseline needs to know where: add --baseline FILE, or baseline to the configuration")
	}
	return o, nil
}

// someRules reports whether a run leaves rules out.
func someRules(c *cli.Context) bool { return c.IsSet("select") || c.IsSet("ignore") }

// vetoes are against a fix that makes a known finding look new: a finding
// about no value is known by its line, which a fix beside it changes. An update makes it known
// again, so that there is nothing against.
func (o baselineOptions) vetoes() ([]lint.Veto, error) {
	if o.path == "" || o.update {
		return nil, nil
	}
	known, err := lint.ReadBaseline(o.path)
	if err != nil {
		return nil, err
	}
	unknown := func(r rules.Result) []rules.Finding {
		left, _ := known.Apply(lint.Run{Results: []rules.Result{r}})
		return left[0].Findings
	}
	return []lint.Veto{func(before, after rules.Result) bool { return lint.Brings(unknown(before), unknown(after)) }}, nil
}

// withoutKnown takes the known findings out of the results of a run, after it
// has made them known where that is asked for.
func (r *runner) withoutKnown(c *cli.Context, o baselineOptions, j checkRun) (checkRun, error) {
	if o.path == "" {
		return j, nil
	}
	known, err := lint.ReadBaseline(o.path)
	if o.update && errors.Is(err, lint.ErrNoBaseline) {
		known, err = lint.NewBaseline(o.path)
	}
	if err != nil {
		return j, err
	}
	run := lint.Run{Results: j.results, Folders: j.folders}
	if o.update {
		if err := r.updateBaseline(c, o.path, known, run); err != nil {
			return j, err
		}
	}
	if j.known, err = known.Encode(); err != nil {
		return j, err
	}
	var stale int
	j.results, stale = known.Apply(run)
	j.found, _ = known.Apply(lint.Run{Results: j.found, Folders: j.folders})
	switch {
	case someRules(c): // the entries of the others are not stale
	case stale == 1:
		r.log.Warnf("1 entry of %s no longer occurs; --update-baseline removes it", o.path)
	case stale > 1:
		r.log.Warnf("%d entries of %s no longer occur; --update-baseline removes them", stale, o.path)
	}
	return j, nil
}

// updateBaseline writes the findings of a run and says what became of the file.
func (r *runner) updateBaseline(c *cli.Context, path string, known *lint.Baseline, run lint.Run) error {
	changes := known.Update(run)
	content, err := known.Encode()
	if err != nil {
		return err
	}
	if err := files.Write(path, content, files.WriteOptions{}); err != nil {
		return err
	}
	r.say(c, "%s: %d in the baseline, %d added, %d removed", path, changes.Entries, changes.Added, changes.Removed)
	if changes.Refused > 0 {
		r.log.Warnf("%s left out of the baseline: a file that was not judged must not pass, and one without a name cannot be found again", plural(changes.Refused, "finding"))
	}
	if len(changes.Files) > 0 && !c.Bool("quiet") {
		r.say(c, "correct these files, or leave them out by these lines in the .handofflint.yaml beside %s:", path)
		fmt.Fprint(r.streams.Err, excludeLines(changes.Files))
	}
	return nil
}

var globEscaper = strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "]", `\]`, "{", `\{`, "}", `\}`)

// excludeLines are the lines of a configuration in YAML that leave out files,
// and no others. Go's escapes are YAML's too.
func excludeLines(files []string) string {
	lines := "exclude:\n"
	for _, name := range files {
		lines += "  - " + strconv.Quote("/"+globEscaper.Replace(name)) + "\n"
	}
	return lines
}
