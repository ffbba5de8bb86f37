package rules

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/cuecontext"
	cueerrors "cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/parser"

	schema "github.com/handofflint/handofflint/cue"
	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/guard"
	"github.com/handofflint/handofflint/internal/source"
)

// customFile is the contract of a team's sources. It is read only if there are
// any.
const customFile = "custom.cue"

// pathFile has the default parameters of a check that customFile refers to.
const pathFile = "path.cue"

// custom holds what a team's sources add to the catalogue.
type custom struct {
	files   []*customSource
	formats []*customFormat
}

// customSource is a source and the hidden field that it was put into.
type customSource struct {
	*source.File
	label  string
	text   string // the CUE file made of it
	offset int    // of its body in text
	// unsound is set if CUE cannot evaluate the source; the reason has been
	// reported.
	unsound bool
}

// customFormat is a team's format.
type customFormat struct {
	document.Custom
	file       *customSource
	where      []string
	recognised []*constraint.Checker
}

// generated is the field of the rules generated for formats with sections.
const generated = "_generated"

// hidden returns the path of a hidden field of package handofflint, with the
// name that CUE gives a package without an import path.
func hidden(label string) cue.Path { return cue.MakePath(cue.Hid(label, ":handofflint")) }

// entry returns the value of an entry of the source.
func (f *customSource) entry(root cue.Value, kind, name string) cue.Value {
	return root.LookupPath(hidden(f.label)).LookupPath(cue.MakePath(cue.Str(kind), cue.Str(name)))
}

// bounded runs a function that evaluates a team's CUE.
func bounded(what string, f func() error) error {
	return guard.Shared.Run(what, guard.Standard, f)
}

// loadCustom adds the sources to the catalogue. An error is a *SourceError with
// all mistakes, or says that evaluation was stopped.
func (c *Catalogue) loadCustom(sources []Source, s settings) error {
	var names []string
	for _, s := range sources {
		names = append(names, s.Name)
	}
	what := "evaluating " + strings.Join(names, " and ")
	return bounded(what, func() (err error) {
		defer func() {
			if cause := recover(); cause != nil {
				err = fmt.Errorf("%s: CUE broke down: %v; write it in a simpler way", what, cause)
			}
		}()
		r := &customReader{catalogue: c, options: s, order: map[string]int{}, custom: &custom{}}
		if err = r.read(sources); err != nil {
			return err
		}
		return sourceError(r.problems, r.order)
	})
}

// customReader reads sources.
type customReader struct {
	catalogue *Catalogue
	custom    *custom
	options   settings // replace those of the entries
	root      cue.Value
	contract  contracts
	entries   []*entry
	problems  []Problem
	order     map[string]int
	// partial is set if a source could not be read: it may contain what others
	// refer to.
	partial bool
}

func (r *customReader) add(problems ...source.Problem) {
	for _, p := range problems {
		if p.Fault != nil {
			p.Message, p.Help = r.faultWords(p.Fault)
		}
		r.problems = append(r.problems, Problem{Path: p.Path, Line: p.Line, Column: p.Column, Message: p.Message, Help: p.Help})
	}
}

// faultWords returns the catalogue's words for a parse error. The parser
// reports YAML errors as front matter; here they are not.
func (r *customReader) faultWords(fault *document.Fault) (message, help string) {
	if fault.Rule == source.RefusedRule {
		words := r.contract.words["refused-"+fault.Variant]
		return fill(words.Message, fault.Values), fill(words.Help, fault.Values)
	}
	rule := r.catalogue.Rule(fault.Rule)
	if rule == nil || fault.Rule == ruleFrontMatter {
		rule = r.contract.yaml
	}
	words := rule.words(fault.Variant)
	return fill(words.Message, fault.Values), fill(words.Help, fault.Values)
}

// ruleFrontMatter is the rule of YAML errors.
const ruleFrontMatter = "syntax/front-matter"

func (r *customReader) read(sources []Source) error {
	if err := r.contract.load(); err != nil {
		return err
	}
	definitions, err := builtinDefinitions()
	if err != nil {
		return err
	}
	for i, s := range sources {
		if _, known := r.order[s.Name]; !known {
			r.order[s.Name] = i
		}
		r.parse(i, s, definitions)
	}
	root, err := r.build()
	if err != nil {
		return err
	}
	r.root = root
	r.evaluationProblems()
	r.readEntries()
	r.checkEntries()
	if len(r.problems) > 0 {
		return nil
	}
	return r.addToCatalogue()
}

// parse reads one source; definitions are the names that it cannot use.
func (r *customReader) parse(i int, s Source, definitions map[string]bool) {
	file, problems := source.Parse(s.Name, s.Data, r.catalogue.builtin)
	r.add(problems...)
	if file == nil {
		r.partial = true
		return
	}
	f := &customSource{File: file, label: fmt.Sprintf("_source%d", i), unsound: len(problems) > 0}
	f.text, f.offset = file.CUE(f.label)
	for name, at := range file.Definitions {
		if definitions[name] {
			r.add(file.Problem(at, name+" is a definition of handofflint's own", "give it another name, such as #Team"+strings.TrimLeft(name, "_#")))
		}
	}
	r.custom.files = append(r.custom.files, f)
}

// builtin reports whether the catalogue has an entry of that name, or the name
// is a pattern.
func (c *Catalogue) builtin(kind, name string) bool {
	if strings.Contains(name, "*") {
		return true
	}
	if kind == "formats" {
		return c.Format(name) != nil
	}
	return c.Rule(name) != nil
}

