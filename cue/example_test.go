package schema_test

import (
	"fmt"
	"io/fs"
	"log"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/parser"

	schema "github.com/handofflint/handofflint/cue"
	"github.com/handofflint/handofflint/rules"
)

// The sources compile like any CUE package. A definition accepts or rejects a value; only package rules knows
// the position of a fault in a file.
func ExampleSources() {
	instance := build.NewContext().NewInstance("", nil)
	for _, name := range []string{"context.cue", "text.cue"} {
		source, err := schema.Sources.ReadFile(name)
		if err != nil {
			log.Fatal(err)
		}
		file, err := parser.ParseFile(name, source)
		if err != nil {
			log.Fatal(err)
		}
		if err := instance.AddSyntax(file); err != nil {
			log.Fatal(err)
		}
	}
	ctx := cuecontext.New()
	definition := ctx.BuildInstance(instance).LookupPath(cue.ParsePath("#Context"))
	if err := definition.Err(); err != nil {
		log.Fatal(err)
	}
	for _, handoff := range []string{
		`{schema_version: 1, task_id: "fix-login", task_summary: "Fix the race.", relevant_files: ["login.go"], key_findings: ["It is read first."]}`,
		`{schema_version: 1, task_id: "fix-login", task_summary: 7, relevant_files: ["login.go"], key_findings: ["It is read first."]}`,
	} {
		value := definition.Unify(ctx.CompileString(handoff))
		fmt.Println(value.Validate(cue.Concrete(true)) == nil)
	}
	// Output:
	// true
	// false
}

// Package rules returns the schema of one format as a self-contained file. Here its definition is compiled
// and its fields are listed.
func Example_schemaOfAFormat() {
	source := rules.SchemaSource(rules.BuiltIn().Format("task"))
	for _, line := range strings.Split(source, "\n") {
		if strings.HasPrefix(line, "#Task:") {
			fmt.Println(line)
		}
	}
	definition := cuecontext.New().CompileString(source).LookupPath(cue.ParsePath("#Task"))
	fields, err := definition.Fields(cue.Optional(true))
	if err != nil {
		log.Fatal(err)
	}
	for fields.Next() {
		fmt.Println(fields.Selector())
	}
	// Output:
	// #Task: {
	// version?
	// summary!
	// detail?
	// data?
	// handofflint?
}

// A skeleton is a handoff to fill in.
func ExampleSkeletons() {
	names, err := fs.Glob(schema.Skeletons, "skeletons/metadata-*")
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range names {
		fmt.Println(name)
	}
	// Output:
	// skeletons/metadata-base.md
	// skeletons/metadata-phased.md
}
