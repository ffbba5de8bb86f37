package verdict

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/claim"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/timeline"
)

// words has the texts of rules/facts/verdicts.cue.
type words struct{ Reasons, Kinds map[string]string }

var said = sync.OnceValue(func() words { return table.Load[words]("verdicts") })

// IsUntested reports whether a claim says that tests passed although none were run.
func (j Judgement) IsUntested() bool {
	return j.Kind == runner.Tests && slices.Contains([]string{"untested", "never-ran"}, j.Case)
}

// IsNotice reports whether a person is told about a claim because it is false or not proved.
func (j Judgement) IsNotice() bool {
	switch j.Case {
	case "narrow", NeverWrote:
		return true
	case "no-result":
		return j.Run.Outcome == timeline.Ongoing
	}
	return j.Verdict == False || j.Verdict == Outdated
}

// IsNever reports whether nothing that the claim is about was done: handoffs have their own rules for that.
func (j Judgement) IsNever() bool {
	return slices.Contains([]string{"never-ran", "never-done", "refused"}, j.Case)
}

// IsIgnored reports whether the user ignores a claim, by its words or by the deciding command.
func (j Judgement) IsIgnored(c claim.Claim, ignored []string) bool {
	is := func(said string) bool {
		return slices.ContainsFunc(ignored, func(words string) bool { return strings.EqualFold(text.Fold(words), text.Fold(said)) })
	}
	return is(c.Text) || j.Run != nil && is(j.Run.Command())
}

// Values returns the values that fill the words of a verdict, with credentials masked.
func (j Judgement) Values() map[string]string {
	values := map[string]string{
		"kind": said().Kinds[string(j.Kind)], "hidden": j.Doubt.Words(), "printed": "", "word": secret.Quote(j.Word), "command": "", "line": "", "path": secret.Quote(j.File), "changed": "",
	}
	if j.Run != nil {
		values["command"], values["line"] = j.Run.Event.Name(j.Run.Kind), strconv.Itoa(j.Run.Event.Line)
		if j.Run.Summary.Line != "" {
			values["printed"] = ": " + secret.Quote(j.Run.Summary.Line)
		}
	}
	if j.Event != nil {
		values["command"], values["line"] = j.Event.Name(runner.Commit), strconv.Itoa(j.Event.Line)
		values["path"], values["changed"] = pathOf(j.Event, j.Event.Deed.Path), strconv.Itoa(j.Event.Line)
	}
	if j.Changed != nil {
		values["path"], values["changed"] = pathOf(j.Changed.Event, j.Changed.Path), strconv.Itoa(j.Changed.Event.Line)
	}
	return values
}

// Words returns the reason of a verdict, with credentials masked.
func (j Judgement) Words() string { return text.Fill(said().Reasons[j.Case], j.Values()) }

// pathOf returns the path of a file relative to the folder in which its agent began, quoted.
func pathOf(e *timeline.Event, file string) string {
	return secret.Quote(strings.TrimPrefix(file, strings.TrimSuffix(e.Agent.Cwd, "/")+"/"))
}
