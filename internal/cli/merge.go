package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

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
and prints the report that one run over all files gives, in any format. The exit
code is that of this run, by the fail-on of its configuration unless --fail-on is
given.

Examples:
   handofflint merge part-*.json
   handofflint merge -f sarif -o handofflint.sarif part-*.json`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "format", Aliases: []string{"f"}, Value: "json", Usage: "`FORMAT`: " + strings.Join(report.Names(), ", ")},
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
	format, err := report.ByName(c.String("format"))
	if err != nil {
		return err
	}
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
	merged, configured, err := report.Merge(parts)
	if err != nil {
		return err
	}
	// What the command lines of the parts said is about each machine alone.
	severity := c.String("fail-on")
	if configured != "" && !c.IsSet("fail-on") {
		severity = configured
	}
	fail, err := parseFailOn(severity)
	if err != nil {
		return err
	}
	run := r.reportRun(c, merged.Results)
	run.Version, run.Summary, run.Disabled, run.Explain = merged.Version, merged.Summary, merged.Disabled, explainer(rules.BuiltIn)
	if err := r.write(c, c.String("output"), func(w io.Writer) error { return format.Write(w, run) }); err != nil {
		return err
	}
	return fail.exit(merged.Results)
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
	data, over, err := files.ReadUpTo(f, info.Size(), maxPart)
	switch {
	case over:
		return nil, fmt.Errorf("%s has over %d bytes: split the files into more parts", path, maxPart)
	case err == nil && len(data) == 0:
		return nil, fmt.Errorf("%s is empty: the machine that wrote it failed, so run its part again", path)
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
