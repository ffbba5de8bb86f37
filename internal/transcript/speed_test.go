package transcript

import (
	"bytes"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
)

// session is a transcript of some megabytes as a long session leaves one.
func session(megabytes int) []byte {
	var b bytes.Buffer
	b.WriteString(`{"type":"user","uuid":"0","parentUuid":null,"sessionId":"s","cwd":"/w","timestamp":"2026-03-04T09:00:00Z","message":{"content":"Do docs/plan.md"}}` + "\n")
	source, _ := json.Marshal(strings.Repeat("     1→\tif err := read(name); err != nil { return \"no\" }\n", 60))
	for i := 0; b.Len() < megabytes<<20; i++ {
		tool, input := "Read", fmt.Sprintf(`{"file_path":"/w/src/f%d.go"}`, i%50)
		if i%4 == 0 {
			tool, input = "Bash", fmt.Sprintf(`{"command":"cd src && go test -run 'Test%d' ./... 2>&1 | tail -20","description":"test"}`, i)
		}
		fmt.Fprintf(&b, `{"parentUuid":"a","isSidechain":false,"cwd":"/w","sessionId":"s","version":"2.1.38","type":"assistant","uuid":"c%d","timestamp":"2026-03-04T09:00:00Z","message":{"role":"assistant","content":[{"type":"tool_use","id":"t%d","name":"%s","input":%s}],"usage":{"input_tokens":1}}}`+"\n", i, i, tool, input)
		fmt.Fprintf(&b, `{"parentUuid":"a","isSidechain":false,"cwd":"/w","sessionId":"s","version":"2.1.38","type":"user","uuid":"r%d","timestamp":"2026-03-04T09:00:01Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","content":%s}]},"toolUseResult":{"stdout":%s}}`+"\n", i, i, source, source)
		fmt.Fprintf(&b, `{"parentUuid":"a","type":"progress","data":{"type":"hook_progress","command":%s},"uuid":"p%d"}`+"\n", source, i)
	}
	return b.Bytes()
}

// BenchmarkLedger reads a transcript.
func BenchmarkLedger(b *testing.B) {
	data := session(8)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := readLedger(data); err != nil {
			b.Fatal(err)
		}
	}
}

// TestLedgerIsCopied holds that a ledger keeps no record of its transcript: each read has
// megabytes of content beside a path.
func TestLedgerIsCopied(t *testing.T) {
	if _, err := readLedger(session(1)); err != nil { // the tables stay
		t.Fatal(err)
	}
	kept := text.NewSteps(maxKept)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	l, err := readTranscript(bytes.NewReader(session(32)), kept)
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 5<<20 || len(l.Deeds) == 0 {
		t.Errorf("%d MB are kept of %d deeds", grown>>20, len(l.Deeds))
	}
	if kept.Used() > 8<<20 {
		t.Errorf("%d MB are counted", kept.Used()>>20)
	}
	runtime.KeepAlive(l)
}

// TestKeptIsBounded holds that beyond the bound of what is kept nobody is accused.
func TestKeptIsBounded(t *testing.T) {
	kept := text.NewSteps(10_000)
	l, err := readTranscript(bytes.NewReader(session(1)), kept)
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Deeds) == 0 || len(l.Deeds) > 10_000/perDeed {
		t.Errorf("%d deeds are kept", len(l.Deeds))
	}
	if len(l.Gaps) != 1 || l.Gaps[0].Why != ledger.Bounded {
		t.Errorf("gaps %v", l.Gaps)
	}
}

// TestLedgerIsFlat reads many lines in little memory.
func TestLedgerIsFlat(t *testing.T) {
	line := []byte(`{"type":"assistant","uuid":"u","message":{"content":[{"type":"text","text":"I look further."}]}}` + "\n")
	head := []byte(`{"type":"user","uuid":"0","parentUuid":null,"message":{"content":"go"}}` + "\n")
	lines := 100_000
	data := append(head, bytes.Repeat(line, lines)...)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	l, err := readLedger(data)
	if err != nil {
		t.Fatal(err)
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 5<<20 {
		t.Errorf("%d MB are kept", grown>>20)
	}
	runtime.KeepAlive(l)
	runtime.KeepAlive(data)
}
