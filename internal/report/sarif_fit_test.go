package report

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/rules"
)

func TestKeepWorst(t *testing.T) {
	result := func(text string, s rules.Severity) sarifEncoded { return sarifEncoded{[]byte(text), s} }
	all := []sarifEncoded{result("w1", rules.Warning), result("e1", rules.Error), result("w2", rules.Warning), result("e2", rules.Error)}
	for most, want := range []string{"", "e1", "e1e2", "w1e1e2", "w1e1w2e2", "w1e1w2e2"} {
		got := ""
		for _, r := range keepWorst(all, most) {
			got += string(r.json)
		}
		if got != want {
			t.Errorf("at most %d: %s, want %s", most, got, want)
		}
	}
}

// noise is a text that gzip can make little of, the same on every run.
func noise(seed, n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		b.WriteString(digest(fmt.Sprint(seed, i)))
	}
	return b.String()[:n]
}

// noisyLimit is a limit that 300 results of 800 bytes are over: hexadecimal digits
// take half a byte each.
const noisyLimit = 100_000

// noisy are results of that many files, an error in the last.
func noisy(files, size int) []rules.Result {
	results := make([]rules.Result, files)
	for i := range results {
		path := fmt.Sprintf("%05d", i)
		results[i] = rules.Result{Path: path, Findings: []rules.Finding{{Rule: "r", Severity: rules.Warning, Path: path, Message: noise(i, size)}}}
	}
	last := &results[files-1].Findings[0]
	last.Severity, last.Message = rules.Error, "the error"
	return results
}

// TestSarifLimits holds a log to what code scanning takes: so many results, and
// so many bytes as gzip makes of it, no matter how many before.
func TestSarifLimits(t *testing.T) {
	cases := []struct {
		name               string
		run                Run
		bytes, least, most int
	}{
		{"too many", many(26_000, "m"), mostSarifBytes, mostSarifResults, mostSarifResults},
		{"large before compression", many(1500, strings.Repeat("x", 10_000)), mostSarifBytes, 1501, 1501},
		{"too large", runOf(noisy(300, 800)...), noisyLimit, 200, 290},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var notes []string
			c.run.sarifBytes = c.bytes
			c.run.Note = func(text string) { notes = append(notes, text) }
			out := render(t, "sarif", c.run)
			var log struct{ Runs []sarifRun }
			if err := json.Unmarshal([]byte(out), &log); err != nil {
				t.Fatal(err)
			}
			if n, size := len(log.Runs[0].Results), len(gzipped(t, out)); n < c.least || n > c.most || size > c.bytes {
				t.Errorf("%d results, want %d to %d, in %d bytes", n, c.least, c.most, size)
			}
			all := 0
			for range c.run.findings() {
				all++
			}
			left := all - len(log.Runs[0].Results)
			said := fmt.Sprintf("%d findings are left out, the least severe first", left)
			if cut := left > 0; strings.Contains(out, said) != cut || strings.Contains(strings.Join(notes, ""), said) != cut {
				t.Errorf("%d are left out, and the notes are %q", left, notes)
			}
			if !strings.Contains(out, "the error") {
				t.Error("the error is lost")
			}
		})
	}
}

func gzipped(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestSarifSaysWhatWasNotJudged: such a run was not carried out well.
func TestSarifSaysWhatWasNotJudged(t *testing.T) {
	for _, unjudged := range []bool{true, false} {
		run := runOf(rules.Result{Path: "p", Findings: []rules.Finding{
			{Rule: "r", Severity: rules.Error, Path: "p", Message: "m"}, {Rule: "r", Severity: rules.Error, Path: "p", Message: "m", Unjudged: unjudged},
		}})
		out := render(t, "sarif", run)
		parseSARIF(t, out)
		if strings.Contains(out, `"executionSuccessful": false`) != unjudged || strings.Contains(out, "findings that say that one could not be judged: 1") != unjudged {
			t.Errorf("unjudged: %v\n%s", unjudged, out)
		}
	}
}
