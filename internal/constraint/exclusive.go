package constraint

import "github.com/handofflint/handofflint/internal/document"

// ambiguous says whether an object or list might fit several branches, so
// that CUE has to be asked which it is. It errs on that side.
func (u *anyOf) ambiguous() bool {
	for _, kind := range []document.Kind{document.List, document.Object} {
		fit := u.byKind[kind]
		for i, a := range fit {
			for _, b := range fit[i+1:] {
				if !excludes(a, b, kind) || !excludes(b, a, kind) {
					return true
				}
			}
		}
	}
	return false
}

// excludes says that what a accepts, b rules out, even loosely: by a field that
// a requires and b does not allow, or allows only with other values.
func excludes(a, b checker, kind document.Kind) bool {
	if kind != document.Object {
		return false
	}
	others := objectsOf(b)
	for _, o := range objectsOf(a) {
		for _, f := range o.fields {
			if f.required && ruledOut(f, others) {
				return true
			}
		}
	}
	return false
}

func ruledOut(f field, others []*object) bool {
	for _, o := range others {
		i, named := o.index[f.name]
		if named && disjoint(f.value, o.fields[i].value) {
			return true
		}
		if !named && o.closed && !o.matchesPattern(f.name) {
			return true
		}
	}
	return false
}

func (o *object) matchesPattern(name string) bool {
	for i := range o.patterns {
		if o.patterns[i].name.accepts(document.String, name) {
			return true
		}
	}
	return false
}

// disjoint says that no value can satisfy both. It errs towards false.
func disjoint(a, b checker) bool {
	if a.kinds()&b.kinds() == noKind {
		return true
	}
	x, ok := a.(*scalar)
	y, alsoOK := b.(*scalar)
	return ok && alsoOK && disjointScalars(x, y)
}
