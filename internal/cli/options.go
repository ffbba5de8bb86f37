package cli

import (
	"time"

	"github.com/urfave/cli/v2"
)

// generalOptions are the options of every command.
type generalOptions struct {
	config string
	// baseConfig is a file that the configuration builds on without naming it.
	baseConfig   string
	noConfig     bool
	failureLog   string
	noFailureLog bool
	color        choice
	now          cli.Timestamp
}

// flags declares the options. They are hidden: the program's help lists them.
func (o *generalOptions) flags() []cli.Flag {
	color := choiceFlag(&o.color, "color", "colours `WHEN`: auto, always or never", "auto", "auto", "always", "never")
	color.Hidden = true
	return []cli.Flag{
		&cli.StringFlag{Name: "config", Usage: "read `FILE` instead of the nearest .handofflint.yaml", TakesFile: true, Hidden: true, Destination: &o.config},
		&cli.StringFlag{Name: "base-config", Usage: "build the configuration on `FILE`, of many repositories", TakesFile: true, Hidden: true, Destination: &o.baseConfig},
		&cli.BoolFlag{Name: "no-config", Usage: "read no configuration", Hidden: true, Destination: &o.noConfig},
		&cli.StringFlag{Name: "failure-log", Usage: "use the failure log at `PATH`", TakesFile: true, Hidden: true, Destination: &o.failureLog},
		&cli.BoolFlag{Name: "no-failure-log", Usage: "keep no log of what fails", Hidden: true, Destination: &o.noFailureLog},
		color,
		&cli.TimestampFlag{Name: "now", Layout: time.RFC3339, Usage: "the time to measure ages from, for tests", Hidden: true, Destination: &o.now},
	}
}

// sharedOptions are options of several commands, and of `check`, that steps of several
// commands read. An option that a command does not declare is zero.
type sharedOptions struct {
	// formats are those of findings, each FORMAT or FORMAT=FILE. A command that prints
	// something else has a --format of its own.
	formats cli.StringSlice
	// output is the path of a file, "" for stdout.
	output         string
	quiet, verbose bool

	statistics  bool
	maxFindings int
	untrusted   bool
}

// The headings of options in the help that several commands have.
const (
	outputHeading = "Output"
	rulesHeading  = "Rules and severities"
)

// findingFlags declares the options of a command that prints findings.
func (o *sharedOptions) findingFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{
			Name: "format", Aliases: []string{"f"}, Category: outputHeading, Value: cli.NewStringSlice("text"), Usage: "print as `FORMAT`, or FORMAT=FILE",
			Destination: &o.formats,
		},
		o.outputFlag(outputUsage),
		o.quietFlag(),
	}
}

// outputFlag declares --output.
func (o *sharedOptions) outputFlag(usage string) cli.Flag {
	return &cli.StringFlag{Name: "output", Aliases: []string{"o"}, Category: outputHeading, Usage: usage, TakesFile: true, Destination: &o.output}
}

// outputUsage is the usage of most --output.
const outputUsage = "write to `FILE` instead of stdout"

func (o *sharedOptions) quietFlag() cli.Flag {
	return &cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Category: outputHeading, Usage: "print findings and output alone, no notes", Destination: &o.quiet}
}

func (o *sharedOptions) verboseFlag(usage string) cli.Flag {
	return &cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Category: outputHeading, Usage: usage, Destination: &o.verbose}
}

// ruleOptions say how the rules are applied. All but check apply them as the configuration says.
type ruleOptions struct {
	as                string
	overrides         cli.StringSlice
	selected, ignored cli.StringSlice
	strict, noInline  bool
}
