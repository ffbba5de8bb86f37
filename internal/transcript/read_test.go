package transcript

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/ledger/ledgertest"
	"github.com/handofflint/handofflint/internal/shell"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/internal/text"
)

var update = flag.Bool("update", false, "write the golden ledgers")

const transcripts = "../../testdata/transcripts"

// transcriptFiles returns the transcripts below a folder.
func transcriptFiles(t testing.TB, folder string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(name string, e fs.DirEntry, err error) error {
		if err == nil && strings.Contains(filepath.Ext(name), ".json") {
			names = append(names, name)
		}
		return err
	})
	if err != nil || len(names) == 0 {
		t.Fatalf("no transcripts in %s: %v", folder, err)
	}
	return names
}

func readLedger(data []byte) (*ledger.Ledger, error) {
	return readTranscript(bytes.NewReader(data), nil)
}

// told returns a ledger in the form of its golden file.
func told(l *ledger.Ledger, indent string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s %s session=%s agent=%s type=%s parent=%s cwd=%s\n", indent, l.Client, l.Version, l.Session, l.Agent, l.AgentType, l.Parent, l.Cwd)
	for _, d := range l.Deeds {
		fmt.Fprintf(&b, "%s%3d %s\n", indent, d.Line, strings.ReplaceAll(ledgertest.Brief(d), "\n", `\n`))
	}
	for _, g := range l.Gaps {
		fmt.Fprintf(&b, "%sgap %d: %s\n", indent, g.Line, g.Why)
	}
	for _, a := range l.Agents {
		b.WriteString(told(a, indent+"    "))
	}
	return b.String()
}

