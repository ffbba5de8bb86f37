package claims

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/worktree"
	"github.com/handofflint/handofflint/rules"
)

// committed returns the tree of a repository with the given files in its only commit.
func committed(t *testing.T, names ...string) *worktree.Tree {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed, and this is about what git knows")
	}
	root := t.TempDir()
	for _, name := range names {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.Repeat("a\n", 99)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(root)
	git(t, "init -q -b main")
	git(t, "add .")
	git(t, "commit -q -m first")
	return worktree.NewTree(root)
}

// git runs git in the current folder. Its commits are of the first day of a year before all handoffs.
func git(t *testing.T, args string) {
	t.Helper()
	command := exec.Command("git", strings.Fields("-c user.name=A -c user.email=a@example.com "+args)...)
	const at = "2026-01-01T12:00:00Z"
	command.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_AUTHOR_DATE="+at, "GIT_COMMITTER_DATE="+at)
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v\n%s", args, err, out)
	}
}

// TestSilentReferences checks that only the marked lines of testdata/evidence/references.txt count as
// claims that something exists.
func TestSilentReferences(t *testing.T) {
	data, err := os.ReadFile("../../testdata/evidence/references.txt")
	if err != nil {
		t.Fatal(err)
	}
	tree := committed(t, "src/session.go", "src/store.go", "internal/auth/auth.go", "web/app/page.tsx", "docs/sessions.md", "app/main.py", "src/index.ts", "src/run.js",
		"src/style.html", "src/conf.yml", "src/conf.yaml", "src/data.json", "src/c.sql", "src/d.cs", "src/e.rs", "text/a.txt", "api/v1/users.json", "lib/x.info", "refs/a.png")
	facts := &Facts{Tree: tree}
	engine, err := rules.NewEngine(Add(checks.All()), rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for line := range strings.Lines(string(data)) {
		kind, text, found := strings.Cut(strings.TrimSpace(line), ": ")
		if !found || strings.HasPrefix(line, "#") {
			continue
		}
		if kind == "lines" || kind == "lines fires" {
			text = strings.ReplaceAll(text, `\n`, "\n")
		}
		for _, in := range mentioning(t, kind, text) {
			in.Info = &document.Info{ModTime: time.Now()} // written in this clone
			result, err := engine.Check(engine.Parse(in), facts)
			if err != nil {
				t.Fatal(err)
			}
			var accused []string
			for _, f := range result.Findings {
				if slices.Contains([]string{"evidence/no-such-file", "evidence/moved-file", "evidence/no-such-lines", "evidence/no-such-commit"}, f.Rule) {
					accused = append(accused, f.Message)
				}
			}
			if fires := strings.HasSuffix(kind, "fires"); fires != (len(accused) > 0) {
				t.Errorf("%s in a %s: %q", line, in.As, accused)
			}
		}
		if !strings.HasSuffix(kind, "fires") {
			count++
		}
	}
	if t.Logf("%d lines", count); count < 200 {
		t.Errorf("only %d lines", count)
	}
}

// mentioning returns handoffs with a text as a sentence and as an entry of a list of files.
func mentioning(t *testing.T, kind, text string) []rules.Input {
	t.Helper()
	if strings.HasPrefix(kind, "entry") {
		data, err := json.Marshal(map[string]any{"agent": "a", "output_type": "b", "files_modified": []string{text}})
		if err != nil {
			t.Fatal(err)
		}
		task, err := json.Marshal(map[string]any{"task_id": "a", "relevant_files": []string{text}})
		if err != nil {
			t.Fatal(err)
		}
		return []rules.Input{
			{Path: "a.json", Named: true, As: "metadata", Data: data},
			{Path: "b.json", Named: true, As: "context", Data: task},
		}
	}
	handover := rules.Input{Path: "HANDOFF.md", Data: []byte("# Sessions\n\nThey end.\n\n" + text + "\n")}
	if kind == "lines fires" {
		return []rules.Input{handover}
	}
	output := fmt.Sprintf("# Sessions\n\nThey end.\n\n- %s\n\n## Metadata\n\n```json\n{\"agent\": \"a\", \"output_type\": \"b\"}\n```\n", text)
	report := fmt.Sprintf("---\nagent_role: a\nhandoff_type: full\n---\n\n## 1. What Was Done\n\nThe sessions end half an hour after the last request, and the cookie keeps its name for all who have one from before.\n\n%s\n\n<!-- handoff-end -->\n", text)
	task, err := json.Marshal(map[string]any{"summary": text, "detail": "d"})
	if err != nil {
		t.Fatal(err)
	}
	return []rules.Input{
		{Path: "a.md", Named: true, As: "metadata", Data: []byte(output)},
		{Path: "b.md", Named: true, As: "report", Data: []byte(report)},
		{Path: "c.json", Named: true, As: "task", Data: task},
		handover,
	}
}

// TestGhosts plants a file that never existed in each section and list of each format.
func TestGhosts(t *testing.T) {
	facts := &Facts{Tree: committed(t, "src/session.go", "docs/sessions.md", ".claude/skills/a/SKILL.md", "skills/b/SKILL.md")}
	engine, err := rules.NewEngine(Add(checks.All()), rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const honest = "The sessions end half an hour after the last request; see `src/session.go`."
	ghosts := map[string]rules.Input{}
	titles := []string{"What Was Done", "Output Artifacts", "Decisions and Trade-offs", "Concerns and Caveats", "Next Agent Actions"}
	reportWith := func(field string, texts []string) rules.Input {
		var b strings.Builder
		fmt.Fprintf(&b, "---\nagent_role: a\nhandoff_type: full\nsummary: %q\n---\n", field)
		for i, title := range titles {
			fmt.Fprintf(&b, "\n## %d. %s\n\n%s\n", i+1, title, texts[i])
		}
		return rules.Input{Path: "b.md", Named: true, As: "report", Data: []byte(b.String() + "\n<!-- handoff-end -->\n\n## 2. Output Artifacts\n\nCreated `src/later.go`.\n\n- `src/later.go`\n")}
	}
	const told = "Created `src/ghost.go`."
	for i, title := range titles {
		texts := slices.Repeat([]string{honest}, len(titles))
		texts[i] = told
		if title == "Next Agent Actions" {
			continue // a plan
		}
		ghosts["report, "+title] = reportWith("Sessions end.", texts)
	}
	for name, ghost := range map[string]string{"item": "- `src/ghost.go`: ends them", "row": "|file|about|\n|-|-|\n|`src/ghost.go`|ends them|"} {
		texts := slices.Repeat([]string{honest}, len(titles))
		texts[1] = ghost
		ghosts["report, artifacts, "+name] = reportWith("Sessions end.", texts)
	}
	ghosts["report, summary"] = reportWith(told, slices.Repeat([]string{honest}, len(titles)))
	object := func(name string, format document.Format, values map[string]any) {
		data, err := json.Marshal(values)
		if err != nil {
			t.Fatal(err)
		}
		ghosts[string(format)+", "+name] = rules.Input{Path: "a.json", Named: true, As: format, Data: data}
	}
	object("handoff.context", "metadata", map[string]any{"agent": "a", "output_type": "b", "handoff": map[string]any{"context": told}})
	object("artifacts", "task", map[string]any{"version": 1, "summary": "a", "artifacts": []string{"src/ghost.go"}})
	for _, field := range []string{"summary", "detail"} {
		object(field, "task", map[string]any{"version": 1, "summary": "a", field: told})
	}
	for _, heading := range []string{"Files", "Files changed", "Cart files", "Paths"} {
		text := "# Sessions\n\n## " + heading + "\n\n- `src/ghost.go` ends them\n\n## Metadata\n\n```json\n{\"agent\": \"a\", \"output_type\": \"b\"}\n```\n"
		ghosts["metadata, under "+heading] = rules.Input{Path: "a.md", Named: true, As: "metadata", Data: []byte(text)}
	}
	for name, text := range map[string]string{
		"below a label":      "Files:\n\n- `src/ghost.go` ends them\n",
		"below another":      "# Files\n\n- `src/ghost.go` ends them\n\nTo come:\n\n- `src/later.go`\n",
		"in a table":         "# Files\n\n|What|Why|\n|-|-|\n|`src/ghost.go`|`src/later.go`|\n",
		"the same one twice": "# Files\n\n- `src/ghost.go` ends them\n- `src/ghost.go` starts them\n",
	} {
		ghosts[name] = rules.Input{Path: "a.md", Named: true, As: "metadata", Data: []byte(text + "\n## Metadata\n\n```json\n{\"agent\": \"a\", \"output_type\": \"b\"}\n```\n")}
	}
	for name, in := range ghosts {
		result, err := engine.Check(engine.Parse(in), facts)
		if err != nil {
			t.Fatal(err)
		}
		found := slices.DeleteFunc(result.Findings, func(f rules.Finding) bool { return f.Rule != "evidence/no-such-file" })
		if len(found) != 1 || !strings.Contains(found[0].Message, "ghost") || strings.Contains(found[0].Help, "did you mean") {
			t.Errorf("%s: %v", name, found)
		}
	}
}

// TestGone checks what became of listed files that existed once, judging by when the handoff was written. The
// files were renamed or deleted on the first of January.
func TestGone(t *testing.T) {
	committed(t, "src/a.go", "src/b.go", "b.md")
	git(t, "mv src/a.go src/a2.go")
	git(t, "rm -q src/b.go")
	git(t, "commit -q -m second")
	engine := evidenceEngine(t)
	const march, january = `"2026-03-01T12:00:00Z"`, `"2026-01-01T10:00:00Z"`
	for _, tt := range []struct{ fields, want string }{
		{`"source_files_verified": ["src/a.go"], "timestamp": ` + march, "moved-file 1"},
		{`"source_files_verified": ["src/a.go", "src/a2.go"], "timestamp": ` + march, ""},
		{`"source_files_verified": ["src/a.go"], "timestamp": ` + january, ""},
		{`"handoff": {"context": "Created \u0060src/a.go\u0060."}, "timestamp": ` + march, ""},
		{`"source_files_verified": ["src/b.go"], "timestamp": ` + march, "no-such-file 0"},
		{`"source_files_verified": ["src/b.go", "src/b.go"], "timestamp": ` + march, "no-such-file 0"},
		{`"source_files_verified": ["src/b.go"], "timestamp": "2026-01-02T20:00:00"`, ""}, // in no known time zone
		{`"source_files_verified": ["src/b.go"], "timestamp": "2026-01-02T20:00:00Z"`, "no-such-file 0"},
		{`"files_modified": ["src/b.go"], "timestamp": ` + march, ""},
	} {
		in := rules.Input{Path: "a.json", Named: true, As: "metadata", Data: []byte(`{"agent": "a", "output_type": "b", ` + tt.fields + `}`), Info: &document.Info{ModTime: time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)}}
		result, err := engine.Check(engine.Parse(in), &Facts{Tree: worktree.NewTree(".")})
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for _, f := range result.Findings {
			if name, isEvidence := strings.CutPrefix(f.Rule, "evidence/"); isEvidence {
				fixes := 0
				if f.Fix != nil {
					fixes = len(f.Fix.Edits)
				}
				found = append(found, fmt.Sprint(name, " ", fixes))
			}
		}
		if got := strings.Join(found, ", "); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.fields, got, tt.want)
		}
	}
	for rule, want := range map[string]string{"evidence/no-such-file": "evidence/moved-file: ", "evidence/moved-file": "evidence/no-such-file: "} {
		hours := map[string]json.RawMessage{rule: json.RawMessage(`{"hours": 8000}`)} // the files may have been read
		own, err := rules.NewEngine(Add(checks.All()), rules.Options{Now: time.Date(2026, time.June, 1, 12, 0, 0, 0, time.UTC), Params: hours})
		if err != nil {
			t.Fatal(err)
		}
		in := rules.Input{Path: "a.json", Named: true, As: "metadata", Data: []byte(`{"agent": "a", "output_type": "b", "source_files_verified": ["src/a.go", "src/b.go"], "timestamp": ` + march + `}`), Info: &document.Info{ModTime: time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)}}
		if found := accusations(t, own, in, &Facts{Tree: worktree.NewTree(".")}); len(found) != 1 || !strings.HasPrefix(found[0], want) {
			t.Errorf("more hours of %s: %q", rule, found)
		}
	}
	commits := rules.Input{Path: "r.md", Named: true, As: "sdd-report", Data: []byte("# Report\n\nThe status is DONE.\n\n## Cart files\n\n- `src/ghost.go`\n\n## Files changed\n\n- `src/a2.go`\n- `src/b.go`\n\n## Commits\n\n`4f2a9c1e0b` rounds the totals\n\n`4f2a9c1e0b` is all\n"), Info: &document.Info{ModTime: time.Now()}}
	if found := accusations(t, engine, commits, &Facts{Tree: worktree.NewTree(".")}); len(found) != 2 {
		t.Errorf("a file before the sections, and a commit that begins a line of its section: %q", found)
	}
	near := rules.Input{Path: "a.json", Named: true, As: "metadata", Data: []byte(`{"agent": "a", "output_type": "b", "files_modified": ["lib/a2.go"]}`)}
	if result, err := engine.Check(engine.Parse(near), &Facts{Tree: worktree.NewTree(".")}); err != nil || !strings.Contains(fmt.Sprint(result.Findings), `did you mean "src/a2.go"`) {
		t.Errorf("a file in another folder: %+v, %v", result.Findings, err)
	}
	for _, tt := range []struct {
		path, list, entry string
		format            document.Format
		want              int
	}{
		{"b.md", "uncommitted_files", "src/ghost.go", "gsd", 0}, // the handoff is committed, so that the list is over
		{"c.md", "uncommitted_files", "src/ghost.go", "gsd", 1},
		{"b.md", "relevant_files", "src/ghost.go", "context", 1},
		{"c.md", "relevant_files", "src/b.go", "context", 1},
	} {
		in := withList(t, tt.format, tt.list, tt.entry)
		in.Path, in.Info = tt.path, &document.Info{ModTime: time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)}
		if found := accusations(t, engine, in, &Facts{Tree: worktree.NewTree(".")}); len(found) != tt.want {
			t.Errorf("%+v: %q", tt, found)
		}
	}
}

