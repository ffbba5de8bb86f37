package cli

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/graph"
	"github.com/handofflint/handofflint/internal/lint"
)

// graphOptions are the options of `graph`.
type graphOptions struct {
	ruleOptions
	exclude cli.StringSlice
}

func (o *graphOptions) flags(shared *sharedOptions) []cli.Flag {
	return []cli.Flag{
		shared.outputFlag(outputUsage),
		shared.quietFlag(),
		o.ruleFlag(),
		&cli.StringSliceFlag{Name: "exclude", Usage: "leave out what matches `GLOB`", Destination: &o.exclude},
	}
}

func (r *runner) graphCommand() *cli.Command {
	o := new(graphOptions)
	return &cli.Command{
		Name:      "graph",
		Usage:     "draw who handed what to whom, coloured by verdict",
		ArgsUsage: "[DIR]",
		Description: `Draws the handoffs below a folder, a session a group: who wrote for whom, what
was handed on, and what check says of each. A solid arrow joins two handoffs of
which one names the other, a dashed one two that follow each other by their
numbers. A report that has still to be written is dashed, a missing one too.

The picture is a flow chart of Mermaid: in Markdown, in a code block of the
language mermaid, GitHub and editors draw it.

Exit codes: 0 drawn; 2 not drawn.

Examples:
   handofflint graph ` + exampleFolder() + `
   handofflint graph -o handoffs.mmd docs`,
		Flags:  o.flags(&r.options),
		Action: func(c *cli.Context) error { return r.graph(c, o) },
	}
}

func (r *runner) graph(c *cli.Context, o *graphOptions) error {
	if err := atMost(c, 1); err != nil {
		return err
	}
	k, err := r.checker(&o.ruleOptions)
	if err != nil {
		return err
	}
	dir := "."
	if c.NArg() == 1 {
		dir = c.Args().First()
	}
	picture, err := pictureOf(c.Context, k, dir, o.exclude.Value())
	if err != nil {
		return err
	}
	if picture.IsEmpty() {
		return fmt.Errorf("no handoff below %s", dir)
	}
	if err := r.deliver(r.options.output, picture.Mermaid()); err != nil {
		return err
	}
	if r.options.output != "" {
		r.note("drew %s: %s", r.options.output, picture.Caption())
	}
	return nil
}

// pictureOf checks the handoffs below a folder and makes a picture of them.
func pictureOf(ctx context.Context, k checker, dir string, exclude []string) (*graph.Graph, error) {
	if _, err := files.Named.Stat(dir); err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", dir, files.Reason(err))
	}
	walk := k.walkOptions()
	walk.Exclude = exclude
	found, err := lint.Walk(ctx, []string{dir}, walk)
	if err != nil {
		return nil, err
	}
	return graph.New(ctx, k.linter(), found)
}
