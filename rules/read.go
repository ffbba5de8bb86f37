package rules

import (
	"fmt"

	"cuelang.org/go/cue"
)

// entryReader reads the fields of one value of the sources, each by a path of
// plain names. A field that is not there gives nothing. One that is there and
// is something else than what is asked for makes err, which tells of the first
// of them: whoever reads looks at it once, behind the last field.
//
// Each read asks first whether there is a field: most of a rule's may be left
// out, and to have CUE say so by an error was a tenth of a cold start.
type entryReader struct {
	value cue.Value
	err   error
}

func reading(v cue.Value) *entryReader { return &entryReader{value: v} }

// text is the string at a path, "" where there is none.
func (r *entryReader) text(path string) string { return readAs(r, path, cue.Value.String) }

// flag is the boolean at a path, false where there is none.
func (r *entryReader) flag(path string) bool { return readAs(r, path, cue.Value.Bool) }

// readAs reads a scalar. Decode would do as well and take twice as long.
func readAs[T any](r *entryReader, path string, as func(cue.Value) (T, error)) (value T) {
	field := lookup(r.value, path)
	if !field.Exists() {
		return value
	}
	value, err := as(field)
	r.note(path, err)
	return value
}

// list is the list of strings at a path, nil where there is none.
func (r *entryReader) list(path string) (list []string) {
	r.decode(path, &list)
	return list
}

// words are a message and what goes with it.
func (r *entryReader) words() Words {
	return Words{Message: r.text("message"), Help: r.text("help"), Related: r.text("related")}
}

// decode fills in what stands at a path, if anything does.
func (r *entryReader) decode(path string, into any) {
	if field := lookup(r.value, path); field.Exists() {
		r.note(path, field.Decode(into))
	}
}

// note keeps an error that reading a path has made.
func (r *entryReader) note(path string, err error) {
	if r.err == nil && err != nil {
		r.err = fmt.Errorf("%s: %w", path, err)
	}
}

// eachField calls a function for each field of a struct, never where there is
// no struct. The first error ends it, and has the field's name before it.
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
