package ledger

import (
	"path"
	"strings"
)

// IsOf answers whether a deed is about a file, or about one below a folder of that name.
func (d *Deed) IsOf(name string) Answer {
	if d.Path == "" {
		return No
	}
	if d.Path == Anything {
		return Unknown
	}
	if d.Glob {
		return d.mayMatch(name)
	}
	return sameFile(d.Path, name)
}

// mayMatch answers whether the pattern of a deed may match a file.
func (d *Deed) mayMatch(name string) Answer {
	folder, last := path.Split(d.Path)
	if last == Anything {
		above := path.Base(folder)
		if strings.ContainsAny(above, "*?[{") || !strings.Contains(name, "/") || strings.Contains(slashed(name)+"/", slashed(above)+"/") {
			return Unknown
		}
		return No
	}
	if strings.Contains(last, Anything) || mayMatch(last, path.Base(name)) {
		return Unknown
	}
	return No
}

// sameFile answers whether two paths are of one file, or the second one of a folder above the first.
// Absolute ones are compared as they are: that of another root is another file, or a copy. Of a relative
// one it is not known where it begins.
func sameFile(file, name string) Answer {
	base := path.Base(name)
	if !strings.EqualFold(path.Base(file), base) && !strings.Contains(file, "/"+base+"/") && !strings.HasPrefix(file, base+"/") {
		return No // most files, at little cost
	}
	a := slashed(file)
	b := slashed(name)
	isSame := strings.HasSuffix(a, b) || strings.HasSuffix(b, a) || strings.Contains(a, b+"/")
	if IsAbsolute(file) && IsAbsolute(name) {
		isSame = a == b || strings.HasPrefix(a, b+"/")
	}
	if isSame {
		return Yes
	}
	if IsAbsolute(name) && path.Base(a) == path.Base(b) {
		return Unknown
	}
	return No
}

// slashed returns a path in lower case with a slash before each of its names.
func slashed(name string) string {
	return "/" + strings.ToLower(strings.Trim(path.Clean(strings.ReplaceAll(name, `\`, "/")), "/"))
}

// Mentions reports whether a text has a path that may be of a file.
func Mentions(text, name string) bool {
	base := path.Base(name)
	for at := 0; len(base) > 2; {
		i := strings.Index(text[at:], base)
		if i < 0 {
			break
		}
		end := at + i + len(base)
		start := strings.LastIndexAny(text[:at+i], " \t\n\"'`(=:<>,;|&") + 1
		if sameFile(text[start:end], name) != No {
			return true
		}
		at = end
	}
	return false
}

// Nearness returns how near the path of a deed is to another one: 2 with the same name, 1 in a
// folder of the same name.
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

// IsAnyChange reports whether a deed may have changed any file, which shows none.
func (d *Deed) IsAnyChange() bool { return d.Path == Anything && d.Act != Read }
