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
	"golang.org/x/term"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/terminal"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// createWithFolder writes a file that must not exist yet, all of it or nothing, and makes its folder.
func createWithFolder(path, text string) error {
	if _, err := files.Named.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("cannot make the folder of %s: %w", filepath.ToSlash(path), err)
	}
	return files.Create(path, []byte(text), files.WriteOptions{})
}

// deliver writes the output of a command to the file of --output, all of it or nothing, or to stdout.
func (r *runner) deliver(text string) error {
	if r.options.output == "" {
		return r.printContent(text)
	}
	return files.Write(r.options.output, []byte(text), files.WriteOptions{})
}

// printAs writes what a command has made to stdout in the format of -f: a text for people, or an object for programs.
func (r *runner) printAs(format, text string, object any) error {
	if format == "json" {
		return r.printJSON(object)
	}
	return r.printText(text)
}

// encodeJSON returns a value as every command prints JSON: indented, and without HTML's escapes.
func encodeJSON(value any) (string, error) {
	encoded, err := text.JSONIndented(value)
	return string(text.EscapeJSON(encoded)), err
}

func (r *runner) printJSON(value any) error {
	encoded, err := encodeJSON(value)
	if err != nil {
		return err
	}
	return r.printText(encoded)
}

// printContent writes the content of a file to stdout: to a terminal with its control characters escaped, to the
// runner of GitHub Actions without lines that are commands to it, unless stdout is a file.
func (r *runner) printContent(content string) error {
	if isTerminal(r.streams.Out) {
		content = text.EscapeLines(content)
	} else if r.streams.Getenv("GITHUB_ACTIONS") == "true" && !isFile(r.streams.Out) {
		content = text.WithoutCommands(content)
	}
	return r.printText(content)
}

func isFile(w io.Writer) bool {
	f, _ := w.(*os.File)
	info, err := f.Stat() // which is an error for nil
	return err == nil && info.Mode().IsRegular()
}

// isTerminal reports whether a stream is a terminal: a person reads what is written to it, or types what is read.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// printText writes a text to stdout that is our own, or escaped.
func (r *runner) printText(text string) error {
	if _, err := io.WriteString(r.streams.Out, text); err != nil {
		return fmt.Errorf("cannot write the output: %w", err)
	}
	return nil
}

// screen returns the screen that shows what is written to a stream.
func (r *runner) screen(to io.Writer) terminal.Screen {
	screen := terminal.Screen{Color: r.useColor(to)}
	if !isTerminal(to) {
		return screen
	}
	width, _, err := term.GetSize(int(to.(*os.File).Fd()))
	if err == nil {
		screen.Columns = width
	}
	screen.Links = screen.Color && terminal.HasLinks(r.streams.Getenv)
	return screen
}

// useColor reports whether a stream gets colours: as --color says, else if it is a terminal and NO_COLOR is not set
// (no-color.org).
func (r *runner) useColor(to io.Writer) bool {
	switch r.general.color.value {
	case "always":
		return true
	case "never":
		return false
	}
	return isTerminal(to) && r.streams.Getenv("NO_COLOR") == "" && r.streams.Getenv("TERM") != "dumb"
}

// output is a format in which findings are printed, and the file for it, or "" for stdout.
type output struct {
	name, path string
	format     report.Format
	// stderr means standard error: stdout is for something else.
	stderr bool
}

// onStderr is for findings that are not the output of the command.
var onStderr = []output{{name: "text", format: report.Text, stderr: true}}

// findingOutputs returns the outputs of a command that prints findings.
func (r *runner) findingOutputs() ([]output, error) {
	return r.outputs(func(name string) (report.Format, error) { return report.ByName(name) })
}

// outputs returns what --format, each FORMAT or FORMAT=FILE, and --output ask for.
func (r *runner) outputs(byName func(string) (report.Format, error)) (outputs []output, err error) {
	for _, spec := range r.options.formats.Value() {
		name, path, toFile := strings.Cut(spec, "=")
		if toFile && path == "" {
			return nil, fmt.Errorf("--format %s names no file after the =", spec)
		}
		if !toFile {
			path = r.options.output
		}
		if path == "-" {
			path = ""
		}
		format, err := byName(name)
		if err != nil {
			return nil, err
		}
		isSame := func(o output) bool { return files.Real(o.path) == files.Real(path) }
		if slices.ContainsFunc(outputs, isSame) {
			return nil, fmt.Errorf("two formats go to %s: give all but one a file of its own, --format %s=FILE", cmp.Or(path, "standard output"), name)
		}
		outputs = append(outputs, output{name: name, path: path, format: format})
	}
	return outputs, nil
}

