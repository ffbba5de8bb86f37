package checks

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/secret"
	"github.com/handofflint/handofflint/rules"
)

// duplicateSequence reports each report with the number of an earlier one.
func duplicateSequence(_ *struct{}, pass *rules.Pass) {
	seen := firsts[int, *rules.Member]{}
	next := nextSequence(pass.Session)
	for _, m := range membersWith(pass.Session, sequenceOf) {
		if other, repeated := seen.add(m.Sequence.Number(), m); repeated {
			values := rules.Values{"number": strconv.Itoa(m.Sequence.Number()), "other": secret.Quote(path.Base(other.Path)), "next": strconv.Itoa(next)}
			next++
			pass.Report(rules.Report{Member: m, Fact: m.Sequence, Values: values})
		}
	}
}

// nextSequence returns the number after the highest number of a session.
func nextSequence(s *rules.Session) int {
	highest := slices.Max(append([]int{0}, s.Reserved...))
	for _, m := range membersWith(s, sequenceOf) {
		highest = max(highest, m.Sequence.Number())
	}
	return highest + 1
}

// membersWith returns the reports of a session that have a fact.
func membersWith(s *rules.Session, fact func(rules.Member) *rules.Fact) (found []*rules.Member) {
	for i, m := range s.Members {
		if fact(m) != nil {
			found = append(found, &s.Members[i])
		}
	}
	return found
}

func sequenceOf(m rules.Member) *rules.Fact { return m.Sequence }

// repeatedReport reports each report with the same section 1 as an earlier one.
func repeatedReport(_ *struct{}, pass *rules.Pass) {
	seen := firsts[string, *rules.Member]{}
	for _, m := range membersWith(pass.Session, func(m rules.Member) *rules.Fact { return m.Deliverable }) {
		if other, repeated := seen.add(m.Deliverable.Value, m); repeated {
			pass.Report(rules.Report{Member: m, Fact: m.Deliverable, Values: rules.Values{"other": path.Base(other.Path)}})
		}
	}
}

// sequenceGap reports the first report after each missing number. A reserved number is not missing, unless it is
// between two that are.
func sequenceGap(_ *struct{}, pass *rules.Pass) {
	isReserved := func(n int) bool { return slices.Contains(pass.Session.Reserved, n) }
	numbered := membersWith(pass.Session, sequenceOf)
	slices.SortStableFunc(numbered, func(a, b *rules.Member) int { return cmp.Compare(a.Sequence.Number(), b.Sequence.Number()) })
	previous := 0
	for _, m := range numbered {
		n := m.Sequence.Number()
		first, last := previous+1, n-1
		for first <= last && isReserved(first) {
			first++
		}
		for first <= last && isReserved(last) {
			last--
		}
		if first <= last {
			values := rules.Values{"number": strconv.Itoa(n), "missing": rangeText(first, last), "first": strconv.Itoa(first)}
			pass.Report(rules.Report{Member: m, Fact: m.Sequence, Values: values})
		}
		previous = max(previous, n) // a wrong number may be negative
	}
}

// rangeText returns a range of numbers as text: "3 to 5", or "3" for one.
func rangeText(from, to int) string {
	if from == to {
		return strconv.Itoa(from)
	}
	return strconv.Itoa(from) + " to " + strconv.Itoa(to)
}

// orphanDone reports each marker without a report.
func orphanDone(_ *struct{}, pass *rules.Pass) {
	for _, done := range pass.Session.Done {
		report := strings.TrimSuffix(done, ".done")
		isReport := func(m rules.Member) bool { return m.Path == report }
		if !slices.ContainsFunc(pass.Session.Members, isReport) {
			pass.Report(rules.Report{File: done, Values: rules.Values{"report": secret.Quote(path.Base(report))}})
		}
	}
}

// sessionMismatch reports each report whose session differs from that of the first report, or of the first one
// that has the folder's.
func sessionMismatch(_ *struct{}, pass *rules.Pass) {
	members := membersWith(pass.Session, func(m rules.Member) *rules.Fact { return m.SessionID })
	if len(members) == 0 {
		return
	}
	isFolders := func(m *rules.Member) bool { return m.SessionID.Value == path.Base(pass.Session.Path) }
	common := members[max(slices.IndexFunc(members, isFolders), 0)] // the first one if none has the folder's
	for _, m := range members {
		if m.SessionID.Value != common.SessionID.Value {
			pass.Report(rules.Report{Member: m, Fact: m.SessionID, Values: rules.Values{
				"got":   secret.Quote(m.SessionID.Value),
				"want":  secret.Quote(common.SessionID.Value),
				"other": secret.Quote(path.Base(common.Path)),
			}})
		}
	}
}

// emptySession reports a folder without a report and without a reservation.
func emptySession(_ *struct{}, pass *rules.Pass) {
	if len(pass.Session.Members)+len(pass.Session.Reserved) == 0 {
		pass.Report(rules.Report{})
	}
}
