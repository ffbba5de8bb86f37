package cli

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/payload"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/rules"
)

// renderOptions are the options of `pipeline render`.
type renderOptions struct {
	dependencies cli.StringSlice
	missing      choice
}

func (r *runner) renderCommand() *cli.Command {
	o := new(renderOptions)
	return &cli.Command{
		Name:      "render",
		Usage:     "fill a prompt in with what was handed over",
		ArgsUsage: "TEMPLATE | -",
		Description: `TEMPLATE is a Go text/template over .Deps, which has each --dep by its name:

  {{index .Deps "NAME" "Handoff" "Summary"}}      also "Detail", "Version"
  {{index .Deps "NAME" "Handoff" "Data" "KEY"}}   a value of the handoff
  {{index .Deps "NAME" "Results" "KEY"}}          a "key: value" of its log
  {{range index .Deps "NAME" "Outputs"}}…{{end}}  the lines of these
  {{with index .Deps "NAME" "Handoff"}}…{{end}}   only if it left a handoff

FILE is a task payload, a log with the KELOS markers, or another handoff:

             Summary                    Detail               Data
  payload    summary                    detail               data
  report     summary                    the sections         other fields
  context    task_summary               findings, files, …   other fields
  metadata   summary, handoff.context   lists and the text   other fields

Results and Outputs are those of a log, and empty for any other file. A log
may have up to 32 MiB, and be a pipe. One without a handoff, or no file at
all, is a task that left none: what the template asks of it is empty. A file
that does not pass is refused, and so is a report that is not sealed.

Exit codes: 0 rendered; 2 not rendered.

Examples:
   handofflint pipeline render fix.tmpl --dep investigate=/tmp/kelos-handoff.json
   kubectl logs job/investigate | handofflint pipeline render fix.tmpl --dep investigate=-
   handofflint pipeline render fix.tmpl --dep a=a.log --dep b=` + protocol.Name{Sequence: 2, Role: "reader"}.String() + ` -o prompt.md`,
		Flags: []cli.Flag{
			&cli.StringSliceFlag{Name: "dep", Usage: "a task and what it left: `NAME=FILE`", TakesFile: true, Destination: &o.dependencies},
			choiceFlag(&o.missing, "missing", "no handoff is `WHAT`: empty or error", "error", "empty", "error"),
			r.options.outputFlag(outputUsage),
			r.options.quietFlag(),
		},
		Action: func(c *cli.Context) error { return r.render(c, o) },
	}
}

// dependency is one --dep: the files of a task, checked.
type dependency struct {
	name, path string
	checkedFile
	left payload.TaskOutput
	// wrong is what is wrong with the log around the handoff, nil for nothing.
	wrong error
}

// render fills a template in with what the tasks of --dep left.
func (r *runner) render(c *cli.Context, o *renderOptions) error {
	k, err := r.checker(new(ruleOptions))
	if err != nil {
		return err
	}
	path, err := oneArgument(c, "the template")
	if err != nil {
		return err
	}
	tasks, err := parseDependencies(o.dependencies.Value(), path == "-")
	if err != nil {
		return err
	}
	inputs := map[string]string{path: "a file that is read"}
	for _, d := range tasks {
		inputs[d.path] = "a file that is read"
	}
	if err := notOver([]output{{path: r.options.output}}, inputs); err != nil {
		return err
	}
	data, err := r.readLog(path)
	if err != nil {
		return fmt.Errorf("cannot read the template: %w", err)
	}
	template, err := payload.ParseTemplate(logName(path), data)
	if err != nil {
		return err
	}
	dependencies, err := r.dependencies(o, k, tasks)
	if err != nil {
		return fmt.Errorf("nothing is rendered: %w", err)
	}
	text, err := template.Render(dependencies)
	if err != nil {
		return fmt.Errorf("nothing is rendered: %w", err)
	}
	return r.deliver(text)
}

