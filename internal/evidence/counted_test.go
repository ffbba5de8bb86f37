package evidence

import (
	"math"
	"slices"
	"testing"

	"github.com/handofflint/handofflint/internal/prose"
)

func TestJudgeCounts(t *testing.T) {
	const (
		npm12, npm13 = "0 npm test -> Tests:       12 passed, 12 total", "0 npm test -> Tests:       13 passed, 13 total"
		commit3      = "0 git commit -m x -> [main 1a2b3c4] x\n 3 files changed, 9 insertions(+)"
		commit4      = "0 git commit -m y -> [main 2a2b3c4] y\n 4 files changed, 9 insertions(+)"
	)
	for name, tt := range map[string]struct {
		acts  []string
		claim string
		want  Verdict
		why   string
	}{
		// Tests that were added.
		"so many":                         {[]string{"adds a.test.ts 2 3"}, "Added 5 tests.", Holds, ""},
		"one group of them":               {[]string{"adds a.test.ts 2 3"}, "Added 3 tests for expiry.", Holds, ""},
		"those of several files":          {[]string{"adds a.test.ts 2", "adds b.test.ts 3"}, "Added 5 tests.", Holds, ""},
		"too many":                        {[]string{"adds a.test.ts 2 3"}, "Added 6 tests.", Contradicted, "count-tests"},
		"too many for a file":             {[]string{"adds a.test.ts 2 3", "adds b.test.ts 3"}, "- `a.test.ts`: 6 new tests for expiry", Contradicted, "count-tests"},
		"fewer than there are":            {[]string{"adds a.test.ts 2 3"}, "Added 4 tests.", Contradicted, "count-tests"},
		"a part of what has no groups":    {[]string{"adds a_test.go 1 1 1 1 1"}, "Added 4 tests in `a_test.go`.", Holds, ""},
		"for a file with no tests":        {[]string{"edit a.go", "adds a_test.go 1 1"}, "Added 2 tests for `a.go`.", Holds, ""},
		"with a script that may add some": {[]string{"adds a.test.ts 2", "0 ./new-tests.sh -> done"}, "Added 6 tests.", Undecided, "may-change"},
		"with a file in another way":      {[]string{"adds a.test.ts 2", "writes b.test.ts"}, "Added 6 tests.", Undecided, "may-change"},
		"another file in another way":     {[]string{"adds a.test.ts 2", "writes b.test.ts"}, "- `a.test.ts`: 6 new tests", Contradicted, "count-tests"},
		"a formatter adds none":           {[]string{"adds a.test.ts 2", "0 npx prettier --write ."}, "Added 6 tests.", Contradicted, "count-tests"},
		"of an earlier turn":              {[]string{"adds a.test.ts 2", "says Done.", "0 git push"}, "Added 6 tests.", Undecided, "older"},
		"cases of a table":                {[]string{"writes a_test.go"}, "Added 6 tests.", Undecided, "not-seen"},
		"somebody else's":                 {[]string{"edit a.go"}, "Added 6 tests.", Undecided, "not-seen"},
		"before a compaction":             {[]string{"gap compacted", "adds a.test.ts 2"}, "Added 6 tests.", Undecided, "missing"},
		"all of a new file":               {[]string{"creates a.test.ts 20"}, "- `a.test.ts` — 18 unit tests covering expiry", Contradicted, "count-tests"},
		"all of a new file, and more":     {[]string{"creates a.test.ts 18", "adds a.test.ts 2"}, "- `a.test.ts` — 20 unit tests covering expiry", Holds, ""},
		"all of a file that was there":    {[]string{"adds a.test.ts 2"}, "- `a.test.ts` — 20 unit tests covering expiry", Undecided, "not-seen"},
		"a file outside":                  {[]string{"adds ../tmp/a.test.ts 2"}, "Added 6 tests.", Contradicted, "count-tests"},
		"a page has none":                 {[]string{"adds a.test.ts 2", "writes README.md"}, "Added 6 tests.", Contradicted, "count-tests"},
		// Files.
		"files":                             {[]string{"edit a.go", "edit b.go", "edit a.go"}, "Changed 2 files.", Holds, ""},
		"files of the turn":                 {[]string{"edit a.go", "says Done.", "edit b.go", "edit c.go"}, "Changed 2 files.", Holds, ""},
		"a part of the files":               {[]string{"edit a.go", "edit b.go", "edit c.go"}, "Updated 2 files to say so.", Undecided, "part"},
		"too many files":                    {[]string{"edit a.go", "edit b.go"}, "Updated 3 files.", Contradicted, "count-files"},
		"files of earlier work":             {[]string{"edit a.go", "says Done.", "0 git push"}, "Updated 3 files.", Undecided, "older"},
		"files that git shows":              {[]string{"edit a.go", "0 git diff --stat -> a | 1 +\n 3 files changed, 1 insertion(+)"}, "Updated 3 files.", Holds, ""},
		"files that a script may change":    {[]string{"edit a.go", "0 ./gen.sh -> done"}, "Updated 3 files.", Undecided, "may-change"},
		"files that a formatter may change": {[]string{"edit a.go", "0 gofmt -w ."}, "Updated 3 files.", Undecided, "may-change"},
		"files that are deleted":            {[]string{"edit a.go", "0 rm b.go"}, "Changed 2 files.", Holds, ""},
		"files of a review":                 {[]string{"0 git status"}, "Changed 3 files.", Undecided, "not-seen"},
		"files of tests":                    {[]string{"edit a.test.ts", "edit b.test.ts", "edit a.ts"}, "**Tests (2 files):**\n- mocks", Holds, ""},
		"too many files of tests":           {[]string{"edit a.test.ts", "edit b.test.ts", "edit a.ts"}, "**Tests (3 files):**\n- mocks", Contradicted, "count-test-files"},
		// Files of a commit.
		"a commit's files":                  {[]string{"edit a.go", commit3}, "Committed 3 files.", Holds, ""},
		"other files than the commit's":     {[]string{"edit a.go", commit3}, "The 5 files are committed.", Contradicted, "count-committed"},
		"files of two commits":              {[]string{commit3, commit4}, "The 7 files are committed.", Holds, ""},
		"files of an earlier commit":        {[]string{commit3, commit4}, "The 3 files are committed.", Holds, ""},
		"files of a commit of another turn": {[]string{commit3, "says Done.", "edit a.go"}, "The 5 files are committed.", Undecided, "earlier"},
		"a commit that says nothing":        {[]string{"0 git commit -qm x"}, "The 5 files are committed.", Undecided, "no-result"},
		"fewer files than were changed":     {[]string{"edit a.go", "edit b.go", commit3}, "The two files are committed.", Undecided, "part"},
		"a commit of somebody":              {[]string{"edit a.go"}, "The 5 files are committed.", Undecided, "no-run"},
		"a script commits, too":             {[]string{commit3, "0 ./release.sh -> done"}, "The 5 files are committed.", Undecided, "missing"},
		// Commits.
		"commits":             {[]string{commit3, commit4}, "I made two commits.", Holds, ""},
		"commits of the turn": {[]string{commit3, "says Done.", commit4}, "Made 1 commits.", Holds, ""},
		"too many commits":    {[]string{commit3, commit4}, "I made three commits.", Contradicted, "count-commits"},
		"fewer commits":       {[]string{commit3, commit4, commit3}, "I made two commits.", Undecided, "part"},
		"commits of a rebase": {[]string{commit3, "0 git rebase main"}, "I made three commits.", Undecided, "may-change"},
		"no commit":           {[]string{"edit a.go"}, "I made three commits.", Undecided, "no-run"},
		// Tests that passed.
		"a number that passed":         {[]string{npm12}, "All 12 tests pass.", Holds, ""},
		"another number":               {[]string{npm12}, "All 16 tests pass.", Contradicted, "count"},
		"the number of an earlier run": {[]string{npm12, "edit a.ts", npm13}, "All 12 tests pass.", Outdated, "count"},
		"with those that are skipped":  {[]string{"0 npm test -> Tests:       1 skipped, 12 passed, 13 total"}, "All 13 tests pass.", Holds, ""},
		"of two packages":              {[]string{npm12, "0 npm test -w web -> Tests:       30 passed, 30 total"}, "All 42 tests pass.", Holds, ""},
		"of another package":           {[]string{npm12, "0 pytest -> ===== 30 passed in 0.31s ====="}, "All 12 tests pass.", Undecided, "part"},
		"of two folders":               {[]string{"0 cd api && npm test -> Tests:       12 passed, 12 total", "0 cd web && npm test -> Tests:       30 passed, 30 total"}, "All 42 tests pass.", Holds, ""},
		"of another folder":            {[]string{"0 cd api && npm test -> Tests:       12 passed, 12 total", "0 cd web && npm test -> Tests:       30 passed, 30 total"}, "All 12 tests pass.", Undecided, "part"},
		"more than are added up":       {[]string{"0 npm test -> Tests:       900000 passed, 900000 total", "0 pytest -> ===== 900000 passed in 0.31s ====="}, "All 12 tests pass.", Undecided, "part"},
		"about so many":                {[]string{npm12}, "About 16 tests pass.", Holds, ""},
		"more than so many":            {[]string{npm12}, "All 10+ tests pass.", Holds, ""},
		"nearly":                       {[]string{npm12}, "~16 tests pass.", Holds, ""},
		"the number of a phase":        {[]string{npm12}, "Phase 2 tests pass.", Holds, ""},
		"a version":                    {[]string{npm12}, "Node 20 tests pass.", Holds, ""},
		"a part by its number":         {[]string{npm12}, "16 of 20 tests pass.", Holds, ""},
	} {
		claims := prose.ClaimsAndCountsOf(tt.claim)
		if len(claims) == 0 {
			t.Errorf("%s: %q counts nothing", name, tt.claim)
			continue
		}
		j := acts(tt.acts...).ReceiptAt(math.MaxInt).Judge(claims[len(claims)-1])
		if j.Verdict != tt.want || j.Why != tt.why {
			t.Errorf("%s: %s %q, want %s %q", name, j.Verdict, j.Why, tt.want, tt.why)
		}
		if isFinding := j.Verdict == Contradicted || j.Verdict == Outdated; isFinding && !j.IsCount() {
			t.Errorf("%s: hooks would say so", name)
		}
	}
}

func TestCountedHas(t *testing.T) {
	n := counted{groups: []int{5, 2, 6}, total: 13}
	for number := range 20 {
		want := slices.Contains([]int{0, 2, 5, 6, 7, 8, 11, 13}, number)
		if n.has(number) != want {
			t.Errorf("%d: %v", number, !want)
		}
	}
}
