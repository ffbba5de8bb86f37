package cli

import (
	"os"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/signal"
)

// TestPayloadsDoc holds docs/payloads.md to what the commands print.
func TestPayloadsDoc(t *testing.T) {
	data, err := os.ReadFile("../../docs/payloads.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := strings.ReplaceAll(string(data), "\r\n", "\n")
	output := strings.Repeat("text\n", 11) + "[CF-RESULT: failure] tests-failed\n"
	_, plain, _ := streamMain(strings.NewReader(output), nil, "result")
	_, object, _ := streamMain(strings.NewReader(output), nil, "result", "-f", "json")
	_, emitted, _ := streamMain(nil, map[string]string{"KELOS_HANDOFF_PATH": payloadFile(t)}, "payload", "emit")
	for _, shown := range []string{plain, "```json\n" + object, emitted} {
		if shown == "" || !strings.Contains(doc, shown+"```") {
			t.Errorf("it does not show\n%s", shown)
		}
	}
	faults := []signal.Fault{signal.Blank, signal.Absent, signal.Malformed, signal.Followed, signal.Quoted}
	for _, name := range faults {
		if !strings.Contains(doc, "`"+string(name)+"`") {
			t.Errorf("it does not name the fault %s", name)
		}
	}
	for _, kind := range payloadKinds {
		if !strings.Contains(doc, "| `"+kind+"` |") {
			t.Errorf("it does not name the kind %s", kind)
		}
	}
}

// payloadFile is a file with the payload that the document shows.
func payloadFile(t *testing.T) string {
	t.Helper()
	path := t.TempDir() + "/handoff.json"
	writeFile(t, path, "{\n  \"version\": 1,\n  \"summary\": \"The importer retries a batch twice before it gives up\"\n}\n")
	return path
}