// TestLedgers compares each transcript with its ledger. Between them, they cover each way to judge or clear
// an agent wrongly.
func TestLedgers(t *testing.T) {
	for _, name := range transcriptFiles(t, transcripts) {
		l, err := readLedger(testkit.Read(t, name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		golden := strings.TrimSuffix(name, filepath.Ext(name)) + ".ledger"
		got := told(l, "")
		if *update {
			testkit.Write(t, golden, got)
		}
		if want := string(testkit.Read(t, golden)); got != want {
			t.Errorf("%s (-update writes it):\n%s", golden, got)
		}
	}
}

func TestReadLedgerOfOther(t *testing.T) {
	for _, text := range []string{"", "\n\n", "# Notes\n", "{\"name\":\"a\"}\n", "{\n \"messages\": [1, 2]\n}", "[1]\n", "null\n", strings.Repeat("[", 1000) + "\n"} {
		if l, err := readLedger([]byte(text)); err == nil {
			t.Errorf("%q is read as a transcript of %s", text, l.Client)
		}
	}
}

// TestLinesAreBounded checks the bounds on the length of a line and of a message.
func TestLinesAreBounded(t *testing.T) {
	record := func(i string) string {
		return `{"type":"assistant","uuid":"u","message":{"content":[{"type":"tool_use","id":"t` + i + `","name":"Read","input":{"file_path":"/a.go"}}]}}` + "\n" +
			`{"type":"user","uuid":"u","message":{"content":[{"type":"tool_result","tool_use_id":"t` + i + `","content":"1→a"}]}}` + "\n"
	}
	start := `{"type":"user","uuid":"0","parentUuid":null,"message":{"content":"go"}}` + "\n"
	l, err := readLedger([]byte(start + `{"a":"` + strings.Repeat("x", maxLine) + "\"}\n" + record("1")))
	if err != nil || len(l.Deeds) != 0 || len(l.Gaps) != 1 || l.Gaps[0] != (ledger.Gap{Line: 2, Why: ledger.Unread}) {
		t.Errorf("a line that is too long: %+v, %v", l, err)
	}
	l, err = readLedger([]byte(start + `{"type":"assistant","uuid":"1","message":{"content":[{"type":"text","text":"` + strings.Repeat("x", MaxMessage+1) + "\"}]}}\n"))
	if err != nil || len(l.Messages) != 1 || len(l.Messages[0].Text) != MaxMessage {
		t.Errorf("a message that is too long: %d messages, %v", len(l.Messages), err)
	}
}

// TestCallsAreBounded checks the bounds on calls without a result, and on agents.
func TestCallsAreBounded(t *testing.T) {
	start := `{"type":"user","uuid":"0","parentUuid":null,"sessionId":"s","cwd":"/w","message":{"content":"go"}}` + "\n"
	call := func(i int, tool, input string) string {
		return fmt.Sprintf(`{"type":"assistant","uuid":"a%d","message":{"content":[{"type":"tool_use","id":"t%d","name":%q,"input":%s}]}}`+"\n", i, i, tool, input)
	}
	for name, tt := range map[string]struct {
		most   int
		record func(i int) string
	}{
		"calls": {maxCalls, func(i int) string { return call(i, "Read", `{"file_path":"/a.go"}`) }},
		"agents": {maxAgents, func(i int) string {
			return fmt.Sprintf(`{"type":"user","uuid":"u%d","agentId":"a%d","message":{"content":"go"}}`+"\n", i, i)
		}},
	} {
		var lines strings.Builder
		lines.WriteString(start)
		for i := range tt.most {
			lines.WriteString(tt.record(i))
		}
		for more, want := range map[string]int{"": 0, tt.record(tt.most): 1} {
			l, err := readLedger([]byte(lines.String() + more))
			if err != nil || len(l.Gaps) != want {
				t.Errorf("%s: gaps %v, %v, want %d", name, l.Gaps, err, want)
			}
		}
	}
	const pending, failed = `{"type":"tool","tool":"read","state":{"status":"pending","input":{"filePath":"/w/a.go"}}}`, `{"type":"tool","tool":"read","state":{"status":"error","input":{"filePath":"/w/a.go"}}}`
	l, err := readLedger([]byte(exported(answer(ranTests, strings.Repeat(pending+",", maxCalls)+ranTests, failed))))
	if err != nil || len(l.Deeds) != maxCalls+1 || len(l.Gaps) != 1 {
		t.Errorf("calls of an export: %d deeds, gaps %v, %v", len(l.Deeds), l.Gaps, err)
	}
	r := newReader(nil)
	r.nodes = text.NewSteps(1)
	r.ran(&toolCall{shell: []commandLine{{line: "ls; ls"}}}, shell.Zero, "")
	if len(r.ledger.Gaps) != 1 {
		t.Errorf("command lines beyond the bound: gaps %v", r.ledger.Gaps)
	}
}

// TestListsAreBounded checks the bounds on what else a ledger keeps.
func TestListsAreBounded(t *testing.T) {
	r := newReader(nil)
	for i := range maxSeen + 1 {
		r.refused(r.here(), "/w/a.go")
		r.addPrompt("go")
		r.prompted(fmt.Sprintf("see f%d.go", i))
		addCheck(r.ledger, "lint", fmt.Sprint(i))
	}
	l := r.ledger
	if got, want := [4]int{len(l.Refused), len(l.Prompts), len(r.prompts), len(l.Checks)}, [4]int{maxSeen, maxSeen, maxSeen, maxChecks}; got != want {
		t.Errorf("%v, want %v", got, want)
	}
	r = newReader(text.NewSteps(1))
	r.openCall("t", toolCall{})
	r.did(r.here(), ledger.Deed{Act: ledger.Read, Path: "/w/a.go"})
	r.prompted("see a.go")
	if len(r.calls) > 0 || len(r.prompts) > 0 || len(r.ledger.Deeds) > 0 || len(r.ledger.Gaps) != 1 {
		t.Errorf("beyond the bound on what is kept: %v, %+v", r.calls, r.ledger)
	}
	deep := func(n int) string { return strings.Repeat("[", n) + `"a.go"` + strings.Repeat("]", n) }
	for input, want := range map[string]int{deep(5): 1, deep(6): 0, "[[" + strings.Repeat(`"a.go",`, maxNamedPaths+1) + `"b.go"],"c.go"]`: maxNamedPaths} {
		if got := namesIn(gjson.Parse(input), nil, 0); len(got) != want {
			t.Errorf("%d files are named, want %d", len(got), want)
		}
	}
	const told, says = `{"type":"user","uuid":"1","sessionId":"s","cwd":"/w","message":{"content":"see a.go"}}`, `{"type":"assistant","uuid":"2","message":{"content":[{"type":"text","text":"Done."}]}}`
	for most, want := range map[int64]int{1000: 1, 3: 0} {
		l, err := readTranscript(strings.NewReader(told+"\n"+says+"\n"), text.NewSteps(most))
		if err != nil || len(l.Deeds) != want || len(l.Messages) != want {
			t.Errorf("%d bytes may be kept: %+v, %v, want %d", most, l, err, want)
		}
	}
}

func FuzzReadLedger(f *testing.F) {
	for _, name := range transcriptFiles(f, transcripts) {
		f.Add(testkit.Read(f, name))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := readLedger(data)
		if err != nil {
			return
		}
		if _, err := json.Marshal(l); err != nil {
			t.Error(err)
		}
	})
}
