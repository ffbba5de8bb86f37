// Package ledgertest describes deeds in a line, for tests.
package ledgertest

import (
	"fmt"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
)

// Brief returns a deed in a few words: act, object, lines, result.
func Brief(d ledger.Deed) string {
	out := string(d.Act)
	if d.Maybe {
		out += "?"
	}
	switch {
	case d.Act == ledger.Run:
		out += " " + d.Command
	case d.Path != "":
		out += " " + d.Path
	default:
		out += strings.TrimRight(" "+d.Name+" "+d.Agent, " ")
	}
	if d.From > 0 || d.To > 0 {
		out += fmt.Sprintf(":%d-%d", d.From, d.To)
	}
	if d.Whole {
		out += " all"
	}
	if d.Result != "" {
		out += " = " + string(d.Result)
	}
	if d.Exit != nil && *d.Exit != 0 {
		out += fmt.Sprintf(" (exit %d)", *d.Exit)
	}
	return out
}
