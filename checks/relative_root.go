package checks

import (
	"net/url"
	"path"
	"strings"
	"unicode"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// addRelative adds the edit that makes an absolute path relative, if the path
// is under the repository's root.
func (p *relativePathsParams) addRelative(r *rules.Report, item *rules.Node, pass *rules.Pass) {
	relative, ok := underRoot(item.Text, pass.Root)
	if _, bad := p.fault(relative, true, pass.Steps()); bad || !ok || !inRoot(pass.Doc.Input.Path, pass.Root) || strings.ContainsFunc(relative, unprintable) {
		return
	}
	literal, ok := sameQuotes(pass.Doc.Source.Slice(item.Value), relative)
	if !ok {
		return
	}
	r.Values["relative"] = rules.Quote(relative)
	r.Fix = []rules.Replacement{{At: item.Value, NewText: literal}}
}

// unprintable reports whether a literal should keep a character escaped, which
// no path of a handoff needs.
func unprintable(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }

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
	p, ok := plainPath(p)
	root = strings.TrimSuffix(root, "/")
	if !ok || root == "" {
		return "", false
	}
	if hasDrive(p) && hasDrive(root) {
		p, root = strings.ToUpper(p[:1])+p[1:], strings.ToUpper(root[:1])+root[1:]
	}
	relative, ok := strings.CutPrefix(p, root+"/")
	if !ok || strings.HasPrefix(relative, "/") {
		return "", false
	}
	for _, part := range strings.FieldsFunc(relative, func(r rune) bool { return r == '/' || r == '\\' }) {
		if part == ".." || part == "." {
			return "", false
		}
	}
	return relative, relative != ""
}

// plainPath returns a Windows path or file URL as a path with forward slashes,
// and any other path unchanged.
func plainPath(p string) (string, bool) {
	if len(p) > len("file:") && strings.EqualFold(p[:len("file:")], "file:") {
		return pathOfURL(p)
	}
	if hasDrive(p) {
		p = strings.ReplaceAll(p, `\`, "/")
	}
	return p, true
}

// pathOfURL returns the local path of a file URL (RFC 8089).
func pathOfURL(s string) (string, bool) {
	u, err := url.Parse(s)
	local := err == nil && (u.Host == "" || strings.EqualFold(u.Host, "localhost"))
	if !local || u.RawQuery != "" || u.Fragment != "" || u.Opaque != "" {
		return "", false
	}
	if hasDrive(strings.TrimPrefix(u.Path, "/")) {
		return u.Path[1:], true
	}
	return u.Path, true
}

// hasDrive reports whether a path starts with a Windows drive: `C:\` or C:/.
func hasDrive(p string) bool {
	return len(p) > 2 && p[1] == ':' && (p[2] == '/' || p[2] == '\\') && unicode.IsLetter(rune(p[0])) && p[0] < 0x80
}

// sameQuotes returns a text in JSON's quotes, and false if the literal is of
// another kind.
func sameQuotes(literal, value string) (string, bool) {
	if !strings.HasPrefix(literal, `"`) {
		return "", false
	}
	return text.JSONQuote(value), true
}
