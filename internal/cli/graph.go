package cli

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/graph"
	"github.com/handofflint/handofflint/internal/lint"
)

func (r *runner) graphCommand() *cli.Command {
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
		Flags: []cli.Flag{
			sharedFlag("output"), sharedFlag("quiet"), sharedFlag("rule"),
			&cli.StringSliceFlag{Name: "exclude", Usage: "leave out what matches `GLOB`"},
		},
		Action: r.graph,
	}
}

func (r *runner) graph(c *cli.Context) error {
	if err := atMost(c, 1); err != nil {
		return err
	}
	k, err := r.checker(c, false)
	if err != nil {
		return err
	}
	dir := "."
	if c.NArg() == 1 {
		dir = c.Args().First()
	}
	picture, err := pictureOf(c, k, dir)
	if err != nil {
		return err
	}
	if picture.IsEmpty() {
		return fmt.Errorf("no handoff below %s", dir)
	}
	if err := r.deliver(c.String("output"), picture.Mermaid()); err != nil {
		return err
	}
	if c.String("output") != "" {
		r.note(c, "drew %s: %s", c.String("output"), picture.Caption())
	}
	return nil
}

// pictureOf checks the handoffs below a folder and makes a picture of them.
func pictureOf(c *cli.Context, k checker, dir string) (*graph.Graph, error) {
	if _, err := files.Named.Stat(dir); err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", dir, files.Reason(err))
	}
	found, err := lint.Walk(c.Context, []string{dir}, k.walkOptions(c))
	if err != nil {
		return nil, err
	}
	return graph.New(c.Context, k.linter(), found)
}
