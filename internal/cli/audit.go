package cli

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/audit"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/git"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/transcript"
	"github.com/handofflint/handofflint/internal/verdict"
	"github.com/handofflint/handofflint/rules"
)

// auditOptions are the options of `audit`.
type auditOptions struct {
	all     bool
	since   string
	show    string
	dismiss string
	words   bool
	actions bool
	// failOn is the lowest severity that makes the exit code non-zero, or "never".
	failOn choice
}

func (r *runner) auditCommand() *cli.Command {
	o := new(auditOptions)
	return &cli.Command{
		Name:      "audit",
		Usage:     "show how the checks ended, and which claims are false",
		ArgsUsage: "[TRANSCRIPT]...",
		Description: `Reads the sessions of this repository that Claude Code and Codex keep on
disk, or TRANSCRIPTs: files or folders, also exports of OpenCode. It lists
those that leave something open, the worst first, with the claims that are
false or outdated. It sends nothing and prints no prompt.

FORMAT is text, html, json, jsonl (a line a turn) or one of ` + "`check`" + `.

Exit codes: 0 no claim is false, whatever was not proved; 1 a claim is
outdated (a warning); 2 a claim is false (an error), or a TRANSCRIPT could
not be read.

Examples:
   handofflint audit --all --since 30d
   handofflint audit --show a0af77b8
   handofflint audit -f text -f html=audit.html`,
		Flags: append(r.options.findingFlags(),
			&cli.BoolFlag{Name: "all", Usage: "read the sessions of all projects", Destination: &o.all},
			&cli.StringFlag{Name: "since", Usage: "read only what ended after `TIME`: 7d, 2026-05-01", Destination: &o.since},
			&cli.StringFlag{Name: "show", Usage: "show the session whose id begins with `ID`: runs, claims", Destination: &o.show},
			&cli.StringFlag{Name: "dismiss", Usage: "do not report the claim `ID` of --show again", Destination: &o.dismiss},
			choiceFlag(&o.failOn, "fail-on", "lowest `SEVERITY` that fails", string(rules.Warning), "error", "warning", "never"),
			&cli.BoolFlag{Name: "words", Usage: "with -f jsonl, also print what messages say", Destination: &o.words},
			&cli.BoolFlag{Name: "actions", Usage: "list what the agents of one TRANSCRIPT did", Destination: &o.actions},
			r.options.verboseFlag("list all sessions and claims, and say why"),
		),
		Action: func(c *cli.Context) error {
			if o.actions {
				return r.printActions(c, o)
			}
			if o.dismiss != "" {
				return audit.Dismiss(o.dismiss)
			}
			return r.audit(c, o)
		},
	}
}

// audit prints the sessions, and returns an exit code by their claims.
func (r *runner) audit(c *cli.Context, o *auditOptions) error {
	var sessions []*audit.Session // the formats print them: they are read below
	since, err := parseSince(o.since, r.now())
	if err != nil {
		return err
	}
	shown := &audit.Text{Verbose: r.options.verbose, Quiet: r.options.quiet, Since: since, Asked: o.asked(c.Args().Slice())}
	outputs, err := r.outputs(func(name string) (report.Format, error) {
		return auditFormat(name, &sessions, shown, o.words)
	})
	if err != nil {
		return err
	}
	r.general.noConfig = true // a tree does not decide about sessions, only the user's own configuration
	own, err := r.config()
	if err != nil {
		return err
	}
	found, err := r.findSessions(c.Args().Slice(), audit.Wanted{Since: since, Ignored: own.Ignored()}, o.all)
	if err != nil {
		return err
	}
	r.noteOtherClients(found)
	inputs := map[string]string{}
	for _, name := range found.Names {
		inputs[name] = "a transcript"
	}
	if err := notOver(outputs, inputs); err != nil {
		return err
	}
	sessions = audit.Read(found, shortPath)
	shown.Unread = len(found.Failed)
	if err := r.dropDismissed(sessions); err != nil {
		return err
	}
	if o.show != "" {
		sessions, err = audit.ByID(sessions, o.show, shown.Asked)
		if err != nil {
			return err
		}
		shown.One = true
	}
	results := audit.Results(sessions)
	run := r.reportOf(results)
	run.Tally = (&audit.Text{}).Tally(sessions) + "\n" // without colours
	if err := r.write(outputs, run); err != nil {
		return err
	}
	if r.options.output != "" {
		r.note("%s", strings.TrimSpace(run.Tally))
	}
	hasNamed := r.logFailed(found)
	if hasNamed {
		return exitCode(ExitFailed)
	}
	return exitFor(o.failOn.value, results)
}

// logFailed logs which transcripts could not be read, and reports whether the user named one of them.
func (r *runner) logFailed(found *audit.Found) (hasNamed bool) {
	for _, failure := range found.Failed {
		if failure.Named {
			r.log.Error(failure.Err)
			hasNamed = true
		} else {
			r.log.Warn(failure.Err)
		}
	}
	return hasNamed
}

