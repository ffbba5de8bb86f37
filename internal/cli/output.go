package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// plural is a number with its noun.
func plural(n int, noun string) string { return text.Count(n, noun) }

// createFile writes a file that must not exist yet, all of it or nothing.
func createFile(path, text string) error {
	return files.Create(path, []byte(text), files.WriteOptions{})
}

// createWithFolder writes a file that must not exist yet, in a folder that need not.
func createWithFolder(path, text string) error {
	folder, err := files.Named.Find(filepath.Dir(path))
	if err == nil {
		err = folder.MkdirAll(0o755)
	}
	if err != nil {
		return fmt.Errorf("cannot make the folder of %s: %w", filepath.ToSlash(path), err)
	}
	return createFile(path, text)
}

// deliver writes what a command has made to a file, all of it or nothing, or to
// stdout.
func (r *runner) deliver(path, text string) error {
	if path == "" {
		return r.printContent(text)
	}
	return files.Write(path, []byte(text), files.WriteOptions{})
}

// printJSON writes a value as indented JSON to stdout.
func (r *runner) printJSON(value any) error {
	return wroteOut(encodeJSON(r.streams.Out, value))
}

// printAs writes what a command has made to stdout, as -f says: a text of our own for
// people, or an object for programs.
func (r *runner) printAs(format, text string, object any) error {
	if format == "json" {
		return r.printJSON(object)
	}
	return r.printText(text)
}

// encodeJSON writes a value as every command prints JSON: indented, and without
// HTML's escapes.
func encodeJSON(w io.Writer, value any) error {
	encoded, err := text.JSONIndented(value)
	if err == nil {
		_, err = w.Write(text.EscapeJSON(encoded))
	}
	return err
}

// printContent writes to stdout what a file says. A terminal gets it escaped;
// the runner of GitHub Actions is told to take no line of it for a command, if
// one would be. A file gets the bytes as they are, and so does any other pipe.
func (r *runner) printContent(content string) error {
	switch {
	case isTerminal(r.streams.Out):
		content = text.EscapeLines(content)
	case r.streams.Getenv("GITHUB_ACTIONS") == "true" && !isFile(r.streams.Out):
		content = text.WithoutCommands(content)
	}
	return r.printText(content)
}

func isFile(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}

// printText writes a text of our own to stdout, or one that is escaped.
func (r *runner) printText(text string) error {
	_, err := io.WriteString(r.streams.Out, text)
	return wroteOut(err)
}

// wroteOut is the error of a result that could not be printed.
func wroteOut(err error) error {
	if err != nil {
		return fmt.Errorf("cannot write the output: %w", err)
	}
	return nil
}

// output is one format in which findings are asked for, and where it goes: to a
// file, or to stdout if path is "".
type output struct {
	name, path string
	format     report.Format
	// stderr says that stdout is taken.
	stderr bool
}

// outputsOf reads --format, each FORMAT or FORMAT=FILE, and --output.
func outputsOf(c *cli.Context) ([]output, error) {
	var outputs []output
	goTo := func(path string) bool {
		return slices.ContainsFunc(outputs, func(o output) bool {
			return o.path == path || o.path != "" && path != "" && samePlace(o.path, path)
		})
	}
	for _, spec := range c.StringSlice("format") {
		name, path, toFile := strings.Cut(spec, "=")
		if toFile && path == "" {
			return nil, fmt.Errorf("--format %s names no file after the =", spec)
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
		if goTo(path) {
			return nil, fmt.Errorf("two formats go to %s: give all but one a file of its own, --format %s=FILE", cmp.Or(path, "standard output"), name)
		}
		outputs = append(outputs, output{name: name, path: path, format: format})
	}
	if log := c.String("failure-log"); log != "" && goTo(log) {
		return nil, fmt.Errorf("findings and the failure log both go to %s: give each a file of its own", log)
	}
	if path := c.String("output"); path != "" && !goTo(path) {
		return nil, fmt.Errorf("--output %s is for a --format without a file of its own, and there is none", path)
	}
	return outputs, nil
}

// print writes the findings in every format that is asked for.
func (r *runner) print(c *cli.Context, o judgeOptions, results []rules.Result, shard *report.Shard) error {
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
		Resolve: func(name string) string { return filepath.ToSlash(behindLinks(filepath.FromSlash(name))) },
		Note:    func(text string) { r.log.Warn(text) },
	}
	run.Root, run.Dir = r.checkout()
	return run
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
	if out.path != "" {
		run.Color = run.Color && c.String("color") == "always"
		var b bytes.Buffer
		if err := out.format.Write(&b, run); err != nil {
			return err
		}
		return files.Write(out.path, b.Bytes(), files.WriteOptions{})
	}
	to := r.streams.Out
	if out.stderr {
		to = r.streams.Err
		run.Color = r.colorOn(c, to)
	}
	if err := out.format.Write(to, run); err != nil {
		return fmt.Errorf("cannot write the findings: %w", err)
	}
	return nil
}

// tell prints findings to stderr, for people, if they are not the command's
// result: stdout has what it makes, or they are about no handoff.
func (r *runner) tell(c *cli.Context, results []rules.Result) error {
	text, err := report.ByName("text")
	if err != nil {
		return err
	}
	run := report.Run{Version: version(), Results: results, Quiet: true, Color: r.colorOn(c, r.streams.Err)}
	if err := text.Write(r.streams.Err, run); err != nil {
		return fmt.Errorf("cannot write the findings: %w", err)
	}
	return nil
}

// annotate prints results of another kind than the command's own if it was asked
// for annotations, which show them beside the file that they are about.
func (r *runner) annotate(c *cli.Context, results []rules.Result) error {
	outputs, err := outputsOf(c)
	if err != nil {
		return nil // it is reported once the options are read
	}
	for _, out := range outputs {
		if out.name == "github" {
			if err := r.printOne(c, out, r.reportRun(c, results)); err != nil {
				return err
			}
		}
	}
	return nil
}

// mostSummary is how many bytes GitHub takes as the summary of a step.
const mostSummary = 1 << 20

// stepSummary appends a table of the findings to the step's summary, if there is
// one. What keeps it from being written changes no verdict.
func (r *runner) stepSummary(run report.Run) {
	path := r.streams.Getenv("GITHUB_STEP_SUMMARY")
	if path == "" {
		return
	}
	at, err := files.Named.Find(path)
	var file *os.File
	if err == nil {
		file, err = at.OpenFile(os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	}
	if err == nil {
		var info os.FileInfo
		if info, err = file.Stat(); err == nil {
			err = report.WriteGitHubSummary(file, run, mostSummary-int(min(info.Size(), mostSummary)))
		}
		err = cmp.Or(err, file.Close())
	}
	if err != nil {
		r.log.Warnf("no step summary: %s", err)
	}
}

// useColor decides about colours on stdout.
func (r *runner) useColor(c *cli.Context) bool { return r.colorOn(c, r.streams.Out) }

// colorOn decides about colours in what goes to a stream: as --color says, else
// on a terminal, unless the environment has NO_COLOR (no-color.org).
func (r *runner) colorOn(c *cli.Context, to io.Writer) bool {
	switch c.String("color") {
	case "always":
		return true
	case "never":
		return false
	}
	return isTerminal(to) && r.streams.Getenv("NO_COLOR") == "" && r.streams.Getenv("TERM") != "dumb"
}

// bold makes a heading stand out if colours are wanted.
func (r *runner) bold(c *cli.Context, heading string) string {
	if !r.useColor(c) {
		return heading
	}
	return "\x1b[1m" + heading + "\x1b[0m"
}

// isTerminal reports whether a person sees what is written, or writes what is read.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}
