package checks

import (
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type relativePathsParams struct {
	Lists    []string      `json:"lists"`
	Files    []string      `json:"files"`
	Absolute *text.Pattern `json:"absolute"`
	Scheme   *text.Pattern `json:"scheme"`
	Wrapped  *text.Pattern `json:"wrapped"`
}

// relativePaths reports paths in lists of the handoff's own object that are not relative to the repository's
// root.
func relativePaths(p *relativePathsParams, pass *rules.Pass) {
	pass.Doc.Data().EachElement(p.Lists, pass.Failed, func(list *document.Node, i int, pointer string) {
		item := list.Items[i]
		if variant, bad := p.fault(item.Str(), slices.Contains(p.Files, list.Name), pass.Steps()); bad {
			pass.Report(rules.Report{At: item.Value, Pointer: pointer, Variant: variant, Values: rules.Values{"text": secret.Quote(item.Text)}})
		}
	})
}

// fault returns why a path is wrong: it is absolute, leaves its folder by `..`, is an address in a list of
// files, or has text before it.
func (p *relativePathsParams) fault(entry string, file bool, steps *text.Steps) (variant string, bad bool) {
	plain := entry
	if wrapped := p.Wrapped.Find(entry, steps); wrapped != nil {
		plain = entry[wrapped[1]:]
	}
	clean := path.Clean(strings.ReplaceAll(plain, `\`, "/"))
	if p.Absolute.Match(plain, steps) {
		return "", true
	}
	if p.Scheme.Match(plain, steps) {
		return "address", file
	}
	if clean == ".." || strings.HasPrefix(clean, "../") {
		return "outside", true
	}
	return "wrapped", plain != entry
}
