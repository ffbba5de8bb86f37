package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/git"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// refuseInTree refuses a configuration or a baseline that lies in the checked tree: that
// around the current folder, and those around the paths that are checked.
func (o *checkOptions) refuseInTree() error {
	roots := []string{files.Root(".")}
	for _, path := range o.paths {
		if info, err := files.Named.Stat(path); err != nil || !info.IsDir() {
			path = filepath.Dir(path)
		}
		roots = append(roots, files.Root(path))
	}
	names := o.config.Paths()
	if o.baseline != "" {
		names = append(names, o.baseline)
	}
	for _, source := range o.config.Sources() {
		names = append(names, filepath.FromSlash(source.Name))
	}
	for _, name := range names {
		// A link of the tree that leads outside is the tree's as well.
		holds := func(root string) bool {
			return files.Below(root, realPath(name)) || files.Below(root, files.Real(name))
		}
		if i := slices.IndexFunc(roots, holds); i >= 0 {
			return fmt.Errorf("--untrusted obeys no file of the checked tree, and %s lies in it: name a file outside of %s", shownPath(name), roots[i])
		}
	}
	return nil
}

// changes asks git what has changed or is staged if the options ask for that, nil for all files.
func (r *runner) changes(ctx context.Context, o *checkOptions, clock *git.Clock) (*lint.Changes, error) {
	if !r.isGiven("changed") && !o.staged {
		return nil, nil
	}
	// git is not asked for the root: it takes a folder of the checked tree for a repository that only looks like one.
	here, err := filepath.Abs(".")
	if err != nil {
		return nil, err
	}
	if _, inRepository := files.Around(here); !inRepository {
		return nil, git.ErrNoRepository
	}
	if o.staged {
		return lint.Staged(ctx, clock, files.Root(here), r.streams.Getenv("GIT_INDEX_FILE"))
	}
	return lint.Since(ctx, clock, files.Root(here), string(o.changed))
}

// logFiles names with --verbose each file that was skipped, has passed or has suppressed findings, and warns
// of those with findings that are staged with another text than the work tree has.
func (r *runner) logFiles(run *checkRun, changes *lint.Changes) {
	for _, s := range run.skipped {
		r.log.Infof("skipped %s: %s %s", s.Path, s.Reason, s.Detail)
	}
	for _, result := range run.results {
		if result.Suppressed > 0 {
			r.log.Infof("%s: %s suppressed in the file", result.Path, text.Count(result.Suppressed, "finding"))
		}
		switch {
		case result.Skipped != "":
			r.log.Infof("skipped %s: %s", result.Path, result.Skipped)
		case len(result.Findings) == 0:
			r.log.Infof("passed %s", result.Path)
		case changes.Apart(filepath.FromSlash(result.Path)):
			r.log.Warnf("%s is judged as it is staged, and the work tree has it otherwise: stage it again once it is fixed", result.Path)
		}
	}
}

// warnEmpty warns that no handoff was found, with the next step for a person: a commit without a handoff needs no
// advice, and no person reads the other formats.
func (r *runner) warnEmpty(o *checkOptions, skipped []rules.Result) {
	isNamed := len(skipped) == 1 && slices.Equal(o.paths, []string{skipped[0].Path})
	if isNamed {
		r.log.Warnf("%s: %s", skipped[0].Path, skipped[0].Skipped)
	} else {
		r.log.Warnf("found no handoff to check (%s skipped)", text.Count(len(skipped), "other file"))
	}
	isText := func(out output) bool { return out.name == "text" }
	if !o.staged && slices.ContainsFunc(o.outputs, isText) {
		own := "" // the places of the team's formats
		for _, f := range o.config.Plain().Formats {
			if f.Own != nil {
				own += strings.Join(f.Own.Where, ", ") + ", "
			}
		}
		r.note("looked for %sHANDOFF.md and handoffs/*.md, task reports in .superpowers/sdd/, .planning/HANDOFF.json, %s/SESSION/*.md, %s/%s/*.json, %s and Markdown that ends in a metadata block; `check --as FORMAT FILE` takes any other file for one",
			text.Head(own, 500), protocol.SessionsFolder(), protocol.Builtin.Contexts.Docs, protocol.Builtin.Contexts.Folder, protocol.Builtin.Payloads.File)
		r.note("`handofflint audit` checks what your agents said in past sessions; `handofflint hooks install` has them check handoffs as they write them")
	}
}

// inputs returns the files that no output may replace, with what they are. A file that was
// skipped may be an earlier output.
func (run *checkRun) inputs(o *checkOptions) map[string]string {
	inputs := map[string]string{}
	for _, result := range run.results {
		if result.Skipped == "" {
			inputs[filepath.FromSlash(result.Path)] = "a file that is checked"
		}
	}
	for _, path := range o.config.Paths() {
		inputs[path] = "the configuration"
	}
	inputs[o.baseline] = "the baseline"
	return inputs
}
