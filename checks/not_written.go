package checks

import (
	"time"

	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/skeleton"
	"github.com/handofflint/handofflint/rules"
)

type notWrittenParams struct {
	Hours int `json:"hours"`
}

// notWritten reports a report that was reserved long ago and never written.
func notWritten(p *notWrittenParams, pass *rules.Pass) {
	if !skeleton.IsReservation(pass.Doc) {
		return
	}
	created := pass.Doc.Data().Field("created")
	at, _ := time.Parse(time.RFC3339, created.Str()) // long ago if it is another text
	if pass.Now.Sub(at) < time.Duration(p.Hours)*time.Hour {
		return
	}
	pass.Report(rules.Report{At: created.Value, Pointer: "/created", Values: rules.Values{
		"created": created.Str(),
		"role":    secret.Quote(pass.Doc.Data().Field("agent_role").Str()),
	}})
}
