package checks

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/rules"
)

// duplicateSequence reports each report whose number an earlier one has.
var duplicateSequence = plain(func(pass *rules.Pass) {
	first := map[int]*rules.Member{}
	for i := range pass.Session.Members {
		m := &pass.Session.Members[i]
		if m.Sequence == nil {
			continue
		}
		n := m.Sequence.Number()
		if other, taken := first[n]; taken {
			pass.Report(rules.Report{Member: m, Fact: m.Sequence, Values: rules.Values{
				"number": strconv.Itoa(n),
				"other":  rules.Quote(path.Base(other.Path)),
			}})
			continue
		}
		first[n] = m
	}
})

// sequenceGap reports the first report after each missing number. A reserved number
// is not missing.
var sequenceGap = plain(func(pass *rules.Pass) {
	reserved := func(n int) bool { return slices.Contains(pass.Session.Reserved, n) }
	previous := 0
	for _, m := range bySequence(pass.Session.Members) {
		n := m.Sequence.Number()
		first, last := previous+1, n-1
		for first <= last && reserved(first) {
			first++
		}
		for first <= last && reserved(last) {
			last--
		}
		if first <= last {
			pass.Report(rules.Report{Member: m, Fact: m.Sequence, Values: rules.Values{
				"number":  strconv.Itoa(n),
				"missing": span(first, last),
			}})
		}
		previous = n
	}
})

// bySequence returns the members with a number, sorted by it.
func bySequence(members []rules.Member) []*rules.Member {
	var out []*rules.Member
	for i := range members {
		if s := members[i].Sequence; s != nil && s.Number() > 0 {
			out = append(out, &members[i])
		}
	}
	slices.SortStableFunc(out, func(a, b *rules.Member) int {
		return cmp.Compare(a.Sequence.Number(), b.Sequence.Number())
	})
	return out
}

// span returns a number, or the first and last of several.
func span(from, to int) string {
	if from == to {
		return strconv.Itoa(from)
	}
	return strconv.Itoa(from) + " to " + strconv.Itoa(to)
}

// orphanDone reports each marker without a report.
var orphanDone = plain(func(pass *rules.Pass) {
	for _, done := range pass.Session.Done {
		report := strings.TrimSuffix(done, ".done")
		isReport := func(m rules.Member) bool { return m.Path == report }
		if !slices.ContainsFunc(pass.Session.Members, isReport) {
			pass.Report(rules.Report{File: done, Values: rules.Values{"report": rules.Quote(path.Base(report))}})
		}
	}
})

// sessionMismatch reports each report whose session differs from that of most,
// or if tied from that of the first.
var sessionMismatch = plain(func(pass *rules.Pass) {
	common := commonSession(pass.Session)
	if common == nil {
		return
	}
	for i := range pass.Session.Members {
		m := &pass.Session.Members[i]
		if m.SessionID == nil || m.SessionID.Value == common.SessionID.Value {
			continue
		}
		pass.Report(rules.Report{Member: m, Fact: m.SessionID, Values: rules.Values{
			"got":   rules.Quote(m.SessionID.Value),
			"want":  rules.Quote(common.SessionID.Value),
			"other": rules.Quote(path.Base(common.Path)),
		}})
	}
})

// commonSession returns the first report with the folder's session id: that of
// its name, or of most of its reports.
func commonSession(s *rules.Session) *rules.Member {
	counts := map[string]int{}
	for _, m := range s.Members {
		if m.SessionID != nil {
			counts[m.SessionID.Value]++
		}
	}
	counts[path.Base(s.Path)] *= len(s.Members) + 1
	var common *rules.Member
	for i := range s.Members {
		m := &s.Members[i]
		if m.SessionID != nil && (common == nil || counts[m.SessionID.Value] > counts[common.SessionID.Value]) {
			common = m
		}
	}
	return common
}

// repeatedReport reports each report with the same section 1 as an earlier one.
var repeatedReport = plain(func(pass *rules.Pass) {
	first := map[string]*rules.Member{}
	for i := range pass.Session.Members {
		m := &pass.Session.Members[i]
		if m.Deliverable == nil {
			continue
		}
		if other, seen := first[m.Deliverable.Value]; seen {
			pass.Report(rules.Report{Member: m, Fact: m.Deliverable, Values: rules.Values{"other": path.Base(other.Path)}})
			continue
		}
		first[m.Deliverable.Value] = m
	}
})

// emptySession reports a folder without a report and without a reservation.
var emptySession = plain(func(pass *rules.Pass) {
	if len(pass.Session.Members)+len(pass.Session.Reserved) == 0 {
		pass.Report(rules.Report{})
	}
})
