package checks

import (
	"path"
	"strings"

	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/rules"
)

// contextName reports a context file that is not named after its task. A file from stdin has no name.
func contextName(_ *struct{}, pass *rules.Pass) {
	id := pass.Doc.Data().Field("task_id")
	name := path.Base(pass.Doc.Input.Path)
	if pass.Doc.Input.Info == nil || name == id.Text+".json" {
		return
	}
	pass.Report(rules.Report{At: id.Value, Pointer: "/task_id", Values: rules.Values{
		"name":     secret.Quote(name),
		"got":      secret.Quote(id.Text),
		"expected": secret.Quote(strings.Map(fileNameRune, id.Text) + ".json"),
	}})
}

// fileNameRune replaces the characters of an id that a file name should not have with hyphens.
func fileNameRune(r rune) rune {
	if strings.ContainsRune(`/\:*?"<>|`, r) || r < ' ' {
		return '-'
	}
	return r
}
