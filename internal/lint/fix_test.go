package lint_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/lint"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// words returns a check for texts: pairs of a word that is a finding and its replacement by the fix, "" for
// no fix.
func words(pairs ...string) lint.CheckText {
	return func(data []byte) (rules.Result, error) {
		var result rules.Result
		for i := 0; i < len(pairs); i += 2 {
			for at := 0; ; at += len(pairs[i]) {
				found := bytes.Index(data[at:], []byte(pairs[i]))
				if found < 0 {
					break
				}
				at += found
				result.Findings = append(result.Findings, finding(pairs[i], pairs[i+1], at))
			}
		}
		slices.SortStableFunc(result.Findings, func(a, b rules.Finding) int {
			return a.Range.Start.Offset - b.Range.Start.Offset
		})
		return result, nil
	}
}

func finding(word, to string, at int) rules.Finding {
	r := text.Range{Start: text.Pos{Offset: at}, End: text.Pos{Offset: at + len(word)}}
	f := rules.Finding{Rule: "x/y", Severity: rules.Warning, Message: word, Range: r}
	if to != "" {
		f.Fix = &rules.Fix{Message: "write " + to, Edits: []rules.Edit{{Range: r, NewText: to}}}
	}
	return f
}

func TestText(t *testing.T) {
	for name, tt := range map[string]struct {
		text, want  string
		pairs       []string
		fixed, left int
	}{
		"nothing":                     {"abc", "abc", nil, 0, 0},
		"no fix":                      {"a1", "a1", []string{"a1", ""}, 0, 0},
		"several at once":             {"a1 a1 b2", "A A B", []string{"a1", "A", "b2", "B"}, 3, 0},
		"the good among the bad":      {"a1 b2 a1 c3", "A b2 A C", []string{"a1", "A", "b2", "b2 b2", "c3", "C"}, 3, 1},
		"one that changes nothing":    {"a1", "a1", []string{"a1", "a1"}, 0, 1},
		"one that brings another":     {"a1", "a1", []string{"a1", "zz", "z", ""}, 0, 1},
		"one for another of its kind": {"a1 a1", "a1 a1", []string{"a1", "a1x"}, 0, 2},
		"touching":                    {"a1b2", "AB", []string{"a1", "A", "b2", "B"}, 2, 0},
		"the first of two":            {"a1b", "Ab", []string{"a1", "A", "1b", "X"}, 1, 0},
		"the second of two":           {"a1b", "aX", []string{"a1", "z", "z", "", "1b", "X"}, 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			outcome, err := lint.FixText([]byte(tt.text), words(tt.pairs...), nil)
			if err != nil {
				t.Fatal(err)
			}
			before, _ := words(tt.pairs...)([]byte(tt.text))
			with := slices.DeleteFunc(before.Findings, func(f rules.Finding) bool { return f.Fix == nil })
			if told := len(outcome.Fixed) + outcome.Gone + len(outcome.Left); told != len(with) {
				t.Errorf("%d findings have a fix, and %d are told of", len(with), told)
			}
			if string(outcome.Data) != tt.want || len(outcome.Fixed) != tt.fixed || len(outcome.Left) != tt.left {
				t.Errorf("%q, fixed %v, left %v", outcome.Data, outcome.Fixed, outcome.Left)
			}
		})
	}
}

// TestBrings: a finding that should be gone counts as new, and what was not judged before says nothing.
func TestBrings(t *testing.T) {
	a, b, unjudged := finding("a", "", 0), finding("b", "", 1), rules.Finding{Rule: "syntax/json", Unjudged: true}
	for name, tt := range map[string]struct {
		before, after, gone []rules.Finding
		want                bool
	}{
		"the same":                  {[]rules.Finding{a}, []rules.Finding{a}, nil, false},
		"it should be gone":         {[]rules.Finding{a}, []rules.Finding{a}, []rules.Finding{a}, true},
		"one more of its kind":      {[]rules.Finding{a}, []rules.Finding{a, a}, nil, true},
		"one for another":           {[]rules.Finding{a}, []rules.Finding{b}, []rules.Finding{a}, true},
		"judged at last":            {[]rules.Finding{unjudged}, []rules.Finding{a, b}, []rules.Finding{unjudged}, false},
		"not judged, and a new one": {[]rules.Finding{unjudged}, []rules.Finding{unjudged, a}, nil, true},
	} {
		if got := lint.Brings(tt.before, tt.after, tt.gone...); got != tt.want {
			t.Errorf("%s: %t, want %t", name, got, tt.want)
		}
	}
}

// Text that is inserted where another fix begins is inserted after it.
func TestInsertionsBesideAnEdit(t *testing.T) {
	outcome, err := lint.FixText([]byte("a1"), func(data []byte) (rules.Result, error) {
		result, err := words("a1", "A")(data)
		if !bytes.HasPrefix(data, []byte("-")) {
			missing := finding("", "-", 0)
			missing.Message = "no mark"
			result.Findings = append(result.Findings, missing)
		}
		return result, err
	}, nil)
	if err != nil || string(outcome.Data) != "-A" || len(outcome.Fixed) != 2 {
		t.Errorf("%q, %v", outcome.Data, err)
	}
}

// A fix moves lines, but a message that names a line counts as the same.
func TestLinesInMessages(t *testing.T) {
	judge := func(data []byte) (rules.Result, error) {
		result, err := words("a\n", "A")(data)
		message := fmt.Sprintf("the other one is on line %d", bytes.Count(data, []byte("\n")))
		result.Findings = append(result.Findings, rules.Finding{Rule: "z", Message: message})
		return result, err
	}
	outcome, err := lint.FixText([]byte("a\nb\n"), judge, nil)
	if err != nil || string(outcome.Data) != "Ab\n" {
		t.Errorf("%q, %v", outcome.Data, err)
	}
}

