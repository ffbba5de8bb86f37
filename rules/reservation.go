package rules

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

	schema "github.com/handofflint/handofflint/cue"
	"github.com/handofflint/handofflint/internal/document"
)

// ReportSkeleton is a report to fill in. {1} to {5} are the minimums of its
// sections.
func ReportSkeleton() string {
	text, err := schema.Skeletons.ReadFile("skeletons/report.md")
	if err != nil {
		panic(err) // it is embedded
	}
	return string(text)
}

// MaxSkeleton is more bytes than a skeleton has.
const MaxSkeleton = 16 << 10

// isSkeleton matches a report's skeleton in which only what a program knows is
// filled in. A configuration may change minimums and titles, so these
// may be any.
var isSkeleton = sync.OnceValue(func() *regexp.Regexp {
	pattern := regexp.QuoteMeta(ReportSkeleton())
	for _, hole := range [][2]string{
		{`(?m)^(agent_role|task_id|session_id|sequence|created): .*$`, `$1: ("[^<\r\n][^\r\n]*"|\d+)`},
		{`(?m)^## (\d)\\\. .*$`, `## $1\. [^\r\n]+`},
		{`\\\{\w+\\\}`, `[^<>\r\n]*`},
		{`\n`, `\r?\n`},
	} {
		pattern = regexp.MustCompile(hole[0]).ReplaceAllString(pattern, hole[1])
	}
	return regexp.MustCompile(`^\x{FEFF}?` + strings.TrimSuffix(pattern, `\r?\n`) + `\s*$`)
})

// IsSkeleton reports whether a text is a report's skeleton as `handofflint
// dispatch` writes it, and nothing in it was changed.
func IsSkeleton(text []byte) bool {
	return len(text) < MaxSkeleton && bytes.Contains(text, []byte(`status: "writing" #`)) && isSkeleton().Match(text)
}

// IsReservation reports whether a document is a report that an agent still has
// to write: an unchanged skeleton without a `.done` that nobody has named.
func IsReservation(doc *document.Document) bool {
	return doc.Format == document.Report && !doc.Input.Named && !sealed(doc) && IsSkeleton(doc.Input.Data)
}
