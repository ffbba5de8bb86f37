package audit

import (
	"cmp"
	"crypto/sha256"
	_ "embed" // the page's layout and style
	"encoding/base64"
	"fmt"
	"html/template"
	"path"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/runner"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/internal/timeline"
	"github.com/handofflint/handofflint/internal/verdict"
)

var (
	//go:embed page.html
	pageLayout string
	//go:embed page.css
	pageStyle string
)

// What the page shows at most: sessions, findings of one, files and characters of a name.
const (
	maxSessions = 200
	maxFindings = 12
	maxFiles    = 10
	maxPageName = 80
)

// pageContent is the data of the template.
type pageContent struct {
	Policy string
	Style  template.CSS
	Fills  []string
	// Count and Claims are lines about all sessions, Others about those that are not listed.
	Count, Claims, Others []string
	Sessions              []pageSession
	More                  int
	Weeks                 pageTable
	Totals                []pageTable
	// WouldStop is set if hooks would have stopped an agent.
	WouldStop bool
}

// pageSession is a session that leaves something open.
type pageSession struct {
	ID, Title string
	Findings  []pageFinding
	More      int
	// Todo is what to do, Ended the time of the end, "" for none.
	Todo, Ended string
	// About is what is known of it, Path its transcript.
	About         []string
	Path, Missing string
}

// pageFinding is a check that is not proved, or a claim that does not hold.
type pageFinding struct {
	// Fill and Title are the mark and the name of a check, Verdict, Said and Place those of a claim.
	Fill                 int
	Title                string
	Verdict, Said, Place string
	WouldStop            bool
	Why                  string
	// Run is the command that decides, nil for none; Changed says how many files were changed after
	// it.
	Run     *pageRun
	Changed string
	Files   []pageFile
	More    int
}

type pageRun struct{ Command, Outcome, Output, Place string }

type pageFile struct{ Name, Place string }

// states are what is proved, in the order in which the page counts it: its place is the fill of its
// mark.
var states = []timeline.State{
	timeline.Failed, claimFalse, timeline.Changed, timeline.None, timeline.Running, timeline.Unknown, timeline.Part, timeline.Passed, timeline.NothingToSay,
}

// fills are the fills of bars and marks, which differ without their colours, too: the line of a pattern, ""
// for a plain one.
var fills = []string{"", "M0 4h8 M4 0v8", "M-2 10 10 -2 M-2 18 18 -2", "M0 2h8 M0 6h8", "M0 0l8 8 M8 0l-8 8", "M1 2h2 M5 6h2", "M2 0v8 M6 0v8", "", ""}

func fillOf(state timeline.State) int { return slices.Index(states, state) }

// claimFalse is the state of a session whose checks are good and whose claim is not.
const claimFalse timeline.State = "claim false"

// state returns what the page counts a session by.
func (s *Session) state() timeline.State {
	if s.Facts.hasNothingOpen() && s.saysFalse() {
		return claimFalse
	}
	return s.Facts.headline().State
}

// Page returns one HTML file, which asks for no other: how sessions ended by week, those that leave
// something open, the worst first, and totals. Of one session there are no weeks and no totals.
func (t *Text) Page(sessions []*Session) (string, error) {
	sessions = slices.Clone(sessions)
	slices.SortStableFunc(sessions, urgency)
	listed := slices.DeleteFunc(slices.Clone(sessions), func(s *Session) bool { return !t.isListed(s) && !t.One })
	p := pageContent{
		Count: lines(t.first(sessions)), Claims: lines(t.counted(sessions)), Others: lines(t.others(sessions)),
		More: max(0, len(listed)-maxSessions),
	}
	listed = listed[:min(len(listed), maxSessions)]
	if len(sessions) > 1 {
		p.Weeks = weeksOf(sessions)
		p.Totals = totalsOf(sessions)
	}
	for _, s := range listed {
		p.Sessions = append(p.Sessions, pageSessionOf(s, cmp.Or(shortID(s, listed), path.Base(s.Path))))
		p.WouldStop = p.WouldStop || s.wouldStop()
	}
	return p.html()
}

// html returns the page, with a policy by which a browser loads nothing and runs nothing.
func (p pageContent) html() (string, error) {
	sum := sha256.Sum256([]byte(pageStyle))
	p.Policy = fmt.Sprintf("default-src 'none'; style-src 'sha256-%s'; base-uri 'none'; form-action 'none'", base64.StdEncoding.EncodeToString(sum[:]))
	p.Style = template.CSS(pageStyle)
	p.Fills = fills
	var out strings.Builder
	err := template.Must(template.New("page").Parse(pageLayout)).Execute(&out, p)
	return out.String(), err
}

func lines(s string) []string { return text.NonEmpty(strings.Split(s, "\n")...) }

