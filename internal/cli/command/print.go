package command

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
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

// OutputsOf reads --format, each FORMAT or FORMAT=FILE, and --output.
func OutputsOf(c *cli.Context) ([]Output, error) {
	var outputs []Output
	paths := map[string]bool{}
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
		key := filepath.Clean(path)
		if paths[key] {
			return nil, fmt.Errorf("two formats go to %s: give all but one a file of its own, --format %s=FILE", cmp.Or(path, "standard output"), name)
		}
		paths[key] = true
		outputs = append(outputs, Output{Name: name, Path: path, format: format})
	}
	if path := c.String("output"); path != "" && !paths[filepath.Clean(path)] {
		return nil, fmt.Errorf("--output %s is for a --format without a file of its own, and there is none", path)
	}
	return outputs, nil
}

// Print writes the findings in every form that is asked for.
func (r *Runner) Print(c *cli.Context, o ReportOptions, results []rules.Result, shard *report.Shard) error {
	run := report.Run{
		Version: Version(),
		Results: results,
		Summary: rules.Summarize(results),
		Shard:   shard,
		Quiet:   c.Bool("quiet"),
		Color:   o.Color,
		Explain: r.Explainer(c),
	}
	run.Root, run.Dir = r.Checkout()
	for _, out := range o.Outputs {
		if err := r.printOne(c, out, run); err != nil {
			return err
		}
	}
	return nil
}

func (r *Runner) printOne(c *cli.Context, out Output, run report.Run) error {
	if out.Name == "github" {
		r.stepSummary(run)
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
