package evidence

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// TestIndexGoesOn holds that a transcript that is read in parts, with an index that went
// through a file between them, shows what it shows when it is read at once.
func TestIndexGoesOn(t *testing.T) {
	names, err := filepath.Glob("../../testdata/transcripts/*.json*")
	if err != nil || len(names) == 0 {
		t.Fatal("no transcripts", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want, err := readLedger(data)
		if err != nil {
			continue
		}
		x := &Index{}
		lines := bytes.SplitAfter(data, []byte("\n"))
		for i := 1; i <= len(lines); i += max(1, len(lines)/7) {
			extend(t, x, bytes.Join(lines[:i], nil))
			kept, err := json.Marshal(x)
			if err != nil {
				t.Fatal(err)
			}
			if x = new(Index); json.Unmarshal(kept, x) != nil {
				t.Fatalf("%s: the index cannot be read", name)
			}
		}
		extend(t, x, data)
		got, err := x.Ledger()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if a, b := asJSON(t, got), asJSON(t, want); a != b {
			t.Errorf("%s: in parts\n%s\nat once\n%s", name, a, b)
		}
	}
}

// TestIndexOfAnything: a damaged file of indexes is as good as none.
func TestIndexOfAnything(t *testing.T) {
	for _, kept := range []string{`{}`, `{"book": {}}`, `{"offset": 600, "book": {"ledger": {}, "calls": null}}`, `{"offset": -1}`, `{"offset": 1e6}`} {
		x := new(Index)
		if err := json.Unmarshal([]byte(kept), x); err != nil {
			continue
		}
		extend(t, x, session(1)[:100_000])
	}
}

func extend(t *testing.T, x *Index, data []byte) {
	t.Helper()
	if err := x.Extend(bytes.NewReader(data), int64(len(data))); err != nil {
		t.Fatal(err)
	}
}

func asJSON(t *testing.T, l *Ledger) string {
	t.Helper()
	data, err := json.MarshalIndent(l, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
