package checks

import (
	"path"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/rules"
)

// relative returns an absolute path relative to the repository's root, and
// whether it certainly is that file's: the path is under the root, and so is the
// handoff.
func (p *relativePathsParams) relative(item *rules.Node, pass *rules.Pass) (string, bool) {
	relative, ok := underRoot(item.Text, pass.Root)
	if _, bad := p.fault(relative, true, pass.Steps()); bad || !ok || !inRoot(pass.Doc.Input.Path, pass.Root) {
		return "", false
	}
	// An editor would have to keep the character escaped, which no path needs.
	unprintable := func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }
	quoted := strings.HasPrefix(pass.Doc.Source.Slice(item.Value), `"`)
	return relative, quoted && !strings.ContainsFunc(relative, unprintable)
}

// inRoot reports whether a file is in the repository: paths in any other file
// do not start at this root.
func inRoot(file, root string) bool {
	if path.IsAbs(file) || hasDrive(file) || strings.HasPrefix(file, `\`) {
		_, ok := underRoot(file, root)
		return ok
	}
	return file != ".." && !strings.HasPrefix(file, "../")
}

// underRoot returns a path relative to the root, with forward slashes, and
// whether it is under the root. A path with `..` may lead anywhere.
func underRoot(p, root string) (string, bool) {
	root = strings.TrimSuffix(root, "/")
	if hasDrive(p) && hasDrive(root) {
		p, root = strings.ToUpper(p[:1])+strings.ReplaceAll(p[1:], `\`, "/"), strings.ToUpper(root[:1])+root[1:]
	}
	relative, ok := strings.CutPrefix(p, root+"/")
	if !ok || root == "" || relative == "" || strings.HasPrefix(relative, "/") {
		return "", false
	}
	for _, part := range strings.FieldsFunc(relative, func(r rune) bool { return r == '/' || r == '\\' }) {
		if part == ".." || part == "." {
			return "", false
		}
	}
	return relative, true
}

// hasDrive reports whether a path starts with a Windows drive: `C:\` or C:/.
func hasDrive(p string) bool {
	return len(p) > 2 && p[1] == ':' && (p[2] == '/' || p[2] == '\\') && unicode.IsLetter(rune(p[0])) && p[0] < 0x80
}