// parseDependencies reads each --dep. Standard input can be read once.
func parseDependencies(specs []string, stdinTaken bool) (list []*dependency, err error) {
	named := map[string]bool{}
	for _, spec := range specs {
		name, path, _ := strings.Cut(spec, "=")
		if name == "" || path == "" {
			return nil, fmt.Errorf("--dep %q names no task or no file: write --dep NAME=FILE", spec)
		}
		if named[name] {
			return nil, fmt.Errorf("--dep %s is there twice: give each task a name of its own", name)
		}
		if path == "-" && stdinTaken {
			return nil, fmt.Errorf("--dep %s=-: standard input is read for something else already: name a file", name)
		}
		named[name] = true
		stdinTaken = stdinTaken || path == "-"
		list = append(list, &dependency{name: name, path: path})
	}
	return list, nil
}

// dependencies reads and checks the files of the tasks, and refuses what does not pass.
// All findings are printed before the first error.
func (r *runner) dependencies(o *renderOptions, k checker, tasks []*dependency) (list []payload.Dependency, err error) {
	var results []rules.Result
	for _, d := range tasks {
		if err := r.checkDependency(k, d); err != nil {
			return nil, err
		}
		results = append(results, d.Result)
	}
	if err := r.report(k, results...); err != nil {
		return nil, err
	}
	var unfit []string
	for _, d := range tasks {
		if d.wrong != nil {
			return nil, d.wrong
		}
		if len(d.Result.Failures()) > 0 {
			unfit = append(unfit, d.name)
		}
	}
	if len(unfit) > 0 {
		return nil, fmt.Errorf("what %s left does not pass; correct what is reported above, or send the task back", strings.Join(unfit, ", "))
	}
	for _, d := range tasks {
		dependency := d.left.Dependency(d.name)
		if dependency.Handoff == nil {
			if o.missing.value == "error" {
				return nil, fmt.Errorf("%s left no handoff in %s; run the task again, or render without it by --missing empty", d.name, d.path)
			}
			r.note("%s left no handoff in %s: what the template asks of it is empty", d.name, d.path)
		}
		list = append(list, dependency)
	}
	return list, nil
}

// checkDependency checks the file of a task for its reader. A file that does not exist,
// or a log without a handoff, has no findings.
func (r *runner) checkDependency(k checker, d *dependency) error {
	engine, err := k.engines.For(d.path)
	if err != nil {
		return err
	}
	limits := engine.Limits()
	in, fault, err := r.readDependency(d.path)
	if err != nil {
		return err
	}
	in.As = k.formatFor(d.path)
	if fault == nil {
		d.left, fault = payload.ReadTaskOutput(in, limits)
	}
	if fault != nil && fault.Variant != document.VariantMissing {
		d.Result, err = engine.CheckFault(in, *fault)
		return err
	}
	d.Doc = d.left.Doc
	d.wrong = cmp.Or(payload.CheckMarked(in.Path, d.left.Handoff, payload.HandoffMarkers, int(limits.Bytes)),
		payload.CheckMarked(in.Path, d.left.Outputs, payload.OutputsMarkers, int(limits.Bytes)))
	if d.wrong != nil || d.Doc == nil {
		return nil
	}
	d.Result, err = engine.Check(d.Doc, nil)
	d.Result.Findings = forReader(d.Result.Findings)
	return err
}

// readDependency reads the file of a task. A log may be a pipe, such as the shell's <(…), and larger than a handoff.
func (r *runner) readDependency(path string) (in document.Input, fault *document.Fault, err error) {
	in = document.Input{Path: logName(path), Named: true}
	if path != "-" {
		in, fault = document.Read(files.Named, path, files.MaxLog)
		if fault == nil || fault.Rule != document.RuleTooLarge && fault.Values["kind"] != document.NamedPipe {
			return in, fault, nil
		}
	}
	in.Data, err = r.readLog(path)
	return in, nil, err
}
