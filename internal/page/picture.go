package page

import (
	"maps"
	"slices"
	"time"
)

// Picture is stacked bars, one a week, with a table of the same numbers.
type Picture struct {
	// Title says what is counted.
	Title  string
	Series []Series
	Weeks  []Week
	// Earlier is how many weeks with anything to count are left out.
	Earlier int
}

// Series is a part of each bar, and what its name means, "" if it says so itself.
type Series struct {
	Name, Meaning string
	Fill, Total   int
}

// Week is what is counted of the week that begins on a Monday, by series.
type Week struct {
	Monday time.Time
	Counts []int
}

// Name returns the first day.
func (w Week) Name() string { return w.Monday.Format(time.DateOnly) }

// Trend counts by weeks, from their Mondays, and names.
type Trend map[time.Time]map[string]int

const (
	week = 7 * 24 * time.Hour
	// maxWeeks is how many bars a picture has at most.
	maxWeeks = 40
)

// Add counts a name. Weeks are counted from the zero time, a Monday.
func (t Trend) Add(at time.Time, name string) {
	of := at.UTC().Truncate(week)
	if t[of] == nil {
		t[of] = map[string]int{}
	}
	t[of][name]++
}

// Picture returns the newest weeks, nil if there is nothing to count. Names that no series has are
// counted in the last one.
func (t Trend) Picture(title string, series []Series) *Picture {
	if len(t) == 0 {
		return nil
	}
	p := &Picture{Title: title, Series: slices.Clone(series)}
	counted := slices.SortedFunc(maps.Keys(t), time.Time.Compare)
	last := counted[len(counted)-1]
	p.Earlier, _ = slices.BinarySearchFunc(counted, last.Add(-week*(maxWeeks-1)), time.Time.Compare)
	for at := counted[p.Earlier]; !at.After(last); at = at.Add(week) {
		w := Week{Monday: at, Counts: make([]int, len(series))}
		for name, n := range t[at] {
			i := slices.IndexFunc(series, func(s Series) bool { return s.Name == name })
			if i < 0 {
				i = len(series) - 1
			}
			w.Counts[i] += n
			p.Series[i].Total += n
		}
		p.Weeks = append(p.Weeks, w)
	}
	return p
}

// The measures of a picture: pixels from above to below, percent from left to right, so that texts
// keep their size on a narrow screen.
const (
	plotHeight = 180
	maxLines   = 4
	// leastSlots is how many bars fit at least, so that one is not as broad as the page.
	leastSlots = 8
	barWidth   = 0.8
	// labelSlots is how many bars the text below one needs at most.
	labelSlots = 4
)

// Bar is a part of a bar as it is drawn.
type Bar struct {
	Y, Height   float64
	Fill, Count int
	Name        string
}

// Slot is the place of a week, and what is drawn there with the text below it.
type Slot struct {
	Week
	X, Width    float64
	Bars        []Bar
	Label, Year string
}

// Line is a line at a number.
type Line struct {
	Y      float64
	Number int
}

// scale returns the number at the top, and the step between lines: 1, 2 or 5 and zeros.
func (p *Picture) scale() (top, step int) {
	most := 1
	for _, w := range p.Weeks {
		most = max(most, sum(w.Counts))
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
	width := 100 / float64(max(len(p.Weeks), leastSlots))
	var slots []Slot
	for i, w := range p.Weeks {
		s := Slot{Week: w, X: width * float64(i), Width: width * barWidth}
		y := float64(plotHeight)
		for j, n := range w.Counts {
			if n > 0 {
				height := float64(n*plotHeight) / float64(top)
				y -= height
				s.Bars = append(s.Bars, Bar{y, height, p.Series[j].Fill, n, p.Series[j].Name})
			}
		}
		s.Label, s.Year = p.label(i)
		slots = append(slots, s)
	}
	return slots
}

// label returns the text below a bar: of few weeks each has its day, of many the first of a month;
// the year stands below the first label and each January.
func (p *Picture) label(i int) (label, year string) {
	at := p.Weeks[i].Monday
	if len(p.Weeks) <= leastSlots {
		return at.Format("01-02"), ""
	}
	isNew := i > 0 && p.Weeks[i-1].Monday.Month() != at.Month()
	hasRoom := i == 0 && p.Weeks[labelSlots-1].Monday.Month() == at.Month()
	if !isNew && !hasRoom {
		return "", ""
	}
	if i < labelSlots || at.Month() == time.January {
		year = at.Format("2006")
	}
	return at.Format("Jan"), year
}
