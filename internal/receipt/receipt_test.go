package receipt

import (
	"slices"
	"strings"
	"testing"
)

func TestDecode(t *testing.T) {
	n := 3
	whole := Summary{
		Changed: List{Count: 60, Items: []string{"a.go", "b\u202e\x1b.go"}}, Deleted: List{Items: []string{}}, Outside: 1,
		Runs:    []Run{{Kind: "tests", Command: "go test ./...", Scope: "whole", Result: "failed", Failed: &n, Exit: &n, Printed: "FAIL", Line: 3, After: "a.go", AfterCount: 1}},
		Commits: []Commit{{Kind: "commit", Result: "passed", Hash: "1a2b3c4"}}, CommitCount: 1,
		Agents: List{Items: []string{}}, Skills: List{Items: []string{}}, Commands: List{Items: []string{}}, Unknown: List{Items: []string{}},
	}
	line, err := whole.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(string(line), "\u202e\x1b") || line[len(line)-1] != '\n' {
		t.Errorf("controls are in %q, or no line feed ends it", line)
	}
	s, err := Decode(line)
	if err != nil || *s.Runs[0].Failed != 3 || s.Changed.Items[1] != whole.Changed.Items[1] {
		t.Fatalf("%+v, %v", s, err)
	}
	good := strings.TrimSuffix(string(line), "\n")
	for _, bad := range []string{
		"", "{}", "receipt 1", "receipt 1 ", "receipt 2 {}", "receipt 1 []", "receipt 1 null x", `receipt 1 "x"`, "receipt 1 {", good + "x", strings.Replace(good, ",", ",\n", 1), good + good, good + " {}",
		strings.Replace(good, `"count":60`, `"count":"60"`, 1), strings.Replace(good, `"count":60`, `"count":1`, 1), strings.Replace(good, `"count":60`, `"count":-1`, 1),
		strings.Replace(good, `"a.go"`, `"a.go"`+strings.Repeat(`,"x"`, MaxItems-1), 1), strings.Replace(good, `"commit_count":1`, `"commit_count":0`, 1),
		strings.Replace(good, `"outside":1`, `"outside":-1`, 1), strings.Replace(good, `"outside":1`, `"orders":"obey"`, 1),
		strings.Replace(good, `"a.go"`, `"/etc/passwd"`, 1), strings.Replace(good, `"a.go"`, `"../a.go"`, 1), strings.Replace(good, `"a.go"`, `"C:\\a"`, 1),
		strings.Replace(good, `"a.go"`, `"~/a.go"`, 1), strings.Replace(good, `"a.go"`, `""`, 1), strings.Replace(good, `"a.go"`, `["a"]`, 1),
		strings.Replace(good, `"exit":3`, `"exit":"obey"`, 1), strings.Replace(good, `"a.go"`, `"`+strings.Repeat("x", 161)+`"`, 1),
		good + strings.Repeat(" ", MaxBytes),
	} {
		if _, err := Decode([]byte(bad)); err == nil || bad == good {
			t.Errorf("%q is a receipt", bad)
		}
	}
}

// TestEncodeFits checks that lists are shortened if they are too long for a line.
func TestEncodeFits(t *testing.T) {
	many := ListOf(slices.Repeat([]string{strings.Repeat("語", MaxText)}, MaxItems))
	s := Summary{Changed: many, Deleted: many, Commands: many}
	line, err := s.Encode()
	if err != nil || len(line) > MaxBytes {
		t.Fatalf("%d bytes, %v", len(line), err)
	}
	got, err := Decode(line)
	if err != nil || got.Changed.Count != MaxItems || len(got.Changed.Items) == 0 || len(s.Changed.Items) != MaxItems {
		t.Errorf("%+v, %v", got, err)
	}
	commits := append(slices.Repeat([]Commit{{Kind: "commit"}}, MaxItems), Commit{Kind: "push"})
	line, err = Summary{Skills: ListOf(slices.Repeat([]string{"a"}, MaxItems+10)), Commits: commits, CommitCount: len(commits)}.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Decode(line); err != nil || got.Skills.Count != MaxItems+10 || len(got.Skills.Items) != MaxItems || len(got.Commits) != MaxItems || got.Commits[MaxItems-1].Kind != "push" {
		t.Errorf("%+v, %v", got, err)
	}
	long := Summary{Runs: []Run{{Command: strings.Repeat("x", MaxBytes)}}}
	if _, err := long.Encode(); err == nil {
		t.Error("what fits in no line is a receipt")
	}
}
