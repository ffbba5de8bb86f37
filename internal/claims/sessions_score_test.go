package claims

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/evidence"
	"github.com/handofflint/handofflint/internal/prose"
	"github.com/handofflint/handofflint/internal/text"
)

// sessionsFolder has real sessions of other people, which are not kept in this repository,
// and claims of the messages that end their turns.
const sessionsFolder = "../../../shared/corpus/sessions"

// labels are those of people who read the transcripts, as verdicts.
var labels = map[string]evidence.Verdict{
	"holds": evidence.Holds, "contradicted": evidence.Contradicted, "stale": evidence.Outdated, "never": evidence.Contradicted, "unclear": evidence.Undecided,
	"SUPPORTED": evidence.Holds, "CONTRADICTED": evidence.Contradicted, "NOT SHOWN": evidence.Undecided,
}

// labelledMessage is a claim in a message that ends a turn, with its verdict; line is that
// of the message, 0 if it is not known.
type labelledMessage struct {
	file             string
	line             int
	text, kind, note string
	label            evidence.Verdict
}

// barred are the kinds of claims of which most are known; counts, what was read, and what is
// said in other ways are printed alone.
var barred = []string{"passed", "ran", "wrote", "committed/pushed"}

// acts are what claims of a kind are read as.
var acts = map[string]prose.Act{"passed": prose.Passed, "ran": prose.Ran, "wrote": prose.Wrote, "committed/pushed": prose.Did}

// labelledMessages reads the claims of a folder.
func labelledMessages(t *testing.T, folder string, row func(columns []string) labelledMessage) []labelledMessage {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, "claims.tsv"))
	if err != nil {
		t.Skipf("there are no labelled sessions here: %v", err)
	}
	var all []labelledMessage
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		all = append(all, row(strings.Split(line, "\t")))
	}
	return all
}

// judged returns the worst that is said of a claim in its message, with the reason.
func (c labelledMessage) judged(deeds *evidence.Deeds) (j evidence.Judgement, why string) {
	words := strings.ToLower(strings.TrimRight(text.Unmarked(c.text), ".:!"))
	for _, m := range deeds.Agent.Messages {
		said := strings.ToLower(text.Unmarked(m.Text))
		if m.Line == c.line || c.line == 0 && strings.Contains(said, words) {
			return c.judgedIn(deeds.ReceiptAt(m.Line), prose.ClaimsAndCountsOf(m.Text), words)
		}
	}
	return c.judgedIn(deeds.ReceiptAt(cmp.Or(c.line, math.MaxInt)), prose.ClaimsOf(c.text), words)
}

func (c labelledMessage) judgedIn(receipt *evidence.Receipt, claims []prose.Claim, words string) (worst evidence.Judgement, why string) {
	var meant []prose.Claim
	for _, claim := range claims {
		if isOf(claim, words) && (c.kind != "count" || claim.Count >= 0) {
			meant = append(meant, claim)
		}
	}
	isAct := func(claim prose.Claim) bool { return claim.Act == acts[c.kind] }
	if slices.ContainsFunc(meant, isAct) {
		meant = slices.DeleteFunc(meant, func(claim prose.Claim) bool { return !isAct(claim) })
	}
	order := []evidence.Verdict{evidence.Contradicted, evidence.Outdated, evidence.Undecided, evidence.Holds}
	worst, why = evidence.Judgement{Verdict: evidence.Undecided}, "it is not read as a claim"
	for i, claim := range meant {
		j := receipt.Judge(claim)
		if i == 0 || slices.Index(order, j.Verdict) < slices.Index(order, worst.Verdict) {
			worst, why = j, j.Words(claim)
		}
	}
	return worst, why
}

// isOf reports whether a claim is about the labelled words.
func isOf(claim prose.Claim, words string) bool {
	sentence, clause := strings.ToLower(claim.Statement.Text), strings.ToLower(claim.Text)
	if strings.Contains(words, clause) {
		return true
	}
	from, at := strings.Index(sentence, clause), strings.Index(sentence, words)
	return from >= 0 && at >= 0 && from < at+len(words) && at < from+len(clause)
}

// tally counts what is said of the claims of one kind.
type tally struct {
	claims, holding int
	// contradicted and outdated are those that are labelled so, and found those of them that
	// are accused.
	contradicted, foundContradicted, outdated, foundOutdated int
	// accused are holding or undecidable claims that are accused.
	accused, unknown int
}

