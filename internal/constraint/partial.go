package constraint

// Partial is the checker of changes to a value: no field has to be there, and
// in a struct a field that neither a name nor a pattern lets in is not
// allowed, even where the struct is open. What stands in lists and in
// disjunctions stays as it is. A struct that is made of several keeps its
// openness: what one part does not name may be another's.
func (c *Checker) Partial() *Checker { return &Checker{root: partial(c.root, true)} }

func partial(c checker, alone bool) checker {
	switch c := c.(type) {
	case *object:
		return partialObject(c, alone)
	case *all:
		parts := *c
		parts.parts = make([]checker, len(c.parts))
		for i, p := range c.parts {
			parts.parts[i] = partial(p, false)
		}
		return &parts
	}
	return c
}

func partialObject(o *object, alone bool) *object {
	fields := make([]field, len(o.fields))
	for i, f := range o.fields {
		f.required, f.value = false, partial(f.value, true)
		fields[i] = f
	}
	return newObject(fields, o.patterns, o.closed || alone)
}
