package hook

import (
	"fmt"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/testkit"
)

// changedSource is a record of an edit after failedRun.
const changedSource = `{"type":"assistant","uuid":"5","cwd":"/w","message":{"content":[{"type":"tool_use","id":"t2","name":"Edit","input":{"file_path":"/w/total.go","old_string":"a","new_string":"b"}}]}}
{"type":"user","uuid":"6","cwd":"/w","message":{"content":[{"type":"tool_result","tool_use_id":"t2","content":"The file /w/total.go has been updated."}]},"toolUseResult":{"filePath":"/w/total.go","oldString":"a","newString":"b"}}
`

// TestHonestMessages ends turns after a failed run, in many words: a message that says that the tests pass
// is held, any other is not.
func TestHonestMessages(t *testing.T) {
	data := testkit.Read(t, "../../testdata/evidence/messages.txt")
	counts := map[string]int{}
	for line := range strings.Lines(string(data)) {
		kind, message, isMessage := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !isMessage {
			continue
		}
		counts[kind]++
		t.Run(fmt.Sprint(kind, counts[kind]), func(t *testing.T) {
			t.Parallel()
			message := strings.ReplaceAll(message, `\n`, "\n")
			last := strings.Replace(lastMessage, "All tests pass.", jsonText(t, message), 1)
			b, name := newMessages(t, failedRun+changedSource+last, func() {})
			_, out := b.play(endsTurn(name, message))
			isHeld := strings.Contains(out, `"decision":"block"`)
			if isHeld != (kind == "false") {
				t.Errorf("%s: %q is held: %t", kind, message, isHeld)
			}
		})
	}
	if counts["honest"] < 60 || counts["false"] < 25 {
		t.Errorf("there are %v messages", counts)
	}
}
