package transcript

import (
	"bytes"
	"slices"
	"testing"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/testkit"
)

// TestCompaction checks when a compaction leaves something out. The transcript has two, after its third and
// twelfth line.
func TestCompaction(t *testing.T) {
	all := bytes.SplitAfter(testkit.Read(t, transcripts+"/claude/5f0c2a11-0000-4000-8000-000000000004.jsonl"), []byte("\n"))
	for _, tt := range []struct {
		name  string
		lines [][]byte
		want  []ledger.GapWhy
	}{
		{"all records are kept", all, nil},
		{"a copy that begins with the boundary", all[3:], []ledger.GapWhy{ledger.Compacted}},
		{"a copy that begins with the summary", all[4:], []ledger.GapWhy{ledger.NoStart, ledger.Compacted}},
		{"a copy that begins just before the boundary", all[2:], []ledger.GapWhy{ledger.NoStart}},
		{"the record before the boundary is missing", slices.Concat(all[:2], all[3:]), []ledger.GapWhy{ledger.Compacted}},
		{"the boundary is missing", slices.Concat(all[:3], all[4:]), []ledger.GapWhy{ledger.Compacted}},
	} {
		l, err := readLedger(bytes.Join(tt.lines, nil))
		if err != nil {
			t.Fatal(err)
		}
		var got []ledger.GapWhy
		for _, g := range l.Gaps {
			if !slices.Contains(got, g.Why) {
				got = append(got, g.Why)
			}
		}
		for _, why := range tt.want {
			if !slices.Contains(got, why) {
				t.Errorf("%s: gaps %q, want %q", tt.name, got, why)
			}
		}
		if slices.Contains(tt.want, ledger.Compacted) != slices.Contains(got, ledger.Compacted) || len(tt.want) == 0 && len(got) > 0 {
			t.Errorf("%s: gaps %q, want %q", tt.name, got, tt.want)
		}
	}
}
