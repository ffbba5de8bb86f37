// Package skeleton knows the report that an agent is given to fill in, and tells whether a
// file still is one. Begin with Is.
package skeleton

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

	schema "github.com/handofflint/handofflint/cue"
	"github.com/handofflint/handofflint/internal/document"
)

// Report returns a report to fill in. {1} to {5} are the minimums of its sections.
func Report() string {
	text, err := schema.Skeletons.ReadFile("skeletons/report.md")
	if err != nil {
		panic(err) // it is embedded
	}
	return string(text)
}

// MaxBytes is more bytes than a skeleton has.
const MaxBytes = 16 << 10

// pattern matches a report's skeleton in which only what a program knows is
// filled in. A configuration may change minimums and titles, so these
// may be any.
var pattern = sync.OnceValue(func() *regexp.Regexp {
	expression := regexp.QuoteMeta(Report())
	for _, hole := range [][2]string{
		{`(?m)^(agent_role|task_id|session_id|sequence|created): .*$`, `$1: ("[^<\r\n][^\r\n]*"|\d+)`},
		{`(?m)^## (\d)\\\. .*$`, `## $1\. [^\r\n]+`},
		{`\\\{\w+\\\}`, `[^<>\r\n]*`},
		{`\n`, `\r?\n`},
	} {
		expression = regexp.MustCompile(hole[0]).ReplaceAllString(expression, hole[1])
	}
	return regexp.MustCompile(`^\x{FEFF}?` + strings.TrimSuffix(expression, `\r?\n`) + `\s*$`)
})

// Is reports whether a text is a report's skeleton as `handofflint
// dispatch` writes it, and nothing in it was changed.
func Is(text []byte) bool {
	return len(text) < MaxBytes && bytes.Contains(text, []byte(`status: "writing" #`)) && pattern().Match(text)
}

// IsReservation reports whether a document is a report that an agent still has
// to write: an unchanged skeleton without a `.done` that nobody has named.
func IsReservation(doc *document.Document) bool {
	return doc.Spec.IsSealed && !doc.Input.Named && !doc.HasMarker() && Is(doc.Input.Data)
}
