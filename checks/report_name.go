package checks

import (
	"fmt"
	"path"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// reportName reports a report whose file name has another form than
// {seq}-{role}-report.md, or says something else than the front matter. A
// report from stdin has no name.
var reportName = plain(func(pass *rules.Pass) {
	if pass.Doc.Input.Info == nil {
		return
	}
	file, data := pass.Doc.Root.Field("file"), pass.Doc.Data()
	if file.Field("role") == nil {
		pass.Report(rules.Report{Values: rules.Values{"expected": expectedName(data)}})
		return
	}
	compare(pass, "sequence", data.Field("sequence"), file.Field("sequence"))
	compare(pass, "role", data.Field("agent_role"), file.Field("role"))
	compare(pass, "session", data.Field("session_id"), file.Field("session"))
})

// compare reports a field of the front matter that differs from what the path
// says.
func compare(pass *rules.Pass, variant string, got, want *rules.Node) {
	if got == nil || want == nil || got.Kind == document.Null || sameName(got.Text, want.Text) {
		return
	}
	pass.Report(rules.Report{At: got.Value, Pointer: "/" + got.Name, Variant: variant, Values: rules.Values{
		"got":  rules.Quote(got.Text),
		"want": rules.Quote(want.Text),
	}})
}

// sameName compares as a path does: - and _ are the same, and so is case.
func sameName(a, b string) bool {
	return strings.EqualFold(strings.ReplaceAll(a, "_", "-"), strings.ReplaceAll(b, "_", "-"))
}

// expectedName is the name that the front matter asks for.
func expectedName(data *rules.Node) string {
	sequence, role := "{seq}", "{role}"
	if n := data.Field("sequence"); n != nil && n.Kind == document.Int {
		sequence = fmt.Sprintf("%02s", n.Text)
	}
	if r := data.Field("agent_role").Str(); r != "" {
		role = path.Base(strings.Map(fileNameRune, r))
	}
	return sequence + "-" + role + "-report.md"
}
