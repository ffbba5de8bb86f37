package document

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
)

// Earlier is a part of a body that a later part replaces: a round of the work, or an entry of a log.
type Earlier struct {
	text.Span
	// Age is the number of rounds after a round. It is 1 for an entry.
	Age int
	// IsOver means that nothing in it counts any more. In an earlier round only the results no longer count.
	IsOver bool
}

// earlier returns the earlier part that contains a span, or the zero value.
func (b *Body) earlier(at text.Span) Earlier {
	i := sort.Search(len(b.Earlier), func(i int) bool { return b.Earlier[i].End > at.Start })
	if i == len(b.Earlier) || b.Earlier[i].Start > at.Start {
		return Earlier{}
	}
	return b.Earlier[i]
}

// Age returns how many later parts of the body replace the results in a span.
func (b *Body) Age(at text.Span) int { return b.earlier(at).Age }

// IsOver reports whether a span is in an entry of a log that is not the newest.
func (b *Body) IsOver(at text.Span) bool { return b.earlier(at).IsOver }

// setRounds records the rounds before the last one. A round begins at each heading that matches the format's
// pattern, except the first heading, which is the title.
func (d *Document) setRounds() {
	var steps text.Steps
	at := d.Body.Span.Start
	for i, h := range d.Body.Headings {
		if i > 0 && text.Compiled(d.Spec.Rounds).Match(h.Text, &steps) {
			d.Body.Earlier = append(d.Body.Earlier, Earlier{Span: text.Span{Start: at, End: h.Span.Start}})
			at = h.Span.Start
		}
	}
	for i := range d.Body.Earlier {
		d.Body.Earlier[i].Age = len(d.Body.Earlier) - i
	}
	if steps.Exceeded() {
		d.fail(TooManySteps("rounds of format "+d.Spec.Name, text.MaxSteps))
	}
}

// logEntry is what a heading says about the age of its log entry.
type logEntry struct {
	date string // as 2026-05-31, or ""
	// series is the name of a numbered entry, or "" for an entry without a number.
	series string
	number int
	isOld  bool
}

// isBefore reports whether an entry is older than a date or number of its level.
func (e logEntry) isBefore(date string, number int) bool {
	return e.isOld || e.date != "" && e.date < date || e.number < number
}

// months are the first three letters of their names.
const months = "janfebmaraprmayjunjulaugsepoctnovdec"

// The patterns of the headings of entries; cue/protocol.cue explains them.
var (
	logDate   = text.MustCompile(protocol.Builtin.Logs.Date)
	logWords  = text.MustCompile(protocol.Builtin.Logs.Words)
	logNumber = text.MustCompile(protocol.Builtin.Logs.Number)
	logOld    = text.MustCompile(protocol.Builtin.Logs.Old)
)

func logEntryOf(heading string) logEntry {
	e := logEntry{isOld: logOld.MatchString(heading)}
	if date := logDate.FindString(heading); date != "" {
		e.date = date
	} else if date := logWords.FindStringSubmatch(heading); date != nil {
		month := strings.Index(months, strings.ToLower(date[2]))/len("jan") + 1
		day, _ := strconv.Atoi(date[1] + date[3]) // 0 for none
		e.date = fmt.Sprintf("%s-%02d-%02d", date[4], month, day)
	}
	if number := logNumber.FindStringSubmatch(heading); number != nil {
		e.series = strings.ToLower(number[1])
		e.number, _ = strconv.Atoi(number[2]) // has at most six digits
	}
	return e
}

// setEntries records the entries of a log that are not the newest: they were true when they were written. An
// entry is old because its heading says so only in a free-form handoff; in others "Previous attempts" may be
// a section of the format.
func (b *Body) setEntries(isFree bool) {
	type series struct {
		level int
		name  string
	}
	entries := make([]logEntry, len(b.Headings))
	dates := map[int]string{}
	numbers := map[series]int{}
	for i, h := range b.Headings {
		e := logEntryOf(h.Text)
		e.isOld = e.isOld && isFree
		numbered := series{h.Level, e.series}
		dates[h.Level] = max(dates[h.Level], e.date)
		numbers[numbered] = max(numbers[numbered], e.number)
		entries[i] = e
	}
	for i, h := range b.Headings {
		isOver := entries[i].isBefore(dates[h.Level], numbers[series{h.Level, entries[i].series}])
		if isOver && !b.IsOver(h.Span) {
			b.Earlier = append(b.Earlier, Earlier{text.Span{Start: h.Span.Start, End: b.Below(i).End}, 1, true})
		}
	}
}