// reportOf returns what a format prints of results.
func (r *runner) reportOf(results []rules.Result) report.Run {
	run := report.Run{
		Version:    version(),
		Results:    printable(results),
		Summary:    rules.Summarize(results),
		Quiet:      r.options.quiet,
		Statistics: r.options.statistics,
		Explain:    r.explainer(),
		Note:       func(text string) { r.log.Warn(text) },
		Resolve:    func(name string) string { return filepath.ToSlash(realPath(filepath.FromSlash(name))) },
	}
	run.Root, run.Dir = r.checkout()
	server, repository, commit := r.streams.Getenv("GITHUB_SERVER_URL"), r.streams.Getenv("GITHUB_REPOSITORY"), r.streams.Getenv("GITHUB_SHA")
	if !slices.Contains([]string{server, repository, commit}, "") {
		run.Blob = server + "/" + repository + "/blob/" + commit
	}
	return run
}

// printable returns results in which credentials in paths are masked.
func printable(results []rules.Result) []rules.Result {
	masked := slices.Clone(results)
	for i := range masked {
		result := &masked[i]
		result.Path = secret.Mask(result.Path)
		result.Findings = slices.Clone(result.Findings)
		for j := range result.Findings {
			finding := &result.Findings[j]
			finding.Path = secret.Mask(finding.Path)
			finding.Related = slices.Clone(finding.Related)
			for k := range finding.Related {
				finding.Related[k].Path = secret.Mask(finding.Related[k].Path)
			}
		}
	}
	return masked
}

// print writes findings to the outputs, and notes their number if they go to the file of --output.
func (r *runner) print(outputs []output, run report.Run) error {
	if err := r.write(outputs, run); err != nil {
		return err
	}
	if r.options.output != "" {
		r.note("%s", strings.TrimSpace(report.Tally(run.Summary)))
	}
	return nil
}

// write writes findings to the outputs: all of them to a terminal or a file, unless --max-findings is given. A run that
// prints for GitHub also adds to the summary of its step.
func (r *runner) write(outputs []output, run report.Run) error {
	for _, out := range outputs {
		if out.name == "github" {
			r.stepSummary(run)
		}
		var file bytes.Buffer
		to := r.streams.Out
		toFile := out.path != ""
		if toFile {
			to = &file
		} else if out.stderr {
			to = r.streams.Err
		}
		run.Max = max(0, r.options.maxFindings)
		if !r.isGiven("max-findings") && (toFile || isTerminal(to)) {
			run.Max = 0
		}
		run.Screen = r.screen(to)
		if err := out.format.Write(to, run); err != nil {
			return fmt.Errorf("cannot write the findings: %w", err)
		}
		if toFile {
			if err := files.Write(out.path, file.Bytes(), files.WriteOptions{}); err != nil {
				return err
			}
		}
	}
	return nil
}

// printOnStderr prints findings, for people, that are not the output of the command.
func (r *runner) printOnStderr(results []rules.Result) error {
	run := r.reportOf(results)
	run.Quiet = true
	return r.print(onStderr, run)
}

// mostSummary is how many bytes GitHub takes as the summary of a step.
const mostSummary = 1 << 20

// stepSummary appends a table of the findings to the summary of a step of GitHub Actions, if there is one. If that
// fails, it is only a warning.
func (r *runner) stepSummary(run report.Run) {
	path := r.streams.Getenv("GITHUB_STEP_SUMMARY")
	if path == "" {
		return
	}
	if err := appendSummary(path, run); err != nil {
		r.log.Warnf("no step summary: %s", err)
	}
}

func appendSummary(path string, run report.Run) error {
	at, err := files.Named.Find(path)
	if err != nil {
		return err
	}
	file, err := at.OpenFile(os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err == nil {
		err = report.WriteGitHubSummary(file, run, mostSummary-int(min(info.Size(), mostSummary)))
	}
	return cmp.Or(err, file.Close())
}
