// Package schema holds the CUE sources of the handoff formats and the contract of a rule: the only place that
// defines required fields, types, values and limits. Its name is schema although its folder is cue:
//
//	import schema "github.com/handofflint/handofflint/cue"
//
// To check files use package handofflint at the root of the module. `handofflint schema FORMAT` prints the
// schema of one format, as a self-contained CUE file or as JSON Schema. This package is for programs that
// need the sources themselves: to build on a definition, to generate code from them, or to ship them
// elsewhere.
//
// # The files
//
// The *.cue files form one CUE package, handofflint, together with the rules of package rules. By themselves
// they are complete:
//
//   - report.cue, metadata.cue, context.cue, task.cue, sdd-report.cue, handover.cue, gsd.cue: the object of
//     each format: #Report, #Metadata, #Context, #Task, #TaskReport, #Handover and #PausedWork
//   - section.cue: the Markdown sections of a format
//   - formats.cue: the other properties of formats, and how their files are detected
//   - protocol.cue: the names and places of the protocols' files
//   - text.cue: the shapes of texts that several formats share
//   - limits.cue: the bounds of reading and parsing
//   - rule.cue: the contract of formats and rules, #Format and #Rule
//
// The example of [Sources] is a first program.
//
// # Concurrency and errors
//
// Both file systems are read-only and safe for concurrent use. A CUE value is not: give each goroutine its
// own cue.Context. A missing file is an error of io/fs.
//
// # What is stable
//
// The names of the formats and of their definitions are stable. Hidden fields, and the file of a shared
// shape, may change in any release.
package schema

import "embed"

//go:generate go test -count=1 -run ^TestFiles$ ../internal/generate -update

// Sources are the *.cue files of this folder, by their names: "context.cue".
//
//go:embed *.cue
var Sources embed.FS
