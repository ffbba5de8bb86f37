package checks

import (
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type relativePathsParams struct {
	Lists    []string       `json:"lists"`
	Files    []string       `json:"files"`
	Absolute *rules.Pattern `json:"absolute"`
	Scheme   *rules.Pattern `json:"scheme"`
	Wrapped  *rules.Pattern `json:"wrapped"`
}

// relativePaths reports paths in lists of the handoff's own object that do not
// start at the repository's root.
var relativePaths = rules.NewCheck(func(p *relativePathsParams, pass *rules.Pass) {
	entries(pass, p.Lists, func(list *rules.Node, i int, pointer string) {
		item := list.Items[i]
		variant, bad := p.fault(item.Str(), slices.Contains(p.Files, list.Name), pass.Steps())
		if !bad {
			return
		}
		r := rules.Report{At: item.Value, Pointer: pointer, Variant: variant, Values: rules.Values{"text": rules.Quote(item.Text)}}
		if relative, ok := p.relative(item, pass); ok {
			r.Values["relative"] = rules.Quote(relative)
			r.Fix = []rules.Replacement{{At: item.Value, NewText: text.JSONQuote(relative)}}
		}
		pass.Report(r)
	})
})

// fault returns why a path is wrong: it is absolute, leaves its folder by `..`,
// or is not a path but an address in a list of files, or has text before it.
func (p *relativePathsParams) fault(entry string, file bool, steps *rules.Steps) (variant string, bad bool) {
	plain := entry
	if wrapped := p.Wrapped.Find(entry, steps); wrapped != nil {
		plain = entry[wrapped[1]:]
	}
	clean := path.Clean(strings.ReplaceAll(plain, `\`, "/"))
	switch {
	case p.Absolute.Match(plain, steps):
		return "", true
	case p.Scheme.Match(plain, steps):
		return "address", file
	case clean == ".." || strings.HasPrefix(clean, "../"):
		return "outside", true
	}
	return "wrapped", plain != entry
}
