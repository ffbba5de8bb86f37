package transcript

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// session returns a transcript of some megabytes, as after a long session.
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

func BenchmarkLedger(b *testing.B) {
	data := session(8)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := readLedger(data); err != nil {
			b.Fatal(err)
		}
	}
}

// TestLedgerIsCopied checks that a ledger does not keep the records of its transcript in memory: each read
// has megabytes of content beside a path.
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

// TestKeptIsBounded checks that beyond the bound on kept bytes no claim is judged false.
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

// TestLedgerIsFlat checks that many lines take little memory.
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

// TestWorkIsLinear checks that twice as much input takes about twice the work, measured by allocations.
func TestWorkIsLinear(t *testing.T) {
	const start = `{"type":"user","uuid":"0","parentUuid":null,"sessionId":"s","cwd":"/w","message":{"content":"go"}}` + "\n"
	says := func(i int) string {
		return fmt.Sprintf(`{"type":"assistant","uuid":"u%d","message":{"content":[{"type":"text","text":"I look at a/b%d.go further."}]}}`+"\n", i, i)
	}
	call := func(i int, agent, result string) string {
		line := fmt.Sprintf(`{"type":"assistant","uuid":"c%d","agentId":"%s","message":{"content":[{"type":"tool_use","id":"t%d","name":"Bash","input":{"command":"cat a%d.go | grep x && go vet ./b%d"}}]}}`+"\n", i, agent, i, i, i)
		return line + fmt.Sprintf(`{"type":"user","uuid":"r%d","agentId":"%s","message":{"content":[{"type":"tool_result","tool_use_id":"%s","content":"ok"}]}}`+"\n", i, agent, result)
	}
	forms := map[string]func(n int) (files []string){
		"records": func(n int) []string { return []string{start + repeat(n*20, says)} },
		"calls": func(n int) []string {
			return []string{start + repeat(n*5, func(i int) string { return call(i, "", fmt.Sprint("t", i)) })}
		},
		"calls without an end": func(n int) []string {
			return []string{start + repeat(n*5, func(i int) string { return call(i, "", "x") })}
		},
		"agents among the records": func(n int) []string {
			return []string{start + repeat(n, func(i int) string { return call(i, fmt.Sprint("a", i), fmt.Sprint("t", i)) })}
		},
		"results of one record": func(n int) []string {
			blocks := repeat(n*20, func(i int) string {
				return fmt.Sprintf(`{"type":"tool_result","tool_use_id":"t%d","content":"ok"},`, i)
			})
			calls := repeat(n*20, func(i int) string { return call(i, "", "x") })
			return []string{start + calls + `{"type":"user","uuid":"r","toolUseResult":{"stdout":"` + strings.Repeat("x", n*100) + `"},"message":{"content":[` + strings.TrimSuffix(blocks, ",") + `]}}` + "\n"}
		},
		"torn records": func(n int) []string {
			return []string{start + repeat(n*20, func(i int) string {
				return fmt.Sprintf(`{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t%d","name":"Bash","input":{"com`+"\n", i)
			})}
		},
		"transcripts of agents": func(n int) []string {
			files := []string{start}
			for i := range n {
				files = append(files, strings.ReplaceAll(start, `"s"`, `"s","agentId":"a`+fmt.Sprint(i)+`"`)+call(i, fmt.Sprint("a", i), fmt.Sprint("t", i)))
			}
			return files
		},
	}
	const n = 60
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection would empty the pools of package regexp
	workOf(t, forms["calls"](n))                     // the tables stay
	for name, form := range forms {
		once, twice := workOf(t, form(n)), workOf(t, form(2*n))
		if ratio := float64(twice) / float64(once); ratio > 2.5 {
			t.Errorf("%s: twice as many take %.1f times the work", name, ratio)
		}
	}
}

func repeat(n int, line func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(line(i))
	}
	return b.String()
}

// workOf returns the bytes allocated to open the transcripts of a session.
func workOf(t *testing.T, transcripts []string) uint64 {
	t.Helper()
	folder := t.TempDir()
	for i, transcript := range transcripts {
		name := "s.jsonl"
		if i > 0 {
			name = fmt.Sprintf("agent-a%d.jsonl", i)
		}
		testkit.Write(t, filepath.Join(folder, name), transcript)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	all, err := Open(filepath.Join(folder, "s.jsonl"), nil, &rules.Incomplete{})
	runtime.ReadMemStats(&after)
	if err != nil || len(all) < len(transcripts) {
		t.Fatalf("%d ledgers, %v", len(all), err)
	}
	return after.TotalAlloc - before.TotalAlloc
}
