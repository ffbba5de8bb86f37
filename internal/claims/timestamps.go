package claims

import (
	"time"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type timestampParams struct {
	Fields []string `json:"fields"`
	Hours  int      `json:"hours"`
}

// each calls f for the times in the fields that do not violate the schema. A date without a time is the
// whole day.
func (p *timestampParams) each(pass *rules.Pass, f func(field *document.Node, pointer string, from, to time.Time)) {
	for _, name := range p.Fields {
		field := pass.Doc.Data().Field(name)
		moment, ok := text.ParseMoment(field.Str())
		if !ok || pass.Failed("/"+name) {
			continue
		}
		to := moment.At
		if moment.Day {
			to = moment.At.AddDate(0, 0, 1)
		}
		f(field, "/"+name, moment.At, to)
	}
}

func (p *timestampParams) tolerance() time.Duration { return time.Duration(p.Hours) * time.Hour }

// futureTimestamp reports times that are in the future in every time zone.
func futureTimestamp(p *timestampParams, pass *rules.Pass) {
	p.each(pass, func(field *document.Node, pointer string, from, _ time.Time) {
		if from.Sub(pass.Now) > p.tolerance() {
			pass.Report(rules.Report{At: field.Value, Pointer: pointer, Values: rules.Values{
				"field": field.Name, "value": secret.Quote(field.Text), "now": pass.Now.UTC().Format(time.RFC3339),
			}})
		}
	})
}

type inventedTimestampParams struct {
	timestampParams
	Session string `json:"session"`
}

// inventedTimestamp reports times before the start of the session in which the handoff was written, which
// is the time in the session's id, or the transcript's.
func inventedTimestamp(p *inventedTimestampParams, pass *rules.Pass) {
	session := pass.Doc.Data().Field(p.Session)
	began, variant := protocol.SessionTime(session.Str()), ""
	if facts := factsOf(pass); facts.Timeline != nil {
		at, isKnown := facts.began()
		if isKnown && !facts.wasThere(pass.Doc.Input.Path) {
			began, variant = at, "transcript"
		}
	}
	p.each(pass, func(field *document.Node, pointer string, _, to time.Time) {
		if began.Sub(to) > p.tolerance() {
			pass.Report(rules.Report{At: field.Value, Pointer: pointer, Variant: variant, Values: rules.Values{
				"field": field.Name, "value": secret.Quote(field.Text), "began": began.UTC().Format(time.RFC3339), "session": secret.Quote(session.Str()),
			}})
		}
	})
}
