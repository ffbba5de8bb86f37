// Command measure prints how much code there is in a work tree, and how dense it is:
//
//	cd tools && go run ./measure [FOLDER]
//
// Tests, generated files and what serves only them are no part of the numbers for Go.
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// counts are the numbers of some files.
type counts struct {
	lines, functions             int
	inFunctions, branches        int // inFunctions: lines that have code
	assignments, several         int // several: those that assign more than one value
	switches, untagged           int
	afterEffect                  int // conditions after a statement that does more than declare
	exported, documented         int
	cue, site, generated, tested int // lines
}

// skipped are folders that hold no source of this repository, or nothing that users run.
var skipped = []string{"node_modules", "dist", "test", "testdata", "testkit", "tools"}

// siteFiles are the extensions of what the site is made of.
var siteFiles = []string{".css", ".go", ".html", ".mjs", ".mts", ".ts", ".vue"}

func main() {
	root := ".."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	c, err := measure(os.DirFS(root))
	if err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(2)
	}
	c.print()
}

func (c *counts) print() {
	fmt.Printf("lines of Go                  %6d\n", c.lines)
	fmt.Printf("lines of CUE                 %6d\n", c.cue)
	fmt.Printf("lines of the site            %6d\n", c.site)
	fmt.Printf("lines of generated Go        %6d\n", c.generated)
	fmt.Printf("lines of tests in Go         %6d\n", c.tested)
	fmt.Printf("functions                    %6d\n", c.functions)
	fmt.Printf("branches a line              %6.3f\n", ratio(c.branches, c.inFunctions))
	fmt.Printf("several assigned at once     %5.1f%%\n", 100*ratio(c.several, c.assignments))
	fmt.Printf("switches without a tag       %5.0f%%  of %d\n", 100*ratio(c.untagged, c.switches), c.switches)
	fmt.Printf("conditions after an effect   %6d\n", c.afterEffect)
	fmt.Printf("exported names               %6d\n", c.exported)
	fmt.Printf("documented                   %5.0f%%\n", 100*ratio(c.documented, c.exported))
}

func ratio(part, all int) float64 {
	if all == 0 {
		return 0
	}
	return float64(part) / float64(all)
}

// measure returns the numbers of the files of a tree.
func measure(tree fs.FS) (*counts, error) {
	c := &counts{}
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && isSkipped(entry.Name()):
			return fs.SkipDir
		case entry.IsDir():
			return nil
		}
		return c.addFile(tree, name)
	})
	return c, err
}

// isSkipped reports whether a folder is not measured. Those called such as ledgertest hold
// what tests have in common.
func isSkipped(folder string) bool {
	hidden := len(folder) > 1 && folder[0] == '.'
	return hidden || strings.HasSuffix(folder, "test") || slices.Contains(skipped, folder)
}

func (c *counts) addFile(tree fs.FS, name string) error {
	extension := filepath.Ext(name)
	ofSite := strings.HasPrefix(name, "site/") && slices.Contains(siteFiles, extension)
	if extension != ".go" && extension != ".cue" && !ofSite {
		return nil
	}
	source, err := fs.ReadFile(tree, name)
	if err != nil {
		return err
	}
	lines := bytes.Count(source, []byte("\n"))
	switch {
	case ofSite:
		c.site += lines
	case extension == ".cue":
		c.cue += lines
	case strings.HasSuffix(name, "_test.go"):
		c.tested += lines
	default:
		return c.addSource(name, source)
	}
	return nil
}

// addSource counts a file of Go.
func (c *counts) addSource(name string, source []byte) error {
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, name, source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	lines := bytes.Count(source, []byte("\n"))
	if ast.IsGenerated(parsed) {
		c.generated += lines
		return nil
	}
	c.lines += lines
	code := linesOfCode(source)
	for _, declaration := range parsed.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			c.functions++
			c.addName(d.Name, d.Doc != nil)
			c.inFunctions += linesBetween(files, d, code)
			ast.Inspect(d, c.addNode)
		case *ast.GenDecl:
			c.addDeclared(d)
		}
	}
	return nil
}

// linesBetween returns how many lines of a declaration have code.
func linesBetween(files *token.FileSet, d ast.Node, code map[int]bool) int {
	lines := 0
	for line := files.Position(d.Pos()).Line; line <= files.Position(d.End()).Line; line++ {
		if code[line] {
			lines++
		}
	}
	return lines
}

// addNode counts a statement or an expression. A branch is an if, a for or range, a case of
// a switch or select that is not the default, a && or a ||.
func (c *counts) addNode(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.IfStmt:
		c.branches++
		c.addInit(n.Init)
	case *ast.ForStmt, *ast.RangeStmt:
		c.branches++
	case *ast.CaseClause:
		if n.List != nil {
			c.branches++
		}
	case *ast.CommClause:
		if n.Comm != nil {
			c.branches++
		}
	case *ast.BinaryExpr:
		if n.Op == token.LAND || n.Op == token.LOR {
			c.branches++
		}
	case *ast.SwitchStmt:
		c.switches++
		c.addInit(n.Init)
		if n.Tag == nil {
			c.untagged++
		}
	case *ast.AssignStmt:
		c.assignments++
		if len(n.Rhs) > 1 {
			c.several++
		}
	}
	return true
}

// addInit counts the statement before a condition, unless it is none or only declares.
func (c *counts) addInit(statement ast.Stmt) {
	assigned, ok := statement.(*ast.AssignStmt)
	if statement != nil && (!ok || assigned.Tok != token.DEFINE) {
		c.afterEffect++
	}
}

// addDeclared counts the exported types, constants and variables of a declaration. Its own
// comment is that of each of them.
func (c *counts) addDeclared(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			c.addName(s.Name, d.Doc != nil || s.Doc != nil || s.Comment != nil)
		case *ast.ValueSpec:
			for _, name := range s.Names {
				c.addName(name, d.Doc != nil || s.Doc != nil || s.Comment != nil)
			}
		}
	}
}

func (c *counts) addName(name *ast.Ident, documented bool) {
	if !name.IsExported() {
		return
	}
	c.exported++
	if documented {
		c.documented++
	}
}

// linesOfCode returns the lines that have more on them than a comment.
func linesOfCode(source []byte) map[int]bool {
	var s scanner.Scanner
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(source))
	s.Init(file, source, nil, 0)
	lines := map[int]bool{}
	for {
		position, kind, literal := s.Scan()
		if kind == token.EOF {
			return lines
		}
		if kind == token.SEMICOLON && literal == "\n" {
			continue
		}
		start := file.Line(position)
		for line := range 1 + strings.Count(literal, "\n") {
			lines[start+line] = true
		}
	}
}
