package layering

import (
	"go/types"
	"strings"
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
		if object.Exported() && !w.internal(name) {
			w.typ(name, object.Type())
		}
	}
}

// internal says whether a name's comment takes it out of the stable API.
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
		w.fields(from, t)
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
	w.typ(from, t.Underlying())
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

func (w *walker) fields(from string, t *types.Struct) {
	for i := range t.NumFields() {
		if f := t.Field(i); f.Exported() {
			w.typ(from+"."+f.Name(), f.Type())
		}
	}
}
