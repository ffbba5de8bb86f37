package transcript

import (
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
)

// maxAbout is how much is kept of a text about the session, in bytes.
const maxAbout = 200

// keepAbout copies a text about the session from a record, unless it is empty.
func keepAbout(kept *string, said string) {
	said = text.Head(said, maxAbout)
	if said != "" && said != *kept {
		*kept = strings.Clone(said)
	}
}

// titleKind is the kind of record that a title is from: a later kind counts more.
type titleKind int

const (
	summaryTitle titleKind = iota
	modelTitle
	userTitle
)

// titled takes a title of the session.
func (r *reader) titled(title string, kind titleKind) {
	if title != "" && kind >= r.titleOf && r.readable == "" {
		r.titleOf = kind
		keepAbout(&r.ledger.Title, title)
	}
}

// dropPrompt removes a title that is the beginning of a prompt, which clients take if they have
// no better one: prompts are not printed.
func (r *reader) dropPrompt() {
	title := strings.ToLower(strings.TrimSpace(r.ledger.Title))
	isPrompt := func(by ledger.Told) bool {
		return strings.HasPrefix(strings.ToLower(strings.TrimSpace(by.Text)), title)
	}
	if slices.ContainsFunc(r.ledger.Told, isPrompt) {
		r.ledger.Title = ""
	}
}

// withoutCredentials returns the address of a repository without what identifies a user.
func withoutCredentials(address string) string {
	address, _, _ = strings.Cut(address, "?")
	address, _, _ = strings.Cut(address, "#")
	scheme, rest, isURL := strings.Cut(address, "://")
	if !isURL {
		scheme, rest = "", address
	} else {
		scheme += "://"
	}
	return scheme + rest[strings.LastIndexByte(rest, '@')+1:]
}
