package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/receipt"
	"github.com/handofflint/handofflint/internal/report"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/timeline"
)

// actions are what the agents of one session did.
type actions struct {
	ledgers []ledger.Ledger
	receipt receipt.Summary
	// incomplete is why actions may be missing, "" if none are.
	incomplete string
	verbose    bool
}

// printActions prints what `audit --actions` asks for.
func (r *runner) printActions(c *cli.Context, o *auditOptions) error {
	if o.all || o.since != "" {
		return errors.New("--actions is about one transcript: leave out --all and --since")
	}
	var did actions // the formats print it: it is read below
	outputs, err := r.outputs(func(name string) (report.Format, error) {
		switch name {
		case "text":
			return formatOf(func() (string, error) { return did.text(), nil }), nil
		case "json":
			return formatOf(func() (string, error) { return encodeJSON(did.object()) }), nil
		}
		return nil, oneOf("--format with --actions", name, []string{"text", "json"})
	})
	if err != nil {
		return err
	}
	name, err := oneArgument(c, "the transcript")
	if err != nil {
		return err
	}
	if err := notOver(outputs, map[string]string{name: "a transcript"}); err != nil {
		return err
	}
	did, err = readActions(name)
	if err != nil {
		return err
	}
	did.verbose = r.options.verbose
	return r.write(outputs, r.reportOf(nil))
}

// readActions reads a transcript, and the others of its session. Credentials are masked.
func readActions(name string) (did actions, err error) {
	session, err := timeline.Open(name, nil, nil)
	if err != nil {
		return did, err
	}
	const allHandoffs = "" // leaves out the changes of none
	did.receipt = session.OfAgent(session.Agent).Receipt(allHandoffs)
	did.incomplete = session.Incomplete()
	for _, l := range session.Agents {
		for i := range l.Deeds {
			d := &l.Deeds[i]
			for _, s := range []*string{&d.Path, &d.Command, &d.Output, &d.Name} {
				*s = secret.Mask(*s)
			}
		}
		flat := *l
		flat.Agents = nil // they follow in the list
		for _, s := range []*string{&flat.Title, &flat.Repository, &flat.Branch, &flat.Model} {
			*s = secret.Mask(*s)
		}
		did.ledgers = append(did.ledgers, flat)
	}
	return did, nil
}

// object returns what `--format json` prints. Programs read it, so its keys stay.
func (a actions) object() any {
	return struct {
		Complete bool            `json:"complete"`
		Why      string          `json:"why,omitempty"`
		Ledgers  []ledger.Ledger `json:"ledgers"`
		Receipt  receipt.Summary `json:"receipt"`
	}{a.incomplete == "", a.incomplete, a.ledgers, a.receipt}
}

// text returns a line an action, and the receipt.
func (a actions) text() string {
	var b strings.Builder
	for i, l := range a.ledgers {
		indent := ""
		if i > 0 {
			indent = "  "
			b.WriteByte('\n')
		}
		b.WriteString(indent + text.Escape(ledgerTitle(l)) + "\n")
		printLedger(&b, l, indent, a.verbose)
	}
	if a.incomplete != "" {
		fmt.Fprintf(&b, "\nIncomplete: %s.\n", a.incomplete)
	}
	b.WriteString("\n" + strings.Join(timeline.ReceiptLines(a.receipt), "\n") + "\n")
	return b.String()
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

// isInNext reports whether the line of the second of two deeds says all of the first: it has the same command, and
// what that read.
func isInNext(deeds []ledger.Deed) bool {
	if len(deeds) < 2 {
		return false
	}
	first, next := deeds[0], deeds[1]
	return first.Act == ledger.Run && first.Result == "" && next.Act == ledger.Read && next.Command == first.Command
}

// printLedger prints a line a deed, in columns, and then the gaps. Files that were only seen are counted unless
// verbose. A run that the next line says as well is left out.
func printLedger(w io.Writer, l ledger.Ledger, indent string, verbose bool) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	seen := 0
	for i, d := range l.Deeds {
		if d.Act == ledger.Seen && !verbose {
			seen++
			continue
		}
		if isInNext(l.Deeds[i:]) {
			continue
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
	for _, g := range l.Gaps { // a gap that is about the whole transcript has the line 0
		fmt.Fprintf(w, "%sgap: %s\n", indent, strings.TrimPrefix(fmt.Sprintf("line %d, %s", g.Line, g.Words()), "line 0, "))
	}
}

// commandWidth is how much of a command is shown.
const commandWidth = 100

// deedText returns what a deed was about: the command of a run and its result, the skill or the agent, or else the file
// with its lines, and what showed or changed it.
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
