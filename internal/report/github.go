package report

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// mostAnnotations is how many annotations of each severity GitHub shows of a
// step (docs.github.com, "Workflow commands for GitHub Actions").
const mostAnnotations = 10

// githubFormat prints workflow commands, which GitHub Actions shows as
// annotations in a pull request.
type githubFormat struct{}

func (githubFormat) Write(w io.Writer, run Run) error {
	out := bufio.NewWriter(w)
	count := map[rules.Severity]int{}
	for f := range run.findings() {
		count[f.Severity]++
		if count[f.Severity] > mostAnnotations {
			continue
		}
		if _, err := out.WriteString(run.annotation(f)); err != nil {
			return err
		}
	}
	blocking, warnings := count[rules.Error], count[rules.Warning]
	for _, line := range run.left() {
		fmt.Fprintf(out, "::notice title=handofflint::%s\n", commandData(line))
	}
	if hidden := max(blocking-mostAnnotations, 0) + max(warnings-mostAnnotations, 0); hidden > 0 {
		fmt.Fprintf(out, "%s; in all: errors %d, warnings %d\n", more(hidden, "is not annotated", "are not annotated"), blocking, warnings)
	}
	return out.Flush()
}

// annotation is the workflow command of a finding. A column is only read where
// the range ends on the line on which it starts.
func (run Run) annotation(f *rules.Finding) string {
	at := placeOf(f.Range)
	level := "error"
	if f.Severity == rules.Warning {
		level = "warning"
	}
	columns := ""
	if at.Line == at.EndLine {
		columns = fmt.Sprintf(",col=%d,endColumn=%d", at.Column, at.EndColumn)
	}
	return fmt.Sprintf("::%s title=%s,file=%s,line=%d,endLine=%d%s::%s\n", level,
		commandProperty(f.Rule), commandProperty(run.relative(f.Path)), at.Line, at.EndLine, columns, commandData(advice(f)))
}

// commandData escapes the text of a workflow command as the runner undoes it
// (actions/toolkit, command.ts).
func commandData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// commandProperty escapes a property of a workflow command.
func commandProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(commandData(text.Escape(s)))
}

// more says of findings that are not shown how many they are; the verb is given
// for one and for several.
func more(n int, is, are string) string {
	if n == 1 {
		return "1 more finding " + is
	}
	return fmt.Sprintf("%d more findings %s", n, are)
}

// errNoRoom says that a summary would not even hold its count.
var errNoRoom = errors.New("the summary of the step is full")

// summaryRoom is kept free for the line that says what was left out.
const summaryRoom = 200

// WriteGitHubSummary writes a table of all findings in Markdown, for
// $GITHUB_STEP_SUMMARY. It writes at most limit bytes and says how many
// findings found no room, warnings before errors. It is an error if not even
// their count does.
func WriteGitHubSummary(w io.Writer, run Run, limit int) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### handofflint\n\n%s", tally(run.Summary))
	for _, line := range run.left() {
		fmt.Fprintf(&b, "\n%s\n", inert(line))
	}
	rows, left := run.summaryRows(limit - summaryRoom - b.Len() - len(summaryHead))
	if len(rows) > 0 {
		b.WriteString(summaryHead + strings.Join(rows, ""))
	}
	if left > 0 {
		fmt.Fprintf(&b, "\n%s, the least severe first.\n", more(left, "has no room here", "have no room here"))
	}
	if b.Len() > limit {
		return errNoRoom
	}
	_, err := io.WriteString(w, b.String())
	return err
}

const summaryHead = "\n| severity | place | rule | message |\n|---|---|---|---|\n"

// summaryRows are the rows that a number of bytes has room for, in their order,
// and how many findings are left. The first
// one without room ends the table.
func (run Run) summaryRows(room int) (rows []string, left int) {
	findings := slices.Collect(run.findings())
	places := worstFirst(len(findings), func(i int) rules.Severity { return findings[i].Severity })
	order := make([]int, len(places))
	for i, place := range places {
		order[place] = i
	}
	kept := make([]string, len(findings))
	for n, i := range order {
		row := run.summaryRow(findings[i])
		if room -= len(row); room < 0 {
			left = len(order) - n
			break
		}
		kept[i] = row
	}
	return slices.DeleteFunc(kept, func(row string) bool { return row == "" }), left
}

func (run Run) summaryRow(f *rules.Finding) string {
	at := placeOf(f.Range)
	place := fmt.Sprintf("%s:%d:%d", run.relative(f.Path), at.Line, at.Column)
	return fmt.Sprintf("| %s | %s | %s | %s |\n", inert(string(f.Severity)), inert(place), inert(f.Rule), inert(f.Message))
}

// inert is text that Markdown and HTML take for nothing but text: all ASCII
// punctuation that could open a tag, a link, a mention or a cell is a character
// reference.
func inert(s string) string {
	var b strings.Builder
	for _, r := range text.Escape(s) {
		if r < '0' && !strings.ContainsRune(" -,/", r) || '9' < r && r < 'A' || 'Z' < r && r < 'a' || 'z' < r && r < 0x7f {
			fmt.Fprintf(&b, "&#%d;", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