// pageSessionOf returns what is open in a session, what to do, and what is known of it.
func pageSessionOf(s *Session, id string) pageSession {
	p := pageSession{
		ID: text.Escape(id), Title: text.Escape(text.Shorten(s.Title, maxPageName)),
		Todo: todo(s, s.Facts.headline()), Path: text.Escape(s.Path), Missing: text.Escape(s.Missing),
	}
	for _, known := range []string{s.repository(), s.Branch, s.Client, s.Model} {
		if known != "" {
			p.About = append(p.About, text.Escape(text.Shorten(known, maxPageName)))
		}
	}
	if !s.Ended.IsZero() {
		p.Ended = s.Ended.Format("2006-01-02 15:04")
	}
	open := slices.DeleteFunc(slices.Clone(s.Facts.Standings), func(standing Standing) bool { return standing.State == timeline.Passed })
	isAlike := func(a, b Standing) bool {
		return isOfOneRun(a, b) && a.why(s.Facts.Changed) == b.why(s.Facts.Changed)
	}
	for _, group := range grouped(open, isAlike) {
		p.Findings = append(p.Findings, pageStanding(s, group))
	}
	slices.SortStableFunc(p.Findings, func(a, b pageFinding) int { return a.Fill - b.Fill })
	if run := s.Facts.notPushed(); run != nil {
		p.Findings = append(p.Findings, pageFinding{Title: said().Audit["not-pushed"], Run: pageRunOf(s, run)})
	}
	for _, c := range s.findings() {
		p.Findings = append(p.Findings, pageClaim(s, c))
	}
	p.More = max(0, len(p.Findings)-maxFindings)
	p.Findings = p.Findings[:min(len(p.Findings), maxFindings)]
	return p
}

// pageStanding returns the finding of checks that one run decides in the same way.
func pageStanding(s *Session, checks []Standing) pageFinding {
	first := checks[0]
	f := pageFinding{Fill: fillOf(first.State), Title: stateOf(first), Why: first.why(s.Facts.Changed)}
	for _, other := range checks[1:] {
		f.Title += ", " + stateOf(other)
	}
	if first.Run != nil {
		f.Run = pageRunOf(s, first.Run)
	}
	if first.State != timeline.Unknown {
		f.addFiles(s, first.Changed, first.ChangedCount)
	}
	return f
}

// addFiles adds the first files that were changed, of a number.
func (f *pageFinding) addFiles(s *Session, changed []Change, count int) {
	if count == 0 {
		return
	}
	f.Changed = strings.TrimSpace(say("changed-since", map[string]string{"changed": text.Count(count, "file")}))
	for _, c := range changed[:min(len(changed), maxFiles)] {
		f.Files = append(f.Files, pageFile{text.Escape(c.File), placeOf(s, c.Path, c.Line)})
	}
	f.More = count - len(f.Files)
}

func pageClaim(s *Session, c *Claim) pageFinding {
	f := pageFinding{
		Verdict: said().Audit["verdict-"+string(c.Verdict)], Said: text.Escape(plain(c.Sentence)), Place: placeOf(s, c.Path, c.Line),
		WouldStop: c.WouldStop, Why: text.Escape(c.Why),
	}
	if c.run != nil {
		f.Run = pageRunOf(s, c.run)
	}
	if c.changed != nil {
		f.addFiles(s, []Change{*c.changed}, 1)
	}
	return f
}

// plain returns a sentence without the marks of Markdown.
func plain(sentence string) string {
	return text.WithoutMarks(strings.ReplaceAll(text.Unmarked(sentence), "`", ""))
}

func pageRunOf(s *Session, r *Run) *pageRun {
	return &pageRun{text.Escape(r.Command.Command), r.ended(), strings.Join(r.lastLines(), "\n"), placeOf(s, r.Path, r.Line)}
}

// placeOf returns where a record is: of the transcript of the session itself the name is enough.
func placeOf(s *Session, transcript string, line int) string {
	if transcript == s.Path {
		transcript = path.Base(transcript)
	}
	return fmt.Sprintf("%s:%d", text.Escape(transcript), line)
}

// todo returns what to do about a session.
func todo(s *Session, head Standing) string {
	values := map[string]string{"command": ""}
	if head.Run != nil {
		values["command"] = head.Run.name(maxAgain)
	}
	var sentences []string
	isUnpushed := s.Facts.notPushed() != nil
	for _, c := range s.Claims {
		isDeed := slices.Contains([]runner.Kind{runner.Commit, runner.Push, runner.Deploy}, c.Kind)
		if c.Verdict == verdict.False && isDeed && !isUnpushed { // else "push again" says enough
			sentences = append(sentences, text.Fill(said().Todo["was-not-done"], map[string]string{"kind": said().Kinds[string(c.Kind)]}))
		}
	}
	sentences = append(sentences, text.Fill(said().Todo[string(head.State)], values))
	if isUnpushed {
		sentences = append(sentences, said().Todo["not-pushed"])
	}
	if s.saysFalse() {
		sentences = append(sentences, said().Todo["was-false"])
	}
	return strings.TrimSpace(strings.Join(slices.Compact(sentences), " "))
}
