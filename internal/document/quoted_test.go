package document

import (
	"strings"
	"testing"
)

// A block that is shown as code does not count: the file has another one, or none.
func TestQuotedBlock(t *testing.T) {
	block := "```json\n" + object + "\n```\n"
	indent := func(s, by string) string {
		return by + strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "\n"+by) + "\n"
	}
	tests := []struct {
		name, text string
		quoted     bool
	}{
		{"four backticks", "````markdown\n" + block + "````\n", true},
		{"five backticks without a language", "`````\n" + block + "`````\n", true},
		{"tildes", "~~~\n" + block + "~~~\n", true},
		{"tildes in backticks", "```markdown\n~~~json\n" + object + "\n~~~\n```\n", true},
		{"longer tildes in backticks", "```markdown\n~~~~json\n" + object + "\n~~~~\n```\n", true},
		{"two levels", "`````markdown\n````markdown\n" + block + "````\n`````\n", true},
		{"nested fences of equal length before it", "````markdown\n```markdown\n```go\nx\n```\n```\n" + block + "````\n", true},
		{"closed by a longer one", "````markdown\n" + block + "`````\n", true},
		{"indented", "Like this:\n\n" + indent(block, "    "), false},
		{"equal length", "```markdown\n" + block + "```\n", false},
		{"equal length and a language", "````markdown\n````json\n" + object + "\n````\n````\n", false},
		{"a longer fence that never closes", "````markdown\n" + block, false},
		{"a longer fence that was closed", "````markdown\n```go\nx\n```\n````\n" + block, false},
		{"four backticks in a list", "- x\n\n  ````markdown\n" + indent(block, "  ") + "  ````\n", true},
		{"after a fence that never closes within a longer one", "`````markdown\n````go\nx\n`````\n" + block, false},
		{"between fences of tildes", "~~~\n````go\nx\n~~~\n" + block + "~~~\ny\n~~~\n", false},
		{"a longer one after a stray fence", "```\nx\n````markdown\n" + block + "````\n", true},
		{"a longer one after two stray fences", "```\nx\n```go\ny\n````markdown\n" + block + "````\n", true},
		{"shorter around it", "```\nx\n\n````json\n" + object + "\n````\n", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			alone := parseText("a.md", "# T\n\n"+tt.text, Metadata)
			if quoted := len(alone.Faults) > 0 && alone.Faults[0].Rule == ruleMissingBlock; quoted != tt.quoted || alone.Fatal != tt.quoted {
				t.Errorf("alone: faults %v", faultsOf(alone))
			}
			beside := parseText("a.md", "# T\n\n"+tt.text+"\n## Metadata\n\n"+block, Metadata)
			want := 2
			if tt.quoted {
				want = 1
			}
			if beside.Fatal || len(beside.Body.Blocks) != want {
				t.Errorf("beside another: faults %v, blocks %v", faultsOf(beside), beside.Body)
			}
		})
	}
}
