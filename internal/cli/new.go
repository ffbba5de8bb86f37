package cli

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/dispatch"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/jsontext"
	"github.com/handofflint/handofflint/internal/text"
)

func (r *runner) newCommand() *cli.Command {
	return &cli.Command{
		Name:      "new",
		Usage:     "print a handoff to fill in",
		ArgsUsage: "FORMAT",
		Description: `FORMAT is report, metadata, context, task or one of your own. What is to be filled in stands in
angle brackets, and ` + "`handofflint check`" + ` names each of them until it is. The time is filled in,
and of a report the coding agent's session, and what the path after --output says.

Examples:
   handofflint new metadata >> output.md
   handofflint new report --task retry-limits \
      --output agent-handoffs/20260531-170546-ad4f12aa/01-implementer-report.md`,
		Flags:  append(newFlags(), configFlags()...),
		Action: r.new,
	}
}

func newFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write it to `FILE`, which must not exist yet, and make the folders that it is to stand in", TakesFile: true},
		&cli.StringFlag{Name: "profile", Value: "base", Usage: "the `PROFILE` of metadata: base or phased"},
		&cli.StringFlag{Name: "role", Usage: "fill in `ROLE`, the writer's role or agent name"},
		&cli.StringFlag{Name: "task", Usage: "fill in `ID`, the task's id"},
		&cli.StringFlag{Name: "session", Usage: "fill in `ID`, the session's id"},
		&cli.IntFlag{Name: "sequence", Usage: "fill in `N`, the report's number in its session"},
		quietFlag(),
		&cli.TimestampFlag{Name: "now", Layout: time.RFC3339, Hidden: true, Usage: "the time to fill in, for tests"},
	}
}

func (r *runner) new(c *cli.Context) error {
	name, err := oneArgument(c, "the format")
	if err != nil {
		return err
	}
	blank, err := r.skeleton(c, name)
	if err != nil {
		return err
	}
	if blank, err = r.prefill(c, name, blank); err != nil {
		return err
	}
	path := c.String("output")
	if path == "" {
		return r.printContent(blank)
	}
	// A handoff's own place is rarely there before the first one.
	folder, err := files.Named.Find(filepath.Dir(path))
	if err == nil {
		err = folder.MkdirAll(0o755)
	}
	if err != nil {
		return fmt.Errorf("cannot make the folder of %s: %w", path, err)
	}
	if err := createFile(c, path, blank); err != nil {
		return err
	}
	r.say(c, "wrote %s: fill in what stands in <angle brackets>, then run `handofflint check %s`", path, text.ShellQuote(path))
	return nil
}

// skeleton is the text of a format's skeleton, one of the team's own included.
func (r *runner) skeleton(c *cli.Context, name string) (string, error) {
	if _, err := parseFormat(name); err == nil && name != "" && name != "report" {
		return skeleton(name, c.String("profile"), c.IsSet("profile"))
	}
	catalogue, _, err := r.catalogue(c)
	if err != nil {
		return "", err
	}
	info := catalogue.Format(name)
	switch {
	case info == nil:
		return "", noSuchFormat(name, formatNamesOf(catalogue))
	case c.IsSet("profile"):
		return "", fmt.Errorf("--profile goes with metadata, a %s has none", name)
	case name == "report":
		role := cmp.Or(c.String("role"), dispatch.AssignmentAt(c.String("output")).Role)
		return dispatch.Skeleton(catalogue, role)
	case info.Skeleton == "":
		return "", fmt.Errorf("the format %s has no skeleton: give it one in %s, `skeleton: \"...\"`", name, info.Origin)
	}
	return info.Skeleton, nil
}

// prefilled says which field of which format an option fills in.
var prefilled = []struct {
	flag   string
	fields map[string]string
}{
	{"role", map[string]string{"report": "agent_role", "metadata": "agent"}},
	{"task", map[string]string{"report": "task_id", "context": "task_id"}},
	{"session", map[string]string{"report": "session_id"}},
	{"sequence", map[string]string{"report": "sequence"}},
	{"now", map[string]string{"report": "created", "metadata": "timestamp"}},
}

// prefill puts into the skeleton what the options give, and what is known without
// them: a report's number, role and session by its path, the coding agent's
// session, the time.
func (r *runner) prefill(c *cli.Context, format, text string) (string, error) {
	path, known := dispatch.AssignmentAt(c.String("output")), map[string]string{}
	known["now"] = jsontext.Quote(nowOf(c).UTC().Format(time.RFC3339))
	if path.Sequence > 0 {
		known["role"], known["sequence"] = jsontext.Quote(path.Role), strconv.Itoa(path.Sequence)
	}
	if path.Session == "" {
		path.Session, _ = r.agentSession()
	}
	if path.Session != "" {
		known["session"] = jsontext.Quote(path.Session)
	}
	for _, p := range prefilled {
		field, ok := p.fields[format]
		if c.IsSet(p.flag) && p.flag != "now" {
			value, err := prefillValue(c, p.flag)
			if err != nil {
				return "", err
			}
			if !ok {
				return "", fmt.Errorf("--%s: a %s handoff has no such field", p.flag, format)
			}
			known[p.flag] = value
		}
		if known[p.flag] != "" && ok {
			text = dispatch.FillField(text, field, known[p.flag])
		}
	}
	return text, nil
}

// prefillValue is an option's value as JSON, which is YAML too.
func prefillValue(c *cli.Context, flag string) (string, error) {
	if n, isInt := c.Value(flag).(int); isInt {
		if n < 1 {
			return "", fmt.Errorf("--%s must be at least 1, this is %d", flag, n)
		}
		return strconv.Itoa(n), nil
	}
	value := c.String(flag)
	if strings.TrimSpace(value) == "" || !utf8.ValidString(value) || strings.ContainsFunc(value, unprintable) {
		return "", fmt.Errorf("--%s must be one line of text, this is %q", flag, value)
	}
	return jsontext.Quote(value), nil
}

// unprintable says that a character is not to be seen: YAML refuses many of
// them, and nobody means them.
func unprintable(r rune) bool { return !unicode.IsPrint(r) }
