package cli

import (
	"fmt"
	"strings"

	"github.com/handofflint/handofflint/internal/claim"
	known "github.com/handofflint/handofflint/internal/runner"
)

// claimsReference returns the page of what is read as a claim, and of the runners that are known.
func claimsReference() string {
	var b strings.Builder
	b.WriteString("<!-- Made by `go generate ./...`. Do not edit. -->\n\n# Reference: claims and runners\n\n")
	b.WriteString("What [evidence](../evidence.md) knows: the forms of claims, and the runners whose commands and output it reads.\n\n")
	b.WriteString("## Forms\n\n| form | read | not read |\n|---|---|---|\n")
	for _, form := range claim.Forms() {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", form.Name, listed(form.For), listed(form.Against))
	}
	b.WriteString("\nEach word of a clause has to be one of [rules/facts/words.cue](../../rules/facts/words.cue). \"Not read\" accuses nobody.\n")
	b.WriteString("\n## Runners\n\nEach is a row of [rules/facts/runners.cue](../../rules/facts/runners.cue).\n\n| what it does | runners |\n|---|---|\n")
	for _, kind := range []known.Kind{known.Tests, known.Build, known.Types, known.Lint, known.Format, known.Checks, known.Deploy, known.Commit, known.Push} {
		fmt.Fprintf(&b, "| %s | %s |\n", kind, strings.Join(known.Names(kind), ", "))
	}
	return b.String()
}

// listed returns sentences as the cell of a table.
func listed(sentences []string) string {
	var all []string
	for _, s := range sentences {
		all = append(all, "“"+strings.ReplaceAll(s, "|", `\|`)+"”")
	}
	return strings.Join(all, "<br>")
}
