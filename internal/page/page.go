// Package page makes HTML files that ask for no other: their look, their policy, and tables of totals.
// They have no script. What a page is about, its caller knows. Begin with Page.
package page

import (
	"cmp"
	"crypto/sha256"
	_ "embed" // the parts of a page
	"encoding/base64"
	"fmt"
	"html/template"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
)

var (
	//go:embed page.html
	layout string
	//go:embed page.css
	style string
)

// Page is what a page has.
type Page struct {
	Title string
	// Template is the content of the body, filled in with Content. It may use the parts of
	// page.html.
	Template string
	Content  any
}

// HTML returns the page, with a policy by which a browser loads nothing and runs nothing.
func (p Page) HTML() (string, error) {
	sum := sha256.Sum256([]byte(style))
	policy := fmt.Sprintf("default-src 'none'; style-src 'sha256-%s'; base-uri 'none'; form-action 'none'", base64.StdEncoding.EncodeToString(sum[:]))
	page := template.Must(template.New("page").Parse(layout))
	template.Must(page.New("content").Parse(p.Template))
	var out strings.Builder
	err := page.Execute(&out, map[string]any{"Title": p.Title, "Policy": policy, "Style": template.CSS(style), "Fills": Fills, "Content": p.Content})
	return out.String(), err
}

// Fills are the fills of bars and marks, which differ without their colours, too: the line of a
// pattern, "" for a plain one. The last is for all others.
var Fills = []string{"", "M0 4h8 M4 0v8", "M-2 10 10 -2 M-2 18 18 -2", "M0 2h8 M0 6h8", "M0 0l8 8 M8 0l-8 8", "M1 2h2 M5 6h2", "M2 0v8 M6 0v8", "", ""}

// Totals is a table of totals: what its rows and the numbers in them are, what the parts of their bars
// are if that has to be said, and how many rows there are beside them.
type Totals struct {
	Title, What string
	Numbers     []string
	Series      []Series
	Rows        []Total
	More        int
}

// Label returns a name for a page, cut to a number of characters.
func Label(name string, most int) string {
	return text.Escape(text.Shorten(cmp.Or(name, "(not said)"), most))
}

// maxRows is how many rows a table of totals has at most.
const maxRows = 40

// Add adds a row, or only counts it if there are too many.
func (t *Totals) Add(row Total) {
	if len(t.Rows) == maxRows {
		t.More++
		return
	}
	t.Rows = append(t.Rows, row)
}

// Total is a row of a table of totals.
type Total struct {
	// Name is what is counted, Summary what it is.
	Name, Summary string
	Numbers       []int
	// Counts are the bar, by fills.
	Counts []int
}

// Part is a part of the bar of a row, in percent of the longest bar.
type Part struct {
	At, Width float64
	Fill      int
}

// Parts returns the bar of a row.
func (t Totals) Parts(row Total) []Part {
	most := 1
	for _, other := range t.Rows {
		most = max(most, sum(other.Counts))
	}
	var parts []Part
	at := 0.0
	for fill, n := range row.Counts {
		if n > 0 {
			width := 100 * float64(n) / float64(most)
			parts = append(parts, Part{at, width, fill})
			at += width
		}
	}
	return parts
}

func sum(counts []int) int {
	all := 0
	for _, n := range counts {
		all += n
	}
	return all
}
