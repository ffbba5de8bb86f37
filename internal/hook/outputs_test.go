package hook

import (
	"path/filepath"
	"testing"

	"github.com/handofflint/handofflint/internal/testkit"
)

// An output with a metadata block is checked in the folder of persisting-agent-outputs, even if a command
// writes it. Other files there are ignored.
func TestACommandWritesAnOutput(t *testing.T) {
	b := newBench(t)
	folder := b.root + "/.claude/.output/features/2026-01-04-asset-filter"
	block := "# Architecture\n\nThe filter is a query of its own.\n\n## Metadata\n\n```json\n" + `{"agent": "backend-lead", "output_type": "architecture", "status": "blocked"}` + "\n```\n"
	testkit.Write(t, folder+"/architecture.md", []byte(block))
	testkit.Write(t, folder+"/notes.md", []byte("# Notes\n\nTBD\n"))
	testkit.Write(t, folder+"/MANIFEST.yaml", []byte("feature_name: \"TBD\"\nstatus: \"in-progress\"\n"))
	for _, name := range []string{"notes.md", "MANIFEST.yaml", "missing.md"} {
		b.says(ranCommand("cat > " + folder + "/" + name + " <<'EOF'"))
	}
	b.says(ranCommand("cat > .claude/.output/features/2026-01-04-asset-filter/architecture.md <<'EOF'"), `"decision":"block"`, "blocked_reason")
	b.says(write(folder + "/notes.md"))
}

// If handoffs are required, a prompt that says where to write the output names one. If not, nothing is
// said.
func TestAPromptSaysWhereTheOutputBelongs(t *testing.T) {
	asks := []string{
		"Design it.\n\nOUTPUT_DIRECTORY: .claude/.output/features/2026-01-04-asset-filter/\nMANDATORY SKILLS: persisting-agent-outputs",
		"Design it.\n- Save to: .claude/.output/features/2026-01-04/architecture.md",
		"Design it.\n**Write output to:** `.claude/.output/mcp-wrappers/linear/architecture.md`",
		"    feature_directory: \".claude/.output/agents/2026-01-04-task/\"",
	}
	asksNot := []string{
		"Save to: src/filter.go",
		"Save to disk what the importer reads: one file for each batch.",
		"OUTPUT_DIRECTORY: {path}",
		"The variable `OUTPUT_DIRECTORY:` is empty.",
	}
	for _, said := range append(asks, asksNot...) {
		newBench(t).says(agent("backend-lead", said))
	}
	for i, said := range append(asks, asksNot...) {
		b := newBench(t)
		b.change = func(c *Config) { c.Require = true }
		if i < len(asks) {
			b.says(agent("backend-lead", said))
		} else {
			b.says(agent("backend-lead", said), `"permissionDecision":"deny"`)
		}
	}
}

// Coding Friend keeps context files in the main work tree: an agent in another work tree can be told to
// read one there, unless it is missing or broken.
func TestAContextFileInTheMainWorkTree(t *testing.T) {
	for _, inside := range []bool{true, false} {
		b := newBench(t)
		tree := b.workTree(inside)
		read := func(name string) map[string]any {
			return in(tree, agent("implementer", "Read docs/context/"+name+".json first, then write the fix."))
		}
		context := `{"schema_version": 1, "task_id": "1717500000-fix", "task_summary": "The importer closes its file twice",
			"relevant_files": ["a.go"], "key_findings": ["a.go:3 closes the file, and so does its caller"], "constraints": []}`
		testkit.Write(t, filepath.Join(b.root, "docs/context/1717500000-fix.json"), []byte(context))
		testkit.Write(t, filepath.Join(b.root, "docs/context/1717500000-torn.json"), []byte(context[:60]))
		b.says(read("1717500000-fix"))
		b.says(read("1717500000-torn"), `"permissionDecision":"deny"`, "syntax/json")
		b.says(read("1717500000-nowhere"), `"permissionDecision":"deny"`)
	}
}
