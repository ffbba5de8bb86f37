package claims

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/rules"
)

// ownClaims has labelled claims about this repository's transcripts.
const ownClaims = "../../testdata/evidence/claims.tsv"

// corpusFolder has transcripts of other people's sessions, with claims from them. It is not part of this
// repository.
const corpusFolder = "../../../shared/corpus/transcripts"

// labelled is a claim with its label: "SUPPORTED", "CONTRADICTED" or "NOT SHOWN".
type labelled struct{ transcript, kind, where, claim, label, note string }

// readClaims reads a table of claims; where is the field of the claim, or "text".
func readClaims(t *testing.T, name string, row func(columns []string) labelled) []labelled {
	t.Helper()
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) && strings.HasPrefix(name, corpusFolder) {
		t.Skipf("there is no %s here", name)
	}
	if err != nil {
		t.Fatal(err)
	}
	var claims []labelled
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		claims = append(claims, row(strings.Split(line, "\t")))
	}
	return claims
}

// handoff returns an agent's output that makes the claim.
func (c labelled) handoff(t *testing.T, session *timeline.Timeline) rules.Input {
	block := map[string]any{
		"agent": "backend-developer", "output_type": "implementation", "timestamp": "2026-05-31T12:21:29Z", "feature_directory": ".output/a",
		"skills_invoked": []string{}, "library_skills_read": []string{}, "source_files_verified": []string{}, "status": "complete",
	}
	if session != nil && !session.Agent.Ended.IsZero() {
		block["timestamp"] = session.Agent.Ended.Format(time.RFC3339)
	}
	text := "The work is done as planned."
	switch object, field, nested := strings.Cut(c.where, "."); {
	case c.where == "text":
		text = strings.ReplaceAll(c.claim, `\n`, "\n")
	case c.where == "timestamp":
		block[c.where] = c.claim
	case nested:
		block[object] = map[string]bool{field: c.claim == "true"}
	default:
		block[c.where] = strings.Split(c.claim, "; ")
	}
	if list, ok := block["files_modified"].([]string); ok && c.kind != "unlisted" && session != nil {
		for _, d := range (&Facts{Timeline: session}).changed("", func(*ledger.Deed) bool { return true }) { // the completeness of the list is another claim
			list = append(list, d.Path)
		}
		block["files_modified"] = list
	}
	data, err := json.Marshal(block)
	if err != nil {
		t.Fatal(err)
	}
	return rules.Input{Path: "outputs/a.md", Named: true, Data: []byte("# Sessions\n\n" + text + "\n\n## Metadata\n\n```json\n" + string(data) + "\n```\n")}
}

// score counts the results for claims of one kind.
type score struct{ claims, contradicted, found, wrong int }

func (s score) String() string {
	return fmt.Sprintf("%6d %12d %6d %15d", s.claims, s.contradicted, s.found, s.wrong)
}

