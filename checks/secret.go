package checks

import (
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/rules"
)

// secrets reports credentials.
func secrets(_ *struct{}, pass *rules.Pass) {
	for _, s := range secret.In(pass.Doc) {
		pass.Report(rules.Report{At: s.Span, Pointer: s.Pointer, Values: rules.Values{"kind": s.String()}})
	}
}
