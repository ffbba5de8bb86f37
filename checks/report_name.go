package checks

import (
	"fmt"
	"path"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/rules"
)

// reportName reports a report whose file name does not have the form NN-ROLE-report.md, or contradicts the
// front matter. A report from stdin has no name.
func reportName(_ *struct{}, pass *rules.Pass) {
	if pass.Doc.Input.Info == nil {
		return
	}
	file := pass.Doc.Root.Field("file")
	data := pass.Doc.Data()
	if file.Field("role") == nil {
		pass.Report(rules.Report{Values: rules.Values{"name": secret.Quote(path.Base(pass.Doc.Input.Path)), "expected": expectedName(data)}})
		return
	}
	reportDifferent(pass, "sequence", data.Field("sequence"), file.Field("sequence"))
	reportDifferent(pass, "role", data.Field("agent_role"), file.Field("role"))
	reportDifferent(pass, "session", data.Field("session_id"), file.Field("session"))
}

// reportDifferent reports a field of the front matter that differs from the path.
func reportDifferent(pass *rules.Pass, variant string, got, want *document.Node) {
	if want == nil || sameName(got.Text, want.Text) {
		return
	}
	values := rules.Values{"got": shown(got), "want": shown(want), "expected": expectedName(pass.Doc.Data())}
	pass.Report(rules.Report{At: got.Value, Pointer: "/" + got.Name, Variant: variant, Values: values})
}

// shown returns a value for a message: a number as it is, a text in quotes.
func shown(n *document.Node) string {
	if n.Kind == document.String {
		return secret.Quote(n.Text)
	}
	return n.Text
}

// hyphenated replaces other separators of a name's words with hyphens.
var hyphenated = strings.NewReplacer("_", "-", " ", "-")

// sameName compares names ignoring case and separators.
func sameName(a, b string) bool {
	return strings.EqualFold(hyphenated.Replace(a), hyphenated.Replace(b))
}

// expectedName returns the file name for the front matter, in quotes.
func expectedName(data *document.Node) string {
	sequence := fmt.Sprintf("%02s", data.Field("sequence").Text)
	role := path.Base(strings.Map(fileNameRune, strings.ReplaceAll(data.Field("agent_role").Text, " ", "-")))
	return secret.Quote(protocol.NameOf(sequence, role))
}
