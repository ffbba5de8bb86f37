// Package rules checks handoffs: it has the catalogue of rules and the engine
// that applies them to a file.
//
// # A first program
//
//	package main
//
//	import (
//		"fmt"
//		"log"
//		"os"
//
//		"github.com/handofflint/handofflint/checks"
//		"github.com/handofflint/handofflint/rules"
//	)
//
//	func main() {
//		engine, err := rules.NewEngine(checks.All(), rules.Options{})
//		if err != nil {
//			log.Fatal(err)
//		}
//		data, err := os.ReadFile("handoff.json")
//		if err != nil {
//			log.Fatal(err)
//		}
//		result, err := engine.CheckInput(rules.Input{Path: "handoff.json", Data: data, Named: true})
//		if err != nil {
//			log.Fatal(err)
//		}
//		for _, f := range result.Findings {
//			fmt.Printf("%s:%d: %s: %s [%s]\n", f.Path, f.Range.Start.Line, f.Severity, f.Message, f.Rule)
//		}
//	}
//
// Named means that the file must be a handoff. Without it a file that looks
// like none of the four formats is skipped: it has no findings, and
// [Result].Skipped says why.
//
// Decide by [Result.Worst]. Messages quote the file: escape control characters
// before they reach a terminal.
//
// # Files and sessions
//
// The engine opens no files. Read them within [Engine.Limits], and pass a file
// that cannot be read, or is too large, to [Engine.CheckFault] instead of
// skipping it. A folder of reports has its own rules: make a [Session] of the
// documents from [Engine.Parse], check it with [Engine.CheckSession], and merge
// the results with [Engine.Merge].
//
// # Rules
//
// A rule is data: an entry of `rules` in one of the *.cue files of this folder, with
// a pattern or a check, a severity and a message. [LoadCatalogue] lists all rules,
// and [Options].Team adds those of a team or a program, which package teamrules reads.
//
// # Checks
//
// For what CUE cannot express (word counts, names of files, other reports) an
// entry names a Go function instead of a pattern:
//
//	check:  "longSummary"
//	params: max: int | *200
//
// NewEngine looks up the function in its map; the example of [NewCheck] writes one.
//
// A check reads only its [Pass]. It reports a position and values; rule, severity
// and words come from the catalogue. The engine does not recover from a panic of
// a check.
//
// # Concurrency
//
// An [Engine] is safe for concurrent use. It compiles a format's rules once, when
// the first document of that format arrives. A [Catalogue], a parsed [Document]
// and a [Result] are read-only unless you change them. A [Run] is called from all
// goroutines that use the engine.
//
// # Errors
//
// A fault of a file is a [Finding], never an error. An error of NewEngine says
// what is wrong with the options. An error of any other function means wrong use
// or a bug: nothing was checked, and nothing may pass.
//
// # What is stable
//
// Until version 1.0 anything may change, and the changelog says so. A name with
// "Internal:" in its comment may change in any release, without notice, as may a field
// that is named there. Names of rules and fingerprints ([Finding.Fingerprint]) are
// stable, since users' files contain them. The words of messages and help may change at
// any time; decide by Finding.Rule and Finding.Variant.
package rules
