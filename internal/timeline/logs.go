package timeline

import "github.com/handofflint/handofflint/internal/runner"

// maxLogs bounds the remembered files with the output of commands.
const maxLogs = 10_000

// redirect notes that a line writes a file: the redirections of a command come before it.
func (b *builder) redirect(e *Event) {
	if len(b.redirects) > 0 && !b.redirects[0].isOfLine(e) {
		b.redirects = nil
	}
	b.redirects = append(b.redirects, e)
}

// log notes which files hold the output of a command.
func (b *builder) log(e *Event) {
	for _, w := range b.redirects {
		if w.isOfLine(e) && w.Deed.Command == e.Deed.Command && len(b.logs) < maxLogs {
			b.logs[w.Deed.Path] = e
		}
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
		isOpen := run.Outcome == Hidden || run.Outcome == Ongoing && of.Deed.Behind
		if isOpen && summary.Known() {
			run.Outcome = ofSummary(summary)
			run.Summary = summary
		}
	}
}
