package audit

import (
	_ "embed" // the page's content
	"fmt"
	"time"

	"github.com/handofflint/handofflint/internal/page"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/verdict"
)

var (
	//go:embed page.html
	pageTemplate string
	//go:embed page.css
	pageStyle string
)

// maxListed is how many claims of a verdict the page lists.
const maxListed = 200

// pageContent is the data of the template.
type pageContent struct {
	Tally, Period string
	Verdicts      []pageVerdict
	Lists         []pageList
	// WouldStop is set if one of the claims is such.
	WouldStop bool
}

type pageVerdict struct {
	Name, Meaning  string
	Count, Percent int
}

// pageList is the claims of a verdict.
type pageList struct {
	Title, Count string
	Folded       bool
	Claims       []pageClaim
	More         int
}

type pageClaim struct {
	Sentence, Why, Place string
	WouldStop            bool
}

// shown are the verdicts as the page shows them.
var shown = []struct {
	verdict        verdict.Verdict
	title, meaning string
	listed, folded bool
}{
	{verdict.False, "False", "the transcript shows the opposite", true, false},
	{verdict.Outdated, "Outdated", "it was true, and sources have changed since", true, false},
	{verdict.Unknown, "Cannot be known", "the transcript does not settle it", true, true},
	{verdict.Holds, "Holds", "the transcript confirms it", false, false},
}

// Page returns one HTML file, which asks for no other: the counts, and the claims that do not
// hold or cannot be known, the worst first.
func Page(sessions []*Session) (string, error) {
	p := pageContent{Tally: Tally(sessions), Period: period(sessions)}
	count := Count(sessions)
	most := 0
	for _, n := range count {
		most = max(most, n)
	}
	for _, v := range shown {
		n := count[v.verdict]
		if most > 0 {
			p.Verdicts = append(p.Verdicts, pageVerdict{v.title, v.meaning, n, n * 100 / most})
		}
		if n > 0 && v.listed {
			list := pageList{Title: v.title, Count: text.Count(n, "claim"), Folded: v.folded, More: max(0, n-maxListed)}
			list.add(sessions, v.verdict)
			p.Lists = append(p.Lists, list)
		}
	}
	for _, list := range p.Lists {
		for _, c := range list.Claims {
			p.WouldStop = p.WouldStop || c.WouldStop
		}
	}
	return page.Page{Title: "What agents said, and what they did", Template: pageTemplate, Content: p, Style: pageStyle}.HTML()
}

// add adds the first claims with a verdict.
func (l *pageList) add(sessions []*Session, verdict verdict.Verdict) {
	for _, s := range sessions {
		for _, c := range s.Claims {
			if c.Verdict == verdict && len(l.Claims) < maxListed {
				l.Claims = append(l.Claims, pageClaimOf(c))
			}
		}
	}
}

func pageClaimOf(c Claim) pageClaim {
	return pageClaim{
		Sentence: text.Escape(c.Sentence), Why: text.Escape(c.Why), WouldStop: c.WouldStop,
		Place: text.Escape(fmt.Sprintf("%s:%d", c.Path, c.Line)),
	}
}

// period returns the days of the first and the last session, "" if no record has a time.
func period(sessions []*Session) string {
	var first, last time.Time
	for _, s := range sessions {
		if !s.Began.IsZero() && (first.IsZero() || s.Began.Before(first)) {
			first = s.Began
		}
		if s.Ended.After(last) {
			last = s.Ended
		}
	}
	switch from, to := first.Format(time.DateOnly), last.Format(time.DateOnly); {
	case first.IsZero():
		return ""
	case from == to:
		return from
	default:
		return from + " to " + to
	}
}
