package cli

import (
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/report"
)

// outputFlags are the options of every command that prints findings.
func outputFlags() []cli.Flag {
	return []cli.Flag{
		choicesFlag{&cli.StringSliceFlag{Name: "format", Aliases: []string{"f"}, Value: cli.NewStringSlice("text"), Usage: "print findings as `FORMAT[=FILE]`, here or to a file: " + strings.Join(report.Names(), ", ") + "; repeatable"}, report.Names()},
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write findings to `FILE` instead of stdout", TakesFile: true},
		quietFlag(),
	}
}

// quietFlag is --quiet, which means one thing in every command.
func quietFlag() cli.Flag {
	return &cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print findings and output alone, no notes"}
}

// judgeFlags are the options of every command that judges a file.
func judgeFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.StringFlag{Name: "as", Usage: "take every file for `FORMAT`: report, metadata, context or task"},
		&cli.StringSliceFlag{Name: "rule", Usage: "give a rule, or a group with GROUP/*, another severity: `NAME=error|warning|off`; repeatable"},
		noInlineFlag(),
		&cli.TimestampFlag{Name: "now", Layout: time.RFC3339, Hidden: true, Usage: "the time to measure ages from, for tests"},
	}, tellFlags()...)
}

// tellFlags are the options of every command that tells of findings: in which
// colours, what the failure log gets of them, and the configuration, whose own
// mistakes are findings too.
func tellFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.StringFlag{Name: "failure-log", Usage: "append what fails to the log at `PATH`", TakesFile: true},
		&cli.BoolFlag{Name: "no-failure-log", Usage: "keep no log of what fails"},
		colorFlag(),
	}, configFlags()...)
}

// noInlineFlag is the option of every command that judges, also of those that
// have no other option about it.
func noInlineFlag() cli.Flag {
	return &cli.BoolFlag{Name: "no-inline", Usage: "ignore what files suppress, see docs/suppressions.md"}
}

// configFlags are the options of every command that a configuration is for.
func configFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "config", Usage: "read the configuration `FILE` instead of the nearest " + config.YAMLName + " or " + config.CUEName, TakesFile: true},
		&cli.BoolFlag{Name: "no-config", Usage: "read no configuration"},
	}
}

// ruleFlag is --rule, as check has it.
func ruleFlag() cli.Flag {
	flags := judgeFlags()
	return flags[slices.IndexFunc(flags, func(f cli.Flag) bool { return f.Names()[0] == "rule" })]
}
