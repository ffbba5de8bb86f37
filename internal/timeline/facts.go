package timeline

import (
	"cmp"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
)

// facts is the data of rules/facts/verdicts.cue.
type facts struct {
	// Saw matches a prompt in which a person says that they ran something, or saw it work.
	Saw *text.Regexp
	// Asks matches a question, Demands a prompt that asks for it.
	Asks, Demands *text.Regexp
	// Doubts are the words for reasons, Kinds those for kinds of runs, Receipt those for receipts.
	Doubts         map[Reason]string
	Kinds, Receipt map[string]string
	// Headings name kinds, Commits are the names of commits and of checks in their hooks.
	Headings, Commits map[string]string
	// MakesCommits are programs with commit or push commands of their own.
	MakesCommits []string
	// Integrates are patterns of what programs print that have brought changes of other people, by the program.
	Integrates map[string]*text.Regexp
	// Patches are programs that change files which their command line does not name, unless it has one of Showing.
	Patches, Showing []string
	// Restored matches what git prints as it takes files back, with their number, and not as it changes the branch.
	Restored *text.Regexp
	// FailedFiles and FailedTests match what runners print of a file, package or test that failed.
	FailedFiles, FailedTests *text.Regexp
	// AnyLanguage are programs whose tasks may check code of any language.
	AnyLanguage []string
	// Logs are the extensions of files that may show how runs ended.
	Logs []string
	// Scratch are parts of paths that mark folders for temporary files.
	Scratch []string
}

var builtin = sync.OnceValue(func() facts { return table.Load[facts]("verdicts") })

// isReport reports whether a person says in a prompt that they ran something, or that it works.
func isReport(prompt string) bool {
	prompt = builtin().Asks.ReplaceAllString(prompt, "")
	return builtin().Saw.MatchString(prompt) && !builtin().Demands.MatchString(prompt)
}

// Words returns the reason of a doubt, with the command that may have caused it, masked.
func (d Doubt) Words() string {
	values := map[string]string{"command": "", "gap": "", "path": ""}
	switch {
	case d.Event == nil:
	case d.Why == ByOthers:
		values["path"] = text.QuoteShort(d.Event.Deed.Path)
	case d.Event.Gap != "":
		values["gap"] = ledger.Gap{Why: d.Event.Gap}.Words()
	default:
		values["command"] = d.Event.Name(runner.Commit)
	}
	return text.Fill(builtin().Doubts[d.Why], values)
}

// commitMessage finds the first line of a commit's message, in a here-document or in quotes.
var commitMessage = text.MustCompile(`\bgit commit(?: -[a-zA-Z]+)* -[a-z]*m (?:"?\$\(cat <<-?\s*\\?["']?\w+["']?\s+([^\n]+)|"([^"\n]+)|'([^'\n]+)|([^\s"'$]+))`)

// maxMessage is how much of a commit's message is in its name, in characters.
const maxMessage = 50

// CommitName returns how messages name a commit or, of another kind, a check in its hooks, with
// credentials masked; "" if the command is not a commit, or its message is not known.
func (e *Event) CommitName(kind runner.Kind) string {
	message := commitMessage.FindStringSubmatch(e.Deed.Command)
	if message == nil || runner.Of(e.Deed.Words).Kind != runner.Commit {
		return ""
	}
	form := "hooks"
	if kind == runner.Commit {
		form = "commit"
	}
	first := strings.TrimSpace(secret.Mask(strings.Join(message[1:], "")))
	return text.Fill(builtin().Commits[form], map[string]string{"kind": builtin().Headings[string(kind)], "message": text.Quote(text.Shorten(first, maxMessage))})
}

// Name returns how messages name a command, by which a check of a kind ran: that of a commit has its
// message, other commands are quoted and cut off. For a command itself, kind is runner.Commit.
func (e *Event) Name(kind runner.Kind) string {
	return cmp.Or(e.CommitName(kind), text.QuoteShort(text.Fold(secret.Mask(e.Deed.Command))))
}
