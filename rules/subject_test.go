package rules_test

import "testing"

// TestSubject holds that fingerprints depend on the subject of a finding, not on the rest of a line, or of a
// file that is one line.
func TestSubject(t *testing.T) {
	// before and after are the same handoff before and after a change; rule is found in both.
	tests := []struct {
		name, rule    string
		before, after string
		same          bool
	}{
		{"another value of the line", "schema/empty-field",
			`{"schema_version": 1, "task_id": "1717500000-a", "task_summary": "", "key_findings": ["a"]}`,
			`{"schema_version": 1, "task_id": "1717500000-a", "task_summary": "", "key_findings": ["b", "c"]}`, true},
		{"the line around a missing field", "context/no-schema-version",
			`{"task_id": "1717500000-a", "task_summary": "s"}`, `{"task_id": "1717500000-a", "task_summary": "t"}`, true},
		{"the value itself", "context/absolute-path",
			`{"schema_version": 1, "task_id": "1717500000-a", "task_summary": "s", "relevant_files": ["/a"]}`,
			`{"schema_version": 1, "task_id": "1717500000-a", "task_summary": "s", "relevant_files": ["/b"]}`, false},
		{"its place in the list", "context/absolute-path",
			`{"schema_version": 1, "task_id": "1717500000-a", "task_summary": "s", "relevant_files": ["/a"]}`,
			`{"schema_version": 1, "task_id": "1717500000-a", "task_summary": "s", "relevant_files": ["b", "/a"]}`, true},
		{"how it is written", "context/absolute-path",
			`{"schema_version": 1, "task_id": "1717500000-a", "task_summary": "s", "relevant_files": ["/a"]}`,
			"{\"relevant_files\": [\n\t\"\\u002fa\"\n],\n\"schema_version\": 1, \"task_id\": \"1717500000-a\", \"task_summary\": \"s\"}", true},
	}
	for _, tt := range tests {
		before, after := fingerprintOf(t, tt.rule, tt.before), fingerprintOf(t, tt.rule, tt.after)
		if same := before == after; same != tt.same {
			t.Errorf("%s: same is %t", tt.name, same)
		}
	}
}

// fingerprintOf returns the fingerprint of the only finding of a rule.
func fingerprintOf(t *testing.T, rule, text string) string {
	t.Helper()
	for _, f := range check(t, nil, "docs/context/1717500000-a.json", text).Findings {
		if f.Rule == rule {
			return f.Fingerprint()
		}
	}
	t.Fatalf("%s is not found in %s", rule, text)
	return ""
}
