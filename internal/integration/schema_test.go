package integration

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// auditSchema is a schema of what audit prints, with unknown keys forbidden.
func auditSchema(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	for _, file := range []string{"audit.schema.json", "row.schema.json"} {
		var doc map[string]any
		if err := json.Unmarshal(readFile(t, filepath.Join(root, "docs/schemas", file)), &doc); err != nil {
			t.Fatal(err)
		}
		objects := []any{doc}
		if summary := doc["properties"].(map[string]any)["summary"]; summary != nil {
			objects = append(objects, summary)
		}
		defs, _ := doc["$defs"].(map[string]any)
		for _, def := range defs {
			objects = append(objects, def)
		}
		for _, object := range objects {
			object.(map[string]any)["additionalProperties"] = false
		}
		if err := compiler.AddResource("file:///"+file, doc); err != nil {
			t.Fatal(err)
		}
	}
	schema, err := compiler.Compile("file:///" + name)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// TestAuditSchema holds what audit prints as JSON, and its rows, to their published schemas.
func TestAuditSchema(t *testing.T) {
	schema, row := auditSchema(t, "audit.schema.json"), auditSchema(t, "row.schema.json")
	folder := t.TempDir()
	plant(t, folder, map[string]string{"session.jsonl": failedSession})
	for _, path := range []string{"session.jsonl", absolute(t, "testdata/transcripts"), "."} {
		audit := exec.Command(filepath.Join(buildProgram(t), program()), "audit", "-f", "json", path)
		audit.Dir = folder
		out, _ := audit.Output() // it fails if claims are contradicted
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(out))
		if err != nil {
			t.Fatalf("%s: %v in %s", path, err, out)
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		for _, words := range []string{"--words=false", "--words"} {
			audit := exec.Command(filepath.Join(buildProgram(t), program()), "audit", "-f", "jsonl", words, path)
			audit.Dir = folder
			out, _ := audit.Output() // it fails if claims are contradicted
			if len(out) == 0 {
				t.Errorf("%s: no row", path)
			}
			for line := range bytes.Lines(out) {
				value, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
				if err != nil {
					t.Fatalf("%s: %v in %s", path, err, line)
				}
				if err := row.Validate(value); err != nil {
					t.Errorf("%s: %v in %s", path, err, line)
				}
			}
		}
	}
}

// failedSession ends with a claim that its last run of tests contradicts.
const failedSession = `{"type":"user","uuid":"1","parentUuid":null,"sessionId":"s1","version":"2.1.14","cwd":"/w","timestamp":"2026-01-02T10:00:00Z","message":{"role":"user","content":"Expire the sessions"}}
{"type":"assistant","uuid":"2","parentUuid":"1","cwd":"/w","timestamp":"2026-01-02T10:01:00Z","message":{"content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"go test ./..."}}]}}
{"type":"user","uuid":"3","parentUuid":"2","cwd":"/w","timestamp":"2026-01-02T10:01:09Z","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"--- FAIL: TestToken (0.00s)\nFAIL\ta\t0.1s\nFAIL","is_error":true}]}}
{"type":"assistant","uuid":"4","parentUuid":"3","cwd":"/w","timestamp":"2026-01-02T10:02:00Z","message":{"content":[{"type":"text","text":"Done. All tests pass."}]}}
`
