package claims

import (
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/timeline/timelinetest"
	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

// TestResultsOfEarlierRounds checks that a later round replaces earlier results.
func TestResultsOfEarlierRounds(t *testing.T) {
	const said = "# Quota\n\nAll tests pass.\n"
	deeds := append([]ledger.Deed{{Act: ledger.Write, Path: "/w/a.go"}}, shell.Deeds("go test ./...", "/w", shell.Exited(1), "--- FAIL: TestA (0.00s)\nFAIL\ta\t0.1s", nil)...)
	deeds = append(deeds, shell.Deeds("git commit -m x", "/w", shell.Exited(1), "error: x", nil)...)
	for text, want := range map[string]int{
		said: 1,
		"# Quota\n\nIt is committed.\n\n## Fix round 1\n\nThe lock is held.\n": 1,
		said + "\n## Notes\n\nThe lock is held.\n":                             1,
		said + "\n## Fix round 1\n\nThe lock is held.\n":                       0,
		said + "\n## Fix round 1\n\nAll tests pass.\n":                         1,
	} {
		in := rules.Input{Path: ".superpowers/sdd/task-1-report.md", Data: []byte(text)}
		found := accusations(t, evidenceEngine(t), in, factsOfDeeds(deeds))
		if len(found) != want || want > 0 && !strings.HasPrefix(found[0], "evidence/contradicted:") {
			t.Errorf("%q: %q, want %d", text, found, want)
		}
	}
}

// TestOfThisTree checks from how many files in unknown folders a handoff is about another tree.
func TestOfThisTree(t *testing.T) {
	p := referenceParams{Foreign: 3}
	foreign := mention{File: worktree.File{Path: "lib/a.go", State: worktree.Absent}, listed: true}
	for count, want := range []int{0, 1, 2, 0, 0} {
		var all []mention
		for range count {
			all = append(all, foreign)
		}
		if got := len(p.ofThisTree(all)); got != want {
			t.Errorf("%d files of another tree: %d are of this one, want %d", count, got, want)
		}
	}
	told := foreign
	told.listed = false
	if got := p.ofThisTree([]mention{told}); len(got) > 0 {
		t.Errorf("a file of another tree in the text: %+v", got)
	}
	for _, tt := range []struct {
		count int
		path  string
		state worktree.State
		want  int
	}{{3, "src/b.go", worktree.Present, 4}, {3, "b.go", worktree.Present, 0}, {3, "src/b.go", worktree.Uncertain, 0}, {2, "b.go", worktree.Absent, 3}} {
		all := append(slices.Repeat([]mention{foreign}, tt.count), mention{File: worktree.File{Path: tt.path, State: tt.state}, listed: true})
		if got := len(p.ofThisTree(all)); got != tt.want {
			t.Errorf("%+v: %d are of this tree", tt, got)
		}
	}
}

// TestClaimsOfActions checks what the actions of an agent say of a handoff's fields and text, each thing once.
func TestClaimsOfActions(t *testing.T) {
	const never, failing = "evidence/never-ran: ", "1 go test ./... -> --- FAIL: TestA (0.00s)\nFAIL\ta\t0.1s"
	for name, tt := range map[string]struct {
		fields string
		acts   []string
		want   []string
	}{
		"lines that were read":                {`"source_files_verified": ["a.go:10-20"]`, []string{"0 sed -n '8,$p' a.go"}, nil},
		"lines of another file":               {`"source_files_verified": ["src/a.go:10-20"]`, []string{"show b.go"}, []string{"evidence/never-read: "}},
		"other lines":                         {`"source_files_verified": ["a.go:10-20"]`, []string{"0 sed -n 5p a.go"}, []string{`lines 10-20 of "a.go" were read, but the transcript shows other lines of it: 5, on line 1`}},
		"lines before those":                  {`"source_files_verified": ["a.go:10-20"]`, []string{"0 sed -n '30,$p' a.go"}, []string{`lines 10-20 of "a.go" were read, but the transcript shows other lines of it: 30 to the end`}},
		"lines that may be among them":        {`"source_files_verified": ["a.go:10-20"]`, []string{"0 sed -n 5p a.go", "1 false && sed -n 7p a.go"}, nil},
		"a note that it was not":              {`"source_files_verified": ["src/a.go (not read)"]`, []string{"show b.go"}, nil},
		"the first of the lines":              {`"source_files_verified": ["a.go:10-20"]`, []string{"0 sed -n 10p a.go"}, nil},
		"the last of the lines":               {`"source_files_verified": ["a.go:10-20"]`, []string{"0 sed -n 20p a.go"}, nil},
		"some of the lines":                   {`"source_files_verified": ["a.go:1-5,90-99"]`, []string{"0 sed -n 1,5p a.go"}, []string{`lines 90-99 of "a.go"`}},
		"more of the lines":                   {`"source_files_verified": ["a.go:1-5,50-60,90-99"]`, []string{"0 sed -n 1,5p a.go"}, []string{`lines 50-60 of "a.go"`}},
		"other lines that may be read":        {`"source_files_verified": ["a.go:10-20"]`, []string{"show b.go", "1 false && sed -n 5p a.go"}, nil},
		"a skill that was used":               {`"library_skills_read": ["developing-with-tdd"]`, []string{"skill developing-with-tdd"}, nil},
		"a skill by its last part":            {`"skills_invoked": ["tdd"]`, []string{"skill superpowers-tdd"}, nil},
		"a skill by its first part":           {`"skills_invoked": ["superpowers-tdd"]`, []string{"skill tdd"}, nil},
		"a skill by its file":                 {`"skills_invoked": ["tdd"]`, []string{"show skills/tdd/SKILL.md"}, nil},
		"no skill's name":                     {`"skills_invoked": ["read the docs first"]`, []string{"skill reviewing"}, nil},
		"another skill":                       {`"skills_invoked": ["tdd"]`, []string{"skill reviewing"}, []string{`the last one that was used is "reviewing", on line 1`}},
		"a list with a value":                 {`"files_modified": ["a.go", true]`, []string{"edit a.go"}, nil},
		"a script may have shown it":          {`"source_files_verified": ["src/a.go"]`, []string{"show b.go", "0 ./x -> see src/a.go"}, nil},
		"nothing has shown it":                {`"source_files_verified": ["src/a.go"]`, []string{"show b.go", "edit c.go", "0 ./x -> done"}, []string{"none of the 1 reads in the transcript is of it\n"}},
		"one beside it":                       {`"source_files_verified": ["src/a.go"]`, []string{"show src/x.go", "show b.go"}, []string{`the nearest, on line 1, is of "src/x.go"`}},
		"a script that names it":              {`"source_files_verified": ["src/a.go"]`, []string{"show b.go", "0 ./x --file=src/a.go -> done"}, nil},
		"other lines, and a script":           {`"source_files_verified": ["a.go:10-20"]`, []string{"0 sed -n 5p a.go", "0 ./x -> done"}, []string{"lines 10-20"}},
		"lines of what may be a copy":         {`"source_files_verified": ["/v/a.go:10-20"]`, []string{"0 sed -n 5p /v/a.go", "0 sed -n 5p a.go"}, nil},
		"a change that is not listed":         {`"files_modified": ["a.go"]`, []string{"edit a.go", "edit b.go"}, []string{`"b.go", which the transcript says was changed on line 2` + "\n"}},
		"a list of artifacts":                 {`"artifacts": ["a.go"]`, []string{"edit a.go", "edit b.go"}, nil},
		"one that a formatter changes":        {`"files_modified": ["a.go"]`, []string{"edit a.go", "edit b.go", "0 gofmt -w *.go"}, []string{`"b.go"`}},
		"one that is removed by a pattern":    {`"files_modified": ["a.go"]`, []string{"edit a.go", "edit b.go", "0 rm b*.go"}, nil},
		"one that may be undone":              {`"files_modified": ["a.go"]`, []string{"edit a.go", "edit b.go", "0 git stash"}, nil},
		"one that is removed":                 {`"files_modified": ["a.go"]`, []string{"edit a.go", "delete b.go"}, nil},
		"one by somebody else":                {`"files_modified": ["a.go"]`, []string{"edit a.go", "other b.go"}, nil},
		"one by a command":                    {`"files_modified": ["a.go"]`, []string{"edit a.go", "0 echo x > b.go"}, nil},
		"one before a script":                 {`"files_modified": ["a.go"]`, []string{"edit a.go", "edit b.go", "0 ./x -> done"}, []string{`"b.go"`}},
		"two of them":                         {`"files_modified": ["a.go"]`, []string{"edit a.go", "edit b.go", "edit c.go"}, []string{"1 other file"}},
		"a list with another value":           {`"files_modified": ["a.go", 3]`, []string{"edit a.go", "edit b.go"}, nil},
		"the handoff itself":                  {`"files_modified": ["a.go"]`, []string{"edit a.go", "edit h.json"}, nil},
		"a change that need not be listed":    {`"files_modified": ["a.go"]`, []string{"edit a.go", "edit debug.log"}, nil},
		"a change beyond a gap":               {`"files_modified": ["a.go"]`, []string{"edit a.go", "edit b.go", "gap too many"}, nil},
		"a file of the text":                  {"Fixed `src/b.go`.", []string{"edit a.go"}, []string{"evidence/never-written: "}},
		"and perhaps":                         {"Fixed the gizmo in `src/b.go`.", []string{"edit a.go"}, nil},
		"outside of the folder":               {`"files_modified": ["a.go"]`, []string{"edit a.go", "edit /home/dev/b.go"}, nil},
		"a run, and that it passed":           {"Ran `go test ./...`: all tests pass.", []string{"edit a.go"}, []string{never}},
		"another run, and that it passed":     {"Ran `go vet ./...`: all tests pass.", []string{"edit a.go", "0 go vet ./..."}, []string{"none of the 1 commands"}},
		"only that it passed":                 {"All tests pass.", []string{"edit a.go"}, []string{never}},
		"tests after the handoff":             {"All tests pass.", []string{"edit a.go", "edit h.json", "0 go test ./... -> ok  \ta\t0.1s"}, nil},
		"a look at the handoff after them":    {"All tests pass.", []string{"edit a.go", "edit h.json", failing, "show h.json"}, nil},
		"the handoff again after them":        {"All tests pass.", []string{"edit a.go", "edit h.json", failing, "edit h.json"}, []string{"evidence/contradicted: "}},
		"with tests in the folder":            {"All tests pass.", []string{"show a_test.go", "edit a.go"}, []string{never}},
		"a command":                           {"Verified with `go vet ./...`.", []string{"edit a.go"}, []string{never}},
		"a command that another may have run": {"Ran `npm audit`.", []string{"0 git rebase --exec 'npm audit' main"}, nil},
		"or has run, by its output":           {"Ran `npm audit`.", []string{"0 git commit -m x -> npm audit: found 0 vulnerabilities"}, nil},
		"a word that begins like it":          {"Ran `go vet ./...`.", []string{"0 ls -> go veterans"}, []string{never}},
		"a word that ends like it":            {"Ran `go vet ./...`.", []string{"0 ls -> cargo vet"}, []string{never}},
		"no command at all":                   {"Ran `$`.", []string{"edit a.go"}, nil},
		"a form of a command":                 {"Verified with `go vet ...`.", []string{"edit a.go"}, nil},
		"a commit that nothing made":          {"The change is committed.", []string{"edit a.go"}, nil},
		"a field that says no":                {`"verification": {"tests_passed": false}`, []string{"edit a.go", failing}, nil},
		"a field that says so in words":       {`"verification": {"tests_passed": "true"}`, []string{"edit a.go", failing}, []string{"evidence/contradicted: "}},
		"a field that says yes":               {`"verification": {"tests_passed": true}`, []string{"edit a.go", failing}, []string{"evidence/contradicted: "}},
		"a run that failed":                   {"All tests pass.", []string{"edit a.go", failing}, []string{"evidence/contradicted: "}},
	} {
		in := rules.Input{Path: "h.json", Named: true, As: "metadata", Data: []byte(`{"agent": "a", "output_type": "b", ` + tt.fields + `}`)}
		if tt.fields[0] != '"' {
			in = rules.Input{Path: "h.json", Named: true, As: "task", Data: []byte(`{"version": 1, "summary": "` + tt.fields + `"}`)}
		}
		found := accusations(t, evidenceEngine(t), in, &Facts{Timeline: timelinetest.Acts(tt.acts...)})
		if len(found) != len(tt.want) || len(found) > 0 && !strings.Contains(found[0]+"\n", tt.want[0]) {
			t.Errorf("%s: %q, want %q", name, found, tt.want)
		}
	}
}

// TestAgentsOfASession checks that the actions of all agents of a session count.
func TestAgentsOfASession(t *testing.T) {
	main, agent := timelinetest.Acts("edit a.go", "0 ls", "show b.go").Agent, timelinetest.Acts("0 ls", "edit d.go", "show c.go").Agent
	agent.Agent, agent.Parent = "a", main.Session
	for summary, want := range map[string]string{
		"All tests pass.": "none of the 2 commands", "Verified with `go vet ./...`.": "none of the 2 commands",
		"Fixed `e.go`.": "evidence/never-written: ", "Fixed `d.go`.": "",
	} {
		in := rules.Input{Path: "h.json", Named: true, As: "task", Data: []byte(`{"version": 1, "summary": "` + summary + `"}`)}
		found := accusations(t, evidenceEngine(t), in, &Facts{Timeline: timeline.Build([]*ledger.Ledger{main, agent}, nil)})
		if got := strings.Join(found, "\n"); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%s: %q, want %q", summary, got, want)
		}
	}
}

