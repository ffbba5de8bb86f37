package checks

import (
	"path"
	"regexp"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

type relativePathsParams struct {
	Lists []string `json:"lists"`
}

// relativePaths reports paths in lists of the handoff's own object that do not
// start at the repository's root.
var relativePaths = rules.NewCheck(func(p *relativePathsParams, pass *rules.Pass) {
	for _, name := range p.Lists {
		list := pass.Doc.Data().Field(name)
		if list == nil || list.Kind != document.List {
			continue
		}
		for i, item := range list.Items {
			variant, bad := pathFault(item.Str())
			pointer := itemPointer("/"+name, i)
			if bad && !pass.Failed(pointer) {
				r := rules.Report{At: item.Value, Pointer: pointer, Variant: variant, Values: rules.Values{"text": rules.Quote(item.Text)}}
				addRelative(&r, item, pass)
				pass.Report(r)
			}
		}
	}
})

// absolute is a path from a root: of Unix, of a Windows drive or share, of a
// home folder, or a file URL.
var absolute = regexp.MustCompile(`^(?:[/\\]|~[/\\]|[A-Za-z]:[/\\]|(?i:file):)`)

// pathFault says whether a path is absolute, or leaves the folder that it
// starts in by `..`.
func pathFault(p string) (variant string, bad bool) {
	if absolute.MatchString(p) {
		return "", true
	}
	clean := path.Clean(strings.ReplaceAll(p, `\`, "/"))
	return "outside", clean == ".." || strings.HasPrefix(clean, "../")
}
