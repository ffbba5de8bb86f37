package generate

import "strings"

// seeds are seed documents that do not come from the table: a Node that lacks a field would never make one.
// They are keyed by definition, or by group of rules or format of a profile's `when`, whose documents are a
// whole tree.
var seeds = map[string][]string{
	"#Report": {`{"agent_role": "tester", "task_id": "t", "session_id": "s", "sequence": 1, "status": "written", "created": "2026-05-31T12:21:29Z", "handoff_type": "full", "summary": "All pass", "tags": ["a"], "handofflint": {"disable": ["a -- b"]}}`},
	"#Metadata": {
		`{"agent": "a", "output_type": "b", "timestamp": "2026-05-31", "feature_directory": "c", "skills_invoked": [], "library_skills_read": ["d"], "source_files_verified": ["e.go:1-2"], "status": "complete"}`,
		`{"agent": "a", "output_type": "b", "timestamp": "2026-05-31T12:21:29", "feature_directory": "c", "skills_invoked": [], "library_skills_read": [], "source_files_verified": [], "status": "blocked", "blocked_reason": "unknown", "attempted": ["d"], "files_modified": ["e.go"], "artifacts": [], "verification": {"tests_passed": false, "test_failures": 2}, "phase": "testing", "summary": "f", "handoff": {"next_phase": "review", "next_agent": null, "context": "g", "blockers": [{"type": "h", "description": "i", "resolution": "j"}]}}`,
	},
	"#Context":      {`{"schema_version": 1, "task_id": "1717500000-fix", "task_summary": "a", "relevant_files": ["b"], "key_findings": ["c"], "constraints": [], "suggested_approach": "", "previous_failure": {"reason": "tests-failed", "error_summary": "d", "attempt": 2}, "tdd": true}`},
	"#Task":         {`{"version": 1, "summary": "a", "detail": "", "data": {"b": "c"}}`},
	"#Config":       {`{"extends": ["a"], "rules": {"b": "off", "c": {"d": 1}}, "rule-files": ["e"], "files": [{"paths": "f", "format": "g"}], "exclude": [], "limits": {"i": 1}, "metadata": {"profile": "phased"}, "dispatch": {"folder": "a/agent-handoffs"}, "strict": true, "fail-on": "error", "hooks": {"exempt": ["j"]}, "failure-log": false, "baseline": "k", "inline": false, "overrides": [{"paths": ["l"], "rules": {"m": "error"}, "metadata": {"profile": "base"}, "strict": false, "inline": true}]}`},
	"#CustomRule":   {`{"summary": "a", "formats": ["b"], "severity": {"base": "off"}, "when": 1, "must": {"data": {}}, "each": "data.a", "check": "c", "params": {"d": 1}, "from": "schema", "reads": ["file.name"], "yields": ["e"], "at": "data.a", "final": true, "message": "f", "help": "g", "related": "h", "variants": {"i": {"when": 1, "must": 2, "at": "body", "message": "j", "help": "k", "related": "l"}}, "why": "m", "examples": {"bad": "n", "good": "o"}, "since": "p", "url": "https://q"}`},
	"#CustomFormat": {`{"title": "a", "form": "yaml", "where": ["*.b.yaml"], "recognised": [1], "schema": {}, "advice": {}, "profiles": {"c": {"when": 1, "schema": 2}}, "sections": [{"title": "d", "also": ["e"], "number": 1, "starts": "d", "characters": 1, "words": 2, "optional": true, "empty": false, "claims": "files"}], "skeleton": "e", "upstream": "f"}`},
	"report": {
		`{"file": {"name": "01-a-report.md", "size": 300, "done": true, "done_lag": 1}, "data": {"status": "written"}, "body": {"end_marker": "x", "sections": []}}`,
		`{"file": {"size": 20, "done_lag": 3}, "data": {"status": "verified"}, "body": {"end_marker": "x", "trailing": "y"}}`,
		`{"data": {}, "body": {"text": "## 6. Verification Results"}}`,
	},
	"metadata": {
		`{"data": {"status": "complete", "verdict": "approved", "decision": "REJECTED", "phase": "review", "verification": {"tests_passed": false, "build_success": false, "failed": 1}, "skills_invoked": [], "source_files_verified": ["a"]}}`,
		`{"data": {"status": "blocked", "blocked_reason": "unknown", "attempted": [], "handoff": {"next_agent": "a", "next_phase": "complete", "context": "b", "blockers": []}}, "body": {"trailing": "x"}}`,
	},
	"context": {`{"data": {"schema_version": 1, "relevant_files": [], "key_findings": ["a"], "previous_failure": {"attempt": 2}}}`},
	"task":    {`{"data": {"version": 1}}`},
	"file":    {`{"file": {"size": 199}}`},
	"sdd-report": {
		`{"data": {"status": "BLOCKED"}, "body": {"text": "Which limit?"}}`,
		`{"data": {"status": "needs_context."}, "body": {"text": "Read it"}}`,
	},
}

// seedsOf returns the name of the seeds for a path of the sources.
func seedsOf(path string) string {
	name, isRule := strings.CutPrefix(path, `rules."`)
	switch format, isFormat := strings.CutPrefix(path, "formats."); {
	case strings.HasSuffix(path, ".params"):
		return ""
	case isRule:
		group, _, _ := strings.Cut(name, "/")
		return group
	case isFormat:
		name, _, _ := strings.Cut(strings.ReplaceAll(format, `"`, ""), ".")
		if strings.Contains(format, ".when[") {
			return name
		}
		return "#" + strings.ToUpper(name[:1]) + name[1:]
	}
	return path
}
