package rules

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/format"
	"cuelang.org/go/cue/parser"

	schema "github.com/handofflint/handofflint/cue"
)

// sharedSchema has the definitions that several formats share.
const sharedSchema = "text.cue"

// schemaNames are the definitions of the formats' objects.
var schemaNames = map[string]string{
	"report": "#Report", "metadata": "#Metadata", "context": "#Context", "task": "#Task",
}

// SchemaName returns the definition of a format in its SchemaSource, "#Report",
// "" if there is no such format.
func SchemaName(format string) string { return schemaNames[format] }

// SchemaSource is a format's schema as one CUE file that needs no other one:
//
//	handofflint schema context > context.cue
//	cue vet -d '#Context' context.cue handoff.json
//
// It is merged from the sources with their comments, without what only the
// catalogue needs. It returns an error if there is no such format.
func SchemaSource(name string) (string, error) {
	if SchemaName(name) == "" {
		return "", fmt.Errorf("unknown format %q", name)
	}
	var merged mergedSource
	for _, file := range []string{name + ".cue", sharedSchema} {
		if err := merged.add(file); err != nil {
			return "", fmt.Errorf("%s: %w", file, err)
		}
	}
	out, err := format.Source([]byte(merged.String()))
	return string(out), err
}

// SchemaSource returns the schema of a format as one CUE file, for a team's
// format the source that defines it.
func (c *Catalogue) SchemaSource(name string) (string, error) {
	if f := c.Format(name); f != nil && f.entry.Team != nil {
		return f.entry.Team.Source, nil
	}
	return SchemaSource(name)
}

// mergedSource collects the declarations of several files of one package.
type mergedSource struct {
	heading, body strings.Builder
	imports       []string
}

// String returns the merged file.
func (m *mergedSource) String() string {
	var b strings.Builder
	b.WriteString(m.heading.String() + "package handofflint\n\n")
	for _, path := range m.imports {
		b.WriteString("import " + path + "\n\n")
	}
	return b.String() + m.body.String()
}

func (m *mergedSource) add(name string) error {
	source, err := fs.ReadFile(schema.Sources, name)
	if err != nil {
		return err
	}
	file, err := parser.ParseFile(name, source, parser.ParseComments)
	if err != nil {
		return err
	}
	rest := 0
	for _, decl := range file.Decls {
		if !m.takes(decl) {
			m.body.Write(source[rest:start(decl)])
			rest = decl.End().Offset()
		}
	}
	m.body.Write(source[rest:])
	m.body.WriteString("\n")
	return nil
}

// takes adds what a declaration contributes to the heading, and reports whether
// the declaration belongs in the body.
func (m *mergedSource) takes(decl ast.Decl) bool {
	switch d := decl.(type) {
	case *ast.Package:
		return false
	case *ast.ImportDecl:
		for _, spec := range d.Specs {
			if !slices.Contains(m.imports, spec.Path.Value) {
				m.imports = append(m.imports, spec.Path.Value)
			}
		}
		return false
	case *ast.Field:
		if label, _, err := ast.LabelName(d.Label); err == nil && label == "formats" {
			for _, comment := range ast.Comments(d) {
				if comment.Doc {
					for _, line := range comment.List {
						m.heading.WriteString(line.Text + "\n")
					}
					m.heading.WriteString("\n")
				}
			}
			return false
		}
	}
	return true
}

// start returns the offset of a declaration with its comment.
func start(decl ast.Decl) int {
	at := decl.Pos().Offset()
	for _, comment := range ast.Comments(decl) {
		if comment.Doc {
			at = min(at, comment.Pos().Offset())
		}
	}
	return at
}
