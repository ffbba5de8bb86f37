// Package rules is the engine of handofflint: it has the catalogue of rules, and applies them
// to a file. It opens no file but the document it is given, and asks no git and no transcript. NewEngine
// and Engine.Check are where to begin. It may change at any time; programs use package handofflint.
//
// Decide by [Result.Worst]. A file that nobody named, and that looks like none of the
// formats, is skipped: it has no findings, and [Result].Skipped says why. Messages quote
// the file: escape control characters before they reach a terminal.
//
// # Rules
//
// A rule is data: an entry of `rules` in one of the *.cue files of this folder, with
// a pattern or a check, a severity and a message. [LoadCatalogue] lists all rules,
// and [Options].Team adds those of a team or a program, which package teamrules reads.
// For what CUE cannot express (word counts, names of files, other reports) an entry names
// a Go function of package checks. It reads only its [Pass]; rule, severity and words come
// from the catalogue.
//
// # Concurrency
//
// An [Engine] is safe for concurrent use. It compiles a format's rules once, when
// the first document of that format arrives. A [Catalogue] and a [Result] are read-only
// unless you change them.
//
// # Errors
//
// A fault of a file is a [Finding], never an error. An error of NewEngine says
// what is wrong with the options. An error of any other function means wrong use
// or a bug: nothing was checked, and nothing may pass.
//
// # What is stable
//
// The exported names are there for the other packages of handofflint. Names of rules and
// fingerprints ([Finding.Fingerprint]) are stable, since users' files contain them. The words of
// messages and help may change at any time; decide by Finding.Rule and Finding.Variant.
package rules