// TestStale checks which handoffs are reported after many commits: no finished ones.
func TestStale(t *testing.T) {
	const many = 20
	names := []string{"docs/HANDOFF.md", "a/HANDOFF-2026-01-01.md", "archive/HANDOFF.md", "notes/work.md", "old/HANDOFF.md"}
	committed(t, names...)
	for _, beside := range []string{"docs/next.md", "notes/next.md", "old/HANDOVER.md"} { // a handoff like work.md, but unlike HANDOFF.md
		if err := os.WriteFile(beside, []byte("a\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	engine := evidenceEngine(t)
	for commits := range many + 1 {
		if commits > 0 {
			git(t, "commit -q --allow-empty -m next")
		}
		if commits < many-1 {
			continue
		}
		for _, name := range names {
			in := rules.Input{Path: name, Named: true, As: "handover", Data: []byte("# Quota\n\nThe quota is kept.\n")}
			result, err := engine.Check(engine.Parse(in), &Facts{Tree: worktree.NewTree(".")})
			if err != nil {
				t.Fatal(err)
			}
			isStale := slices.ContainsFunc(result.Findings, func(f rules.Finding) bool { return strings.Contains(f.Rule, "stale") })
			if want := name == "docs/HANDOFF.md" && commits == many; isStale != want {
				t.Errorf("%s after %d commits: reported: %t", name, commits, isStale)
			}
		}
	}
}

// ghostLists are the lists of the built-in formats without @claims for paths of files. Each has an entry
// with a file that never existed, and the reason if it is not reported.
var ghostLists = map[string]struct{ entry, silent string }{
	"report files_modified":          {"src/ghost.go", ""},
	"report tags":                    {"src/ghost.go", "a tag is a topic"},
	"metadata source_files_verified": {"src/ghost.go:1-9", ""},
	"metadata library_skills_read":   {"skills/ghost/SKILL.md", ""},
	"metadata files_modified":        {"src/ghost.go", ""},
	"metadata artifacts":             {"src/ghost.go", ""},
	"metadata skills_invoked":        {"skills/ghost/SKILL.md", "a skill has a name: evidence/skill-not-used"},
	"metadata attempted":             {"Read `src/ghost.go`", "what was tried may be that it is not there"},
	"metadata handoff.blockers":      {"Read `src/ghost.go`", "what blocks may be that it is not there"},
	"context relevant_files":         {"src/ghost.go", ""},
	"context key_findings":           {"Created `src/ghost.go`", ""},
	"gsd uncommitted_files":          {"src/ghost.go", ""},
	"gsd completed_tasks":            {"Made `src/ghost.go`", "a task is a text or an object, and GSD asks nothing of it"},
	"gsd remaining_tasks":            {"Make `src/ghost.go`", "what remains is not there"},
	"gsd blockers":                   {"Read `src/ghost.go`", "what blocks may be that it is not there"},
	"gsd human_actions_pending":      {"Make `src/ghost.go`", "what a person is to do is not done"},
	"gsd decisions":                  {"Keep `src/ghost.go` small", "what is to be made is decided, too"},
	"context constraints":            {"Keep `src/ghost.go` small", "what is to be made is constrained, too"},
}

// TestGhostsInLists plants a file that never existed in each list of each format.
func TestGhostsInLists(t *testing.T) {
	facts := &Facts{Tree: committed(t, "src/session.go", "skills/b/SKILL.md")}
	engine, err := rules.NewEngine(Add(checks.All()), rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ghosts := func(in rules.Input) (found []rules.Finding) {
		result, err := engine.Check(engine.Parse(in), facts)
		if err != nil {
			t.Fatal(err)
		}
		return slices.DeleteFunc(result.Findings, func(f rules.Finding) bool { return f.Rule != "evidence/no-such-file" })
	}
	planted := 0
	for _, format := range rules.BuiltIn().Formats {
		for _, list := range listsOf(format) {
			row, known := ghostLists[string(format.Name)+" "+list]
			if !known && !namesFiles(format, list) {
				t.Errorf("%s: do the entries of %s name files? Write @claims(\"files\") on it in cue/%s.cue, or a row of ghostLists", format.Name, list, format.Name)
				continue
			}
			if known {
				planted++
			} else {
				row.entry = "src/ghost.go"
			}
			found := ghosts(withList(t, format.Name, list, row.entry))
			if reported := len(found) == 1 && strings.Contains(found[0].Message, "ghost"); reported != (row.silent == "") {
				t.Errorf("%s: %s (silent: %q): %v", format.Name, list, row.silent, found)
			}
			for _, note := range []string{" (to be created)", " (planned)", " (deleted)"} {
				if found := ghosts(withList(t, format.Name, list, row.entry+note)); len(found) > 0 {
					t.Errorf("%s: %s with %q: %v", format.Name, list, note, found)
				}
			}
		}
	}
	if planted != len(ghostLists) {
		t.Errorf("%d of %d lists are of a format", planted, len(ghostLists))
	}
}

// listsOf returns the paths of the lists in a format's handoffs, except the one for handofflint.
func listsOf(format *rules.FormatInfo) []string {
	nodes := []*schema.Node{format.Schema, format.Advice}
	for _, p := range format.Profiles {
		nodes = append(nodes, p.Schema, p.Advice)
	}
	var lists []string
	var walk func(n *schema.Node, path string)
	walk = func(n *schema.Node, path string) {
		for _, f := range n.AllFields() {
			at := strings.TrimPrefix(path+"."+f.Name, ".")
			claims := f.Node.Attr != nil && f.Node.Attr.Claims != ""
			isList := f.Node.Kinds.Has(document.List) && (f.Node.Kinds != schema.AnyKind || claims)
			if isList && !slices.Contains(lists, at) && at != "handofflint.disable" {
				lists = append(lists, at)
			}
			walk(f.Node, at)
		}
	}
	for _, n := range nodes {
		if n != nil {
			walk(n, "")
		}
	}
	return lists
}

// namesFiles reports whether a field of a format is marked @claims("files").
func namesFiles(format *rules.FormatInfo, path string) bool {
	field := format.Schema
	for _, name := range strings.Split(path, ".") {
		field = field.Field(name)
		if field == nil {
			return false
		}
	}
	return field.Attr != nil && field.Attr.Claims == schema.ClaimsFiles
}

// withList returns a handoff with a list of one entry at a path.
func withList(t *testing.T, format document.Format, path, entry string) rules.Input {
	t.Helper()
	var value any = []any{entry}
	if path == "handoff.blockers" {
		value = []any{map[string]any{"type": "a", "description": entry, "resolution": "b"}}
	}
	steps := strings.Split(path, ".")
	for _, step := range slices.Backward(steps[1:]) {
		value = map[string]any{step: value}
	}
	handoff := map[string]any{steps[0]: value}
	for _, key := range map[document.Format][]string{"report": {"agent_role", "handoff_type"}, "metadata": {"agent", "output_type"}, "context": {"task_id"}}[format] {
		handoff[key] = "a"
	}
	data, err := json.Marshal(handoff)
	if err != nil {
		t.Fatal(err)
	}
	if protocol.Named(format).Form == protocol.FrontMatter {
		yaml := strings.NewReplacer(`,"`, "\n\"", `":`, `": `).Replace(strings.Trim(string(data), "{}"))
		text := "---\n" + yaml + "\n---\n\n## 1. What Was Done\n\n" + strings.Repeat("The sessions end after a while. ", 9) + "\n"
		return rules.Input{Path: "b.md", Named: true, As: format, Data: []byte(text)}
	}
	return rules.Input{Path: "a.json", Named: true, As: format, Data: data}
}
