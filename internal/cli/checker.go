package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/claims"
	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/payload"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

// checker is the configuration and the options of a command that checks handoffs.
type checker struct {
	config  *config.Config // nil for none
	engines *config.Engines
	payload string // where the environment says that a task leaves its payload, or ""
	// costs are the times of the rules, nil if nobody asks for them.
	costs *rules.Costs
	// outputs are none if findings go to stderr.
	outputs []output
}

// allChecks returns the functions behind the rules.
func allChecks() map[string]rules.Check { return claims.Add(checks.All()) }

// checker returns a checker for the configuration and the options, and has the log print what --verbose and --quiet
// say.
func (r *runner) checker(o *ruleOptions) (k checker, err error) {
	r.setVerbosity()
	k.payload = r.streams.Getenv(payload.LoadSettings().Environment)
	options := rules.Options{Strict: o.strict, NoInline: o.noInline, Now: r.now(), Select: o.selected.Value()}
	if r.options.verbose || r.options.statistics {
		k.costs = &rules.Costs{}
		options.Costs = k.costs
	}
	if here, err := os.Getwd(); err == nil {
		options.Root = filepath.ToSlash(files.Root(here))
	}
	for _, s := range o.overrides.Value() {
		override, err := rules.ParseOverride(s)
		if err != nil {
			return k, fmt.Errorf("--rule %w", err)
		}
		options.Overrides = append(options.Overrides, override)
	}
	for _, pattern := range o.ignored.Value() {
		options.Overrides = append(options.Overrides, rules.Override{Pattern: pattern, Severity: rules.Off})
	}
	k.config, err = r.config()
	if err != nil {
		return k, err
	}
	k.engines, err = k.config.Engines(allChecks(), options)
	if err != nil {
		return k, err
	}
	if formats := k.engines.Base().Formats(); o.as != "" && !slices.Contains(formats, o.as) {
		return k, noSuchFormat(o.as, formats)
	}
	k.outputs, err = r.findingOutputs()
	return k, err
}

// limits returns the limits, which are the same for all files.
func (k checker) limits() rules.Limits { return k.engines.Base().Limits() }

// formatFor returns the format that the settings around a file give it, or Unknown to leave it to the file's own
// path and content. The first of these counts:
//   - the files of the configuration,
//   - the payload that the environment names,
//   - the context folder that the settings of a project name,
//   - the places of a team's own format, which may be above the current folder.
func (k checker) formatFor(path string) document.Format {
	format := k.config.Format(path)
	absolute, err := filepath.Abs(path)
	if format != document.Unknown || path == document.StdinName || err != nil {
		return format
	}
	if k.payload != "" && files.Real(path) == files.Real(k.payload) {
		return payload.Task
	}
	// The built-in place of context files is known without settings.
	if protocol.At(path).Name != string(handoff.Context) && k.isContextPlace(absolute) {
		return handoff.Context
	}
	if spec, _ := k.engines.Base().Parsing().Formats.At(protocol.Path{Shown: absolute}); spec.IsOwn {
		return document.Format(spec.Name)
	}
	return document.Unknown
}

// isContextPlace reports whether an absolute path is that of a task's file in the folder of the context files,
// which the settings of its project name.
func (k checker) isContextPlace(absolute string) bool {
	if !protocol.IsCalledContext(absolute) {
		return false
	}
	here := filepath.Dir(absolute)
	folder, err := handoff.FindContextFolder(here, k.limits())
	return err == nil && folder.Path("") == here
}

// linter returns a linter, which checks many files at once.
func (k checker) linter() *lint.Linter {
	return &lint.Linter{Engine: k.engines.Base(), EngineFor: k.engines.For, FormatFor: k.formatFor, Jobs: runtime.GOMAXPROCS(0)}
}

// walkOptions returns the options of a walk that the configuration sets.
func (k checker) walkOptions() lint.Options {
	return lint.Options{
		Hide: k.config.Exclude(), HideBy: k.config.ExcludedBy(),
		Include: k.config.Include(), Also: k.engines.Base().MayMatch,
	}
}

// factsBy returns a function that returns the evidence of some kinds for the file at a path. Without kinds, the evidence
// is the file's own text. session may be nil.
func factsBy(kinds []string, session *timeline.Timeline, trees *worktree.Trees) func(path string) rules.Facts {
	if len(kinds) == 0 {
		return func(string) rules.Facts { return &claims.Facts{Kinds: []string{}, Incomplete: trees.Incomplete} }
	}
	return func(path string) rules.Facts {
		absolute, err := filepath.Abs(path)
		if err != nil {
			absolute = path
		}
		beside := path
		if path == document.StdinName {
			beside = "."
		}
		return &claims.Facts{Kinds: kinds, Tree: trees.Of(beside), Timeline: session.By(absolute), Incomplete: trees.Incomplete}
	}
}
