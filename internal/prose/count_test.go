package prose

import (
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/document"
)

func TestCounts(t *testing.T) {
	for text, want := range map[string]string{
		"Added 6 tests.": "counted tests 6",
		"Added 6 tests covering expiry, and none for refresh.":                         "counted tests 6",
		"- `store_test.go`: 12 new tests for expiry":                                   "counted store_test.go tests 12",
		"- **`store_test.go`** — 12 unit tests covering expiry":                        "counted store_test.go all-tests 12",
		"Added three tests in `store_test.go`: a, b, c":                                "counted store_test.go tests 3",
		"Added three tests for `store.go`.":                                            "counted tests 3",
		"**`a.test.ts`**\n- Added a `describe` block with 5 tests covering `b.ts`":     "counted a.test.ts tests 5",
		"| File | Change |\n|---|---|\n| `a.test.ts` | Added 21 new tests for plans |": "counted a.test.ts tests 21",
		"**Tests added:**\n- 15 unit tests for `isOpen` (with those that fail)":        "counted tests 15",
		"Added `a.test.ts` and `b.test.ts` with 5 tests.":                              "counted tests 5",
		"Changed 12 files.":                 "counted files 12",
		"**Tests (6 files):**\n- all mocks": "counted test-files 6",
		"Committed as `1a2b3c4`. The 14 files for it are committed; the other 8 are not of mine.": "counted committed 14",
		"**Committed** `1a2b3c4` — 26 files changed, 3 insertions(+)":                             "counted committed 26",
		"I made three commits.": "counted commits 3",
		"新增了 12 个单元测试。":         "counted tests 12",

		// Rounded.
		"Added about 40 tests.": "", "Added 40+ tests.": "", "Added ~40 tests.": "", "Added over 40 tests.": "", "Added at least 40 tests.": "", "Changed nearly 40 files.": "",
		// The number of something, a version, a date, a share.
		"Phase 2 tests are in place.": "", "Node 20 tests were added.": "", "Added v2 tests.": "", "2026-03-04 tests for expiry": "", "Added 100% tests.": "", "Added the 3rd test.": "", "Issue #42 tests for it": "",
		// Somebody else's.
		"The PR adds 12 new tests.": "", "The branch changed 12 files.": "", "12 files changed in the PR.": "", "Upstream added 12 tests.": "", "The author made 3 commits.": "",
		// Told of before, denied, planned, quoted, asked.
		"Previously I changed 12 files.": "", "I have not added 12 tests.": "", "I will have added 12 tests.": "", "The log says \"Added 12 tests\".": "", "Added 12 tests?": "", "Add 12 tests.": "",
		"## Next steps\n\n- 12 new tests for expiry": "", "**Plan:**\n- Changed 12 files": "", "Should have added 12 tests.": "",
		// Of a part.
		"Added 2 of 5 tests.": "", "Updated 3 of 12 files.": "", "Added 3 failing tests.": "", "Added some of the 12 tests.": "",
		// A run.
		"12 tests pass.": "", "All 12 tests pass.": "", "12 unit tests for expiry": "", "Ran 12 tests.": "",
	} {
		var all []string
		for _, c := range Counts(Statements(document.LeavesOf(text))) {
			all = append(all, shown(c))
		}
		if got := strings.Join(all, ", "); got != want {
			t.Errorf("%q counts %q, want %q", text, got, want)
		}
	}
}
