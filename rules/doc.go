// Package rules judges handoffs: it has the catalogue of rules, and the engine
// that holds a file to them.
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
// Named says that the file must be a handoff. Without it a file that looks
// like none of the four formats is passed over: it has no findings, and
// [Result].Skipped says why.
//
// [Result.Worst] is what to decide by. Messages quote the file: escape control
// characters before they reach a terminal.
//
// # Options
//
// [Options] is what a user may decide, above all how much a rule weighs:
//
//	override, err := rules.ParseOverride("report/*=warning")
//	engine, err := rules.NewEngine(checks.All(), rules.Options{
//		Overrides: []rules.Override{override, {Pattern: "placeholder", Severity: rules.Off}},
//	})
//
// # Files and sessions
//
// The engine opens no file. Who reads them keeps to [Engine.Limits], and hands
// a file that cannot be read, or that is too large, to [Engine.CheckFault]
// instead of passing it over. A folder of reports has rules of its own: make a
// [Session] of the documents that [Engine.Parse] gave, judge it by
// [Engine.CheckSession], and put the results together by [Engine.Merge].
//
// # Rules
//
// A rule is data: an entry of `rules` in one of the *.cue files of this folder.
// It says what has to hold, how much it weighs, and in which words to tell. A
// pattern says what has to hold:
//
//	rules: "task/no-version": {
//		summary:  "no version"
//		formats:  ["task"]
//		severity: "warning"
//		must: data: version!: _
//		message: "no version: it is read as 1"
//		// and why, examples and since, as #Rule in cue/rule.cue says
//	}
//
// To add a rule to the catalogue, write its entry and a folder of that name
// under testdata/rules with files that break it and files that do not; the
// tests say what is still missing. [LoadCatalogue] lists what there is.
//
// A team's own rules and formats, and a program's, come in as [Options].Sources,
// and their parameters and severities as those of the catalogue's rules do. Such
// a source is data: evaluating it is bounded, as [Source] says.
//
// # Checks
//
// Only where CUE cannot see (word counts, names of files, other reports) an
// entry names a Go function in place of a pattern:
//
//	check:  "longSummary"
//	params: max: int | *200
//
// The function is the one of that name in the map that NewEngine gets: those of
// package checks, and those that the program puts beside or in place of them.
//
//	type params struct {
//		Max int `json:"max"`
//	}
//
//	own := checks.All()
//	own["longSummary"] = rules.NewCheck(func(p *params, pass *rules.Pass) {
//		summary := pass.Doc.Data().Field("summary")
//		if n := utf8.RuneCountInString(summary.Str()); n > p.Max {
//			pass.Report(rules.Report{
//				At:      summary.Value,
//				Pointer: "/summary",
//				Values:  rules.Values{"length": strconv.Itoa(n), "max": strconv.Itoa(p.Max)},
//			})
//		}
//	})
//
// A rule in [Options].Sources may ask for it too, as for those of package checks
// that are for everybody. [LoadCatalogueWith] has no map: it gets the names in
// [Options].Checks. A name that neither has is an error, with the nearest one.
//
// A check looks at its [Pass] and at nothing else. It says where and with which
// values; rule, severity and words are the catalogue's. The engine does not
// catch a panic of a check.
//
// # Concurrency
//
// An [Engine] is read-only: make one and use it from many goroutines. It
// compiles a format's rules when the first document of that format comes, once.
// A [Catalogue] is read-only too, and so are a parsed [Document] and a [Result]
// unless you change them. A [Run] is called from all of these goroutines.
//
// # Errors
//
// What is wrong with a file is a [Finding], never an error. An error of
// NewEngine says what is wrong with the options. An error of another function
// says that it was called wrongly or that the program is broken: then nothing
// was judged, and nothing may pass.
//
// # What is stable
//
// Until version 1.0 anything may change, and the changelog says so. What has
// the word "Internal:" in its comment serves the commands of handofflint: it
// may change in any release, without a word. Names of rules, and what
// [Finding.Fingerprint] makes of a finding, outlive a release: they stand in
// users' files. The words of messages and help may be improved at any time;
// decide by Finding.Rule and Finding.Variant.
package rules
