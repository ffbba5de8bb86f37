package document

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
)

// logEntry is what a heading says of the age of the entry of a log that it begins.
type logEntry struct {
	date string // as 2026-05-31, or "" for none
	// series is what numbered entries are called, "" for one without a number.
	series string
	number int
	isOld  bool
}

// isBefore reports whether an entry is older than another one of its level.
func (e logEntry) isBefore(date string, number int) bool {
	return e.isOld || e.date != "" && e.date < date || e.series != "" && e.number < number
}

// months are the beginnings of their names, each of three letters.
const months = "janfebmaraprmayjunjulaugsepoctnovdec"

func logEntryOf(heading string) logEntry {
	patterns := protocol.Builtin.Logs
	e := logEntry{isOld: text.Compiled(patterns.Old).Match(heading, nil)}
	if date := text.Compiled(patterns.Date).Submatch(heading, nil); date != nil {
		e.date = date[0]
	} else if date := text.Compiled(patterns.Words).Submatch(heading, nil); date != nil {
		month := strings.Index(months, strings.ToLower(date[2]))/len("jan") + 1
		day, _ := strconv.Atoi(date[1] + date[3]) // 0 for none
		e.date = fmt.Sprintf("%s-%02d-%02d", date[4], month, day)
	}
	if number := text.Compiled(patterns.Number).Submatch(heading, nil); number != nil {
		e.series = strings.ToLower(number[1])
		e.number, _ = strconv.Atoi(number[2]) // has at most six digits
	}
	return e
}

// setPast notes the entries of a log that are not the newest: what they say was true when they
// were written. Only in a handoff of free form is one old because its heading says so: in
// another "Previous attempts" may be a section that the format asks for.
func (b *Body) setPast(isFree bool) {
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
		isPast := entries[i].isBefore(dates[h.Level], numbers[series{h.Level, entries[i].series}])
		if isPast && !b.IsPast(h.Span) {
			b.Past = append(b.Past, text.Span{Start: h.Span.Start, End: b.Below(i).End})
		}
	}
}

// IsPast reports whether a span is in an entry of a log that is not the newest.
func (b *Body) IsPast(at text.Span) bool {
	i := sort.Search(len(b.Past), func(i int) bool { return b.Past[i].End > at.Start })
	return i < len(b.Past) && b.Past[i].Start <= at.Start
}
