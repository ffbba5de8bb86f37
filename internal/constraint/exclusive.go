package constraint

import "github.com/handofflint/handofflint/internal/document"

// findTies finds the kinds for which a value might match several branches that
// leave different things open, so that CUE finds it ambiguous. It may return
// too many. Scalars never tie, nor do lists of scalars.
func (u *anyOf) findTies() {
	for _, kind := range []document.Kind{document.List, document.Object} {
		fit := u.byKind[kind]
		for i, a := range fit {
			for _, b := range fit[i+1:] {
				if tie(a, b, kind) {
					u.ties |= only(kind)
				}
			}
		}
	}
}

func tie(a, b checker, kind document.Kind) bool {
	if kind == document.List {
		return !ofScalars(a, 0) || !ofScalars(b, 0)
	}
	return !excludes(a, b) || !excludes(b, a)
}

// ofScalars reports whether all lists that c accepts contain only scalars, or
// lists of them.
func ofScalars(c checker, depth int) bool {
	switch c := c.(type) {
	case *scalar:
		return depth > 0 && c.mask&^scalars == 0
	case *list:
		for _, item := range c.prefix {
			if !ofScalars(item, depth+1) {
				return false
			}
		}
		return c.rest == nil || ofScalars(c.rest, depth+1)
	case *all:
		for _, p := range c.parts {
			if ofScalars(p, depth) {
				return true
			}
		}
	}
	return false
}

// excludes reports whether b rejects what a accepts, even loosely: by a field
// that a requires and b does not allow, or allows only with other values.
func excludes(a, b checker) bool {
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
		if o.patterns[i].name.accepts(document.String, name, nil) {
			return true
		}
	}
	return false
}

// disjoint reports whether no value can satisfy both. In doubt it returns
// false.
func disjoint(a, b checker) bool {
	if a.kinds()&b.kinds() == noKind {
		return true
	}
	x, ok := a.(*scalar)
	y, alsoOK := b.(*scalar)
	return ok && alsoOK && disjointScalars(x, y)
}
