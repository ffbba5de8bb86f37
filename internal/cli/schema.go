package cli

import (
	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/rules"
)

func (r *runner) schemaCommand() *cli.Command {
	asJSON := false
	return &cli.Command{
		Name:      "schema",
		Usage:     "print the schema of a format",
		ArgsUsage: "FORMAT",
		Description: formatArgument() + `

The schema is of the handoff's own object: the front matter of a report, the
metadata block of an output. Rules that it cannot express are listed by
` + "`handofflint rules FORMAT`" + `.

Examples:
   handofflint schema metadata
   handofflint schema context > context.cue && cue vet -d '#Context' context.cue handoff.json
   handofflint schema --json-schema task > task.schema.json`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "json-schema", Usage: "print a JSON Schema instead of CUE", Destination: &asJSON},
		},
		Action: func(c *cli.Context) error { return r.schema(c, asJSON) },
	}
}

func (r *runner) schema(c *cli.Context, asJSON bool) error {
	name, err := oneArgument(c, "the format")
	if err != nil {
		return err
	}
	format, _, err := r.formatNamed(name)
	if err != nil {
		return err
	}
	if !asJSON {
		return r.printContent(rules.SchemaSource(format))
	}
	source, err := rules.JSONSchema(format)
	if err != nil {
		return err
	}
	return r.printContent(source)
}
