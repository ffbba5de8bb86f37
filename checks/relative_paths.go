package checks

import (
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type relativePathsParams struct {
	Lists    []string      `json:"lists"`
	Files    []string      `json:"files"` // those of the lists that have no addresses
	Absolute *text.Pattern `json:"absolute"`
	Scheme   *text.Pattern `json:"scheme"`  // the beginning of an address
	Wrapped  *text.Pattern `json:"wrapped"` // characters that may not precede a path
}

// relativePaths reports paths in lists of the handoff's own object that are not relative to the repository's
// root.
func relativePaths(p *relativePathsParams, pass *rules.Pass) {
	pass.Doc.Data().EachElement(p.Lists, pass.Failed, func(list *document.Node, i int, pointer string) {
		item := list.Items[i]
		variant, bad := p.fault(item.Str(), slices.Contains(p.Files, list.Name), pass.Steps())
		if !bad {
			return
		}
		r := rules.Report{At: item.Value, Pointer: pointer, Variant: variant, Values: rules.Values{"text": secret.Quote(item.Text)}}
		if relative, ok := p.relative(item, pass); ok {
			r.Values["relative"] = secret.Quote(relative)
			r.Fix = []rules.Replacement{{At: item.Value, NewText: text.JSONQuote(relative)}}
		}
		pass.Report(r)
	})
}

// fault returns why a path is wrong: it is absolute, leaves its folder by `..`, is an address in a list of
// files, or has a backtick or white space before it.
func (p *relativePathsParams) fault(entry string, inFiles bool, steps *text.Steps) (variant string, bad bool) {
	plain := entry
	if wrapped := p.Wrapped.Find(entry, steps); wrapped != nil {
		plain = entry[wrapped[1]:]
	}
	clean := path.Clean(strings.ReplaceAll(plain, `\`, "/"))
	if p.Absolute.Match(plain, steps) {
		return "", true
	}
	if p.Scheme.Match(plain, steps) {
		return "address", inFiles
	}
	if leavesFolder(clean) {
		return "outside", true
	}
	return "wrapped", plain != entry
}

// relative returns an absolute path relative to the repository's root, and whether it is certain to be the
// same file: both the path and the handoff are under the root, and the new path has no fault of its own.
func (p *relativePathsParams) relative(item *document.Node, pass *rules.Pass) (string, bool) {
	const inFiles = true // a file under the root has no address
	relative, ok := underRoot(item.Text, pass.Root)
	_, bad := p.fault(relative, inFiles, pass.Steps())
	return relative, ok && !bad && inRoot(pass.Doc.Input.Path, pass.Root)
}

// leavesFolder reports whether a relative path begins with `..`.
func leavesFolder(relative string) bool { return strings.HasPrefix(relative+"/", "../") }

// inRoot reports whether a file is in the repository. Paths in other files are not relative to this root.
func inRoot(file, root string) bool {
	if path.IsAbs(file) || protocol.HasDrive(file) || strings.HasPrefix(file, `\`) {
		_, ok := underRoot(file, root)
		return ok
	}
	return !leavesFolder(file)
}

// underRoot returns a path relative to the root, and whether it is under the root. On a Windows drive it has forward
// slashes. Nothing is under a root that is unknown or the whole disk, and a path with `..` may lead anywhere.
func underRoot(p, root string) (string, bool) {
	root = strings.TrimSuffix(root, "/") + "/"
	if protocol.HasDrive(p) && protocol.HasDrive(root) {
		p = strings.ToUpper(p[:1]) + strings.ReplaceAll(p[1:], `\`, "/")
		root = strings.ToUpper(root[:1]) + root[1:]
	}
	relative, ok := strings.CutPrefix(p, root)
	slashed := "/" + strings.ReplaceAll(strings.TrimSuffix(relative, "/"), `\`, "/")
	return relative, ok && root != "/" && relative != "" && path.Clean(slashed) == slashed
}
