// Package command is what the commands are made of: the options that several of
// them have, what they read and judge by, and how they print.
package command

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

// ExitCode is an exit code on its way to Main. Everything has been said.
type ExitCode int

func (c ExitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// Runner holds what every command needs.
type Runner struct {
	Streams Streams
	Log     *logrus.Logger
	// loaded is the configuration, once it was looked for.
	loaded     *config.Config
	configured bool
}

// New is what the commands of one run need. What they read from standard input
// ends with ErrInterrupted when the context does.
func New(ctx context.Context, streams Streams) *Runner {
	streams.In = stdin(ctx, streams)
	return &Runner{Streams: streams, Log: newLogger(streams)}
}
