package source

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/text"
)

// What a source may nest, and how many operands an expression may chain: far
// beyond what people write, and far below what overflows a stack.
const (
	maxDepth    = 100
	maxOperands = 5000
)

// refuse finds what a source may not have: it is data, so it reads no files
// and reaches for nothing outside of CUE's own library. deep says that it is
// nested or chained too far to be looked at any further.
func (f *File) refuse(file *ast.File) (problems []Problem, deep bool) {
	r := &refusal{File: f}
	ast.Walk(file, r.enter, r.leave)
	return r.problems, r.deep
}

// refusal is the walk over a source.
type refusal struct {
	*File
	depth, operands int
	deep            bool
	problems        []Problem
}

func (r *refusal) add(n ast.Node, message, help string) {
	r.problems = append(r.problems, r.problem(r.place(n), message, help))
}

// place is where a node stands in the source.
func (r *refusal) place(n ast.Node) text.Span {
	at := nodeSpan(n)
	if r.segments != nil {
		return r.At(at.Start)
	}
	return at
}

func (r *refusal) enter(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec:
		r.imported(n)
	case *ast.Attribute:
		r.attribute(n)
	case *ast.UnaryExpr:
		r.pattern(n)
	case *ast.BinaryExpr:
		if r.operands++; r.operands == maxOperands {
			r.deep = true
			r.add(n, fmt.Sprintf("more than %d operands", maxOperands), "name fewer of them, or use a pattern")
		}
		return r.operands < maxOperands
	}
	if nests(n) {
		if r.depth++; r.depth == maxDepth {
			r.deep = true
			r.add(n, fmt.Sprintf("nested deeper than %d levels", maxDepth), "give parts of it names, as definitions")
		}
		if r.depth >= maxDepth {
			r.depth-- // what is not entered is not left either
			return false
		}
	}
	return true
}

func (r *refusal) leave(n ast.Node) {
	if nests(n) {
		r.depth--
	}
}

// nests says whether a node is a level of its own.
func nests(n ast.Node) bool {
	switch n.(type) {
	case *ast.StructLit, *ast.ListLit, *ast.ParenExpr, *ast.UnaryExpr, *ast.CallExpr, *ast.Comprehension, *ast.IndexExpr:
		return true
	}
	return false
}

// standard are the packages of CUE's library (https://pkg.go.dev/cuelang.org/go/pkg)
// but for tool/..., which act.
var standard = []string{
	"crypto/ed25519", "crypto/hmac", "crypto/md5", "crypto/sha1", "crypto/sha256", "crypto/sha512",
	"encoding/base64", "encoding/csv", "encoding/hex", "encoding/json", "encoding/toml", "encoding/yaml",
	"html", "list", "math", "math/bits", "net", "path", "regexp", "strconv", "strings", "struct",
	"text/tabwriter", "text/template", "time", "uuid",
}

// imported refuses what is not CUE's own library.
func (r *refusal) imported(spec *ast.ImportSpec) {
	info, err := astImport(spec)
	if err != nil || !slices.Contains(standard, info.path) {
		r.add(spec, fmt.Sprintf("%s cannot be imported here", spec.Path.Value), "a source may import packages of CUE's standard library, such as \"strings\", but not tool/...")
	}
}

// attribute refuses what would reach for files, and notes what names a rule.
func (r *refusal) attribute(a *ast.Attribute) {
	name, body := a.Split()
	switch name {
	case "embed", "extern", "if":
		r.add(a, "@"+name+" cannot be used here", "write what it would bring in into the source itself")
	case "rule":
		r.Rules = append(r.Rules, Setting{Name: strings.Trim(body, "\" "), Place: Place{Value: r.place(a)}})
	}
}

// pattern compiles a regular expression that is written out: CUE itself looks
// at it only when it meets a text.
func (r *refusal) pattern(n *ast.UnaryExpr) {
	lit, ok := n.X.(*ast.BasicLit)
	if n.Op != token.MAT && n.Op != token.NMAT || !ok || lit.Kind != token.STRING {
		return
	}
	source, err := literal.Unquote(lit.Value)
	if err != nil {
		return
	}
	if _, err := regexp.Compile(source); err != nil {
		message := strings.TrimPrefix(err.Error(), "error parsing regexp: ")
		r.add(lit, "this pattern does not compile: "+message, "patterns are RE2: https://github.com/google/re2/wiki/Syntax")
	}
}

// importInfo is an import: its path, the name that it is referred to by, and
// how it is written.
type importInfo struct{ path, ident, text string }

func astImport(spec *ast.ImportSpec) (importInfo, error) {
	full, err := literal.Unquote(spec.Path.Value)
	info := importInfo{path: full, text: spec.Path.Value}
	pkg, name, named := strings.Cut(full, ":")
	info.path, info.ident = pkg, path.Base(pkg)
	if named {
		info.ident = name
	}
	if spec.Name != nil {
		info.ident = spec.Name.Name
		info.text = info.ident + " " + info.text
	}
	return info, err
}
