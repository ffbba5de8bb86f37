package cli

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/sirupsen/logrus"

	"github.com/handofflint/handofflint/internal/config"
)

// The exit codes. A finding is a value, not an error of the program.
const (
	// ExitClean: nothing was found.
	ExitClean = 0
	// ExitWarnings: warnings, and nothing worse.
	ExitWarnings = 1
	// ExitFailed: an error was found, or a judgement could not be made.
	ExitFailed = 2
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

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// runner holds what every command needs, and has the commands as its methods.
type runner struct {
	streams Streams
	log     *logrus.Logger
	// loaded is the configuration, once it was looked for.
	loaded     *config.Config
	configured bool
	help       *helpWriter
}

// newRunner returns what the commands of one run need. What they read from
// standard input ends with errInterrupted when the context does.
func newRunner(ctx context.Context, streams Streams) *runner {
	streams.In = stdin(ctx, streams)
	return &runner{streams: streams, log: newLogger(streams), help: &helpWriter{to: streams.Out}}
}
