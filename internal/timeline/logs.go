package timeline

import (
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/runner"
)

// commandAt is a command in a line of a transcript.
type commandAt struct {
	agent *ledger.Ledger
	line  int
	text  string
}

func (e *Event) at() commandAt { return commandAt{e.Agent, e.Line, e.Deed.Command} }

// redirect notes that a command writes a file.
func (b *builder) redirect(e *Event) {
	at := e.at()
	b.redirects[at] = append(b.redirects[at], e.Deed.Path)
}

// log notes which files hold the output of a command: its redirections come before it.
func (b *builder) log(e *Event) {
	for _, file := range b.redirects[e.at()] {
		b.logs[file] = e
	}
}

// readLog sets the outcomes of runs whose output went to a file, from what a command showed of it.
func (b *builder) readLog(e *Event) {
	of := b.logs[e.Deed.Path]
	if of == nil || !b.last.isOfLine(e) {
		return
	}
	for i := range of.Runs {
		run := &of.Runs[i]
		summary := runner.Read(run.Kind, b.last.Deed.Output)
		if !summary.Known() {
			summary = runner.ReadOf(run.Words, b.last.Deed.Output)
		}
		isOpen := run.Outcome == Hidden || of.Deed.Behind // which is still writing it
		if isOpen && summary.Known() {
			run.Outcome = Outcome(summary.Result)
			run.Summary = summary
		}
	}
}
