package config

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/ast/astutil"
	"cuelang.org/go/cue/cuecontext"
	cueerrors "cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/parser"
	"cuelang.org/go/cue/token"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/guard"
	cuesource "github.com/handofflint/handofflint/internal/source"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// A configuration in CUE is data: it reads no files, imports nothing but CUE's
// standard library, and is stopped if it takes too long.

// evaluate reads CUE. It is the only place where a user's CUE is evaluated; the
// refusals before it and the bound on time are here alone.
func (s *source) evaluate(c *contract) *document.Node {
	if !utf8.Valid(s.data) {
		s.add("not-utf8", text.At(s.text.Start()))
		return nil
	}
	if at, limit, deep := cuesource.Nested(s.data); deep {
		s.refused(cuesource.Deep, text.Span{Start: at, End: at + 1}, rules.Values{"limit": strconv.Itoa(limit)})
		return nil
	}
	file, err := parser.ParseFile(s.path, s.data, parser.ParseComments)
	if err != nil {
		s.cueErrors(err)
		return nil
	}
	if s.refuse(file) || s.refuseNames(file) {
		return nil
	}
	return s.inTime(cuesource.Suspects(file), func() *evaluation { return evaluateFile(s, c, file) })
}

// evaluation is the outcome of evaluating a file.
type evaluation struct {
	root       *document.Node
	incomplete map[*document.Node]string
	problems   []problem
}

// inTime evaluates within bounds. Beyond them the evaluation goes on until the
// program exits, which is at once: nothing is checked with a broken
// configuration. Suspects are what may take long.
func (s *source) inTime(suspects []int, evaluate func() *evaluation) *document.Node {
	done := make(chan *evaluation, 1)
	err := guard.Shared.Run("evaluating "+s.shown, guard.Standard, func() error {
		done <- evaluate()
		return nil
	})
	if err != nil {
		at := text.At(s.text.Start())
		if len(suspects) > 0 {
			at = s.word(suspects[0])
		}
		s.add("cue-slow", at, "problem", guard.WithWhere(err, cuesource.Lines(s.text, suspects)).Error())
		return nil
	}
	e := <-done
	s.incomplete = e.incomplete
	s.problems = append(s.problems, e.problems...)
	return e.root
}

// evaluateFile evaluates a file and builds a tree of it.
func evaluateFile(s *source, c *contract, file *ast.File) (e *evaluation) {
	scratch := &source{path: s.path, shown: s.shown, data: s.data, text: s.text}
	e = &evaluation{}
	defer func() {
		if cause := recover(); cause != nil {
			scratch.add("cue", text.At(s.text.Start()), "problem", fmt.Sprintf("CUE broke down: %v", cause))
			e.root, e.problems = nil, scratch.problems
		}
	}()
	t := newTree(scratch, c, file) // the positions, before anything is cut
	c.cutTeam(file)
	if err := astutil.SanitizeFiles([]*ast.File{file}); err != nil { // imports for what was cut
		scratch.cueErrors(cueerrors.Promote(err, "reading"))
		return &evaluation{problems: scratch.problems}
	}
	instance, err := withDefinitions(file)
	if err != nil {
		scratch.cueErrors(err)
		return &evaluation{problems: scratch.problems}
	}
	value := cuecontext.New().BuildInstance(instance)
	if err := value.Validate(cue.All()); err != nil {
		scratch.cueErrors(err)
		return &evaluation{problems: scratch.problems}
	}
	e.root = t.value(value, "", 1)
	if t.failed {
		e.root = nil // reading it would only add more mistakes
	}
	e.incomplete, e.problems = t.incomplete, scratch.problems
	return e
}

// refuse reports all that a CUE file may not contain, except a pattern that
// does not compile, which package rules or CUE reports. The same refusals apply
// to configurations and to files of rules.
func (s *source) refuse(file *ast.File) bool {
	before := len(s.problems)
	for _, r := range cuesource.Refuse(file) {
		if r.Kind != cuesource.Pattern && r.Kind != cuesource.Large {
			s.refused(r.Kind, s.span(r.Node), r.Values)
		}
	}
	return len(s.problems) > before
}

// refused adds a refusal with the words that all CUE files share.
func (s *source) refused(kind string, at text.Span, values map[string]string) {
	words, err := rules.RefusedWords(kind, values)
	if err != nil {
		words = rules.Words{Message: err.Error()}
	}
	s.add("cue-"+kind, at, "problem", words.Message, "help", words.Help)
}

// cueErrors reports CUE's errors, each at its position.
func (s *source) cueErrors(err error) {
	for _, e := range cueerrors.Errors(err) {
		format, args := e.Msg()
		problem := strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " ")
		if path := e.Path(); len(path) > 0 {
			problem = strings.Join(path, ".") + ": " + problem
		}
		s.add("cue", s.around(e), "problem", problem)
	}
}

// around returns the first position of an error in this file.
func (s *source) around(e cueerrors.Error) text.Span {
	for _, pos := range append([]token.Pos{e.Position()}, e.InputPositions()...) {
		if pos.IsValid() && pos.Filename() == s.path {
			return s.word(pos.Offset())
		}
	}
	return text.At(s.text.Start())
}

// word returns the span from an offset to the next white space or bracket.
func (s *source) word(offset int) text.Span {
	offset = min(max(offset, s.text.Start()), len(s.data))
	rest := string(s.data[offset:])
	length := strings.IndexAny(rest, " \t\r\n,]}):")
	if length < 0 {
		length = len(rest)
	}
	return text.Span{Start: offset, End: offset + max(length, min(1, len(rest)))}
}

// span returns the span of a part of the file's syntax.
func (s *source) span(n ast.Node) text.Span {
	if n == nil || !n.Pos().IsValid() || n.Pos().Filename() != s.path {
		return text.At(s.text.Start())
	}
	start, end := n.Pos().Offset(), n.End().Offset()
	start = min(max(start, s.text.Start()), len(s.data))
	return text.Span{Start: start, End: min(max(end, start), len(s.data))}
}
