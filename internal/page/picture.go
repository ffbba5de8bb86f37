package page

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// Picture is stacked bars in the order of time, with a table of the same numbers.
type Picture struct {
	// ID begins those of the rows of the table. Title says what is counted, Unit what a bar is: "day"
	// or "week from".
	ID, Title, Unit string
	Series          []Series
	Columns         []Column
	// Earlier is how many bars are left out.
	Earlier int
}

// Series is a part of each bar, and what its name means, "" if it says so itself.
type Series struct {
	Name, Meaning string
	Fill, Total   int
}

// Column is a bar: its first day, and its counts by series. ID is that of its row in the table.
type Column struct {
	ID, Name string
	Counts   []int
	Links    []Link
	More     int
}

// Trend counts by day, from that of Unix, and name.
type Trend map[int64]map[string]int

const (
	daySeconds = 24 * 60 * 60
	week       = 7
	// weekly is the number of days from which on bars are weeks, and maxColumns how many bars
	// there are at most.
	weekly     = 40
	maxColumns = 40
)

// Add counts a name.
func (t Trend) Add(at time.Time, name string) {
	day := at.Truncate(24*time.Hour).Unix() / daySeconds
	if t[day] == nil {
		t[day] = map[string]int{}
	}
	t[day][name]++
}

// monday returns the Monday of a day: day 0 was a Thursday.
func monday(day int64) int64 { return day - ((day+3)%week+week)%week }

func nameOf(day int64) string { return time.Unix(day*daySeconds, 0).UTC().Format(time.DateOnly) }

// Week returns the name of the week of a time: its Monday.
func Week(at time.Time) string { return nameOf(monday(at.Truncate(24*time.Hour).Unix() / daySeconds)) }

// ByDay returns a picture of days, of weeks if there are many. Names that no series has are counted in
// the last one.
func (t Trend) ByDay(id, title string, series []Series) *Picture {
	days := slices.Collect(maps.Keys(t))
	if len(days) > 0 && slices.Max(days)-slices.Min(days) >= weekly {
		return t.ByWeek(id, title, series)
	}
	return t.picture(&Picture{ID: id, Title: title, Unit: "day", Series: series}, 1)
}

// ByWeek returns a picture of weeks.
func (t Trend) ByWeek(id, title string, series []Series) *Picture {
	weeks := Trend{}
	for day, counts := range t {
		of := monday(day)
		if weeks[of] == nil {
			weeks[of] = map[string]int{}
		}
		for name, n := range counts {
			weeks[of][name] += n
		}
	}
	return weeks.picture(&Picture{ID: id, Title: title, Unit: "week from", Series: series}, week)
}

// picture adds the bars, one each step days; nil if there is nothing to count.
func (t Trend) picture(p *Picture, step int64) *Picture {
	if len(t) == 0 {
		return nil
	}
	days := slices.Sorted(maps.Keys(t))
	last := days[len(days)-1]
	p.Earlier, _ = slices.BinarySearch(days, last-step*(maxColumns-1))
	first := days[p.Earlier]
	p.Series = slices.Clone(p.Series)
	for day := first; day <= last; day += step {
		c := Column{ID: fmt.Sprintf("%s-%s", p.ID, nameOf(day)), Name: nameOf(day), Counts: make([]int, len(p.Series))}
		for name, n := range t[day] {
			i := slices.IndexFunc(p.Series, func(s Series) bool { return s.Name == name })
			if i < 0 {
				i = len(p.Series) - 1
			}
			c.Counts[i] += n
			p.Series[i].Total += n
		}
		p.Columns = append(p.Columns, c)
	}
	return p
}

// maxLinks is how many links a row of the table has.
const maxLinks = 10

// Link adds a link to the row of a bar, if the picture has it.
func (p *Picture) Link(name string, link Link) {
	i := slices.IndexFunc(p.Columns, func(c Column) bool { return c.Name == name })
	switch {
	case i < 0:
	case len(p.Columns[i].Links) == maxLinks:
		p.Columns[i].More++
	default:
		p.Columns[i].Links = append(p.Columns[i].Links, link)
	}
}

// The measures of a picture: pixels from above to below, percent from left to right, so that texts
// keep their size on a narrow screen.
const (
	plotHeight = 180
	maxLines   = 4
	// leastSlots is how many bars fit at least, so that one is not as broad as the page.
	leastSlots = 8
	barWidth   = 0.8
)

// Bar is a part of a bar as it is drawn.
type Bar struct {
	Y, Height   float64
	Fill, Count int
	Name        string
}

// Slot is the place of a column, and what is drawn there with the text below it.
type Slot struct {
	Column
	X, Width    float64
	Bars        []Bar
	Month, Year string
}

// Line is a line at a number.
type Line struct {
	Y      float64
	Number int
}

// scale returns the number at the top, and the step between lines: 1, 2 or 5 and zeros.
func (p *Picture) scale() (top, step int) {
	most := 1
	for _, c := range p.Columns {
		most = max(most, sum(c.Counts))
	}
	step = 1
	for i := 0; step*maxLines < most; i++ {
		step = step * []int{2, 5, 10}[i%3] / []int{1, 2, 5}[i%3]
	}
	return (most + step - 1) / step * step, step
}

// Lines returns the lines behind the bars.
func (p *Picture) Lines() []Line {
	var lines []Line
	top, step := p.scale()
	for n := 0; n <= top; n += step {
		lines = append(lines, Line{plotHeight - float64(n*plotHeight)/float64(top), n})
	}
	return lines
}

// Slots returns what is drawn, from left to right.
func (p *Picture) Slots() []Slot {
	top, _ := p.scale()
	width := 100 / float64(max(len(p.Columns), leastSlots))
	var slots []Slot
	for i, c := range p.Columns {
		s := Slot{Column: c, X: width * float64(i), Width: width * barWidth}
		y := float64(plotHeight)
		for j, n := range c.Counts {
			if n > 0 {
				height := float64(n*plotHeight) / float64(top)
				y -= height
				s.Bars = append(s.Bars, Bar{y, height, p.Series[j].Fill, n, p.Series[j].Name})
			}
		}
		s.Month, s.Year = p.label(i)
		slots = append(slots, s)
	}
	return slots
}

// labelSlots is how many columns the text below one needs at most.
const labelSlots = 4

// label returns the text below a column: of few each has its day, of many days each Monday, of many
// weeks the first of a month; the year stands below the first label and each January.
func (p *Picture) label(i int) (label, year string) {
	at, err := time.Parse(time.DateOnly, p.Columns[i].Name)
	if err != nil {
		return "", "" // of a year with five digits
	}
	month := func(i int) string { return p.Columns[i].Name[:len("2006-01")] }
	isLate := i+labelSlots > len(p.Columns)
	hasRoom := isLate || month(i+labelSlots-1) == month(i)
	isNew := i == 0 && hasRoom || i > 0 && month(i) != month(i-1)
	switch {
	case len(p.Columns) <= leastSlots, p.Unit == "day" && at.Weekday() == time.Monday && !isLate:
		return at.Format("01-02"), ""
	case p.Unit == "day" || !isNew:
		return "", ""
	case i < labelSlots || at.Month() == time.January:
		year = at.Format("2006")
	}
	return at.Format("Jan"), year
}
