// Package schema holds the CUE sources of the handoff formats and the
// contract of a rule: the one place where required fields, types, values and
// limits are written down. It has the name schema although its folder is cue:
//
//	import schema "github.com/handofflint/handofflint/cue"
//
// To check files use package handofflint at the root of the module. `handofflint schema FORMAT`
// prints the schema of one format, as a CUE file that needs no other one or as JSON Schema.
// This package is for those who want the sources themselves: to build on a
// definition, to generate code of them, or to ship them elsewhere.
//
// # The files
//
// The *.cue files are one CUE package, handofflint, together with the rules of
// package rules. By themselves they are complete:
//
//   - report.cue, metadata.cue, context.cue, task.cue, sdd-report.cue, handover.cue,
//     gsd.cue: the object of a format each, #Report, #Metadata, #Context, #Task,
//     #TaskReport, #Handover and #PausedWork
//   - section.cue: what a format says of its Markdown
//   - formats.cue: what else there is to know of the formats, and by what their files
//     are detected
//   - protocol.cue: how files of the protocols are called, and where they are
//   - text.cue: the shapes of texts that several formats share
//   - limits.cue: the bounds of reading and parsing
//   - rule.cue: the contract of formats and rules, #Format and #Rule
//
// # A first program
//
//	instance := build.NewContext().NewInstance("", nil)
//	for _, name := range []string{"context.cue", "text.cue"} {
//		source, err := schema.Sources.ReadFile(name)
//		if err != nil {
//			log.Fatal(err)
//		}
//		file, err := parser.ParseFile(name, source)
//		if err != nil {
//			log.Fatal(err)
//		}
//		if err := instance.AddSyntax(file); err != nil {
//			log.Fatal(err)
//		}
//	}
//	value := cuecontext.New().BuildInstance(instance)
//	definition := value.LookupPath(cue.ParsePath("#Context"))
//
// The example of [Sources] goes on from here.
//
// # Concurrency and errors
//
// Both file systems are read-only and may be used by many goroutines. A value
// of CUE may not: give each goroutine a cue.Context of its own. A file that is
// not there is an error of io/fs.
//
// # What is stable
//
// The names of the formats and of their definitions. Hidden fields, and
// which file a shared shape is in, may change in any release.
package schema

import "embed"

//go:generate go test -count=1 -run ^TestTable$ ../internal/generate -update

// Sources are the *.cue files of this folder, by their names: "context.cue".
//
//go:embed *.cue
var Sources embed.FS