// TestContradictsItself checks that only the output right below a claim contradicts it.
func TestContradictsItself(t *testing.T) {
	const output = "\n\n```\n--- FAIL: TestA (0.00s)\nFAIL\ta\t0.1s\n```\n"
	for text, want := range map[string]bool{
		"All tests pass." + output:                                                    true,
		"All quota tests pass." + output:                                              true,
		"The quota tests pass." + output:                                              false,
		"If the lock is held, all tests pass." + output:                               false,
		"All tests pass. Output:" + output:                                            true,
		"Tests and lint pass." + output:                                               true,
		"Lint and tests pass." + output:                                               true,
		"All tests pass.\n\nBefore the lock was held:" + output:                       false,
		"All tests pass.\n\n```\nok  \ta\t0.1s\n```":                                  false,
		"All tests pass.\n\n```\n```":                                                 false,
		"All tests pass.\n\n````" + output + "````":                                   true,
		"All tests pass.\n\n~~~" + output + "~~~":                                     true,
		"All tests pass.\n\n```\n``` go\n--- FAIL: TestA (0.00s)\nFAIL\ta\t0.1s\n```": true,
		"All tests pass.\n\n```\n--- FAIL: TestA (0.00s)\nFAIL\ta\t0.1s\n":            false,
		"No tests were run." + output + "\nAll tests pass.":                           false,
		"No tests were run." + output + "\nAll tests pass." + output:                  true,
		"| done |\n|---|\n| All tests pass. |" + output:                               false,
		"All tests pass." + output + "\n## Fix round 1\n\nIt is held.":                false,
	} {
		in := rules.Input{Path: ".superpowers/sdd/task-1-report.md", Data: []byte("# Quota\n\n" + text + "\n")}
		engine := evidenceEngine(t)
		result, err := engine.Check(engine.Parse(in), &Facts{})
		if err != nil {
			t.Fatal(err)
		}
		isFound := slices.ContainsFunc(result.Findings, func(f rules.Finding) bool { return f.Rule == "handoff/contradicts-itself" })
		if isFound != want {
			t.Errorf("%q: %t, want %t", text, isFound, want)
		}
	}
}
