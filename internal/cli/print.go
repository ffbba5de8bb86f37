package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/mattn/go-isatty"
	"github.com/natefinch/atomic"
	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/rules"
)

// print writes the findings to stdout, or to the file that --output names.
func (r *runner) print(c *cli.Context, o checkOptions, results []rules.Result, shard *report.Shard) error {
	run := report.Run{
		Version: version(),
		Results: results,
		Summary: rules.Summarize(results),
		Shard:   shard,
		Quiet:   c.Bool("quiet"),
		Color:   o.color,
	}
	path := c.String("output")
	if path == "" {
		if err := o.format.Write(r.streams.Out, run); err != nil {
			return fmt.Errorf("cannot write the findings: %w", err)
		}
		return nil
	}
	run.Color = o.color && c.String("color") == "always"
	return writeAtomic(path, func(w io.Writer) error { return o.format.Write(w, run) })
}

// writeAtomic replaces a file by what write produces: all of it or nothing.
func writeAtomic(path string, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	if err := atomic.WriteFile(path, &b); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return nil
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
