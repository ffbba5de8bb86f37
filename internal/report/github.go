package report

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// mostAnnotations is how many annotations of each severity GitHub shows for a step (docs.github.com, "Workflow commands
// for GitHub Actions").
const mostAnnotations = 10

// writeGitHub writes workflow commands, which GitHub Actions shows as annotations in a pull request. It reads columns
// only if the range is on one line.
func writeGitHub(out *bufio.Writer, run Run) error {
	count := map[rules.Severity]int{}
	for f := range run.findings() {
		count[f.Severity]++
		if count[f.Severity] > mostAnnotations {
			continue
		}
		at, columns := regionOf(f.Range), ""
		if at.Line == at.EndLine {
			columns = fmt.Sprintf(",col=%d,endColumn=%d", at.Column, at.EndColumn)
		}
		fmt.Fprintf(out, "::%s title=%s,file=%s,line=%d,endLine=%d%s::%s\n", level(f.Severity),
			commandProperty(f.Rule), commandProperty(run.relative(f.Path)), at.Line, at.EndLine, columns, commandData(advice(f)))
	}
	for _, line := range run.incompleteLines() {
		fmt.Fprintf(out, "::error title=handofflint::%s\n", commandData(line))
	}
	for _, line := range run.notReported() {
		fmt.Fprintf(out, "::notice title=handofflint::%s\n", commandData(line))
	}
	blocking := count[rules.Error]
	warnings := count[rules.Warning]
	if hidden := max(blocking-mostAnnotations, 0) + max(warnings-mostAnnotations, 0); hidden > 0 {
		fmt.Fprintf(out, "%s not annotated; in all: errors %d, warnings %d\n", text.Count(hidden, "more finding"), blocking, warnings)
	}
	return nil
}

// commandData escapes the text of a workflow command as the runner undoes it (actions/toolkit, command.ts).
func commandData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// commandProperty escapes a property of a workflow command.
func commandProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(commandData(text.Escape(s)))
}

// summaryRoom is kept free for the line about what was left out.
const summaryRoom = 200

const summaryHead = "\n| severity | place | rule | message | what to do |\n|---|---|---|---|---|\n"

// WriteGitHubSummary writes a table of all findings in Markdown, errors first, for $GITHUB_STEP_SUMMARY. It writes at
// most limit bytes, and says how many findings do not fit. It returns an error if not even the head fits.
func WriteGitHubSummary(w io.Writer, run Run, limit int) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### handofflint\n\n%s", cmp.Or(run.Tally, Tally(run.Summary)))
	for _, line := range slices.Concat(run.incompleteLines(), run.notReported()) {
		fmt.Fprintf(&b, "\n%s\n", inert(line))
	}
	findings := slices.SortedStableFunc(run.findings(), func(a, b *rules.Finding) int {
		return strings.Compare(level(a.Severity), level(b.Severity))
	})
	if len(findings) > 0 {
		b.WriteString(summaryHead)
	}
	for i, f := range findings {
		row := fmt.Sprintf("| %s | %s | %s | %s | %s |\n", inert(string(f.Severity)), run.placeLink(f), ruleLink(f), inert(f.Message), inert(f.Help))
		if b.Len()+len(row) > limit-summaryRoom {
			fmt.Fprintf(&b, "\n%s left out, the least severe first.\n", text.Count(len(findings)-i, "more finding"))
			break
		}
		b.WriteString(row)
	}
	if b.Len() > limit {
		return errors.New("the summary of the step is full")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// placeLink returns the place of a finding, with a link to it at the commit if that is known.
func (run Run) placeLink(f *rules.Finding) string {
	name, at := run.relative(f.Path), regionOf(f.Range)
	place := inert(fmt.Sprintf("%s:%d:%d", name, at.Line, at.Column))
	if run.Blob == "" || !filepath.IsLocal(name) {
		return place
	}
	return fmt.Sprintf("[%s](%s/%s?plain=1#L%d)", place, run.Blob, uriPath(name), at.Line)
}

// plainAddress matches an address without characters that mean something in Markdown.
var plainAddress = text.MustCompile(`^https://[\w./#-]+$`)

// ruleLink returns the name of a rule, with a link to its page.
func ruleLink(f *rules.Finding) string {
	if !plainAddress.MatchString(f.URL) {
		return inert(f.Rule)
	}
	return fmt.Sprintf("[%s](%s)", inert(f.Rule), f.URL)
}

// inert escapes a text for Markdown and HTML: all ASCII punctuation that could begin a tag, a link, a mention or a cell
// becomes a character reference.
func inert(s string) string {
	var b strings.Builder
	for _, r := range text.Escape(s) {
		isSign := r < 0x7f && !unicode.In(r, unicode.Letter, unicode.Digit)
		if isSign && !strings.ContainsRune(" -,/", r) {
			fmt.Fprintf(&b, "&#%d;", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
