// Package source reads a team's rules and formats and turns them into CUE that
// compiles together with the built-in catalogue without changing it.
//
// A CUE file has rules and formats, and what they refer to: definitions, hidden
// fields, lets and imports. Of a configuration in YAML the rules that are data are
// read: a check with parameters. Nothing is evaluated here. All of it goes into one
// hidden field, so that the file can refer to the catalogue's definitions but
// cannot collide with them.
package source

import (
	"path"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/format"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// MaxBytes is the maximum size of a source, twice that of the built-in
// catalogue with all of its texts.
const MaxBytes = 256 << 10

// Problem is a fault of a source.
type Problem struct {
	// Path is the source's name.
	Path string
	// Line and Column count from 1, columns in code points.
	Line, Column int
	// Message says what is wrong; Help, how to correct it, may be empty.
	Message, Help string
	// Fault is a parse error in the catalogue's terms, for which Message is
	// empty.
	Fault *document.Fault

	offset int
}

// Spans is the position of a field of an entry.
type Spans struct {
	// Key is empty for the items of a list.
	Key, Value text.Span
}

// Entry is a rule or a format that a source adds or names.
type Entry struct {
	// Kind is "rules" or "formats".
	Kind, Name string
	Spans
	// Misplaced reports that the entry is in YAML and needs CUE, which is a problem
	// of the file.
	Misplaced bool
}

// File is a source that was read.
type File struct {
	Name    string
	Source  *text.Source
	Entries []Entry
	// Rules are the rules that fields of schemas name with @rule(...).
	Rules []Entry
	// Definitions are the definitions in the file, by name.
	Definitions map[string]text.Span

	imports []string
	body    string
	tops    map[string]text.Span      // kept beside the entries, by name
	exprs   map[string][]ast.Expr     // the entries' syntax in CUE
	nodes   map[string]*document.Node // or in YAML
	places  map[string]Spans
}

// Builtin reports whether the catalogue has an entry, by kind and name; entries
// of those names are settings.
type Builtin func(kind, name string) bool

// Parse reads a source in the language of the name's extension. If there are
// problems, the file must not be compiled, but its entries can be read as they
// are written; it is nil if it could not be parsed.
func Parse(name string, data []byte, builtin Builtin) (*File, []Problem) {
	f := &File{Name: name, Source: text.NewSource(data), places: map[string]Spans{}, Definitions: map[string]text.Span{}, tops: map[string]text.Span{}, exprs: map[string][]ast.Expr{}, nodes: map[string]*document.Node{}}
	if len(data) > MaxBytes {
		return nil, []Problem{f.problem(text.Span{}, "this source is too large", "keep rules in files of at most 256 KiB each")}
	}
	var problems []Problem
	read := false
	switch strings.ToLower(path.Ext(strings.ReplaceAll(name, `\`, "/"))) {
	case ".cue":
		problems, read = f.readCUE(builtin)
	case ".yaml", ".yml":
		problems, read = f.readYAML(builtin)
	default:
		problems = []Problem{f.problem(text.Span{}, "a file of rules is CUE, and its name ends in .cue", "rename it")}
	}
	if !read {
		return nil, problems
	}
	for _, p := range problems {
		if p.Fault != nil && p.Fault.Rule == RefusedRule {
			p.Fault.Values["entry"] = f.titleAt(p.offset)
		}
	}
	return f, problems
}

// titleAt returns the entry at an offset of the source, as a problem names it.
func (f *File) titleAt(offset int) string {
	for _, e := range f.Entries {
		if e.Value.Start <= offset && offset < e.Value.End {
			return strings.TrimSuffix(e.Kind, "s") + " " + e.Name
		}
	}
	return "this file"
}

// CUE returns the source as a file of package handofflint with one hidden
// field, label. offset is the start of the body in it.
func (f *File) CUE(label string) (source string, offset int) {
	head := "package handofflint\n"
	for _, spec := range f.imports {
		head += "import " + spec + "\n"
	}
	head += label + ": {\n"
	return head + f.body + "\n}\n", len(head)
}

// Standalone returns the source as a CUE file of its own, for readers of a
// format's schema. The catalogue's definitions that it refers to are not
// included.
func (f *File) Standalone(name string) string {
	label := name
	if !ast.IsValidIdent(name) {
		label = quote(name)
	}
	head := "// The schema of " + name + " is formats." + label + ".schema.\n"
	for _, spec := range f.imports {
		head += "\nimport " + spec + "\n"
	}
	text := head + "\n" + strings.Trim(f.body, "\r\n\t ") + "\n"
	if formatted, err := format.Source([]byte(text)); err == nil {
		return string(formatted)
	}
	return text
}

// At returns the position in the source of an offset into the body.
func (f *File) At(offset int) text.Span {
	return text.At(min(max(offset, f.Source.Start()), len(f.Source.Bytes())))
}

// Top returns the position of a definition, or of an entry's value, by its path
// from the top of the file.
func (f *File) Top(steps ...string) text.Span {
	if len(steps) == 0 {
		return text.Span{}
	}
	if at, ok := f.tops[steps[0]]; ok {
		return at
	}
	return f.Spans(steps...).Value
}

// Spans returns the position of a value of an entry: the kind, the entry's
// name, and the steps below. For a value from elsewhere it is that of the value
// around it.
func (f *File) Spans(steps ...string) Spans {
	for n := len(steps); n > 0; n-- {
		if p, ok := f.places[key(steps[:n]...)]; ok {
			return p
		}
	}
	return Spans{}
}

// Names returns the fields that are written at a value of an entry, unsorted.
func (f *File) Names(steps ...string) []string {
	prefix := key(steps...) + "\x00"
	var names []string
	for k := range f.places {
		if name, below := strings.CutPrefix(k, prefix); below && !strings.Contains(name, "\x00") {
			names = append(names, name)
		}
	}
	return names
}

// Problem returns a problem at a position of the source.
func (f *File) Problem(at text.Span, message, help string) Problem {
	return f.problem(at, message, help)
}

func (f *File) problem(at text.Span, message, help string) Problem {
	pos := f.Source.Pos(min(max(at.Start, f.Source.Start()), len(f.Source.Bytes())))
	return Problem{Path: f.Name, Line: pos.Line, Column: pos.Column, Message: message, Help: help, offset: at.Start}
}

// key joins the steps of a path. No name contains a NUL.
func key(steps ...string) string { return strings.Join(steps, "\x00") }
