package cli

import (
	"cmp"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/cue"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/payload"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// newOptions are the options of `new`.
type newOptions struct {
	profile    choice
	role, task string
}

func (r *runner) newCommand() *cli.Command {
	o := new(newOptions)
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
   handofflint new report --task retry-limits \
      --output ` + exampleReport(1, "implementer"),
		Flags: []cli.Flag{
			r.options.outputFlag("write to `FILE`, which must not exist; make its folder"),
			choiceFlag(&o.profile, "profile", "the `PROFILE` of metadata: base or phased", "base", "base", "phased"),
			&cli.StringFlag{Name: "role", Usage: "fill in `ROLE`, the writer's role or agent name", Destination: &o.role},
			&cli.StringFlag{Name: "task", Usage: "fill in the task's `ID`", Destination: &o.task},
			r.options.quietFlag(),
		},
		Action: func(c *cli.Context) error { return r.new(c, o) },
	}
}

func (r *runner) new(c *cli.Context, o *newOptions) error {
	name, err := oneArgument(c, "the format")
	if err != nil {
		return err
	}
	if r.isGiven("profile") && name != string(payload.Metadata) {
		return fmt.Errorf("--profile goes with metadata, %s has none", name)
	}
	format, catalogue, err := r.formatNamed(name)
	if err != nil {
		return err
	}
	form, err := r.blank(o, catalogue, format)
	if err != nil {
		return err
	}
	form, err = r.prefill(o, format, form)
	if err != nil {
		return err
	}
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
func (r *runner) blank(o *newOptions, catalogue *rules.Catalogue, format *rules.FormatInfo) (string, error) {
	if format.Name == handoff.Report {
		return handoff.Skeleton(catalogue, cmp.Or(o.role, handoff.AssignmentAt(r.options.output).Role))
	}
	if slices.Contains(document.FormatNames, string(format.Name)) {
		return skeleton(format.Name, o.profile.value)
	}
	if format.Skeleton == "" {
		return "", fmt.Errorf("the format %s has no skeleton: give it one in %s, `skeleton: \"...\"`", format.Name, format.Origin)
	}
	return strings.TrimSuffix(format.Skeleton, "\n") + "\n", nil
}

// skeleton returns the skeleton of a built-in format other than the report, that of a profile if there are several.
func skeleton(format document.Format, profile string) (string, error) {
	name := string(format)
	if format == payload.Metadata {
		name += "-" + profile
	}
	paths, err := fs.Glob(schema.Skeletons, "skeletons/"+name+".*")
	if err != nil || len(paths) == 0 {
		return "", fmt.Errorf("the format %s has no skeleton", format)
	}
	text, err := fs.ReadFile(schema.Skeletons, paths[0])
	return string(text), err
}

// prefill fills in the options, and what is known without them: a report's number,
// role and session by its path, the coding agent's session, the time. The values are
// JSON, which is YAML too.
func (r *runner) prefill(o *newOptions, format *rules.FormatInfo, form string) (string, error) {
	fields := map[string]string{}
	for _, field := range format.Fill {
		fields[field.Name] = field.Value
	}
	assigned := handoff.AssignmentAt(r.options.output)
	known := map[string]string{"now": r.now().UTC().Format(time.RFC3339), "session": assigned.Session}
	if assigned.Session == "" {
		known["session"], _ = handoff.SessionFrom(r.streams.Getenv)
	}
	hasNumber := assigned.Sequence > 0 // only the path of a report has one
	if hasNumber {
		known["role"] = assigned.Role
	}
	for _, option := range []struct{ name, value string }{{"role", o.role}, {"task", o.task}} {
		if !r.isGiven(option.name) {
			continue
		}
		// YAML refuses many characters that are not visible.
		isUnprintable := func(r rune) bool { return !unicode.IsPrint(r) }
		if !isText(option.value) || strings.ContainsFunc(option.value, isUnprintable) {
			return "", fmt.Errorf("--%s must be one line of text, this is %q", option.name, option.value)
		}
		if fields[option.name] == "" {
			return "", fmt.Errorf("--%s: a handoff of the format %s has no such field", option.name, format.Name)
		}
		known[option.name] = option.value
	}
	for name, field := range fields {
		if known[name] != "" {
			form = handoff.FillField(form, field, text.JSONQuote(known[name]))
		}
	}
	if hasNumber {
		form = handoff.FillField(form, "sequence", strconv.Itoa(assigned.Sequence))
	}
	return form, nil
}
