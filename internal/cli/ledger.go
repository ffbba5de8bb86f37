package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/evidence"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/receipt"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
)

// ledgerOptions are the options of `ledger`.
type ledgerOptions struct {
	format choice
}

func (o *ledgerOptions) flags(shared *sharedOptions) []cli.Flag {
	return []cli.Flag{
		formatFlag(&o.format, "text", "json"),
		shared.verboseFlag("also list files that were only seen, in a search"),
	}
}

func (r *runner) ledgerCommand() *cli.Command {
	o := new(ledgerOptions)
	return &cli.Command{
		Name:      "ledger",
		Usage:     "print what an agent did, by its transcript",
		ArgsUsage: "TRANSCRIPT",
		Description: `Reads a transcript of Claude Code or Codex, and the other transcripts of that
session next to it: the files that were read, written and deleted, the
commands with their results, skills, agents that were launched. At the end is
the agent's receipt: what it changed, how the last runs of tests ended, and
what the transcript leaves open. Given a folder, it reads the newest
transcript.

A command passed only if its exit status can be trusted: a pipe, "|| true" or
the background hides it. "maybe" marks what may not have happened.

Examples:
   handofflint ledger ~/.claude/projects/-src-app/5f0c2a.jsonl
   handofflint ledger -f json rollout.jsonl | jq '.ledgers[0].deeds[] | select(.act == "write").path'`,
		Flags:  o.flags(&r.options),
		Action: func(c *cli.Context) error { return r.ledger(c, o) },
	}
}

func (r *runner) ledger(c *cli.Context, o *ledgerOptions) error {
	name, err := oneArgument(c, "the transcript")
	if err != nil {
		return err
	}
	deeds, err := evidence.OpenDeeds(name, nil)
	if err != nil {
		return err
	}
	summary := deeds.Of(deeds.Agent).SummaryOf("")
	var ledgers []ledger.Ledger
	for _, l := range deeds.All() {
		for i := range l.Deeds {
			d := &l.Deeds[i]
			for _, s := range []*string{&d.Path, &d.Command, &d.Output, &d.Name} {
				*s = secret.Mask(*s)
			}
		}
		flat := *l
		flat.Agents = nil // they follow in the list
		ledgers = append(ledgers, flat)
	}
	incomplete := deeds.Incomplete()
	if o.format.value == "json" {
		// A contract with programs.
		return r.printJSON(struct {
			Complete bool            `json:"complete"`
			Why      string          `json:"why,omitempty"`
			Ledgers  []ledger.Ledger `json:"ledgers"`
			Receipt  receipt.Summary `json:"receipt"`
		}{incomplete == "", incomplete, ledgers, summary})
	}
	var b strings.Builder
	for i, l := range ledgers {
		indent := ""
		if i > 0 {
			indent = "  "
			b.WriteByte('\n')
		}
		b.WriteString(indent + text.Escape(ledgerTitle(l)) + "\n")
		printLedger(&b, l, indent, r.options.verbose)
	}
	if incomplete != "" {
		fmt.Fprintf(&b, "\nIncomplete: %s.\n", incomplete)
	}
	b.WriteString("\n" + strings.Join(evidence.SummaryLines(summary), "\n") + "\n")
	return r.printText(b.String())
}

// ledgerTitle names the agent and its session.
func ledgerTitle(l ledger.Ledger) string {
	title := strings.TrimSpace(l.Client + " " + l.Version)
	if l.Agent != "" {
		title += ", agent " + strings.TrimSuffix(l.Agent+" ("+l.AgentType+")", " ()")
	}
	title += ", session " + cmp.Or(l.Session, "unknown")
	if !l.Began.IsZero() {
		title += l.Began.Format(", 2006-01-02 15:04")
	}
	if !l.Ended.IsZero() {
		title += l.Ended.Format("-15:04")
	}
	return strings.TrimSuffix(title+", in "+l.Cwd, ", in ")
}

// printLedger prints a line a deed, in columns.
func printLedger(w io.Writer, l ledger.Ledger, indent string, all bool) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	seen := 0
	for i, d := range l.Deeds {
		if d.Act == ledger.Seen && !all {
			seen++
			continue
		}
		if next := i + 1; d.Act == ledger.Run && d.Result == "" && next < len(l.Deeds) && l.Deeds[next].Command == d.Command && l.Deeds[next].Act == ledger.Read {
			continue // the next line has the command and what it read
		}
		act := string(d.Act)
		if d.Maybe {
			act += ", maybe"
		}
		fmt.Fprintf(table, "%s%d\t%s\t%s\t%s\n", indent, d.Line, d.Time.Format("15:04:05"), act, text.Escape(deedText(l, d)))
	}
	_ = table.Flush() // the caller's builder takes everything
	if seen > 0 {
		fmt.Fprintf(w, "%s%s only seen; -v lists them\n", indent, text.Count(seen, "file"))
	}
	for _, g := range l.Gaps {
		fmt.Fprintf(w, "%sgap: %s\n", indent, strings.TrimPrefix(fmt.Sprintf("line %d, %s", g.Line, g.Words()), "line 0, "))
	}
}

// commandWidth is how much of a command is shown.
const commandWidth = 100

// deedText returns the file or the command of a deed.
func deedText(l ledger.Ledger, d ledger.Deed) string {
	command := text.Shorten(text.Fold(d.Command), commandWidth)
	switch d.Act {
	case ledger.Run:
		return strings.TrimSuffix(command+" -> "+string(d.Result), " -> ")
	case ledger.Skill, ledger.Send:
		return strings.TrimSpace(d.Name + " " + d.Agent)
	}
	out := strings.TrimPrefix(d.Path, strings.TrimSuffix(l.Cwd, "/")+"/")
	switch {
	case d.Path == ledger.Anything:
		out = "any file"
	case d.From > 0 && d.To > 0:
		out += fmt.Sprintf(":%d-%d", d.From, d.To)
	case d.From > 0:
		out += fmt.Sprintf(":%d-", d.From)
	}
	if d.Whole {
		out += " (all)"
	}
	if command != "" {
		out += "  by " + command
	} else if d.Act == ledger.Seen {
		out += "  in a " + d.Name
	}
	return out
}
