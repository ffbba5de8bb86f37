package timeline

import (
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
)

// commandKey is a command in a line of a transcript.
type commandKey struct {
	agent *ledger.Ledger
	line  int
	text  string
}

func (e *Event) command() commandKey { return commandKey{e.Agent, e.Line, e.Deed.Command} }

// noteRedirect notes that a command writes a file.
func (b *builder) noteRedirect(e *Event) {
	key := e.command()
	b.redirects[key] = append(b.redirects[key], e.Deed.Path)
}

// noteLogs notes which files hold the output of a command: its redirections come before it.
func (b *builder) noteLogs(e *Event) {
	for _, file := range b.redirects[e.command()] {
		b.logs[file] = e
	}
}

// readLog sets the outcomes of runs whose output went to a file, from what a command showed of it.
func (b *builder) readLog(e *Event) {
	logged := b.logs[e.Deed.Path]
	if logged == nil || !b.last.isOfRecord(e) { // b.last has the output of this read
		return
	}
	for i := range logged.Runs {
		run := &logged.Runs[i]
		summary := runner.Read(run.Kind, b.last.Deed.Output)
		if !summary.Known() { // in a form that counts only for its own command
			summary = runner.ReadOf(run.Words, b.last.Deed.Output)
		}
		isOpen := run.Outcome == Hidden || logged.Deed.Behind // a command in the background may end later
		if isOpen && summary.Known() {
			run.Outcome = Outcome(summary.Result)
			run.Summary = summary
		}
	}
}
