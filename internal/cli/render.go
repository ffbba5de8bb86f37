package cli

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/payload"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) renderCommand() *cli.Command {
	return &cli.Command{
		Name:      "render",
		Usage:     "fill a prompt in with what other tasks handed over",
		ArgsUsage: "TEMPLATE | -",
		Description: `TEMPLATE is a Go text/template over .Deps, which has each --dep by its name:

  {{index .Deps "NAME" "Handoff" "Summary"}}      also "Detail", "Version"
  {{index .Deps "NAME" "Handoff" "Data" "KEY"}}   a value of the handoff
  {{index .Deps "NAME" "Results" "KEY"}}          a "key: value" of its log
  {{range index .Deps "NAME" "Outputs"}}…{{end}}  the lines of these
  {{with index .Deps "NAME" "Handoff"}}…{{end}}   only if it left a handoff

FILE is a task payload, a log with the KELOS markers, or another handoff, which
gives what ` + "`handofflint convert FILE --to task`" + ` would carry, at any length:

             Summary                    Detail               Data
  payload    summary                    detail               data
  report     summary                    the sections         other fields
  context    task_summary               findings, files, …   other fields
  metadata   summary, handoff.context   lists and the text   other fields

Results and Outputs are those of a log, and empty for any other file. A log may
have up to 32 MiB, and be a pipe. One without a handoff, or no file at all, is a
task that left none: what the template asks of it is empty. A file that does
not pass is refused, and so is a report that is not sealed.

Exit codes: 0 rendered; 2 not rendered.

Examples:
   handofflint render fix.tmpl --dep investigate=/tmp/kelos-handoff.json
   kubectl logs job/investigate | handofflint render fix.tmpl --dep investigate=-
   handofflint render fix.tmpl --dep a=a.log --dep b=02-reader-report.md -o prompt.md`,
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "dep", Usage: "a task and what it left: `NAME=FILE`", TakesFile: true},
			choiceFlag("missing", "no handoff is `WHAT`: empty or error", missingError, missingEmpty, missingError),
			sharedFlag("output"), sharedFlag("quiet"), sharedFlag("rule"), sharedFlag("no-inline"),
		},
		Action: r.render,
	}
}

// What --missing takes.
const (
	missingEmpty = "empty"
	missingError = "error"
)

// depFile is one --dep.
type depFile struct{ name, path string }

func (r *runner) render(c *cli.Context) error {
	options, err := r.judgeOptions(c, c.Bool("no-inline"))
	if err != nil {
		return err
	}
	if stray := c.Args().Get(1); strings.Contains(stray, "=") {
		return fmt.Errorf("unexpected argument %q: write --dep %s", stray, stray)
	}
	path, err := oneArgument(c, "the template")
	if err != nil {
		return err
	}
	left, err := depFiles(c.StringSlice("dep"), path == "-")
	if err != nil {
		return err
	}
	inputs := []string{path}
	for _, f := range left {
		inputs = append(inputs, f.path)
	}
	if err := notOver(c.String("output"), "a file that is read", inputs...); err != nil {
		return err
	}
	template, err := r.readTemplate(c, path, options.engine.Limits().Bytes)
	if err != nil {
		return err
	}
	dependencies, err := r.dependencies(c, options, left)
	if err != nil {
		return fmt.Errorf("nothing is rendered: %w", err)
	}
	text, err := template.Render(dependencies)
	if err != nil {
		return fmt.Errorf("nothing is rendered: %w", err)
	}
	return r.deliver(c.String("output"), text)
}

// depFiles reads each --dep. Standard input can be read once.
func depFiles(specs []string, stdinTaken bool) ([]depFile, error) {
	var files []depFile
	named := map[string]bool{}
	for _, spec := range specs {
		name, path, found := strings.Cut(spec, "=")
		if !found || path == "" {
			return nil, fmt.Errorf("--dep %s names no file: write --dep NAME=FILE", spec)
		}
		if err := payload.CheckDependencyName(name); err != nil {
			return nil, err
		}
		if named[name] {
			return nil, fmt.Errorf("--dep %s is there twice: give each task a name of its own", name)
		}
		if path == "-" && stdinTaken {
			return nil, fmt.Errorf("--dep %s=-: standard input is read for something else already: name a file", name)
		}
		named[name], stdinTaken = true, stdinTaken || path == "-"
		files = append(files, depFile{name, path})
	}
	return files, nil
}

// readTemplate reads and parses the template, which may be a pipe.
func (r *runner) readTemplate(c *cli.Context, path string, limit int64) (*payload.Template, error) {
	data, err := r.readLog(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the template: %w", err)
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("the template %s has over %d bytes; leave what is long to the tasks, or move the limit bytes in the configuration", logName(path), limit)
	}
	return payload.ParseTemplate(logName(path), data)
}

// dependencies reads and judges what the tasks left, and refuses what does not pass.
// All findings are printed before the first error ends it.
func (r *runner) dependencies(c *cli.Context, options judgeOptions, files []depFile) ([]payload.Dependency, error) {
	sources := make([]leftSource, len(files))
	var results []rules.Result
	for i, f := range files {
		var err error
		if sources[i], err = r.judgeDependency(options, f); err != nil {
			return nil, err
		}
		results = append(results, sources[i].result)
	}
	if err := r.report(c, options, results); err != nil {
		return nil, err
	}
	var unfit []string
	for i, s := range sources {
		if s.fault != nil {
			return nil, s.fault
		}
		if !s.passes() {
			unfit = append(unfit, files[i].name)
		}
	}
	if len(unfit) > 0 {
		return nil, fmt.Errorf("what %s left does not pass; correct what is reported above, or send the task back", strings.Join(unfit, ", "))
	}
	dependencies := make([]payload.Dependency, len(files))
	for i, f := range files {
		dependencies[i] = sources[i].left.Dependency(f.name)
		switch {
		case dependencies[i].Handoff != nil:
		case c.String("missing") == missingError:
			return nil, fmt.Errorf("%s left no handoff in %s; run the task again, or render without it by --missing %s", f.name, f.path, missingEmpty)
		default:
			r.say(c, "%s left no handoff in %s: what the template asks of it is empty", f.name, f.path)
		}
	}
	return dependencies, nil
}
