package claims

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/checks"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/evidence"
	"github.com/handofflint/handofflint/rules"
)

// accusations are the rules of the group evidence that report a handoff, with their
// messages.
func accusations(t *testing.T, engine *rules.Engine, in rules.Input, facts *evidence.Facts) []string {
	t.Helper()
	result, err := engine.Check(engine.Parse(in), facts)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, f := range result.Findings {
		if strings.HasPrefix(f.Rule, "evidence/") {
			found = append(found, f.Rule+": "+f.Message)
		}
	}
	return found
}

// asOutput is an agent's output with a text and a metadata block.
func asOutput(text string) rules.Input {
	return rules.Input{Path: "a.md", Named: true, As: document.Metadata, Data: []byte("# Sessions\n\n" + text + `

## Metadata

` + "```json" + `
{"agent": "backend-developer", "output_type": "implementation", "timestamp": "2026-05-31T12:21:29Z", "feature_directory": ".output/a",
 "skills_invoked": [], "library_skills_read": [], "source_files_verified": [], "status": "complete"}
` + "```\n")}
}

// asField is a task payload with a text in a field.
func asField(t *testing.T, field, text string) rules.Input {
	payload := map[string]any{"version": 1, "summary": "Sessions end after a while.", "status": "success", "context": "See the summary."}
	payload[field] = text
	data, err := json.Marshal(payload)
	if err != nil {
		t.Fatal(err)
	}
	return rules.Input{Path: "kelos-handoff.json", Named: true, As: document.Task, Data: data}
}

func evidenceEngine(t *testing.T) *rules.Engine {
	t.Helper()
	return engineAt(t, time.Date(2026, time.June, 1, 12, 0, 0, 0, time.UTC))
}

func engineAt(t *testing.T, now time.Time) *rules.Engine {
	t.Helper()
	engine, err := rules.NewEngine(Add(checks.All()), rules.Options{Now: now})
	if err != nil {
		t.Fatal(err)
	}
	return engine
}

// sentencesIn are the lines of a file of testdata/evidence, without comments.
func sentencesIn(t *testing.T, name string) []string {
	t.Helper()
	file, err := os.Open("../../testdata/evidence/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var sentences []string
	for lines := bufio.NewScanner(file); lines.Scan(); {
		line := lines.Text()
		if line != "" && !strings.HasPrefix(line, "# ") {
			sentences = append(sentences, strings.ReplaceAll(line, `\n`, "\n"))
		}
	}
	return sentences
}

func TestSilentSentences(t *testing.T) {
	engine := evidenceEngine(t)
	sentences := sentencesIn(t, "silent.txt")
	for _, s := range sentences {
		for _, in := range []rules.Input{asOutput(s), asField(t, "summary", s), asField(t, "detail", s)} {
			if found := accusations(t, engine, in, &evidence.Facts{}); len(found) > 0 {
				t.Errorf("%q in %s: %q", s, in.Path, found)
			}
		}
	}
	if len(sentences) < 200 {
		t.Errorf("%d sentences", len(sentences))
	}
}

func TestClaimsWithoutRun(t *testing.T) {
	engine := evidenceEngine(t)
	for _, s := range sentencesIn(t, "claims-without-run.txt") {
		for _, in := range []rules.Input{asOutput(s), asField(t, "summary", s), asField(t, "detail", s)} {
			found := accusations(t, engine, in, &evidence.Facts{})
			if len(found) != 1 || !strings.HasPrefix(found[0], "evidence/claim-without-run: ") {
				t.Errorf("%q in %s: %q", s, in.Path, found)
			}
		}
	}
}

func TestCountMismatches(t *testing.T) {
	engine := evidenceEngine(t)
	for _, s := range sentencesIn(t, "count-mismatches.txt") {
		found := accusations(t, engine, asOutput(s), &evidence.Facts{})
		if len(found) != 1 || !strings.HasPrefix(found[0], "evidence/count-mismatch: ") {
			t.Errorf("%q: %q", s, found)
		}
	}
}