// scoreOf checks claims against their transcripts, prints a line for each kind, and fails for a true claim
// that is judged false.
func scoreOf(t *testing.T, folder string, claims []labelled) (kinds []string, scores map[string]*score) {
	t.Helper()
	engine := evidenceEngine(t)
	if folder == corpusFolder {
		engine = engineAt(t, time.Now())
	}
	opened := map[string]*timeline.Timeline{}
	scores = map[string]*score{"all": {}}
	for _, c := range claims {
		session := opened[c.transcript]
		if session == nil && c.transcript != "" {
			var err error
			session, err = timeline.Open(filepath.Join(folder, c.transcript), nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			opened[c.transcript] = session
		}
		found := accusations(t, engine, c.handoff(t, session), &Facts{Timeline: session})
		if scores[c.kind] == nil {
			scores[c.kind] = &score{}
		}
		for _, s := range []*score{scores[c.kind], scores["all"]} {
			s.claims++
			switch contradicted := c.label == "CONTRADICTED"; {
			case contradicted:
				s.contradicted++
				if len(found) > 0 {
					s.found++
				}
			case len(found) > 0:
				s.wrong++
			}
		}
		switch {
		case c.label != "CONTRADICTED" && len(found) > 0:
			t.Errorf("%s: %s %q (%s): %s is accused: %q", c.transcript, c.where, c.claim, c.note, c.label, found)
		case c.label == "CONTRADICTED" && len(found) == 0:
			t.Logf("%s: %s %q (%s): not found", c.transcript, c.where, c.claim, c.note)
		}
	}
	for kind := range scores {
		if kind != "all" {
			kinds = append(kinds, kind)
		}
	}
	slices.Sort(kinds)
	fmt.Printf("\n%s\n%-10s %6s %12s %6s %15s\n", folder, "kind", "claims", "contradicted", "found", "falsely accused")
	kinds = append(kinds, "all")
	for _, kind := range kinds {
		fmt.Printf("%-10s %s\n", kind, scores[kind])
	}
	return kinds, scores
}

const ownHead = "| kind | claims | contradicted | found | falsely accused |\n|---|---|---|---|---|\n"

var update = flag.Bool("update", false, "write the tables of scores in the documentation")

// comparePage compares the table below a header in a page with the counts.
func comparePage(t *testing.T, page, head, want string) {
	t.Helper()
	page = "../../docs/" + page
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(data), head)
	table, after, closed := strings.Cut(rest, "\n\n")
	if !found || !closed {
		t.Fatalf("%s has no table that begins with %q", page, head)
	}
	if *update {
		if err := os.WriteFile(page, []byte(before+want+"\n"+after), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if head+table+"\n" != want {
		t.Errorf("the table of %s is not what was counted (-update writes it):\n%s", page, want)
	}
}

// TestEvidenceScore checks that no true claim is judged false, and that eight of ten contradicted claims
// are found.
func TestEvidenceScore(t *testing.T) {
	claims := readClaims(t, ownClaims, func(c []string) labelled { return labelled{c[0], c[1], c[2], c[3], c[4], c[5]} })
	kinds, scores := scoreOf(t, "../../testdata/evidence/transcripts", claims)
	table := ownHead
	for _, kind := range kinds {
		c := strings.Fields(scores[kind].String())
		table = table + "| " + strings.Join(append([]string{kind}, c...), " | ") + " |\n"
	}
	comparePage(t, "benchmarks.md", ownHead, table)
	all := scores["all"]
	if all.claims < 200 || all.contradicted < 50 || all.found*10 < all.contradicted*8 {
		t.Errorf("%+v: want 200 claims, 50 of them contradicted, and 8 of 10 of those found", *all)
	}
}

// TestEvidenceScoreOfCorpus makes each claim of the corpus in a sentence, and claims about files also in a
// field.
func TestEvidenceScoreOfCorpus(t *testing.T) {
	claims := readClaims(t, filepath.Join(corpusFolder, "claims.tsv"), func(c []string) labelled {
		return labelled{transcript: c[0], claim: strings.ReplaceAll(strings.Trim(c[1], `"`), `""`, `"`), kind: c[2], label: c[3], note: c[5], where: "text"}
	})
	for _, c := range slices.Clone(claims) {
		field := map[string]string{"read": "source_files_verified", "wrote": "files_modified"}[c.kind]
		if code := text.CodeSpan.FindString(c.claim); field != "" && strings.Contains(code, "/") {
			c.where, c.claim = field, strings.Trim(code, "`")
			claims = append(claims, c)
		}
	}
	scoreOf(t, corpusFolder, claims)
}

// TestCorpusTranscripts checks the final messages of the corpus's agents, and everything they certainly
// did, against their transcripts.
func TestCorpusTranscripts(t *testing.T) {
	names, _ := filepath.Glob(filepath.Join(corpusFolder, "*", "*.json*"))
	if len(names) == 0 {
		t.Skipf("there is no %s here", corpusFolder)
	}
	holdTranscripts(t, engineAt(t, time.Now()), names, true)
}

// TestCorpusOutputs checks that no real output of the corpus has a finding without a transcript: the
// outputs show what was run.
func TestCorpusOutputs(t *testing.T) {
	names, _ := filepath.Glob(filepath.Join(filepath.Dir(corpusFolder), "metadata", "*.md"))
	if len(names) == 0 {
		t.Skipf("there is no %s here", filepath.Dir(corpusFolder))
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		in := rules.Input{Path: filepath.Base(name), Named: true, Data: data}
		if found := accusations(t, engineAt(t, time.Now()), in, &Facts{}); len(found) > 0 {
			t.Errorf("%s: %q", name, found)
		}
	}
}

// TestOwnTranscripts checks everything that the agents of this repository's transcripts certainly did
// against these transcripts.
func TestOwnTranscripts(t *testing.T) {
	var names []string
	err := filepath.WalkDir("../../testdata", func(name string, entry os.DirEntry, err error) error {
		if strings.HasSuffix(name, ".jsonl") {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	holdTranscripts(t, evidenceEngine(t), names, false)
}

// holdTranscripts checks what agents certainly did against their transcripts and, if last is set, their
// final messages.
func holdTranscripts(t *testing.T, engine *rules.Engine, names []string, last bool) {
	t.Helper()
	deedsHeld := 0
	for _, name := range names {
		session, err := timeline.Open(name, nil, nil)
		if err != nil {
			continue // not a client's transcript
		}
		var claims []labelled
		if last {
			claims = []labelled{{kind: "final", where: "text", claim: lastWords(t, name)}}
		}
		for _, deed := range session.Agent.Deeds {
			switch {
			case deed.Maybe || deed.Glob || len(claims) > 300:
			case deed.Act == ledger.Read && deed.From > 0 && deed.To > 0:
				claims = append(claims, labelled{kind: "read", where: "source_files_verified", claim: fmt.Sprintf("%s:%d-%d", deed.Path, deed.From, deed.To)})
			case deed.Act == ledger.Read:
				claims = append(claims, labelled{kind: "read", where: "source_files_verified", claim: deed.Path})
			case deed.Act == ledger.Write || deed.Act == ledger.Delete:
				claims = append(claims, labelled{kind: "wrote", where: "files_modified", claim: deed.Path})
			case deed.Act == ledger.Skill:
				claims = append(claims, labelled{kind: "skill", where: "skills_invoked", claim: deed.Name})
			case deed.Act == ledger.Run && !strings.ContainsAny(deed.Command, "`\n"):
				claims = append(claims, labelled{kind: "ran", where: "text", claim: "Ran `" + deed.Command + "`."})
			}
		}
		for _, c := range claims {
			deedsHeld++
			for _, found := range accusations(t, engine, c.handoff(t, session), &Facts{Timeline: session}) {
				t.Errorf("%s: %s %q: %s", name, c.where, c.claim, found)
			}
		}
	}
	t.Logf("%d transcripts, %d claims", len(names), deedsHeld)
}

// lastWords returns the last text that an agent wrote in a transcript.
func lastWords(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	last := ""
	for line := range strings.Lines(string(data)) {
		var record struct {
			Type    string
			Payload struct {
				Last string `json:"last_agent_message"`
			}
			Data    struct{ Content any }
			Message struct{ Content any }
		}
		if json.Unmarshal([]byte(line), &record) != nil {
			continue
		}
		blocks, _ := record.Message.Content.([]any)
		for _, block := range blocks {
			if block, ok := block.(map[string]any); ok && record.Type == "assistant" && block["type"] == "text" {
				last, _ = block["text"].(string)
			}
		}
		if said, ok := record.Data.Content.(string); ok && record.Type == "assistant.message" && said != "" {
			last = said
		}
		if record.Payload.Last != "" {
			last = record.Payload.Last
		}
	}
	return last
}
