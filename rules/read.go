package rules

import (
	"fmt"

	"cuelang.org/go/cue"
)

// entryReader reads fields of one value of the sources by path. A missing field
// gives the zero value. A field of another type sets err, which callers check
// once, after the last field.
//
// Each read first asks whether the field exists: most of a rule's are optional,
// and getting an error from CUE for each was a tenth of a cold start.
type entryReader struct {
	value cue.Value
	err   error
}

func reading(v cue.Value) *entryReader { return &entryReader{value: v} }

// text returns the string at a path, "" if there is none.
func (r *entryReader) text(path string) string { return readAs(r, path, cue.Value.String) }

// flag returns the boolean at a path, false if there is none.
func (r *entryReader) flag(path string) bool { return readAs(r, path, cue.Value.Bool) }

// readAs reads a scalar. Decode would take twice as long.
func readAs[T any](r *entryReader, path string, as func(cue.Value) (T, error)) (value T) {
	field := lookup(r.value, path)
	if !field.Exists() {
		return value
	}
	value, err := as(field)
	r.note(path, err)
	return value
}

// list returns the list of strings at a path, nil if there is none.
func (r *entryReader) list(path string) (list []string) {
	r.decode(path, &list)
	return list
}

// words reads a message and its help.
func (r *entryReader) words() Words {
	return Words{Message: r.text("message"), Help: r.text("help"), Related: r.text("related")}
}

// decode decodes the value at a path if there is one.
func (r *entryReader) decode(path string, into any) {
	if field := lookup(r.value, path); field.Exists() {
		r.note(path, field.Decode(into))
	}
}

// note keeps the first error, with its path.
func (r *entryReader) note(path string, err error) {
	if r.err == nil && err != nil {
		r.err = fmt.Errorf("%s: %w", path, err)
	}
}

// eachField calls a function for each field of a struct, if there is one. It
// stops at the first error and adds the field's name.
func eachField(v cue.Value, do func(name string, field cue.Value) error) error {
	if !v.Exists() {
		return nil
	}
	fields, err := v.Fields()
	if err != nil {
		return err
	}
	for fields.Next() {
		name := fields.Selector().Unquoted()
		if err := do(name, fields.Value()); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// readWords reads the words under each name of a struct.
func readWords(v cue.Value) (map[string]Words, error) {
	words := map[string]Words{}
	err := eachField(v, func(name string, field cue.Value) error {
		in := reading(field)
		words[name] = in.words()
		return in.err
	})
	return words, err
}
