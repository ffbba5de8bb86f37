// Package rules is the engine of handofflint: it holds the catalogue of rules and applies them to a file. It
// opens no file, and reads neither git nor transcripts. Start with NewEngine and Engine.Check. The package
// may change at any time; programs use package handofflint.
//
// Decide by [Result.Worst]. A file that was not named explicitly and matches no format is skipped: it has no
// findings, and [Result].Skipped says why. Messages quote the file: escape control characters before printing
// them to a terminal.
//
// A rule is data: an entry of `rules` in a *.cue file of this folder, with a pattern or a check, a severity
// and a message. [LoadCatalogue] lists all rules. [Options].Team adds the rules of a team or a program, which
// package teamrules reads. For what CUE cannot express (word counts, file names, other reports) an entry
// names a Go function of package checks. The function reads only its [Pass]; rule, severity and words come
// from the catalogue.
//
// A fault of a file is a [Finding], never an error. An error of NewEngine says what is wrong with the
// options. An error of any other function means wrong use or a bug: nothing was checked, and nothing may
// pass.
//
// Rule names and fingerprints ([Finding.Fingerprint]) are stable because users' files contain them. The
// wording of messages and help may change at any time; decide by Finding.Rule and Finding.Variant.
package rules
