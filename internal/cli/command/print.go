package command

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/replace"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/rules"
)

// Tell prints findings to stderr, for people, where they are not the command's
// result: stdout has what it makes, or they are about no handoff.
func (r *Runner) Tell(c *cli.Context, results []rules.Result) error {
	color, err := r.colorOn(c, r.Streams.Err)
	if err != nil {
		return err
	}
	text, err := report.ByName("text")
	if err != nil {
		return err
	}
	run := report.Run{Version: Version(), Results: results, Quiet: true, Color: color}
	if err := text.Write(r.Streams.Err, run); err != nil {
		return fmt.Errorf("cannot write the findings: %w", err)
	}
	return nil
}

// Output is one form in which findings are asked for, and where it goes: to a
// file, or to stdout where path is "".
type Output struct {
	Name, Path string
	format     report.Format
	// stderr says that stdout is taken.
	Stderr bool
}

// goesTo says whether an output goes to a path, "" being stdout.
func (o Output) goesTo(path string) bool {
	if o.Path == "" || path == "" {
		return o.Path == path
	}
	return samePlace(o.Path, path)
}

// OutputsOf reads --format, each FORMAT or FORMAT=FILE, and --output.
func OutputsOf(c *cli.Context) ([]Output, error) {
	var outputs []Output
	for _, spec := range c.StringSlice("format") {
		name, path, toFile := strings.Cut(spec, "=")
		if toFile && path == "" {
			return nil, fmt.Errorf("--format %s names no file behind the =", spec)
		}
		if !toFile {
			path = c.String("output")
		}
		if path == "-" {
			path = ""
		}
		format, err := report.ByName(name)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(outputs, func(o Output) bool { return o.goesTo(path) }) {
			return nil, fmt.Errorf("two formats go to %s: give all but one a file of its own, --format %s=FILE", cmp.Or(path, "standard output"), name)
		}
		outputs = append(outputs, Output{Name: name, Path: path, format: format})
	}
	log := c.String("failure-log")
	if log != "" && slices.ContainsFunc(outputs, func(o Output) bool { return o.goesTo(log) }) {
		return nil, fmt.Errorf("findings and the failure log both go to %s: give each a file of its own", log)
	}
	path := c.String("output")
	if path != "" && !slices.ContainsFunc(outputs, func(o Output) bool { return o.goesTo(path) }) {
		return nil, fmt.Errorf("--output %s is for a --format without a file of its own, and there is none", path)
	}
	return outputs, nil
}

// Print writes the findings in every form that is asked for.
func (r *Runner) Print(c *cli.Context, o ReportOptions, results []rules.Result, shard *report.Shard) error {
	run := r.reportRun(c, results)
	run.Statistics = c.Bool("statistics")
	run.Shard, run.Color, run.Explain, run.Disabled = shard, o.Color, r.Explainer(c), o.Disabled
	for _, out := range o.Outputs {
		if err := r.printOne(c, out, run); err != nil {
			return err
		}
	}
	return nil
}

// reportRun is what is to be printed of results.
func (r *Runner) reportRun(c *cli.Context, results []rules.Result) report.Run {
	run := report.Run{
		Version: Version(),
		Results: results,
		Summary: rules.Summarize(results),
		Quiet:   c.Bool("quiet"),
		Resolve: resolvedPath,
		Note:    func(text string) { r.Log.Warn(text) },
	}
	run.Root, run.Dir = r.Checkout()
	return run
}

// annotate prints results of another kind than the command's own where it was
// asked for annotations, which show them beside the file that they are about.
func (r *Runner) annotate(c *cli.Context, results []rules.Result) error {
	outputs, err := OutputsOf(c)
	if err != nil {
		return nil // it is told once the options are read
	}
	for _, out := range outputs {
		if out.Name != "github" {
			continue
		}
		if err := r.printOne(c, out, r.reportRun(c, results)); err != nil {
			return err
		}
	}
	return nil
}

func (r *Runner) printOne(c *cli.Context, out Output, run report.Run) error {
	if out.Name == "github" {
		r.stepSummary(run)
	}
	// A person at a terminal, and who names a file, gets all unless asked otherwise.
	run.Max = c.Int("max-findings")
	if !c.IsSet("max-findings") && (out.Path != "" || IsTerminal(r.Streams.Out)) {
		run.Max = 0
	}
	if out.Path == "" {
		to := r.Streams.Out
		if out.Stderr {
			to = r.Streams.Err
			run.Color, _ = r.colorOn(c, to) // the option was read before
		}
		if err := out.format.Write(to, run); err != nil {
			return fmt.Errorf("cannot write the findings: %w", err)
		}
		return nil
	}
	run.Color = run.Color && c.String("color") == "always"
	return WriteOutput(c, out.Path, func(w io.Writer) error { return out.format.Write(w, run) })
}

// WriteOutput replaces a file by what write produces: all of it or nothing.
func WriteOutput(c *cli.Context, path string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	return replace.File(c.Context, path, b.Bytes(), replace.Options{})
}

// UseColor decides about colours on stdout.
func (r *Runner) UseColor(c *cli.Context) (bool, error) { return r.colorOn(c, r.Streams.Out) }

// colorOn decides about colours in what goes to a stream: as --color says, else
// on a terminal, unless the environment has NO_COLOR (no-color.org).
func (r *Runner) colorOn(c *cli.Context, to io.Writer) (bool, error) {
	switch when := c.String("color"); when {
	case "always":
		return true, nil
	case "never":
		return false, nil
	case "auto", "":
		return IsTerminal(to) && r.Streams.Getenv("NO_COLOR") == "" && r.Streams.Getenv("TERM") != "dumb", nil
	default:
		return false, OneOf("--color", when, []string{"auto", "always", "never"})
	}
}

// IsTerminal says whether a person sees what is written.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}