// noteOtherClients says how many sessions there are of clients whose sessions are not read.
func (r *runner) noteOtherClients(found *audit.Found) {
	for _, client := range slices.Sorted(maps.Keys(found.Unread)) {
		count := found.Unread[client]
		verb := "are"
		if count == 1 {
			verb = "is"
		}
		r.note("%s of %s %s not read, only those of %s", text.Count(count, "session"), client, verb, transcript.Clients)
	}
}

// asked returns the words of a command line that ask for the same sessions, quoted for a shell.
func (o *auditOptions) asked(named []string) (words []string) {
	if o.all {
		words = append(words, "--all")
	}
	if o.since != "" {
		words = append(words, "--since", text.ShellQuote(text.Escape(o.since)))
	}
	for _, name := range named {
		words = append(words, text.ShellQuote(text.Escape(name)))
	}
	return words
}

// dropDismissed drops the findings that the user has dismissed, and says how many.
func (r *runner) dropDismissed(sessions []*audit.Session) error {
	dismissed, err := audit.Dismissed()
	if err != nil {
		return err
	}
	dropped, byAgents := audit.DropDismissed(sessions, dismissed)
	if dropped > 0 {
		r.note("%s that you dismissed or ignore left out", text.Count(dropped, "finding"))
	}
	if byAgents > 0 {
		r.log.Warnf("%s dismissed by an agent, which does not count", text.Count(byAgents, "finding"))
	}
	return nil
}

// sampleURL is a page that shows a session to those who have none.
const sampleURL = "https://handofflint.github.io/handofflint/playground/#sample"

// findSessions returns the transcripts that the command line asks for: those that are named, else those of this
// repository, or of all. If there are none, it notes what to do instead.
func (r *runner) findSessions(named []string, want audit.Wanted, ofAll bool) (*audit.Found, error) {
	if len(named) > 0 {
		found := audit.Find(named, want)
		if len(found.Names)+len(found.Failed) == 0 {
			r.note("no session in %s; without a path the sessions on your disk are read", strings.Join(named, " or "))
		}
		return found, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, fmt.Errorf("cannot find your sessions: %w; name the transcripts", err)
	}
	whose := ""
	if !ofAll {
		root := files.Root(".")
		want.Roots = append([]string{root}, git.WorkTrees(root)...) // agents work in any of them
		whose = " of this repository"
	}
	places := audit.Places(home, r.streams.Getenv)
	isGone := func(place string) bool {
		_, err := files.Named.Stat(place)
		return err != nil
	}
	found := audit.Find(slices.DeleteFunc(slices.Clone(places), isGone), want)
	if len(found.Names) > 0 {
		return found, nil
	}
	hint := "try a sample: " + sampleURL + ", or name a transcript: handofflint audit FILE"
	if found.Elsewhere > 0 {
		hint = fmt.Sprintf("--all reads %s of other projects", text.Count(found.Elsewhere, "session"))
	}
	r.note("no session%s in %s; %s", whose, strings.Join(places, " or "), hint)
	return found, nil
}

// shortPath returns the path of a transcript as it is printed: relative if that is shorter.
func shortPath(name string) string {
	wd, _ := os.Getwd() // without it nothing is relative to it
	if rel, err := filepath.Rel(wd, name); err == nil && len(rel) < len(name) {
		name = rel
	}
	return secret.Mask(filepath.ToSlash(name))
}

// auditPage is the name of the format that only audit has.
const auditPage = "html"

// auditFormat returns the format of a name: one of audit's own, or one of findings. It writes the sessions that the
// pointer leads to by then.
func auditFormat(name string, sessions *[]*audit.Session, shown *audit.Text, words bool) (report.Format, error) {
	switch name {
	case "text":
		return func(out *bufio.Writer, run report.Run) error {
			shown.Screen = run.Screen
			_, err := out.WriteString(shown.Sessions(*sessions))
			return err
		}, nil
	case "json":
		return func(out *bufio.Writer, _ report.Run) error { return report.WriteJSON(out, auditObject(*sessions)) }, nil
	case "jsonl": // a contract with programs, kept in docs/schemas/row.schema.json
		return func(out *bufio.Writer, _ report.Run) error {
			return report.WriteLines(out, audit.Rows(*sessions, words))
		}, nil
	case auditPage:
		return formatOf(func() (string, error) { return shown.Page(*sessions) }), nil
	}
	return report.ByName(name, auditPage)
}

// formatOf returns the format that prints a text, whatever the findings are.
func formatOf(text func() (string, error)) report.Format {
	return func(out *bufio.Writer, _ report.Run) error {
		printed, err := text()
		if err == nil {
			_, err = out.WriteString(printed)
		}
		return err
	}
}

// auditObject returns a contract with programs, kept in docs/schemas/audit.schema.json.
func auditObject(sessions []*audit.Session) any {
	return struct {
		Version  string                  `json:"version"`
		Summary  map[verdict.Verdict]int `json:"summary"`
		Sessions []*audit.Session        `json:"sessions"`
	}{version(), audit.Count(sessions), append([]*audit.Session{}, sessions...)}
}
