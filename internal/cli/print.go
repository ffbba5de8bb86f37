package cli

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

// output is one form in which findings are asked for, and where it goes: to a
// file, or to stdout where path is "".
type output struct {
	name, path string
	format     report.Format
	// stderr says that stdout is taken.
	stderr bool
}

// outputsOf reads --format, each FORMAT or FORMAT=FILE, and --output.
func outputsOf(c *cli.Context) ([]output, error) {
	var outputs []output
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
		outputs = append(outputs, output{name: name, path: path, format: format})
	}
	if path := c.String("output"); path != "" && !paths[filepath.Clean(path)] {
		return nil, fmt.Errorf("--output %s is for a --format without a file of its own, and there is none", path)
	}
	return outputs, nil
}

// print writes the findings in every form that is asked for.
func (r *runner) print(c *cli.Context, o reportOptions, results []rules.Result, shard *report.Shard) error {
	run := report.Run{
		Version: version(),
		Results: results,
		Summary: rules.Summarize(results),
		Shard:   shard,
		Quiet:   c.Bool("quiet"),
		Color:   o.color,
		Explain: r.explainer(c),
	}
	run.Root, run.Dir = r.checkout()
	for _, out := range o.outputs {
		if err := r.printOne(c, out, run); err != nil {
			return err
		}
	}
	return nil
}

func (r *runner) printOne(c *cli.Context, out output, run report.Run) error {
	if out.name == "github" {
		r.stepSummary(run)
	}
	if out.path == "" {
		to := r.streams.Out
		if out.stderr {
			to, run.Color = r.streams.Err, c.String("color") == "always"
		}
		if err := out.format.Write(to, run); err != nil {
			return fmt.Errorf("cannot write the findings: %w", err)
		}
		return nil
	}
	run.Color = run.Color && c.String("color") == "always"
	return writeOutput(c, out.path, func(w io.Writer) error { return out.format.Write(w, run) })
}

// writeOutput replaces a file by what write produces: all of it or nothing.
func writeOutput(c *cli.Context, path string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	return replace.File(c.Context, path, b.Bytes(), replace.Options{})
}

// useColor decides about colours: as --color says, else on a terminal, unless
// the environment has NO_COLOR (no-color.org).
func (r *runner) useColor(c *cli.Context) (bool, error) {
	switch when := c.String("color"); when {
	case "always":
		return true, nil
	case "never":
		return false, nil
	case "auto", "":
		return isTerminal(r.streams.Out) && r.streams.Getenv("NO_COLOR") == "" && r.streams.Getenv("TERM") != "dumb", nil
	default:
		return false, fmt.Errorf("--color takes auto, always or never, not %q", when)
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}
