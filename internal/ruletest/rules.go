// Package ruletest checks the rules against the examples in testdata/rules.
//
// Each rule has a folder there, testdata/rules/<group>/<rule>, or testdata/rules/placeholder for the rule
// that is its own group. It contains
//
//	bad/<case>         what the rule reports
//	bad/<case>.want    the findings, all of this rule
//	bad/<case>.txtar   the same of several files, the findings in the file want
//	good/<case>        what comes near and is right: no finding at all
//	good/<case>.txtar  the same of several files
//
// A case is a file, which is linted as if the user had named it (<case>.task.json as a task, like --as), or
// an archive of files in txtar form, which are written into a folder that is walked. It is linted like the
// program does it, from the folder of the files, so that paths in findings are short and the same on every
// machine. A rule that is off by default is switched on in its own folder.
//
// # Goldens
//
// A finding is one line: its position, severity, rule, pointer (if any) and message. Everything else follows,
// indented:
//
//	a.json:3:14-3:19 error placeholder /summary | summary is a placeholder: "TBD"
//	    help: replace it with what the next agent needs to know
//	    related: a.json:1:1-1:2 | the first one
//
// Lines and columns count from 1, columns in code points; the end is exclusive. `go test ./internal/ruletest
// -update` rewrites the goldens. Read the diff before you commit it: a golden says what is right, not what
// the program does.
//
// # Directives
//
// The text before the first file of an archive says how to lint the case, and makes what neither git nor an
// archive can store, one directive per line, `#` for a comment:
//
//	as: report                take every file for this format (--as)
//	paths: a.json b           name these instead of walking the folder
//	files: a.json             read these without a walk, as commands on one file do
//	stdin: a.json             read this file through standard input
//	now: 2026-06-01T12:00:00Z the time that ages are measured from
//	rules: rules.cue          a file of the case with rules and formats of a team's own
//	transcript: t.jsonl       what the agent did: a file of the case, or of testdata/evidence/transcripts
//	mtime: a.md +2s           when the file was changed, from the case's time
//	size: a.json 1048577      fill the file up with spaces to this many bytes
//	bytes: a.json "caf\xe9"   write a file with these bytes, a Go string
//	cut: a.json               take the last line end off the file
//	folder: a/b               make an empty folder
//	link: a.md b.md           make a symbolic link at a.md that leads to b.md
//	fifo: a.md                make a named pipe
//	rename: a.md b/a.md       give a file or folder another name
//	remove: a.md              remove a file or folder
//	git: commit -q -m first   run git in the case, with an identity and times that are the same everywhere
//	mode: a.md 000            set permissions, octal
//	os: linux darwin          run on these alone: the words are the system's
//	evidence: files           hold its claims against this: claims, files, actions, chain
//
// Steps run in order, except that times and permissions come last. Unless mtime says otherwise, every file,
// including markers, is one hour older than the case's time, which is 2026-06-01T12:00:00Z. The first step of
// a case, if it is a git step, is at 2026-05-01T00:00:00Z by git's clock, each later one an hour after the
// previous. A case of a rule that needs claims or the chain has that evidence by default.
package ruletest

import (
	"flag"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/rules"
)

var update = flag.Bool("update", false, "write the goldens of testdata/rules anew")

// The two folders of a rule.
const (
	bad  = "bad"
	good = "good"
)

// Run lints the cases of all rules in a folder like TestRules, except those that need git or what an agent
// did. Tests of the packages that check files call it.
func Run(t *testing.T, root string) {
	run(t, root, func(c *testCase) bool {
		isOfGit := slices.ContainsFunc(c.steps, func(s step) bool { return s.what == "git" })
		return !isOfGit && len(c.evidence) == 0
	})
}

// run lints the chosen cases of all rules in a folder.
func run(t *testing.T, root string, isChosen func(*testCase) bool) {
	root, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	engines := engines{}
	for _, rule := range rules.BuiltIn().Rules {
		t.Run(rule.Name, func(t *testing.T) {
			for _, kind := range []string{bad, good} {
				cases, err := readCases(filepath.Join(root, filepath.FromSlash(rule.Name), kind))
				if err != nil {
					t.Fatal(err)
				}
				if len(cases) == 0 {
					t.Errorf("there is no %s case", kind)
				}
				for _, c := range cases {
					if isChosen(c) {
						t.Run(kind+"/"+c.name, func(t *testing.T) { c.check(t, rule, kind, engines) })
					}
				}
			}
		})
	}
}

// check lints a good or bad case of a rule, and compares the findings with its golden.
func (c *testCase) check(t *testing.T, rule *rules.Rule, kind string, engines engines) {
	t.Helper()
	results := c.lint(t, rule, engines)
	if kind == good {
		c.expectNothing(t, results)
		return
	}
	c.expectOnly(t, rule, results)
	c.compare(t, results)
}

// expectNothing fails if a good case has a finding, or if nothing in it was judged, which would prove
// nothing.
func (c *testCase) expectNothing(t *testing.T, results []rules.Result) {
	t.Helper()
	if found := render(results); found != "" {
		t.Errorf("a good case has findings:\n%s", found)
	}
	judged := func(r rules.Result) bool { return r.Skipped == "" }
	if !slices.ContainsFunc(results, judged) {
		t.Errorf("nothing was judged: no file of the case is a handoff")
	}
}

// expectOnly fails if a bad case has no finding of its rule, or one of another rule. The exceptions are a
// missing field, which may also violate the schema, and findings next to a finding about suppressions.
func (c *testCase) expectOnly(t *testing.T, rule *rules.Rule, results []rules.Result) {
	t.Helper()
	fired := false
	for _, r := range results {
		for _, f := range r.Findings {
			fired = fired || f.Rule == rule.Name
			mayBeBeside := f.Rule == "schema/missing-field" || rule.Group() == "suppression"
			if f.Rule != rule.Name && !mayBeBeside {
				t.Errorf("a finding of another rule:\n%s", renderFinding(f))
			}
		}
	}
	if !fired {
		t.Errorf("%s does not fire", rule.Name)
	}
}

// compare compares the findings with the golden of the case, or writes the golden anew with -update.
func (c *testCase) compare(t *testing.T, results []rules.Result) {
	t.Helper()
	got := render(results)
	if *update {
		if err := c.writeGolden(got); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := c.readGolden()
	if err != nil {
		t.Fatal(err)
	}
	if got != strings.ReplaceAll(want, "\r\n", "\n") {
		t.Errorf("%s\ngot:\n%s\nwant:\n%s", c.path, got, want)
	}
}
