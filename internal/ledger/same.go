package ledger

import (
	"path"
	"strings"
)

// Answer answers a question about what happened.
type Answer int

// The answers. The zero value is Unknown, which never makes a claim false.
const (
	Unknown Answer = iota
	Yes
	No
)

// IsOf answers whether a deed is about a file, or about a file below a folder of that name.
func (d *Deed) IsOf(name string) Answer {
	if d.Path == Anything {
		return Unknown
	}
	if !d.Glob {
		return isOf(d.Path, name)
	}
	if d.globMayMatch(name) {
		return Unknown
	}
	return No
}

// globMayMatch reports whether the deed's pattern may match a file. A name without a folder may be in any.
func (d *Deed) globMayMatch(name string) bool {
	folder, last := path.Split(d.Path)
	if last != Anything {
		return strings.Contains(last, Anything) || mayMatch(last, path.Base(name))
	}
	above := path.Base(folder)
	isPattern := strings.ContainsAny(above, "*?[{")
	return isPattern || !strings.Contains(name, "/") || strings.Contains(slashed(name), slashed(above))
}

// isOf answers whether a path is a file, or is below a folder of that name. Absolute paths must be equal: below
// another root there is another file, or a copy. A relative path may begin in any folder.
func isOf(file, name string) Answer {
	if !strings.Contains(strings.ToLower(file), strings.ToLower(path.Base(name))) {
		return No // cheap answer for most files
	}
	a := slashed(file)
	b := slashed(name)
	isSame := strings.Contains(a, b) || strings.HasSuffix(b, a)
	if IsAbsolute(file) && IsAbsolute(name) {
		isSame = strings.HasPrefix(a, b)
	}
	if isSame {
		return Yes
	}
	if IsAbsolute(name) && path.Base(a) == path.Base(b) { // it may be a copy, or relative to an unknown folder
		return Unknown
	}
	return No
}

// slashed returns a path in lower case with a slash before and after each name.
func slashed(name string) string {
	return "/" + strings.ToLower(strings.Trim(path.Clean(strings.ReplaceAll(name, `\`, "/")), "/")) + "/"
}

// Mentions reports whether a text has a path that may be a file's.
func Mentions(text, name string) bool {
	base := path.Base(name)
	if len(base) <= 2 {
		return false
	}
	for from := 0; ; {
		i := strings.Index(text[from:], base)
		if i < 0 {
			return false
		}
		end := from + i + len(base)
		start := strings.LastIndexAny(text[:from+i], " \t\n\"'`(=:<>,;|&") + 1
		if isOf(text[start:end], name) != No {
			return true
		}
		from = end
	}
}

// Nearness returns how close the deed's path is to another: 2 for the same name, 1 for a folder of the same
// name, else 0.
func (d *Deed) Nearness(name string) int {
	if d.Glob {
		return 0
	}
	if path.Base(d.Path) == path.Base(name) {
		return 2
	}
	if path.Base(path.Dir(d.Path)) == path.Base(path.Dir(name)) {
		return 1
	}
	return 0
}

// IsAnyChange reports whether a deed may have changed any file. Such a deed shows no file.
func (d *Deed) IsAnyChange() bool { return d.Path == Anything && d.Act != Read }
