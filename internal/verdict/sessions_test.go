package verdict

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/handofflint/handofflint/internal/claim"
	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/timeline"
)

// corpus has real sessions of other people, with claims from the messages that end their turns. It is not
// part of this repository.
const corpus = "../../../shared/corpus"

// labels maps the labels of people who read the transcripts to verdicts.
var labels = map[string]Verdict{"holds": Holds, "contradicted": False, "stale": Outdated, "never": False, "unclear": Unknown}

// TestSessions checks that no true claim in the labelled sessions is judged false, and logs the verdicts on
// the others.
func TestSessions(t *testing.T) {
	for _, folder := range []string{"sessions", "sessions2", "sessions3"} {
		data, err := os.ReadFile(filepath.Join(corpus, folder, "claims.tsv"))
		if err != nil {
			t.Skipf("there are no labelled sessions here: %v", err)
		}
		opened := map[string]*timeline.Timeline{}
		for _, row := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
			c := strings.Split(row, "\t")
			line, err := strconv.Atoi(c[1])
			if err != nil {
				t.Fatalf("%s: %q: %v", folder, row, err)
			}
			name := filepath.Join(corpus, folder, c[0])
			if opened[name] == nil {
				opened[name], err = timeline.Open(name, nil, nil)
			}
			if err != nil {
				t.Logf("%s: %v", name, err) // its client is not supported
				delete(opened, name)
				continue
			}
			label := labels[c[4]]
			if strings.HasPrefix(c[len(c)-1], "formatter only") {
				label = Holds
			}
			got, why := worstOf(opened[name], line, c[2])
			t.Logf("%s:%d: %s: %q is labelled %s: %s: %s", name, line, c[3], c[2], label, got, why)
			isAccused := got == False || got == Outdated
			if isAccused && label != False && label != Outdated {
				t.Errorf("%s:%d: %q is labelled %s, and said to be %s: %s", name, line, c[2], label, got, why)
			}
		}
	}
}

// worstOf returns the worst verdict on claims in some words of the message on a line.
func worstOf(whole *timeline.Timeline, line int, words string) (worst Verdict, why string) {
	t := whole.OfAgent(whole.Agent)
	i := slices.IndexFunc(t.Agent.Messages, func(m ledger.Message) bool { return m.Line == line })
	if i < 0 {
		return Unknown, "no message ends a turn there"
	}
	turn := t.TurnAt(line)
	worst, why = Unknown, "it is not read as a claim"
	isFirst := true
	for _, c := range claim.Of(t.Agent.Messages[i].Text) {
		if !isOf(c, strings.ToLower(strings.TrimRight(text.Unmarked(words), ".:!"))) {
			continue
		}
		j := Judge(c, turn)
		if isFirst || slices.Index(order, j.Verdict) < slices.Index(order, worst) {
			worst, why = j.Verdict, j.Words()
		}
		isFirst = false
	}
	return worst, why
}

// isOf reports whether a claim is about some words.
func isOf(c claim.Claim, words string) bool {
	sentence, clause := strings.ToLower(c.Statement.Text), strings.ToLower(c.Text)
	if strings.Contains(words, clause) {
		return true
	}
	from, at := strings.Index(sentence, clause), strings.Index(sentence, words)
	return from >= 0 && at >= 0 && from < at+len(words) && at < from+len(clause)
}
