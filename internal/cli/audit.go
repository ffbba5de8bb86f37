package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/audit"
	"github.com/handofflint/handofflint/internal/evidence"
	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/text"
)

func (r *runner) auditCommand() *cli.Command {
	return &cli.Command{
		Name:      "audit",
		Usage:     "hold what agents said against what they did",
		ArgsUsage: "[TRANSCRIPT]...",
		Description: `Reads the sessions of this repository that Claude Code and Codex keep on
disk, and holds what each message that ends a turn says against what its agent
did: that tests, builds and linters pass, that something was committed, pushed,
run or changed. It sends nothing, and writes nothing but -o.

A claim holds, is contradicted, or is outdated: it was true, and sources were
changed since. -v lists what holds and what cannot be known, too. A TRANSCRIPT
is a file or a folder of them.

Exit codes: 0 nothing is contradicted; 1 claims are outdated; 2 claims are
contradicted, or a file could not be read.

Examples:
   handofflint audit
   handofflint audit --all --since 30d
   handofflint audit -v ~/.claude/projects/-src-app/5f0c2a.jsonl
   handofflint audit -f json | jq '.sessions[].claims[] | select(.verdict == "contradicted")'`,
		Flags: []cli.Flag{
			formatFlag("text", "json"), sharedFlag("output"),
			&cli.BoolFlag{Name: "all", Usage: "the sessions of all projects"},
			&cli.StringFlag{Name: "since", Usage: "leave out what is older than `TIME`: 7d or 2026-05-01"},
			&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, Usage: "also list claims that hold and that cannot be known"},
		},
		Action: r.audit,
	}
}

func (r *runner) audit(c *cli.Context) error {
	names, err := r.sessions(c)
	if err != nil {
		return err
	}
	sessions, failed := audit.ReadAll(names)
	for _, s := range sessions {
		s.Path = shortPath(s.Path)
	}
	output := auditText(sessions, c.Bool("verbose"))
	if c.String("format") == "json" {
		if output, err = encodeJSON(auditObject(sessions)); err != nil {
			return err
		}
	}
	if err := r.deliver(c.String("output"), output); err != nil {
		return err
	}
	if failed != nil {
		return failed
	}
	return auditExit(sessions)
}

// sessions returns the transcripts that the command line asks for.
func (r *runner) sessions(c *cli.Context) ([]string, error) {
	since, err := parseSince(c.String("since"), nowOf(c))
	if err != nil {
		return nil, err
	}
	want := audit.Wanted{Since: since}
	if c.Args().Present() {
		return audit.Find(c.Args().Slice(), want)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return nil, fmt.Errorf("cannot find your sessions: %w; name the transcripts", err)
	}
	if !c.Bool("all") {
		want.Roots = []string{files.Root(".")}
	}
	var places []string
	for _, place := range audit.Places(home, os.Getenv) {
		if info, err := files.Named.Stat(place); err == nil && info.IsDir() {
			places = append(places, place)
		}
	}
	names, err := audit.Find(places, want)
	if err == nil && len(names) == 0 {
		r.note(c, "no session of this repository in %s", strings.Join(audit.Places(home, os.Getenv), " or "))
	}
	return names, err
}

// shortPath returns the path of a transcript as it is printed: relative if that is shorter.
func shortPath(name string) string {
	if wd, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(wd, name); err == nil && len(rel) < len(name) {
			name = rel
		}
	}
	return filepath.ToSlash(name)
}

// auditObject is a contract with programs.
func auditObject(sessions []*audit.Session) any {
	if sessions == nil {
		sessions = []*audit.Session{}
	}
	count := audit.Count(sessions)
	return struct {
		Sessions []*audit.Session         `json:"sessions"`
		Summary  map[evidence.Verdict]int `json:"summary"`
	}{sessions, map[evidence.Verdict]int{
		evidence.Holds: count[evidence.Holds], evidence.Contradicted: count[evidence.Contradicted],
		evidence.Outdated: count[evidence.Outdated], evidence.Undecided: count[evidence.Undecided],
	}}
}

func auditText(sessions []*audit.Session, all bool) string {
	verdicts := []evidence.Verdict{evidence.Contradicted, evidence.Outdated}
	if all {
		verdicts = append(verdicts, evidence.Undecided, evidence.Holds)
	}
	var b strings.Builder
	for _, verdict := range verdicts {
		for _, s := range sessions {
			for _, claim := range s.Claims {
				if claim.Verdict == verdict {
					b.WriteString(claimText(s, claim))
				}
			}
		}
	}
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	count := audit.Count(sessions)
	total := 0
	for _, n := range count {
		total += n
	}
	fmt.Fprintf(&b, "%s, %s: %d hold, %d contradicted, %d outdated, %d cannot be known\n", text.Count(len(sessions), "session"), text.Count(total, "claim"),
		count[evidence.Holds], count[evidence.Contradicted], count[evidence.Outdated], count[evidence.Undecided])
	return b.String()
}

// claimText is a claim on two or three lines: where it is, what it says, and the fact.
func claimText(s *audit.Session, c audit.Claim) string {
	out := fmt.Sprintf("%s:%d: %s: %s\n", text.Escape(s.Path), c.Line, c.Verdict, text.Escape(text.Quote(c.Text)))
	return out + "   = " + text.Escape(c.Why) + "\n"
}

// auditExit returns the exit code for what was found.
func auditExit(sessions []*audit.Session) error {
	count := audit.Count(sessions)
	switch {
	case count[evidence.Contradicted] > 0:
		return exitCode(ExitFailed)
	case count[evidence.Outdated] > 0:
		return exitCode(ExitWarnings)
	}
	return nil
}
