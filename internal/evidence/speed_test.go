package evidence

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
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

// plain reads the lines of a transcript and checks that they are JSON: what every reader
// has to do at least.
func plain(data []byte) {
	in := bufio.NewReaderSize(bytes.NewReader(data), 256<<10)
	for {
		line, err := in.ReadBytes('\n')
		json.Valid(line)
		if err != nil {
			return
		}
	}
}

// TestLedgerIsFast holds the reader to the time of looking at the JSON alone, each at its
// best: a machine that is slow or busy is so for both.
func TestLedgerIsFast(t *testing.T) {
	data := session(8)
	took := func(read func()) time.Duration {
		start := time.Now()
		read()
		return time.Since(start)
	}
	own, bare := time.Hour, time.Hour
	for range 30 {
		bare = min(bare, took(func() { plain(data) }))
		own = min(own, took(func() {
			if _, err := readLedger(data); err != nil {
				t.Error(err)
			}
		}))
		if own < 2*bare {
			t.Logf("%.0f MB/s, %.0f MB/s for looking at the JSON", float64(len(data))/1e6/own.Seconds(), float64(len(data))/1e6/bare.Seconds())
			return
		}
	}
	t.Errorf("reading takes %s, looking at the JSON %s", own, bare)
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
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 4<<20 {
		t.Errorf("%d MB are kept", grown>>20)
	}
	runtime.KeepAlive(l)
	runtime.KeepAlive(data)
}
