package cli

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/cue"
	"github.com/handofflint/handofflint/internal/config"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/payload"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) newCommand() *cli.Command {
	profile := new(choice)
	return &cli.Command{
		Name:      "new",
		Usage:     "print a handoff to fill in",
		ArgsUsage: "FORMAT",
		Description: formatArgument() + `

What is to be filled in is in angle brackets, and ` + "`handofflint check`" + `
names each of them until it is. The time is filled in; in a report also the
session, and the role and number that the path after --output has.

Examples:
   handofflint new metadata >> output.md
   handofflint new report \
      --output ` + exampleReport(1, "implementer"),
		Flags: []cli.Flag{
			r.options.outputFlag("write to `FILE`, which must not exist; make its folder"),
			choiceFlag(profile, "profile", "the `PROFILE` of metadata: base or phased", "base", "base", "phased"),
			r.options.quietFlag(),
		},
		Action: func(c *cli.Context) error { return r.new(c, profile.value) },
	}
}

func (r *runner) new(c *cli.Context, profile string) error {
	name, err := oneArgument(c, "the format")
	if err != nil {
		return err
	}
	if r.isGiven("profile") && name != string(payload.Metadata) {
		return fmt.Errorf("--profile goes with metadata, %s has none", name)
	}
	catalogue, _, err := r.catalogue()
	if err != nil {
		return err
	}
	format := catalogue.Format(name)
	form, err := r.blank(profile, catalogue, name)
	if err != nil {
		return err
	}
	form = r.prefill(format, form)
	path := filepath.ToSlash(r.options.output)
	if path == "" {
		return r.printContent(form)
	}
	if err := createWithFolder(path, form); err != nil {
		return err
	}
	r.note("wrote %s: fill in what is in <angle brackets>, then run `handofflint check %s`", path, text.ShellQuote(path))
	return nil
}

// blank returns the skeleton of a format, which may be a team's.
func (r *runner) blank(profile string, catalogue *rules.Catalogue, name string) (string, error) {
	info := catalogue.Format(name)
	format := document.Format(name)
	if info == nil {
		return "", noSuchFormat(name, config.FormatNames(catalogue))
	}
	if format == handoff.Report {
		return handoff.Skeleton(catalogue, handoff.AssignmentAt(r.options.output).Role)
	}
	if slices.Contains(document.FormatNames, name) {
		return skeleton(format, profile)
	}
	if info.Skeleton == "" {
		return "", fmt.Errorf("the format %s has no skeleton: give it one in %s, `skeleton: \"...\"`", name, info.Origin)
	}
	return strings.TrimSuffix(info.Skeleton, "\n") + "\n", nil
}

// skeleton returns the skeleton of a built-in format other than the report, that of a
// profile if there are several.
func skeleton(format document.Format, profile string) (string, error) {
	for _, pattern := range []string{"skeletons/" + string(format) + "-" + profile + ".*", "skeletons/" + string(format) + ".*"} {
		paths, err := fs.Glob(schema.Skeletons, pattern)
		if err != nil {
			return "", err
		}
		if len(paths) == 1 {
			text, err := fs.ReadFile(schema.Skeletons, paths[0])
			return string(text), err
		}
	}
	return "", fmt.Errorf("the format %s has no skeleton", format)
}

// prefill fills in what is known: a report's number, role and session by its path, the coding agent's
// session, the time. The values are JSON, which is YAML too.
func (r *runner) prefill(format *rules.FormatInfo, form string) string {
	path := handoff.AssignmentAt(r.options.output)
	known := map[string]string{"now": r.now().UTC().Format(time.RFC3339), "session": path.Session}
	if path.Session == "" {
		known["session"], _ = handoff.SessionFrom(r.streams.Getenv)
	}
	if path.Sequence > 0 {
		known["role"] = path.Role
		form = handoff.FillField(form, "sequence", strconv.Itoa(path.Sequence))
	}
	for _, field := range format.Fill {
		if value := known[field.Name]; value != "" {
			form = handoff.FillField(form, field.Value, text.JSONQuote(value))
		}
	}
	return form
}
