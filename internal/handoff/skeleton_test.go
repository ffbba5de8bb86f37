package handoff

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/skeleton"
	"github.com/handofflint/handofflint/internal/testkit"
	"github.com/handofflint/handofflint/rules"
)

// A skeleton states the rules' requirements for the role, with the team's settings.
func TestSkeleton(t *testing.T) {
	settings, err := rules.LoadCatalogue(rules.Options{Params: map[string]json.RawMessage{"report/too-few-words": []byte(`{"other": 210}`)}})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		catalogue *rules.Catalogue
		role      string
		parts     []string
	}{
		{catalogue(t), "writer", []string{"deliverable. At least 400 words, 40 in a summary.>", "At least 30 characters.>", "\n## 4. Concerns and Caveats\n"}},
		{catalogue(t), "", []string{"At least 200 words, from some roles more, 40 in a summary.>", "if nothing, None.>"}},
		{settings, "tester", []string{"At least 210 words, 40 in a summary.>"}},
	}
	for _, tt := range tests {
		text, err := Skeleton(tt.catalogue, tt.role)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range tt.parts {
			if !strings.Contains(text, part) {
				t.Errorf("%q: the skeleton has no %q:\n%s", tt.role, part, text)
			}
		}
		if strings.ContainsAny(text, "{}") {
			t.Errorf("%q: a field was not filled in:\n%s", tt.role, text)
		}
	}
}

// A skeleton counts as a reservation until one byte changes, and never passes if it is named.
func TestReservation(t *testing.T) {
	root := t.TempDir()
	engine, err := rules.NewEngine(checks.All(), rules.Options{Now: testNow})
	if err != nil {
		t.Fatal(err)
	}
	for i, role := range []string{"writer", "spec-reader", "作家"} {
		q := request(root, role)
		q.Task = []string{"retry-limits", `limits, "all" \ of: them # now`, "限制"}[i]
		a := mustReserve(t, q)
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(a.Path)))
		if err != nil {
			t.Fatal(err)
		}
		crlf := []byte(strings.ReplaceAll(string(data), "\n", "\r\n"))
		for _, text := range [][]byte{data, crlf} {
			found, err := engine.CheckInput(rules.Input{Path: a.Path, Data: text})
			if err != nil || !found.Reserved || len(found.Findings) > 0 {
				t.Errorf("%s: found, it has %d findings (%v): %+v", a.Path, len(found.Findings), err, found)
			}
			named, err := engine.CheckInput(rules.Input{Path: a.Path, Data: text, Named: true})
			if err != nil || named.Reserved || len(named.Failures()) == 0 {
				t.Errorf("%s: named, it passes (%v)", a.Path, err)
			}
		}
		for at := range data {
			changed := slices.Insert(slices.Clone(data), at, '<')
			if skeleton.Is(changed) && !inHole(string(data), at) {
				t.Errorf("%s: with a byte more at %d it is a skeleton still: %q", a.Path, at, changed[max(0, at-20):at+1])
			}
		}
		sealed := rules.Input{Path: a.Path, Data: data, Info: &document.Info{Done: testNow}}
		if result, err := engine.CheckInput(sealed); err != nil || result.Reserved {
			t.Errorf("%s: sealed, it is a reservation still (%v)", a.Path, err)
		}
	}
	for _, role := range []string{"", "writer"} {
		if text, err := Skeleton(catalogue(t), role); err != nil || skeleton.Is([]byte(text)) {
			t.Errorf("what names no session is taken for a reservation (%v)", err)
		}
	}
}

// inHole reports whether a byte of a skeleton is in a part that differs between skeletons.
func inHole(text string, at int) bool {
	start := strings.LastIndex(text[:at], "\n") + 1
	key, _, _ := strings.Cut(text[start:], ":")
	title := strings.HasPrefix(text[start:], "## ") && at > start+len("## 1. ")-1
	return slices.Contains([]string{"agent_role", "task_id", "session_id", "created"}, key) && at > start+len(key)+len(`: "`) || title
}

// An agent that fills in the angle brackets has a report that passes.
func TestFilledIn(t *testing.T) {
	root := t.TempDir()
	a := mustReserve(t, request(root, "writer"))
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(a.Path)))
	if err != nil {
		t.Fatal(err)
	}
	report := strings.NewReplacer(
		`"writing"`, `"written"`,
		"<full for texts, summary for code>", "full",
		"<one line: what was done, with a name or a number>", "Three chapters on retries",
	).Replace(string(data))
	for i := 1; ; i++ {
		before, rest, found := strings.Cut(report, "\n<")
		if !found || strings.HasPrefix(rest, "!--") {
			break
		}
		_, after, _ := strings.Cut(rest, ">\n")
		report = before + "\n" + testkit.Steps(i*100, 40) + "Read the chapter on retries and verify number " + fmt.Sprint(i) + ".\n" + after
	}
	report = strings.Replace(report, "<The title of your work, in a few words>", "Retries", 1)
	engine, err := rules.NewEngine(checks.All(), rules.Options{Now: testNow})
	if err != nil {
		t.Fatal(err)
	}
	result, err := engine.CheckInput(rules.Input{
		Path: a.Path, Data: []byte(report), Named: true, Info: &document.Info{ModTime: testNow, Done: testNow},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range result.Findings {
		t.Errorf("%d: %s [%s]", f.Range.Start.Line, f.Message, f.Rule)
	}
}
