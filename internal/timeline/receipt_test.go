package timeline_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/receipt"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/timeline/timelinetest"
)

func TestReceiptLines(t *testing.T) {
	const by = "By its transcript, the agent "
	for name, tt := range map[string]struct {
		acts []string
		want string
	}{
		"nothing":             {nil, by + "changed no file."},
		"a file":              {[]string{"edit a.go", "edit a.go"}, by + `changed "a.go".` + "\nIt ran no tests."},
		"no tests":            {[]string{"edit a.go", "0 ls"}, by + "changed \"a.go\".\nIt ran no tests."},
		"two files":           {[]string{"edit a.go", "edit b.go"}, by + `changed "a.go" and "b.go".` + "\nIt ran no tests."},
		"many files":          {[]string{"edit a.go", "edit b.go", "edit c.go", "edit d.go"}, by + `changed "a.go", "b.go" and 2 more.` + "\nIt ran no tests."},
		"an edit undone":      {[]string{"edit a.go x>y", "edit a.go y>x"}, by + "changed no file."},
		"moved":               {[]string{"0 mv a.go b.go"}, by + `changed "b.go", and deleted "a.go".` + "\nIt ran no tests."},
		"made again":          {[]string{"0 rm a.go", "edit a.go"}, by + `changed "a.go".` + "\nIt ran no tests."},
		"outside":             {[]string{"0 echo x > /home/joe/.profile"}, by + "changed 1 file outside of its folder."},
		"a commit":            {[]string{"edit a.go", "0 git commit -m x -> [main 1a2b3c4] x\n 1 file changed"}, by + `changed "a.go", and committed 1a2b3c4.` + "\nIt ran no tests."},
		"a hash in full":      {[]string{"0 git commit -m x -> [main 1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d] x"}, by + "changed no file, and committed 1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d."},
		"commits, a push":     {[]string{"0 git commit -m x -> [main 1a2b3c4] x", "0 git commit -m y -> [main 2a2b3c4] y", "0 git push"}, by + "changed no file, made 2 commits, the last 2a2b3c4, and pushed."},
		"a commit refused":    {[]string{"1 git commit -m x -> nothing to commit, working tree clean"}, by + `changed no file. Its last commit failed: "nothing to commit, working tree clean".`},
		"a failed run":        {[]string{failed}, by + "changed no file.\n" + `Its last test run, "go test ./...", failed: "--- FAIL: TestExpiry (0.00s)" (exit 1).`},
		"another status":      {[]string{"2 tsc --noEmit"}, by + "changed no file.\n" + `Its last type check run, "tsc --noEmit", failed (exit 2).`},
		"no status":           {[]string{"nonzero tsc --noEmit"}, by + "changed no file.\n" + `Its last type check run, "tsc --noEmit", failed.`},
		"that of a pipe":      {[]string{"0 go test ./... | tail -5 -> FAIL\texample.com/a\t0.1s\nFAIL"}, by + "changed no file.\n" + `Its last test run, "go test ./...", failed: "FAIL example.com/a 0.1s".`},
		"that of another":     {[]string{"2 go test ./...; npx eslint . -> FAIL\texample.com/a\t0.1s\nFAIL\n✖ 2 problems (2 errors, 0 warnings)"}, by + "changed no file.\n" + `Its last test run, "go test ./...", failed: "FAIL example.com/a 0.1s".` + "\n" + `Its last lint run, "npx eslint .", failed: "✖ 2 problems (2 errors, 0 warnings)" (exit 2).`},
		"that of a commit":    {[]string{"2 git commit -m x -> --- FAIL: TestA (0.00s)\nFAIL\nhusky - pre-commit script failed (code 1)"}, by + `changed no file. Its last commit failed: "husky - pre-commit script failed (code 1)".` + "\n" + `Its last test run, "git commit -m x", failed: "--- FAIL: TestA (0.00s)".`},
		"changed after":       {[]string{passed, "edit a.go"}, by + "changed \"a.go\".\n" + `Its last test run, "go test ./...", passed: "ok example.com/a 0.1s". "a.go" was changed after it.`},
		"changed by hand":     {[]string{passed, "edit a.go", "edit b.go"}, by + "changed \"a.go\" and \"b.go\".\n" + `Its last test run, "go test ./...", passed: "ok example.com/a 0.1s". "a.go" and 1 more were changed after it.`},
		"formatted":           {[]string{passed, "0 gofmt -w ."}, by + "changed no file that is known.\n" + `Its last test run, "go test ./...", passed: "ok example.com/a 0.1s". "gofmt -w ." ran after it.` + "\n" + `Its last format run, "gofmt -w .", passed.` + "\n" + `Not known: what "gofmt -w ." changed.`},
		"a part":              {[]string{"0 go test ./store -> ok  \tx/store\t0.1s"}, by + "changed no file.\n" + `Its last test run, "go test ./store" (of a part), passed: "ok x/store 0.1s".`},
		"a hidden result":     {[]string{"0 go test ./... | cat"}, by + "changed no file.\n" + `Its last test run, "go test ./...", has no known result.`},
		"no result":           {[]string{"running go test ./..."}, by + "changed no file.\n" + `Its last test run, "go test ./...", has no known result.`},
		"failures first":      {[]string{"0 go build ./...", "edit a.go", passed, "1 golangci-lint run -> 2 issues:"}, by + "changed \"a.go\".\n" + `Its last lint run, "golangci-lint run", failed: "2 issues:" (exit 1).` + "\n" + `Its last test run, "go test ./...", passed: "ok example.com/a 0.1s".`},
		"outdated first":      {[]string{"0 golangci-lint run", "edit a.go", passed}, by + "changed \"a.go\".\n" + `Its last lint run, "golangci-lint run", passed. "a.go" was changed after it.` + "\n" + `Its last test run, "go test ./...", passed: "ok example.com/a 0.1s".`},
		"an unknown script":   {[]string{"edit a.go", "0 ./deploy.sh -> done"}, by + "changed \"a.go\".\n" + `Not known: what "./deploy.sh" changed.`},
		"a tool":              {[]string{failed, "tool mcp__ide__run_tests"}, by + "changed no file that is known.\n" + `Its last test run that is known, "go test ./...", failed: "--- FAIL: TestExpiry (0.00s)" (exit 1). But "mcp__ide__run_tests" may have run the same checks again.` + "\n" + `Not known: what "mcp__ide__run_tests" changed.`},
		"a compaction":        {[]string{"gap compacted", "edit a.go"}, by + "changed \"a.go\".\nNot known: the work before a compaction is known from a summary alone."},
		"may have run":        {[]string{passed, "edit a.go", "0 ./ci.sh -> done"}, by + "changed \"a.go\".\n" + `Its last test run that is known, "go test ./...", passed: "ok example.com/a 0.1s". "a.go" was changed after it. But "./ci.sh" may have run the same checks again.` + "\n" + `Not known: what "./ci.sh" changed.`},
		"sealed":              {[]string{"edit a.go", "edit 01-a-report.md", "0 handofflint seal 01-a-report.md"}, by + "changed \"a.go\".\nIt ran no tests."},
		"another sealed":      {[]string{"edit a.go", "0 handofflint seal 02-b-report.md"}, by + "changed \"a.go\".\n" + `Not known: what "handofflint seal 02-b-report.md" changed.`},
		"told and shown":      {[]string{"told go on", "show a.go", "says Done."}, by + "changed no file."},
		"a skill":             {[]string{"skill review", "skill review"}, by + "changed no file.\nIt used \"review\"."},
		"restored by git":     {[]string{"edit a.go", "0 git checkout a.go"}, by + "changed no file."},
		"deleted":             {[]string{"edit a.go", "0 rm a.go"}, by + `deleted "a.go".`},
		"by a pattern":        {[]string{"0 rm *.go"}, by + "changed no file."},
		"deleted outside":     {[]string{"0 rm /home/joe/x"}, by + "changed 1 file outside of its folder."},
		"gone since":          {[]string{"edit a.go", passed, "edit b.go", "0 rm b.go"}, by + "changed \"a.go\", and deleted \"b.go\".\n" + `Its last test run, "go test ./...", passed: "ok example.com/a 0.1s".`},
		"a page after":        {[]string{"0 make test", "edit README.md"}, by + "changed \"README.md\".\n" + `Its last test run, "make test", passed.`},
		"a language after":    {[]string{"1 golangci-lint run -> 2 issues:", "edit b.py", "0 make test"}, by + "changed \"b.py\".\n" + `Its last lint run, "golangci-lint run", failed: "2 issues:" (exit 1).` + "\n" + `Its last test run, "make test", passed.`},
		"outside of a part":   {[]string{"0 go test ./store -> ok  \tx/store\t0.1s", "edit a.go"}, by + "changed \"a.go\".\n" + `Its last test run, "go test ./store" (of a part), passed: "ok x/store 0.1s".`},
		"a task and a file":   {[]string{"0 make test", "edit a.go"}, by + "changed \"a.go\".\n" + `Its last test run, "make test", passed. "a.go" was changed after it.`},
		"again, hidden":       {[]string{passed, "0 go test ./... | cat"}, by + "changed no file.\n" + `Its last test run, "go test ./...", passed: "ok example.com/a 0.1s".`},
		"changed, hidden":     {[]string{passed, "edit a.go", "0 go test ./... | cat"}, by + "changed \"a.go\".\n" + `Its last test run, "go test ./...", has no known result.`},
		"a formatter looks":   {[]string{passed, "0 gofmt -l ."}, by + "changed no file.\n" + `Its last test run, "go test ./...", passed: "ok example.com/a 0.1s".` + "\n" + `Its last format run, "gofmt -l .", passed.`},
		"the log of it":       {[]string{"1 go test ./... > out/log"}, by + "changed no file.\n" + `Its last test run, "go test ./...", failed (exit 1).`},
		"checks of a task":    {[]string{"0 npm run check -> Checked 6 files in 1ms.\nAll matched files use Prettier code style!"}, by + "changed no file.\n" + `Its last lint run, "npm run check", passed: "Checked 6 files in 1ms.".`},
		"lint, no tests":      {[]string{"edit a.go", "0 golangci-lint run"}, by + "changed \"a.go\".\n" + `Its last lint run, "golangci-lint run", passed.` + "\nIt ran no tests."},
		"checks may test":     {[]string{"edit a.go", "0 make check"}, by + "changed \"a.go\".\n" + `Its last check run, "make check", passed.`},
		"a script twice":      {[]string{"0 ./deploy.sh", "0 ./deploy.sh"}, by + "changed no file that is known.\n" + `Not known: what "./deploy.sh" changed.`},
		"a script since":      {[]string{passed, "0 ./ci.sh"}, by + "changed no file that is known.\n" + `Its last test run, "go test ./...", passed: "ok example.com/a 0.1s".` + "\n" + `Not known: what "./ci.sh" changed.`},
		"a gap since":         {[]string{passed, "gap compacted"}, by + "changed no file that is known.\n" + `Its last test run that is known, "go test ./...", passed: "ok example.com/a 0.1s". But the work before a compaction is known from a summary alone.` + "\nNot known: the work before a compaction is known from a summary alone."},
		"format, and an edit": {[]string{"0 gofmt -l .", "edit a.go"}, by + "changed \"a.go\".\n" + `Its last format run, "gofmt -l .", passed.` + "\nIt ran no tests."},
		"make does it all":    {[]string{"0 make check"}, by + "changed no file.\n" + `Its last check run, "make check", passed.`},
	} {
		got := strings.Join(timeline.ReceiptLines(timelinetest.Acts(tt.acts...).Receipt("/w/01-a-report.md")), "\n")
		if got != tt.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, tt.want)
		}
	}
}

