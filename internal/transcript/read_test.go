package transcript

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/ledger/ledgertest"
	"github.com/handofflint/handofflint/internal/shell"
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

func readFile(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
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
		l, err := readLedger(readFile(t, name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		golden := strings.TrimSuffix(name, filepath.Ext(name)) + ".ledger"
		got := told(l, "")
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want := string(readFile(t, golden)); got != want {
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

// TestLedgerIsBounded checks the bounds on deeds and on the length of a line.
func TestLedgerIsBounded(t *testing.T) {
	record := func(i string) string {
		return `{"type":"assistant","uuid":"u","message":{"content":[{"type":"tool_use","id":"t` + i + `","name":"Read","input":{"file_path":"/a.go"}}]}}` + "\n" +
			`{"type":"user","uuid":"u","message":{"content":[{"type":"tool_result","tool_use_id":"t` + i + `","content":"1→a"}]}}` + "\n"
	}
	var b strings.Builder
	for i := range maxDeeds + 10 {
		b.WriteString(record(fmt.Sprint(i)))
	}
	l, err := readLedger([]byte(`{"type":"user","uuid":"0","parentUuid":null,"message":{"content":"go"}}` + "\n" + b.String()))
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Deeds) > maxDeeds || len(l.Gaps) != 1 || l.Gaps[0].Why != ledger.Bounded {
		t.Errorf("%d deeds, gaps %v", len(l.Deeds), l.Gaps)
	}
	start := `{"type":"user","uuid":"0","parentUuid":null,"message":{"content":"go"}}` + "\n"
	l, err = readLedger([]byte(start + `{"a":"` + strings.Repeat("x", maxLine) + "\"}\n" + record("1")))
	if err != nil || len(l.Deeds) != 1 || len(l.Gaps) != 1 || l.Gaps[0] != (ledger.Gap{Line: 2, Why: ledger.Unread}) {
		t.Errorf("a line that is too long: %+v, %v", l, err)
	}
}

// TestCallsAreBounded checks the bounds on calls without a result, and on files that were seen.
func TestCallsAreBounded(t *testing.T) {
	const hits = 100
	start := `{"type":"user","uuid":"0","parentUuid":null,"sessionId":"s","cwd":"/w","message":{"content":"go"}}` + "\n"
	call := func(i int, tool, input string) string {
		return fmt.Sprintf(`{"type":"assistant","uuid":"a%d","message":{"content":[{"type":"tool_use","id":"t%d","name":%q,"input":%s}]}}`+"\n", i, i, tool, input)
	}
	search := func(i int) string {
		var found strings.Builder
		for j := range hits {
			fmt.Fprintf(&found, `f%d_%d.go:1\n`, i, j)
		}
		return call(i, "Grep", `{}`) + fmt.Sprintf(`{"type":"user","uuid":"u%d","message":{"content":[{"type":"tool_result","tool_use_id":"t%d","content":"%s"}]}}`+"\n", i, i, found.String())
	}
	for name, tt := range map[string]struct {
		most   int
		record func(i int) string
	}{
		"calls": {maxCalls, func(i int) string { return call(i, "Read", `{"file_path":"/a.go"}`) }},
		"seen":  {maxSeen / hits, search},
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
	r := newReader(nil)
	r.nodes = text.NewSteps(1)
	r.ran(&toolCall{shell: []commandLine{{line: "ls; ls"}}}, shell.Zero, "")
	if len(r.ledger.Gaps) != 1 {
		t.Errorf("command lines beyond the bound: gaps %v", r.ledger.Gaps)
	}
}

func FuzzReadLedger(f *testing.F) {
	for _, name := range transcriptFiles(f, transcripts) {
		f.Add(readFile(f, name))
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
