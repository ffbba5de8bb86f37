package cli

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/report"
)

func (r *runner) mergeCommand() *cli.Command {
	failOn := new(failOnOption)
	return &cli.Command{
		Name:      "merge",
		Usage:     "join what the parts of a sharded check have printed",
		ArgsUsage: "FILE...",
		Hidden:    true,
		Description: `Takes the reports of ` + "`check --shard I/N -f json`" + `, all N of them in any order,
and prints what one run over all files prints, in any format. The exit code is
that of this run, by the fail-on of its configuration unless --fail-on is given.

Examples:
   handofflint merge part-*.json
   handofflint merge -f text -f sarif=handofflint.sarif part-*.json`,
		Flags:  append(r.options.findingFlags("json"), failOn.flag()),
		Action: func(c *cli.Context) error { return r.merge(c.Args().Slice(), failOn) },
	}
}

func (r *runner) merge(paths []string, failOn *failOnOption) error {
	r.setVerbosity()
	if len(paths) == 0 {
		return errors.New("there is nothing to merge; `handofflint merge --help` shows an example")
	}
	outputs, err := r.outputs()
	if err != nil {
		return err
	}
	inputs := map[string]string{}
	for _, path := range paths {
		inputs[path] = "a part that is merged"
	}
	if err := notOver(outputs, inputs); err != nil {
		return err
	}
	parts := make([]*report.Part, len(paths))
	for i, path := range paths {
		data, over, err := files.Named.ReadFile(path, maxPart)
		switch {
		case over:
			return fmt.Errorf("%s has over %d bytes: split the files into more parts", path, maxPart)
		case err != nil:
			return err
		case len(data) == 0:
			return fmt.Errorf("%s is empty: the machine that wrote it failed, so run its part again", path)
		}
		if parts[i], err = report.ReadPart(path, data); err != nil {
			return err
		}
	}
	run, configured, err := report.Merge(parts)
	if err != nil {
		return err
	}
	here := r.reportOf(nil)
	run.Root, run.Dir, run.Resolve, run.Note, run.Quiet, run.Explain = here.Root, here.Dir, here.Resolve, here.Note, here.Quiet, here.Explain
	if err := r.print(outputs, run); err != nil {
		return err
	}
	r.tellIncomplete(outputs, run.Incomplete)
	if len(run.Incomplete) > 0 {
		return exitCode(ExitFailed)
	}
	// The options of the parts are about the exit code of each machine alone.
	return exitFor(failOn.or(configured), run.Results)
}

// maxPart is how large the report of a part may be, in bytes: that of a part
// with a million findings.
const maxPart = 1 << 30