// A fix is not kept if the result after it is worse for a reason that only the caller knows.
func TestVeto(t *testing.T) {
	veto := func(before, after rules.Result) bool { return len(before.Findings) == 1 }
	outcome, err := lint.FixText([]byte("a1 b2"), words("a1", "A", "b2", "B"), veto)
	if err != nil || string(outcome.Data) != "A b2" || len(outcome.Left) != 1 {
		t.Errorf("%q, left %v, %v", outcome.Data, outcome.Left, err)
	}
}

// A text is not fixed if the fixes would change the file's format.
func TestTextKeepsItsFormat(t *testing.T) {
	for _, other := range []rules.Result{{Skipped: "no handoff"}, {Format: "task"}} {
		judge := func(data []byte) (rules.Result, error) {
			if bytes.Contains(data, []byte("A")) {
				return other, nil
			}
			return words("a1", "A")(data)
		}
		outcome, err := lint.FixText([]byte("a1"), judge, nil)
		if err != nil || string(outcome.Data) != "a1" || len(outcome.Left) != 1 {
			t.Errorf("%q, %v", outcome.Data, err)
		}
	}
}

// Many bad fixes take bounded time, and none is kept: a second run, which would start from the result of the
// first, would continue.
func TestFixesConflict(t *testing.T) {
	pairs := []string{"good", "fine"}
	source := "good "
	for i := range 300 {
		word := fmt.Sprintf("<%d>", i)
		pairs = append(pairs, word, word+word)
		source += word
	}
	calls := 0
	judge := words(pairs...)
	outcome, err := lint.FixText([]byte(source), func(data []byte) (rules.Result, error) {
		calls++
		return judge(data)
	}, nil)
	if err != nil || string(outcome.Data) != source || calls > 300 {
		t.Errorf("%v after %d calls, changed: %t", err, calls, string(outcome.Data) != source)
	}
}

// Fix returns the change of each file that has a fix and can still be read, and writes nothing.
func TestFixFiles(t *testing.T) {
	wrong := report("s-1", 1, "a", `"full"`, `"Full"`)
	root := writeTree(t, map[string]string{"01-a-report.md": wrong, "02-b-report.md": report("s-1", 2, "b"), "03-c-report.md": wrong})
	t.Chdir(root)
	found, err := lint.Walk(t.Context(), []string{"."}, lint.Options{})
	if err != nil {
		t.Fatal(err)
	}
	linter := &lint.Linter{Engine: newEngine(t), Jobs: 1}
	results, err := linter.Run(t.Context(), found)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove("03-c-report.md"); err != nil {
		t.Fatal(err)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if changes, err := linter.Fix(stopped, found, results); !errors.Is(err, context.Canceled) || changes != nil {
		t.Errorf("stopped: %+v, %v", changes, err)
	}
	changes, err := linter.Fix(t.Context(), found, results)
	if err != nil || len(changes) != 1 || changes[0].Path != "01-a-report.md" || len(changes[0].Fixed) != 1 {
		t.Errorf("%+v, %v", changes, err)
	}
	broken := errors.New("broken")
	linter.EngineFor = func(string) (*rules.Engine, error) { return nil, broken }
	if changes, err := linter.Fix(t.Context(), found, results); !errors.Is(err, broken) || changes != nil {
		t.Errorf("without an engine: %+v, %v", changes, err)
	}
	if data, err := os.ReadFile("01-a-report.md"); err != nil || string(data) != wrong {
		t.Errorf("%s, %v", data, err)
	}
}

// Failures of the check, and invalid edits, are errors.
func TestTextFails(t *testing.T) {
	broken := errors.New("broken")
	calls := 0
	_, err := lint.FixText([]byte("a1"), func(data []byte) (rules.Result, error) {
		if calls++; calls > 1 {
			return rules.Result{}, broken
		}
		return words("a1", "A")(data)
	}, nil)
	if !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	outside := func([]byte) (rules.Result, error) {
		return rules.Result{Findings: []rules.Finding{finding("a1", "A", 5)}}, nil
	}
	overlapping := slices.Concat(finding("b2", "B", 2).Fix.Edits, finding("a1b", "A", 0).Fix.Edits)
	if _, err := lint.Apply([]byte("a1b2"), &rules.Fix{Edits: overlapping}); err == nil {
		t.Error("two edits overlap")
	}
	touching := slices.Concat(finding("b2", "B", 2).Fix.Edits, finding("a1", "A", 0).Fix.Edits)
	if data, err := lint.Apply([]byte("a1b2"), &rules.Fix{Edits: touching}); err != nil || string(data) != "AB" {
		t.Errorf("two edits that touch: %q, %v", data, err)
	}
	if _, err := lint.FixText([]byte("a1"), outside, nil); err == nil || !strings.Contains(err.Error(), "5 to 7") {
		t.Errorf("error %v", err)
	}
}

func TestDiff(t *testing.T) {
	if got := lint.Diff("a", []byte("a\n"), []byte("a\n")); len(got) > 0 {
		t.Errorf("%q", got)
	}
	const want = "--- a b.md\n+++ a b.md\n@@ -1,2 +1,2 @@\n a\r\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n"
	if got := lint.Diff("a b.md", []byte("a\r\nb"), []byte("a\r\nc")); string(got) != want {
		t.Errorf("%q", got)
	}
}
