package cli

import (
	"errors"
	"fmt"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// chooseBaseline takes the baseline of the configuration if the options name none and do not refuse it. It returns an
// error if the options ask for an update that is not possible.
func (o *checkOptions) chooseBaseline(configured string) error {
	if configured != "" && o.baseline == "" && !o.noBaseline {
		o.baseline = shownPath(configured)
	}
	if !o.updateBaseline {
		return nil
	}
	if o.leavesRulesOut() {
		return errors.New("--update-baseline does not go with --select or --ignore: it would drop the findings of the other rules")
	}
	if o.baseline == "" {
		return errors.New("--update-baseline needs to know where: add --baseline FILE, or baseline to the configuration")
	}
	return nil
}

// leavesRulesOut reports whether a run applies only some of the rules.
func (o *checkOptions) leavesRulesOut() bool {
	return len(o.selected.Value()) > 0 || len(o.ignored.Value()) > 0
}

// baselineVeto returns a veto against fixes that make a known finding look new: a finding without a value is known by
// its line, which a fix beside it changes.
func baselineVeto(path string) (lint.Veto, error) {
	known, err := lint.ReadBaseline(path)
	if err != nil {
		return nil, err
	}
	newFindings := func(r rules.Result) []rules.Finding {
		left, _ := known.Apply(lint.Run{Results: []rules.Result{r}})
		return left[0].Findings
	}
	return func(before, after rules.Result) bool { return lint.Brings(newFindings(before), newFindings(after)) }, nil
}

// updateBaseline makes the findings of a run the known ones, and writes them to a file.
func (r *runner) updateBaseline(path string, known *lint.Baseline, linted lint.Run) error {
	changes := known.Update(linted)
	encoded, err := known.Encode()
	if err != nil {
		return err
	}
	if err := files.Write(path, encoded, files.WriteOptions{}); err != nil {
		return err
	}
	r.note("%s: %d in the baseline, %d added, %d removed", path, changes.Entries, changes.Added, changes.Removed)
	if changes.Refused > 0 {
		r.log.Warnf("%s left out of the baseline: a file that was not judged must not pass, and one without a name cannot be found again; correct these files, or exclude them in the configuration", text.Count(changes.Refused, "finding"))
	}
	return nil
}

// applyBaseline removes the known findings from the results of a run, after it has
// updated the baseline if the options ask for that.
func (r *runner) applyBaseline(o *checkOptions, run *checkRun) error {
	if o.baseline == "" {
		return nil
	}
	known, err := lint.ReadBaseline(o.baseline)
	if o.updateBaseline && errors.Is(err, lint.ErrNoBaseline) {
		known, err = lint.NewBaseline(o.baseline), nil
	}
	if err != nil {
		return err
	}
	linted := lint.Run{Results: run.results, Folders: run.folders, Rules: o.config.Plain()}
	if o.updateBaseline {
		if len(run.incomplete) > 0 {
			return fmt.Errorf("the baseline is not written: %s", run.incomplete[0])
		}
		if err := r.updateBaseline(o.baseline, known, linted); err != nil {
			return err
		}
	}
	var stale int
	run.results, stale = known.Apply(linted)
	// Only the results after fixes say which entries are stale.
	run.found, _ = known.Apply(lint.Run{Results: run.found, Folders: run.folders})
	run.before, _ = known.Apply(lint.Run{Results: run.before, Folders: run.folders})
	if stale > 0 && !o.leavesRulesOut() { // the entries of the others are not stale
		r.log.Warnf("%s: %d of its findings no longer occur; --update-baseline removes them", o.baseline, stale)
	}
	return nil
}
