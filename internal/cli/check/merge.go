package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/cli/command"
	"github.com/handofflint/handofflint/internal/failurelog"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) mergeCommand() *cli.Command {
	return &cli.Command{
		Name:      "merge",
		Usage:     "join what the parts of a sharded check have printed or logged",
		ArgsUsage: "FILE...",
		Description: `Takes the reports of ` + "`check --shard I/N -f json`" + `, all N of them in any order,
and prints the report that one run over all files gives. The exit code is that
of this run, by the fail-on of its configuration unless --fail-on is given.
Takes those of ` + "`-f sarif`" + ` as well, and failure logs (JSON lines), each kind by
itself.

Examples:
   handofflint merge part-*.json
   handofflint merge --output handofflint.sarif part-*.sarif
   handofflint merge --output failures.jsonl logs/*.jsonl`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE` instead of stdout", TakesFile: true},
			&cli.StringFlag{Name: "fail-on", Value: string(rules.Warning), Usage: "exit with other than 0 on `SEVERITY`: error, warning or never"},
		},
		Action: r.merge,
	}
}

func (r *runner) merge(c *cli.Context) error {
	if _, err := command.ParseFailOn(c.String("fail-on")); err != nil {
		return err
	}
	paths := c.Args().Slice()
	if len(paths) == 0 {
		return errors.New("there is nothing to merge; `handofflint merge --help` shows an example")
	}
	if err := spared([]string{c.String("output")}, paths, "a part that is merged"); err != nil {
		return err
	}
	reports, err := areReports(paths)
	if err != nil {
		return err
	}
	if !reports {
		return r.mergeLogs(c, paths)
	}
	return r.mergeReports(c, paths)
}

// areReports says whether the files are reports rather than logs. All must be
// of one kind.
func areReports(paths []string) (bool, error) {
	first := false
	for i, path := range paths {
		is, err := isReport(path)
		if err != nil {
			return false, err
		}
		if i == 0 {
			first = is
		}
		if is != first {
			return false, fmt.Errorf("%s and %s are a report and a failure log: merge one kind at a time", paths[0], path)
		}
	}
	return first, nil
}

// isReport says by its first key whether a file is a report or a log, whose
// first line has the findings far behind.
func isReport(path string) (bool, error) {
	// Opening a pipe would wait for somebody to write to it.
	info, err := os.Stat(path)
	if err != nil {
		return false, err
	}
	if !info.Mode().IsRegular() {
		return false, fmt.Errorf("%s is no regular file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close() // nothing was written
	decoder := json.NewDecoder(io.LimitReader(f, maxPart))
	token, err := decoder.Token()
	if errors.Is(err, io.EOF) {
		return false, fmt.Errorf("%s: %w", path, failurelog.ErrEmpty)
	}
	if err != nil || token != json.Delim('{') {
		return false, nil
	}
	key, err := decoder.Token()
	return err == nil && slices.Contains(reportKeys, key), nil
}

// reportKeys are those that a report can start with: the keys of the json
// format, and of any SARIF log.
var reportKeys = []json.Token{"version", "summary", "shard", "findings", "$schema", "runs", "inlineExternalProperties", "properties"}

// maxPart is how large the report of a part may be, in bytes: that of a part
// with a million findings.
const maxPart = 1 << 30

func (r *runner) mergeReports(c *cli.Context, paths []string) error {
	parts := make([]*report.Part, len(paths))
	for i, path := range paths {
		data, err := readPart(path)
		if err != nil {
			return err
		}
		if parts[i], err = report.ReadPart(path, data); err != nil {
			return err
		}
	}
	merged, err := report.Merge(parts)
	if err != nil {
		return err
	}
	merged.Note = func(text string) { r.Log.Warn(text) }
	fail, err := mergedFailOn(c, merged)
	if err != nil {
		return err
	}
	if err := r.write(c, c.String("output"), merged.Write); err != nil {
		return err
	}
	return exitMerged(fail, merged)
}

// mergedFailOn is --fail-on, else what the configuration of the parts said. What
// their command lines said is about each machine alone.
func mergedFailOn(c *cli.Context, m *report.Merged) (command.FailOn, error) {
	if c.IsSet("fail-on") || m.FailOn() == "" {
		return command.ParseFailOn(c.String("fail-on"))
	}
	fail, err := command.ParseFailOn(m.FailOn())
	if err != nil {
		return "", fmt.Errorf("the parts have a fail_on that handofflint does not write: %w", err)
	}
	return fail, nil
}

func readPart(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // nothing was written
	data, err := io.ReadAll(io.LimitReader(f, maxPart+1))
	if err == nil && len(data) > maxPart {
		err = fmt.Errorf("%s has over %d bytes: split the files into more parts", path, maxPart)
	}
	return data, err
}

func (r *runner) mergeLogs(c *cli.Context, paths []string) error {
	skipped := 0
	err := r.write(c, c.String("output"), func(w io.Writer) (err error) {
		skipped, err = failurelog.Join(w, paths)
		return err
	})
	if skipped > 0 {
		r.Log.Warnf("left out %d of the lines: they are no entries of a failure log", skipped)
	}
	return err
}

// write writes to a file, all of it or nothing, or to stdout for "".
func (r *runner) write(c *cli.Context, path string, write func(io.Writer) error) error {
	if path != "" {
		return command.WriteOutput(c, path, write)
	}
	// What fails half way is better not printed at all.
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	_, err := r.Streams.Out.Write(b.Bytes())
	return command.WroteOut(err)
}

// exitMerged is the exit code of the run that a merged report stands for.
func exitMerged(fail command.FailOn, m *report.Merged) error {
	code := fail.Code(rules.Finding{Severity: m.Worst(), Unjudged: m.Unjudged() > 0})
	if m.Worst() == rules.Off || code == command.ExitClean {
		return nil
	}
	return command.ExitCode(code)
}