// builtinDefinitions returns the names of the definitions in the embedded
// files.
func builtinDefinitions() (map[string]bool, error) {
	names := map[string]bool{}
	for _, folder := range []fs.FS{schema.Sources, sources} {
		files, err := fs.Glob(folder, "*.cue")
		if err != nil {
			return nil, err
		}
		for _, name := range files {
			if err := addDefinitions(names, folder, name); err != nil {
				return nil, err
			}
		}
	}
	return names, nil
}

func addDefinitions(names map[string]bool, folder fs.FS, name string) error {
	data, err := fs.ReadFile(folder, name)
	if err != nil {
		return err
	}
	file, err := parser.ParseFile(name, data)
	if err != nil {
		return err
	}
	for _, decl := range file.Decls {
		if d, ok := decl.(*ast.Field); ok {
			if label, _, err := ast.LabelName(d.Label); err == nil && strings.HasPrefix(label, "#") {
				names[label] = true
			}
		}
	}
	return nil
}

// build compiles the sources with the schemas, without those that refer to
// something undefined.
func (r *customReader) build() (cue.Value, error) {
	for {
		value, err := r.compile()
		if err != nil || value.LookupPath(cue.MakePath(cue.Str("custom"))).Exists() {
			return value, err
		}
		if sound := r.unsound(value.Err()); sound {
			return cue.Value{}, fmt.Errorf("evaluating a team's rules: %w", value.Err())
		}
	}
}

// unsound marks the sources with errors. It returns true if there are none.
func (r *customReader) unsound(err error) (sound bool) {
	sound = true
	for _, e := range cueerrors.Errors(err) {
		if file, _ := r.positionOf(e); file != nil && !file.unsound {
			file.unsound, sound = true, false
		}
	}
	r.evaluation(err, nil, nil)
	return sound
}

func (r *customReader) compile() (cue.Value, error) {
	instance := build.NewContext().NewInstance("", nil)
	if err := addFiles(instance, schema.Sources, func(name string) bool { return slices.Contains(contractFiles, name) }); err != nil {
		return cue.Value{}, err
	}
	if err := errors.Join(addFile(instance, sources, pathFile), addFile(instance, sources, customFile)); err != nil {
		return cue.Value{}, err
	}
	if err := r.custom.addTo(instance); err != nil {
		return cue.Value{}, err
	}
	return cuecontext.New().BuildInstance(instance), nil
}

// addTo adds the sources to a package of embedded files.
func (c *custom) addTo(instance *build.Instance) error {
	var sections strings.Builder
	for _, f := range c.files {
		if f.unsound {
			continue
		}
		if err := addText(instance, f.label, f.text); err != nil {
			return fmt.Errorf("%s: %w", f.Name, err)
		}
		for _, e := range f.Entries {
			if e.Kind == "formats" {
				sections.WriteString(sectionRules(f.label, e.Name))
			}
		}
	}
	return addText(instance, generated, "package handofflint\n"+generated+": {\n"+sections.String()+"}\n")
}

func addText(instance *build.Instance, name, text string) error {
	file, err := parser.ParseFile(name, text, parser.ParseComments)
	if err != nil {
		return err
	}
	return instance.AddSyntax(file)
}

// sectionRules returns the CUE of the rules for a format with sections.
func sectionRules(label, format string) string {
	name := literal.String.Quote(format)
	of := label + ".formats." + name
	var b strings.Builder
	b.WriteString("if " + of + ".sections != _|_ {\n")
	for _, rule := range []struct{ name, words string }{{"/missing-section", "missing"}, {"/section-too-short", "short"}} {
		fmt.Fprintf(&b, "%s: custom.sections.%s & {formats: [%s], params: {sections: %s.sections, if %s.level != _|_ {level: %s.level}}}\n",
			literal.String.Quote(format+rule.name), rule.words, name, of, of, of)
	}
	return b.String() + "}\n"
}

// evaluationProblems reports CUE's own errors in the sources.
func (r *customReader) evaluationProblems() {
	for _, f := range r.custom.files {
		if v := r.root.LookupPath(hidden(f.label)); v.Exists() {
			r.evaluation(v.Validate(), f, nil)
		}
	}
}

// evaluation reports CUE's errors, each at its position in a source, or else at
// the value with these steps.
func (r *customReader) evaluation(err error, f *customSource, steps []string) {
	for _, e := range cueerrors.Errors(err) {
		file, at := r.positionOf(e)
		if file == nil {
			if file = f; file == nil {
				continue
			}
			if at = file.Spans(steps...).Value; len(steps) == 0 {
				at = file.Top(stepsOf(e.Path())...)
			}
		}
		r.add(file.Problem(at, source.Plain(e), r.helpFor(file, source.Plain(e))))
	}
}

// stepsOf returns an error's path without the field of the source and without
// quotes.
func stepsOf(path []string) []string {
	var steps []string
	for _, step := range path[min(1, len(path)):] {
		if unquoted, err := literal.Unquote(step); err == nil {
			step = unquoted
		}
		steps = append(steps, step)
	}
	return steps
}

// positionOf returns the first position of an error that is in a source.
func (r *customReader) positionOf(e cueerrors.Error) (*customSource, Span) {
	for _, pos := range cueerrors.Positions(e) {
		for _, f := range r.custom.files {
			if pos.Filename() == f.label && pos.Offset() >= f.offset {
				return f, f.At(pos.Offset() - f.offset)
			}
		}
	}
	return nil, Span{}
}
