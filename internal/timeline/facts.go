package timeline

import (
	"sync"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/table"
	"github.com/handofflint/handofflint/internal/text"
)

// facts is the data of rules/facts/verdicts.cue.
type facts struct {
	// Saw matches a prompt in which a person says that they ran something, or saw it work.
	Saw *text.Regexp
	// Demands matches a prompt that asks for it.
	Demands *text.Regexp
	// Doubts are the words for reasons, Kinds those for kinds of runs, Receipt those for receipts.
	Doubts         map[Reason]string
	Kinds, Receipt map[string]string
	// MakesCommits are programs with commit or push commands of their own.
	MakesCommits []string
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
	return builtin().Saw.MatchString(prompt) && !builtin().Demands.MatchString(prompt)
}

// Words returns the reason of a doubt, with the command that may have caused it, masked.
func (d Doubt) Words() string {
	values := map[string]string{"command": "", "gap": "", "path": ""}
	why := d.Why
	switch {
	case d.Event == nil:
	case d.Event.Deed != nil && d.Event.Deed.Command == "" && why == MayHaveRun:
		why = "by-tool"
	case why == ByOthers:
		values["path"] = text.QuoteShort(d.Event.Deed.Path)
	case d.Event.Gap != "":
		values["gap"] = ledger.Gap{Why: d.Event.Gap}.Words()
	case d.Event.Deed != nil:
		values["command"] = text.QuoteShort(text.Fold(secret.Mask(d.Event.Deed.Command)))
	}
	return text.Fill(builtin().Doubts[why], values)
}
