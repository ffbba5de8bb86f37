package layering

import (
	"go/types"
	"slices"
	"strings"
	"unicode"
)

// walker visits the named types that the exported names of a package lead to:
// through signatures, fields, elements and methods.
type walker struct {
	visit func(from string, n *types.TypeName)
	docs  map[string]string
	seen  map[types.Type]bool
}

// scope visits what the names of a package lead to that are for all to use.
func (w *walker) scope(p *types.Package) {
	for _, name := range p.Scope().Names() {
		object := p.Scope().Lookup(name)
		_, isType := object.(*types.TypeName)
		if object.Exported() && (isType || !w.internal(name)) {
			w.typ(name, object.Type())
		}
	}
}

// internal reports whether the comment of a name marks it as internal. The comment of a
// struct can mark single fields, too.
func (w *walker) internal(name string) bool {
	return strings.Contains("\n"+w.docs[name], internalUse)
}

func (w *walker) typ(from string, t types.Type) {
	t = types.Unalias(t)
	if w.seen[t] {
		return
	}
	w.seen[t] = true
	switch t := t.(type) {
	case *types.Named:
		w.named(from, t)
	case *types.Signature:
		w.tuple(from, t.Params())
		w.tuple(from, t.Results())
	case *types.Struct:
		w.fields(from, t, "")
	case *types.Map:
		w.typ(from, t.Key())
		w.typ(from, t.Elem())
	case interface{ Elem() types.Type }: // pointer, slice, array, channel
		w.typ(from, t.Elem())
	}
}

// named visits a type and, where it is this module's, what it is made of.
func (w *walker) named(from string, t *types.Named) {
	name := t.Obj()
	w.visit(from, name)
	if name.Pkg() == nil || !strings.HasPrefix(name.Pkg().Path(), module) {
		return
	}
	if s, ok := t.Underlying().(*types.Struct); ok {
		w.fields(from, s, w.docs[name.Name()])
	} else {
		w.typ(from, t.Underlying())
	}
	for i := range t.NumMethods() {
		m := t.Method(i)
		if m.Exported() && !w.internal(name.Name()+"."+m.Name()) {
			w.typ(name.Name()+"."+m.Name(), m.Type())
		}
	}
}

func (w *walker) tuple(from string, t *types.Tuple) {
	for i := range t.Len() {
		w.typ(from, t.At(i).Type())
	}
}

// fields visits those of a struct, but for those that the comment of its type takes
// out of the stable API by their names.
func (w *walker) fields(from string, t *types.Struct, comment string) {
	_, internal, _ := strings.Cut(comment, internalUse)
	unstable := strings.FieldsFunc(internal, func(r rune) bool { return !unicode.IsLetter(r) })
	for i := range t.NumFields() {
		if f := t.Field(i); f.Exported() && !slices.Contains(unstable, f.Name()) {
			w.typ(from+"."+f.Name(), f.Type())
		}
	}
}
