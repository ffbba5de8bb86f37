package transcript

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
)

// maxAbout bounds the bytes of a text about the session.
const maxAbout = 200

// keepAbout copies a text about the session from a record, unless it is empty.
func keepAbout(kept *string, said string) {
	if said != "" {
		*kept = strings.Clone(text.Head(said, maxAbout))
	}
}

// titleKind is the kind of record that has a title. Later kinds take precedence.
type titleKind int

const (
	summaryTitle titleKind = iota
	modelTitle
	userTitle
)

func (r *reader) titled(title string, kind titleKind) {
	if title != "" && kind >= r.titleOf {
		r.titleOf = kind
		keepAbout(&r.ledger.Title, title)
	}
}

// dropPrompt removes a title that is the beginning of a prompt, as clients without a better title use:
// prompts are not printed.
func (r *reader) dropPrompt() {
	title := strings.ToLower(strings.TrimSpace(r.ledger.Title))
	isPrompt := func(by ledger.Prompt) bool {
		return strings.HasPrefix(strings.ToLower(strings.TrimSpace(by.Text)), title)
	}
	if slices.ContainsFunc(r.ledger.Prompts, isPrompt) {
		r.ledger.Title = ""
	}
}

// credentials matches the beginning of the address of a repository up to the host.
var credentials = text.MustCompile(`^([^@]*?://)?.*@`)

// withoutCredentials returns the address of a repository without credentials.
func withoutCredentials(address string) string {
	address, _, _ = strings.Cut(address, "?")
	address, _, _ = strings.Cut(address, "#")
	return credentials.ReplaceAllString(address, "$1")
}
