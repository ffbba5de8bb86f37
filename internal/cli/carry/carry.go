package carry

import (
	"context"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/cli/command"
	"github.com/handofflint/handofflint/internal/discover"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/replace"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/rules"
)

// What stands here is shared by the commands that carry what a handoff says to
// somewhere else: render and convert. Their stdout is what they make, so
// findings go to stderr: a prompt must not hold them.

// carryFlags are the options of check that make sense for them.
func carryFlags(more ...string) []cli.Flag {
	names := append([]string{"rule", "strict", "no-inline", "failure-log", "no-failure-log", "color", "now", "config", "no-config"}, more...)
	return slices.DeleteFunc(command.JudgeFlags(), func(f cli.Flag) bool { return !slices.Contains(names, f.Names()[0]) })
}

// source is a file that something is carried from, parsed and judged. Of one
// that could not be read there is no document.
type source struct {
	doc    *document.Document
	result rules.Result
}

// passes says whether nothing blocks the source.
func (s source) passes() bool { return s.doc != nil && passes(s.result) }

func passes(result rules.Result) bool {
	return !slices.ContainsFunc(result.Findings, func(f rules.Finding) bool { return f.Severity == rules.Error || f.Unjudged })
}

// readNamed reads a file that the user named, or standard input for "-". The
// error says that the user interrupted.
func (r *runner) readNamed(ctx context.Context, path string, limit int64) (document.Input, *document.Fault, error) {
	if path == "-" {
		return command.ReadStream(ctx, r.Streams.In, "", limit)
	}
	in, fault := discover.File{Path: path, Named: true}.Read(limit)
	return in, fault, nil
}

// judgeSource judges what readNamed has read.
func judgeSource(engine *rules.Engine, in document.Input, fault *document.Fault) (s source, err error) {
	if fault != nil {
		s.result, err = engine.CheckFault(in, *fault)
		return s, err
	}
	if s.doc, err = engine.Parse(in); err != nil {
		return s, err
	}
	s.result, err = engine.Check(s.doc)
	return s, err
}

// tell prints findings to stderr, for people.
func (r *runner) tell(c *cli.Context, results []rules.Result) error {
	run := report.Run{Version: command.Version(), Results: results, Summary: rules.Summarize(results), Quiet: true, Explain: r.Explainer(c)}
	run.Color = c.String("color") == "always" ||
		c.String("color") == "auto" && command.IsTerminal(r.Streams.Err) && r.Streams.Getenv("NO_COLOR") == "" && r.Streams.Getenv("TERM") != "dumb"
	format, err := report.ByName("text")
	if err != nil {
		return err
	}
	if err := format.Write(r.Streams.Err, run); err != nil {
		return fmt.Errorf("cannot write the findings: %w", err)
	}
	return nil
}

// deliver writes what a command has made to a file, all of it or nothing, or to
// stdout.
func (r *runner) deliver(c *cli.Context, path, text string) error {
	if path == "" {
		return r.PrintText(text)
	}
	return replace.File(c.Context, path, []byte(text), replace.Options{})
}

// notOver refuses to write over a file that is read.
func notOver(output string, inputs ...string) error {
	for _, input := range inputs {
		if command.SameFile(output, input) {
			return fmt.Errorf("--output %s is a file that is read: name another one", output)
		}
	}
	return nil
}
