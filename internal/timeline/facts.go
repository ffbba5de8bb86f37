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
	// Saw matches what a person says who ran something, or saw that it works.
	Saw *text.Regexp
	// Demands matches a prompt that wants it.
	Demands *text.Regexp
	// Doubts are the reasons in words, Kinds the names of kinds of runs, Receipt the words of
	// receipts.
	Doubts         map[Reason]string
	Kinds, Receipt map[string]string
	// MakesCommits are the programs that commit or push in a way of their own.
	MakesCommits []string
	// AnyLanguage are the programs whose tasks may check code of any language.
	AnyLanguage []string
	// Logs are the endings of files that may show how runs ended.
	Logs []string
	// Scratch are parts of the paths of folders for what is thrown away.
	Scratch []string
}

var builtin = sync.OnceValue(func() facts { return table.Load[facts]("verdicts") })

// isReport reports whether a person says in a prompt that they ran something, or that it works.
func isReport(prompt string) bool {
	return builtin().Saw.MatchString(prompt) && !builtin().Demands.MatchString(prompt)
}

// Words returns why something is not known, with the command that may have done it, masked.
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
