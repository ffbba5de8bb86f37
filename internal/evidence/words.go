package evidence

import (
	"strconv"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/prose"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
)

// words is the data of rules/verdicts.cue.
type words struct {
	Reasons, Hidden, Kinds, Counted, Receipt map[string]string
	// LookedAtBefore is how many commands before a run are looked at for one that puts other
	// files in the place of those that are handed over.
	LookedAtBefore int
	// SummaryBytes is how much of the end of an output may have the number of tests.
	SummaryBytes int
	// Saw matches what a person says who ran something, or saw that it works.
	Saw *text.Regexp
	// MakesCommits are the programs that commit or push in a way of their own.
	MakesCommits []string
}

var said = sync.OnceValue(func() words { return table.Load[words]("verdicts") })

// IsCount reports whether a number alone is not as a claim says.
func (j Judgement) IsCount() bool { return strings.HasPrefix(j.Why, "count") }

// IsUntested reports whether a claim says that tests passed, and certainly none were run.
func (j Judgement) IsUntested() bool { return j.Why == "untested" }

// maxCommand is how much of a command is said, in characters.
const maxCommand = 80

// Values returns what the words for a verdict of a claim are filled with, with credentials
// masked.
func (j Judgement) Values(c prose.Claim) map[string]string {
	values := map[string]string{
		"kind": kindName(c), "hidden": secret.Mask(j.Hidden),
		"printed": "", "passed": "", "command": "", "line": "", "path": "", "changed": "", "by": "",
		"found": text.Count(j.Found, said().Counted[string(c.What)]), "of": "",
	}
	if c.Act == prose.Counted && c.Path != "" {
		values["of"] = text.Fill(said().Reasons["of"], map[string]string{"path": secret.Quote(c.Path)})
	}
	if kind, ok := said().Kinds[string(j.Kind)]; ok {
		values["kind"] = kind
	}
	if run := j.Run; run != nil {
		values["command"], values["line"] = commandOf(run.Command), strconv.Itoa(run.Line)
		if kind, ok := said().Kinds[string(run.Kind)]; ok {
			values["kind"] = kind
		}
		if j.Verdict != Holds { // what holds needs no other words
			summary := run.Summary()
			values["passed"] = strconv.Itoa(summary.Passed)
			if summary.Line != "" {
				values["printed"] = ": " + secret.Quote(summary.Line)
			}
		}
	}
	if change := j.Change; change != nil {
		values["changed"], values["by"] = strconv.Itoa(change.Line), commandOf(change.Command)
		values["path"] = secret.Quote(strings.TrimPrefix(change.Path, strings.TrimSuffix(change.of.Cwd, "/")+"/"))
	}
	return values
}

// Words returns the reason of a verdict of a claim, with credentials masked.
func (j Judgement) Words(c prose.Claim) string {
	why := j.Why
	if why == "" && j.Run == nil {
		why = "changed"
	}
	if why == "changed" && j.Change == nil {
		why = "nothing"
	}
	return text.Fill(said().Reasons[why], j.Values(c))
}

// hiddenBy returns in words why a command hides how a run ended.
func hiddenBy(why string, s Step) string {
	return text.Fill(said().Hidden[why], map[string]string{"command": commandOf(s.Command)})
}

func commandOf(command string) string {
	masked := secret.Mask(strings.Join(strings.Fields(command), " "))
	return text.QuoteShort(text.Shorten(masked, maxCommand))
}

// kindName returns how the runs are called that a claim speaks of.
func kindName(c prose.Claim) string {
	for _, kind := range c.Kinds {
		if kind != runner.Checks {
			return said().Kinds[string(kind)]
		}
	}
	return said().Kinds[string(runner.Checks)]
}
