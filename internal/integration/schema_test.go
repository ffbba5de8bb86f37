package integration

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// auditSchema is docs/schemas/audit.schema.json, with unknown keys forbidden.
func auditSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	var doc map[string]any
	if err := json.Unmarshal(readFile(t, filepath.Join(root, "docs/schemas/audit.schema.json")), &doc); err != nil {
		t.Fatal(err)
	}
	objects := []any{doc, doc["properties"].(map[string]any)["summary"]}
	for _, def := range doc["$defs"].(map[string]any) {
		objects = append(objects, def)
	}
	for _, object := range objects {
		object.(map[string]any)["additionalProperties"] = false
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("file:///audit.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("file:///audit.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// TestAuditSchema holds what audit prints as JSON to its published schema.
func TestAuditSchema(t *testing.T) {
	schema := auditSchema(t)
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
	}
}

// failedSession ends with a claim that its last run of tests contradicts.
const failedSession = `{"type":"user","uuid":"1","parentUuid":null,"sessionId":"s1","version":"2.1.14","cwd":"/w","timestamp":"2026-01-02T10:00:00Z","message":{"role":"user","content":"Expire the sessions"}}
{"type":"assistant","uuid":"2","parentUuid":"1","cwd":"/w","timestamp":"2026-01-02T10:01:00Z","message":{"content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"go test ./..."}}]}}
{"type":"user","uuid":"3","parentUuid":"2","cwd":"/w","timestamp":"2026-01-02T10:01:09Z","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"--- FAIL: TestToken (0.00s)\nFAIL\ta\t0.1s\nFAIL","is_error":true}]}}
{"type":"assistant","uuid":"4","parentUuid":"3","cwd":"/w","timestamp":"2026-01-02T10:02:00Z","message":{"content":[{"type":"text","text":"Done. All tests pass."}]}}
`
