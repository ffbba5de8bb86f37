package cli

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/cue"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/handoff"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

func (r *runner) newCommand() *cli.Command {
	return &cli.Command{
		Name:      "new",
		Usage:     "print a handoff to fill in",
		ArgsUsage: "FORMAT",
		Description: fold("FORMAT is "+strings.Join(document.FormatNames, ", ")+` or one of your own. What is to be
filled in is in angle brackets, and `+"`handofflint check`"+` names each of them until
it is. The time is filled in; in a report also the session, and the role and
number that the path after --output has.`) + `

Examples:
   handofflint new metadata >> output.md
   handofflint new report --task retry-limits \
      --output ` + exampleReport(1, "implementer"),
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`, which must not exist; make its folder", TakesFile: true},
			choiceFlag("profile", "the `PROFILE` of metadata: base or phased", "base", "base", "phased"),
			&cli.StringFlag{Name: "role", Usage: "fill in `ROLE`, the writer's role or agent name"},
			&cli.StringFlag{Name: "task", Usage: "fill in the task's `ID`"},
			sharedFlag("quiet"),
		},
		Action: r.new,
	}
}

func (r *runner) new(c *cli.Context) error {
	name, err := oneArgument(c, "the format")
	if err != nil {
		return err
	}
	if c.IsSet("profile") && name != string(document.Metadata) {
		return fmt.Errorf("--profile goes with metadata, a %s has none", name)
	}
	catalogue, _, err := r.catalogue(c)
	if err != nil {
		return err
	}
	format := catalogue.Format(name)
	form, err := blank(c, catalogue, name)
	if err != nil {
		return err
	}
	if form, err = r.prefill(c, format, form); err != nil {
		return err
	}
	path := c.String("output")
	if path == "" {
		return r.printContent(form)
	}
	if err := createWithFolder(path, form); err != nil {
		return err
	}
	r.note(c, "wrote %s: fill in what is in <angle brackets>, then run `handofflint check %s`", path, text.ShellQuote(path))
	return nil
}

// blank is the skeleton of a format, which may be a team's.
func blank(c *cli.Context, catalogue *rules.Catalogue, name string) (string, error) {
	info := catalogue.Format(name)
	switch format := document.Format(name); {
	case info == nil:
		return "", noSuchFormat(name, formatNames(catalogue))
	case format == document.Report:
		return handoff.Skeleton(catalogue, cmp.Or(c.String("role"), handoff.AssignmentAt(c.String("output")).Role))
	case slices.Contains(document.FormatNames, name):
		return skeleton(format, c.String("profile"))
	case info.Skeleton == "":
		return "", fmt.Errorf("the format %s has no skeleton: give it one in %s, `skeleton: \"...\"`", name, info.Origin)
	}
	return info.Skeleton, nil
}

// skeleton is the skeleton of a built-in format other than the report, that of a profile if
// there are several.
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

// prefill fills in the options, and what is known without them: a report's number,
// role and session by its path, the coding agent's session, the time. The values are
// JSON, which is YAML too.
func (r *runner) prefill(c *cli.Context, format *rules.FormatInfo, form string) (string, error) {
	fields := map[string]string{}
	for _, field := range format.Fill {
		fields[field.Name] = field.Value
	}
	path := handoff.AssignmentAt(c.String("output"))
	known := map[string]string{"now": nowOf(c).UTC().Format(time.RFC3339), "session": path.Session}
	if path.Session == "" {
		known["session"], _ = handoff.SessionFrom(r.streams.Getenv)
	}
	if path.Sequence > 0 {
		known["role"] = path.Role
	}
	for _, option := range []string{"role", "task"} {
		if !c.IsSet(option) {
			continue
		}
		// YAML refuses many characters that are not visible.
		unprintable := func(r rune) bool { return !unicode.IsPrint(r) }
		s := c.String(option)
		if strings.TrimSpace(s) == "" || !utf8.ValidString(s) || strings.ContainsFunc(s, unprintable) {
			return "", fmt.Errorf("--%s must be one line of text, this is %q", option, s)
		}
		if fields[option] == "" {
			return "", fmt.Errorf("--%s: a %s handoff has no such field", option, format.Name)
		}
		known[option] = s
	}
	for name, field := range fields {
		if known[name] != "" {
			form = handoff.FillField(form, field, text.JSONQuote(known[name]))
		}
	}
	if path.Sequence > 0 && format.Name == document.Report {
		form = handoff.FillField(form, "sequence", strconv.Itoa(path.Sequence))
	}
	return form, nil
}