func (s *tally) add(label, verdict evidence.Verdict) {
	isAccused := verdict == evidence.Contradicted || verdict == evidence.Outdated
	s.claims++
	if verdict == evidence.Undecided {
		s.unknown++
	}
	switch {
	case label == evidence.Contradicted:
		s.contradicted++
		s.foundContradicted += one(isAccused)
	case label == evidence.Outdated:
		s.outdated++
		s.foundOutdated += one(isAccused)
	case label == evidence.Holds:
		s.holding++
		s.accused += one(isAccused)
	default:
		s.accused += one(isAccused)
	}
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// row is the counts of a kind as a row of a table.
func (s *tally) row(kind string) string {
	of := func(found, all int) string {
		if all == 0 {
			return "-"
		}
		return fmt.Sprintf("%d of %d", found, all)
	}
	return fmt.Sprintf("| %s | %d | %s | %s | %s | %s |", kind, s.claims, of(s.foundContradicted, s.contradicted), of(s.foundOutdated, s.outdated),
		of(s.accused, s.claims-s.contradicted-s.outdated), of(s.unknown, s.claims))
}

const scoreHead = "| claims that … | claims | false, found | outdated, found | true, accused | unknown |\n|---|---|---|---|---|---|\n"

// scoreMessages judges claims, and prints a table of what is said of each kind.
func scoreMessages(t *testing.T, folder string, all []labelledMessage) (table string, scores map[string]*tally) {
	t.Helper()
	opened := map[string]*evidence.Deeds{}
	scores = map[string]*tally{}
	var kinds []string
	for _, c := range all {
		deeds := opened[c.file]
		if deeds == nil {
			var err error
			if deeds, err = evidence.OpenDeeds(filepath.Join(folder, c.file), nil); err != nil {
				t.Fatal(err)
			}
			opened[c.file] = deeds
		}
		j, why := c.judged(deeds)
		if scores[c.kind] == nil {
			scores[c.kind] = &tally{}
			kinds = append(kinds, c.kind)
		}
		scores[c.kind].add(c.label, j.Verdict)
		isAccused := j.Verdict == evidence.Contradicted || j.Verdict == evidence.Outdated
		where := fmt.Sprintf("%s:%d: %s: %q", c.file, c.line, c.kind, c.text)
		switch {
		case isAccused && c.label != evidence.Contradicted && c.label != evidence.Outdated:
			t.Errorf("%s is %s, and said to be %s: %s", where, c.label, j.Verdict, why)
		case j.Verdict == evidence.Undecided:
			t.Logf("%s is %s, and unknown: %s", where, c.label, why)
		case j.Verdict != c.label:
			t.Logf("%s is %s, and said to be %s: %s", where, c.label, j.Verdict, why)
		}
	}
	slices.SortStableFunc(kinds, func(a, b string) int { return rank(a) - rank(b) })
	table = scoreHead
	for _, kind := range kinds {
		table = table + scores[kind].row(kind) + "\n"
	}
	fmt.Printf("\n%s\n%s", folder, table)
	return table, scores
}

// rank orders kinds: those with a bar first, in their order.
func rank(kind string) int {
	if i := slices.Index(barred, kind); i >= 0 {
		return i
	}
	return len(barred)
}

// TestEvidenceScoreOfSessions holds that no claim of real sessions is accused that holds,
// that most that do not hold are found, and that at most a quarter is unknown.
func TestEvidenceScoreOfSessions(t *testing.T) {
	all := labelledMessages(t, sessionsFolder, func(c []string) labelledMessage {
		line, err := strconv.Atoi(c[1])
		if err != nil {
			t.Fatal(err)
		}
		claim := labelledMessage{file: c[0], line: line, text: c[2], kind: c[3], label: labels[c[4]], note: c[6]}
		if strings.HasPrefix(claim.note, "formatter only") { // it holds, with a note
			claim.label = evidence.Holds
		}
		return claim
	})
	all = slices.DeleteFunc(all, func(c labelledMessage) bool { return c.file == "agentv/10fb4666.jsonl" }) // of Copilot
	table, scores := scoreMessages(t, sessionsFolder, all)
	sum := tally{}
	for _, kind := range barred {
		s := scores[kind]
		sum.claims += s.claims
		sum.unknown += s.unknown
		sum.foundContradicted += s.foundContradicted
		sum.foundOutdated += s.foundOutdated
	}
	fmt.Printf("%d of %d of the first four kinds are unknown\n", sum.unknown, sum.claims)
	if sum.foundContradicted < 4 || sum.foundOutdated < 4 || 4*sum.unknown > sum.claims {
		t.Errorf("%+v: want 4 contradicted and 4 outdated claims found, and at most a quarter unknown", sum)
	}
	if scores["count"].foundContradicted < 4 {
		t.Errorf("%+v: want 4 of the numbers found", scores["count"])
	}
	comparePage(t, "evidence.md", scoreHead, table)
}

// TestEvidenceScoreOfTranscripts does so for another set, whose claims have no lines.
func TestEvidenceScoreOfTranscripts(t *testing.T) {
	all := labelledMessages(t, corpusFolder, func(c []string) labelledMessage {
		return labelledMessage{file: c[0], text: strings.ReplaceAll(strings.Trim(c[1], `"`), `""`, `"`), kind: c[2], label: labels[c[3]], note: c[5]}
	})
	scoreMessages(t, corpusFolder, all)
}
