package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/sirupsen/logrus"
	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
)

// The exit codes. A finding is a value, not an error of the program.
const (
	// ExitClean: nothing was found.
	ExitClean = 0
	// ExitWarnings: warnings, and nothing worse.
	ExitWarnings = 1
	// ExitFailed: an error was found, or a judgement could not be made.
	ExitFailed = 2
	// ExitQuestion: what was asked of `result` cannot be answered.
	ExitQuestion = 3
)

// Streams are what a command reads from and writes to.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	// Getenv looks up an environment variable.
	Getenv func(string) string
}

// System is the streams of the process.
func System() Streams {
	return Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: os.Getenv}
}

// exitCode is an exit code on its way to Main. Everything has been said.
type exitCode int

// Error names the code, for a test that fails.
func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// runner holds what every command needs, and has the commands as its methods.
type runner struct {
	streams Streams
	log     *logrus.Logger
	// loaded is the configuration, once it was looked for.
	loaded     *config.Config
	configured bool
}

// newRunner returns what the commands of one run need.
func newRunner(streams Streams) *runner {
	log := logrus.New()
	log.SetOutput(streams.Err)
	log.SetLevel(logrus.WarnLevel)
	log.SetFormatter(lineFormatter{})
	return &runner{streams: streams, log: log}
}

// setVerbosity lets notes through with --verbose and holds warnings back with
// --quiet.
func (r *runner) setVerbosity(c *cli.Context) {
	switch {
	case c.Bool("verbose"):
		r.log.SetLevel(logrus.InfoLevel)
	case c.Bool("quiet"):
		r.log.SetLevel(logrus.ErrorLevel)
	}
}

// lineFormatter prints `handofflint: message`, one line an entry, without the
// time: no output depends on the clock.
type lineFormatter struct{}

// Format makes the line of an entry.
func (lineFormatter) Format(entry *logrus.Entry) ([]byte, error) {
	level := ""
	if entry.Level == logrus.WarnLevel {
		level = "warning: "
	}
	return []byte("handofflint: " + level + text.Escape(secret.Mask(entry.Message)) + "\n"), nil
}

// say prints to stderr what a command has done, unless --quiet.
func (r *runner) say(c *cli.Context, format string, args ...any) {
	if !c.Bool("quiet") {
		fmt.Fprintf(r.streams.Err, "handofflint: %s\n", text.Escape(fmt.Sprintf(format, args...)))
	}
}