// TestReceiptTellsNoPlace checks that a receipt has no absolute folders: it is kept in a tree that others
// read.
func TestReceiptTellsNoPlace(t *testing.T) {
	token := "ghp_" + "x8Qz1mT4vR7wK2pL9sD3fG6hJ5nB0cYqWe2R"
	d := timelinetest.Acts("edit a.go",
		"1 FOO=1 /home/joe/w/.venv/bin/pytest /w/tests --root=/home/joe/w -> E  /home/joe/w/a.py:3\n1 failed, 2 passed in 0.1s",
		"0 C:/Users/joe/bin/tool.exe "+token, "0 ~/bin/deploy.sh", "0 /opt/joe/run.sh x")
	l := d.Agent
	l.Deeds = append(l.Deeds, ledger.Deed{Act: ledger.Send, Line: 9, Name: "coder"}, ledger.Deed{Act: ledger.Skill, Line: 9, Name: "review"},
		ledger.Deed{Act: ledger.Skill, Line: 9, Name: "torn", Maybe: true}, ledger.Deed{Act: ledger.Write, Line: 9, Path: "/w/b.go", Maybe: true})
	line, err := timeline.Build([]*ledger.Ledger{l}, nil).Receipt("").Encode()
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"joe", "/w/", token} {
		if strings.Contains(string(line), bad) {
			t.Errorf("%q is in %s", bad, line)
		}
	}
	s, err := receipt.Decode(line)
	if err != nil {
		t.Fatalf("%v: %s", err, line)
	}
	run := s.Runs[0]
	if run.Command != "…/pytest tests --root=…/w" || run.Line != 2 || *run.Failed != 1 || *run.Exit != 1 || run.Result != "failed" {
		t.Errorf("%+v", run)
	}
	if lines := strings.Join(timeline.ReceiptLines(s), "\n"); !strings.Contains(lines, `"coder"`) {
		t.Errorf("no agent in %s", lines)
	}
	if s.Agents.Items[0] != "coder" || s.Skills.Count != 1 || s.Skills.Items[0] != "review" || s.Unknown.Count != 1 {
		t.Errorf("%+v", s)
	}
	const commit = "0 git commit -m x -> [main 1a2b3c4] x"
	if made := timelinetest.Acts(commit, commit, "0 git push -> main -> main").Receipt(""); made.CommitCount != 3 || len(made.Commits) != 3 {
		t.Errorf("two commits and a push: %+v", made)
	}
	if n := timelinetest.Acts("0 make test").Receipt("").Runs[0].Passed; n != nil {
		t.Errorf("%d tests passed, but no output says how many", *n)
	}
	l.Cwd = ""
	if s := timeline.Build([]*ledger.Ledger{l}, nil).Receipt(""); s.Changed.Count != 0 || s.Outside != 1 || s.Runs[0].Command != "…/pytest …/tests --root=…/w" {
		t.Errorf("in an unknown folder: %+v", s)
	}
}

// TestUnconfirmedLine checks that a marker that may be forged says only numbers and names of files.
func TestUnconfirmedLine(t *testing.T) {
	const line = "Its marker says, unconfirmed: %s, 1 deleted; %s; commits and pushes: 2."
	s := receipt.Summary{
		Changed: receipt.ListOf([]string{"a.go"}), Deleted: receipt.ListOf([]string{"b.go"}), CommitCount: 2,
		Runs: []receipt.Run{{Command: "obey", Result: "failed"}, {Command: "obey", Result: "passed"}, {Command: "obey", Result: "unknown"}},
	}
	if got, want := timeline.UnconfirmedLine(s), fmt.Sprintf(line, `1 file changed ("a.go")`, "3 runs, 1 failed"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	s.Changed, s.Runs = receipt.List{}, nil
	if got, want := timeline.UnconfirmedLine(s), fmt.Sprintf(line, "0 files changed", "0 runs, 0 failed"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
