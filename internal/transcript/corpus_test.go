package transcript

import (
	"bytes"
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/testkit"
)

// corpus has real transcripts of other people's sessions. It is not part of this repository.
const corpus = "../../../shared/corpus/transcripts"

// TestCorpus reads real transcripts, and looks for the deeds that labelled claims rest on.
func TestCorpus(t *testing.T) {
	if _, err := os.Stat(corpus); err != nil {
		t.Skipf("there is no corpus at %s", corpus)
	}
	ledgers := map[string]*ledger.Ledger{}
	size, took := 0, time.Duration(0)
	for _, name := range transcriptFiles(t, corpus) {
		data, start := testkit.Read(t, name), time.Now()
		l, err := readLedger(data)
		size, took = size+len(data), took+time.Since(start)
		if errors.Is(err, ErrUnknown) {
			t.Logf("%s: %v", name, err)
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		rel, _ := filepath.Rel(corpus, name)
		ledgers[filepath.ToSlash(rel)] = l
	}
	t.Logf("%d transcripts, %.0f MB/s", len(ledgers), float64(size)/1e6/took.Seconds())
	table := csv.NewReader(bytes.NewReader(testkit.Read(t, filepath.Join(corpus, "claims.tsv"))))
	table.Comma, table.LazyQuotes = '\t', true
	rows, err := table.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		acts := map[string][]ledger.Act{"wrote": {ledger.Write}, "ran": {ledger.Run}, "passed": {ledger.Run}, "read": {ledger.Read, ledger.Seen}}[row[2]]
		l := ledgers[row[0]]
		if row[3] != "SUPPORTED" || acts == nil || l == nil || strings.Contains(row[5], "done before the compaction") {
			continue
		}
		if !slices.ContainsFunc(l.Deeds, func(d ledger.Deed) bool { return slices.Contains(acts, d.Act) && near(row[4], d.Line) }) {
			t.Errorf("%s: nothing at %s for %q", row[0], row[4], row[1])
		}
	}
}

// near reports whether a line is among the lines of a list such as "3,7-9", or is the call for one of these
// results.
func near(lines string, line int) bool {
	for part := range strings.SplitSeq(lines, ",") {
		from, to, ok := strings.Cut(part, "-")
		first, _ := strconv.Atoi(from)
		last := first
		if ok {
			last, _ = strconv.Atoi(to)
		}
		if line >= first-3 && line <= last {
			return true
		}
	}
	return false
}
