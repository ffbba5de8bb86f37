package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) mergeCommand() *cli.Command {
	return &cli.Command{
		Name:      "merge",
		Usage:     "join what the parts of a sharded check have printed",
		ArgsUsage: "FILE...",
		Description: `Takes the reports of ` + "`check --shard I/N -f json`" + `, all N of them in any order,
and prints the report that one run over all files gives. The exit code is that
of this run, by the fail-on of its configuration unless --fail-on is given.
Takes those of ` + "`-f sarif`" + ` as well, each kind by itself.

Examples:
   handofflint merge part-*.json
   handofflint merge --output handofflint.sarif part-*.sarif`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE` instead of stdout", TakesFile: true},
			&cli.StringFlag{Name: "fail-on", Value: string(rules.Warning), Usage: "lowest `SEVERITY` that makes the exit code non-zero: error, warning or never"},
		},
		Action: r.merge,
	}
}

func (r *runner) merge(c *cli.Context) error {
	if _, err := parseFailOn(c.String("fail-on")); err != nil {
		return err
	}
	paths := c.Args().Slice()
	if len(paths) == 0 {
		return errors.New("there is nothing to merge; `handofflint merge --help` shows an example")
	}
	if err := spared([]string{c.String("output")}, paths, "a part that is merged"); err != nil {
		return err
	}
	return r.mergeReports(c, paths)
}

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
	merged.Note = func(text string) { r.log.Warn(text) }
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
func mergedFailOn(c *cli.Context, m *report.Merged) (failOn, error) {
	if c.IsSet("fail-on") || m.FailOn() == "" {
		return parseFailOn(c.String("fail-on"))
	}
	fail, err := parseFailOn(m.FailOn())
	if err != nil {
		return "", fmt.Errorf("the parts have a fail_on that handofflint does not write: %w", err)
	}
	return fail, nil
}

func readPart(path string) ([]byte, error) {
	f, err := files.Named.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // nothing was written
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file", path)
	}
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(f, maxPart+1))
	if err == nil && len(data) == 0 {
		err = fmt.Errorf("%s is empty: the machine that wrote it failed, so run its part again", path)
	}
	if err == nil && len(data) > maxPart {
		err = fmt.Errorf("%s has over %d bytes: split the files into more parts", path, maxPart)
	}
	return data, err
}

// write writes to a file, all of it or nothing, or to stdout for "".
func (r *runner) write(c *cli.Context, path string, write func(io.Writer) error) error {
	if path != "" {
		return writeOutput(c, path, write)
	}
	// What fails half way is better not printed at all.
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	_, err := r.streams.Out.Write(b.Bytes())
	return wroteOut(err)
}

// exitMerged is the exit code of the run that a merged report stands for.
func exitMerged(fail failOn, m *report.Merged) error {
	code := fail.code(rules.Finding{Severity: m.Worst(), Unjudged: m.Unjudged() > 0})
	if m.Worst() == rules.Off || code == ExitClean {
		return nil
	}
	return exitCode(code)
}
