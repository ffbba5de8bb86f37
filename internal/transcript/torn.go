package transcript

import (
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/text"
)

var (
	// tornResult matches the id of the call whose result a torn record has.
	tornResult = text.MustCompile(`"tool_use_id": ?"([^"\\]+)"`)
	// callsOrTells matches a record that may have a call or a prompt.
	callsOrTells = text.MustCompile(`"type": ?"tool_use"|"role": ?"user"`)
	isAssistant  = text.MustCompile(`"role": ?"assistant"`)
)

// torn takes a line that is not a whole record: a redactor broke it, or the file is cut off. In the form of Claude Code,
// the line still shows what the record can hide. A result leaves open how its call ended.
func (r *reader) torn(line string) {
	if r.client == nil {
		return // nothing counts before the first record
	}
	if isAssistant.MatchString(line) {
		delete(r.said, r.ledgerOf(r.agent)) // what it says is unknown
	}
	isWhole := r.client.name == claudeCode && strings.HasSuffix(line, "}")
	if id := tornResult.FindStringSubmatch(line); isWhole && id != nil && r.calls[id[1]] != nil {
		r.mayHaveDone(r.closeCall(id[1]), shell.Unknown)
		return
	}
	if !isWhole || callsOrTells.MatchString(line) {
		r.addGap(ledger.Torn)
	}
}
