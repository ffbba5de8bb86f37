package payload

import (
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/rules"
)

// FuzzConvert converts whatever passes: what comes of it passes too, but for what was never
// looked at in the original.
func FuzzConvert(f *testing.F) {
	f.Add(reportText)
	f.Add(metadataText)
	f.Add(`{"schema_version": 1, "task_id": "1717500000-x", "task_summary": "S", "key_findings": ["# a\n` + "```" + `"], "a": "\u0085\u2028\u007f"}`)
	f.Add("```json\n{\"agent\": \"a: 'b' \\u0001\\ud83d\\ude00\", \"output_type\": \"o\", \"timestamp\": \"2026-05-31T12:21:29Z\", \"feature_directory\": \"f\", " +
		"\"skills_invoked\": [\"s\"], \"library_skills_read\": [], \"source_files_verified\": [\"f\"], \"status\": \"complete\", " +
		"\"handoff\": {\"context\": \"## 1. x\\n---\\n<!-- handoff-end -->\\n<!--\"}}\n```\n")
	engine, err := rules.NewEngine(checks.All(), rules.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		doc := document.Parse(document.Input{Path: "x", Data: []byte(text), Named: true}, engine.Limits().Limits)
		result, err := engine.Check(doc)
		if err != nil {
			t.Fatal(err)
		}
		if result.Worst() == rules.Error {
			return
		}
		made, _, err := Convert(doc)
		if err != nil {
			return // nothing can be its summary
		}
		result, err = engine.CheckInput(document.Input{Path: "made", As: document.Task, Named: true, Data: []byte(made)})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range result.Findings {
			// What the original says is judged where it goes to: there a text may be
			// a placeholder.
			if f.Severity == rules.Error && f.Rule != "placeholder" {
				t.Errorf("%s %s: %s\n%s", f.Rule, f.Pointer, f.Message, made)
			}
		}
	})
}
