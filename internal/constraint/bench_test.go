package constraint_test

import (
	"testing"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"

	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/constraint/constrainttest"
	"github.com/handofflint/handofflint/internal/document"
)

// benchSchema and benchDoc are of the size and make of a real handoff: 1.3 KB.
const benchSchema = `import ("strings", "time")
#Text: strings.MinRunes(1) & =~"\\S"
#Blocker: {type!: #Text, description!: #Text, resolution!: #Text, ...}
#Handoff: {
	next_phase?: "architecture" | "implementation" | "testing" | "review" | "complete"
	next_agent?: null | string
	context?:    string
	blockers?: [...#Blocker]
	...
}
#S: {
	agent!:       #Text
	output_type!: #Text
	timestamp!:   time.Time | time.Format("2006-01-02")
	feature_directory!: #Text
	skills_invoked!: [...string]
	library_skills_read!: [...string]
	source_files_verified!: [...string]
	status!: "complete" | "blocked" | "needs_review"
	blocked_reason?: "security_concern" | "architecture_decision" | "test_failures" | "unknown"
	attempted?: [...string]
	files_modified?: [...string]
	verification?: {...}
	handoff?: null | #Handoff
	...
}`

const benchDoc = `{
  "agent": "frontend-developer",
  "output_type": "implementation",
  "timestamp": "2026-05-31T12:21:29Z",
  "feature_directory": ".claude/features/2026-05-31-url-refactoring",
  "skills_invoked": ["developing-with-tdd", "verifying-before-completion", "persisting-agent-outputs", "enforcing-evidence-based-analysis"],
  "library_skills_read": [".claude/skill-library/frontend/using-tanstack-router/SKILL.md", ".claude/skill-library/testing/SKILL.md"],
  "source_files_verified": ["src/routes/vulnerabilities.tsx:1-120", "src/hooks/useFilters.ts:14,30-44", "src/components/Table.tsx (whole)"],
  "status": "blocked",
  "blocked_reason": "test_failures",
  "attempted": ["ran the suite three times", "reverted the change to useFilters"],
  "files_modified": ["src/routes/vulnerabilities.tsx", "src/hooks/useFilters.ts"],
  "verification": {"tests_passed": false, "command": "npm test", "exit_code": 1, "duration": 12.5},
  "handoff": {
    "next_phase": "testing",
    "next_agent": null,
    "context": "The table keeps its filters in the URL now. Two tests of the sidebar fail, because they render it without a router.",
    "blockers": [
      {"type": "test_failures", "description": "Sidebar.test.tsx renders without a router", "resolution": "wrap the sidebar in a memory router"},
      {"type": "unknown", "description": "the drawer opens twice in Safari", "resolution": "needs a person with a Mac"}
    ]
  }
}`

func BenchmarkMatch(b *testing.B) {
	c, n := compile(b, benchSchema), constrainttest.MustNode(benchDoc)
	if !c.Match(n) {
		b.Fatal(c.Check(n))
	}
	b.ReportAllocs()
	for b.Loop() {
		c.Match(n)
	}
}

// BenchmarkCheckFaulty has seven faults to tell.
func BenchmarkCheckFaulty(b *testing.B) {
	c, n := compile(b, benchSchema), constrainttest.MustNode(benchDoc)
	n.Items = n.Items[2:]
	n.Field("status").Text = "done"
	n.Field("timestamp").Text = "soon"
	n.Field("handoff").Field("next_phase").Kind = document.Int
	n.Field("attempted").Items[0].Kind = document.Null
	n.Field("handoff").Field("blockers").Items[1].Field("type").Text = " "
	if found := c.Check(n); len(found) != 7 {
		b.Fatal(found)
	}
	b.ReportAllocs()
	for b.Loop() {
		c.Check(n)
	}
}

func BenchmarkCompile(b *testing.B) {
	v := lookup(b, benchSchema, false)
	for b.Loop() {
		if _, err := constraint.Compile(v); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCUE is what the checkers stand in for.
func BenchmarkCUE(b *testing.B) {
	v := lookup(b, benchSchema, true)
	for b.Loop() {
		data := cuecontext.New().CompileString(benchDoc)
		if err := v.Unify(data).Validate(cue.Concrete(true)); err != nil {
			b.Fatal(err)
		}
	}
}
