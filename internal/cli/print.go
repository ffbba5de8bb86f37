package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/replace"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/rules"
)

// tell prints findings to stderr, for people, where they are not the command's
// result: stdout has what it makes, or they are about no handoff.
func (r *runner) tell(c *cli.Context, results []rules.Result) error {
	color, err := r.colorOn(c, r.streams.Err)
	if err != nil {
		return err
	}
	text, err := report.ByName("text")
	if err != nil {
		return err
	}
	run := report.Run{Version: version(), Results: results, Quiet: true, Color: color}
	if err := text.Write(r.streams.Err, run); err != nil {
		return fmt.Errorf("cannot write the findings: %w", err)
	}
	return nil
}

// output is one form in which findings are asked for, and where it goes: to a
// file, or to stdout where path is "".
type output struct {
	name, path string
	format     report.Format
	// stderr says that stdout is taken.
	stderr bool
}

// goesTo says whether an output goes to a path, "" being stdout.
func (o output) goesTo(path string) bool {
	if o.path == "" || path == "" {
		return o.path == path
	}
	return samePlace(o.path, path)
}

// outputsOf reads --format, each FORMAT or FORMAT=FILE, and --output.
func outputsOf(c *cli.Context) ([]output, error) {
	var outputs []output
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
		if slices.ContainsFunc(outputs, func(o output) bool { return o.goesTo(path) }) {
			return nil, fmt.Errorf("two formats go to %s: give all but one a file of its own, --format %s=FILE", cmp.Or(path, "standard output"), name)
		}
		outputs = append(outputs, output{name: name, path: path, format: format})
	}
	log := c.String("failure-log")
	if log != "" && slices.ContainsFunc(outputs, func(o output) bool { return o.goesTo(log) }) {
		return nil, fmt.Errorf("findings and the failure log both go to %s: give each a file of its own", log)
	}
	path := c.String("output")
	if path != "" && !slices.ContainsFunc(outputs, func(o output) bool { return o.goesTo(path) }) {
		return nil, fmt.Errorf("--output %s is for a --format without a file of its own, and there is none", path)
	}
	return outputs, nil
}

// print writes the findings in every form that is asked for.
func (r *runner) print(c *cli.Context, o reportOptions, results []rules.Result, shard *report.Shard) error {
	run := r.reportRun(c, results)
	run.Statistics = c.Bool("statistics")
	run.Shard, run.Color, run.Explain, run.Disabled = shard, o.color, r.explainer(c), o.disabled
	for _, out := range o.outputs {
		if err := r.printOne(c, out, run); err != nil {
			return err
		}
	}
	return nil
}

// reportRun is what is to be printed of results.
func (r *runner) reportRun(c *cli.Context, results []rules.Result) report.Run {
	run := report.Run{
		Version: version(),
		Results: results,
		Summary: rules.Summarize(results),
		Quiet:   c.Bool("quiet"),
		Resolve: resolvedPath,
		Note:    func(text string) { r.log.Warn(text) },
	}
	run.Root, run.Dir = r.checkout()
	return run
}

// annotate prints results of another kind than the command's own where it was
// asked for annotations, which show them beside the file that they are about.
func (r *runner) annotate(c *cli.Context, results []rules.Result) error {
	outputs, err := outputsOf(c)
	if err != nil {
		return nil // it is told once the options are read
	}
	for _, out := range outputs {
		if out.name != "github" {
			continue
		}
		if err := r.printOne(c, out, r.reportRun(c, results)); err != nil {
			return err
		}
	}
	return nil
}

func (r *runner) printOne(c *cli.Context, out output, run report.Run) error {
	if out.name == "github" {
		r.stepSummary(run)
	}
	// A person at a terminal, and who names a file, gets all unless asked otherwise.
	run.Max = c.Int("max-findings")
	if !c.IsSet("max-findings") && (out.path != "" || isTerminal(r.streams.Out)) {
		run.Max = 0
	}
	if out.path == "" {
		to := r.streams.Out
		if out.stderr {
			to = r.streams.Err
			run.Color, _ = r.colorOn(c, to) // the option was read before
		}
		if run.Color && isTerminal(to) && hasLinks(r.streams.Getenv) {
			run.Link = fileURL
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
	return replace.File(path, b.Bytes(), replace.Options{})
}

// useColor decides about colours on stdout.
func (r *runner) useColor(c *cli.Context) (bool, error) { return r.colorOn(c, r.streams.Out) }

// colorOn decides about colours in what goes to a stream: as --color says, else
// on a terminal, unless the environment has NO_COLOR (no-color.org).
func (r *runner) colorOn(c *cli.Context, to io.Writer) (bool, error) {
	switch when := c.String("color"); when {
	case "always":
		return true, nil
	case "never":
		return false, nil
	case "auto", "":
		return isTerminal(to) && r.streams.Getenv("NO_COLOR") == "" && r.streams.Getenv("TERM") != "dumb", nil
	default:
		return false, oneOf("--color", when, []string{"auto", "always", "never"})
	}
}

// hasLinks reports whether the terminal is one that is known to show links
// (OSC 8); the others may print the escape codes.
func hasLinks(getenv func(string) string) bool {
	for _, name := range []string{"WT_SESSION", "KITTY_WINDOW_ID", "KONSOLE_VERSION", "VTE_VERSION"} {
		if getenv(name) != "" {
			return true
		}
	}
	return slices.Contains([]string{"iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper"}, getenv("TERM_PROGRAM"))
}

// fileURL is the address of a file on this machine. Every character that could
// end the escape code is percent-encoded.
func fileURL(path string) string {
	abs, err := filepath.Abs(filepath.FromSlash(path))
	if err != nil {
		abs = path
	}
	abs = filepath.ToSlash(abs)
	if !strings.HasPrefix(abs, "/") {
		abs = "/" + abs // C:/…
	}
	return (&url.URL{Scheme: "file", Path: abs}).String()
}

// isTerminal says whether a person sees what is written.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}
