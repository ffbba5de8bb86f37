package payload

import (
	"fmt"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"github.com/handofflint/handofflint/internal/document"
)

// Cut is a detail that does not are in the prompt as a whole.
type Cut struct {
	// Dependency is the name of the task that it is of.
	Dependency string
	// Left is how many of its Total characters were left out.
	Left, Total int
}

// RenderWithin fills the template in so that the result has at most limit
// characters (code points).
// Whatever is short comes whole: summaries, data, results, outputs. Where there
// is not enough room the details are cut, all to the same length, so that a
// short one stays whole and no task takes the room of another. An error says
// what even the prompt without details comes to.
func (t *Template) RenderWithin(dependencies []Dependency, limit int) (string, []Cut, error) {
	whole, err := t.Render(dependencies)
	if err != nil || utf8.RuneCountInString(whole) <= limit {
		return whole, nil, err
	}
	b := &budget{template: t, dependencies: dependencies, limit: limit}
	if err := b.findUsed(whole); err != nil {
		return "", nil, err
	}
	return b.fit()
}

// budget looks for the length to which details are cut.
type budget struct {
	template     *Template
	dependencies []Dependency
	limit        int
	used         []bool // the dependencies whose detail the template inserts
	longest      int    // characters of the longest detail among them
}

// findUsed finds whose details the template inserts: those without which the
// prompt is another.
func (b *budget) findUsed(whole string) error {
	b.used = make([]bool, len(b.dependencies))
	details := make([]string, len(b.dependencies))
	for i, d := range b.dependencies {
		details[i] = d.detail()
	}
	for i, detail := range details {
		if detail == "" {
			continue
		}
		details[i] = ""
		without, err := b.template.run(b.dependencies, details)
		if err != nil {
			return err
		}
		details[i] = detail
		if b.used[i] = without != whole; b.used[i] {
			b.longest = max(b.longest, utf8.RuneCountInString(detail))
		}
	}
	return nil
}

// fit renders with the greatest length at which the prompt keeps the budget.
func (b *budget) fit() (string, []Cut, error) {
	best, err := b.at(0)
	if err != nil {
		return "", nil, err
	}
	if size := utf8.RuneCountInString(best); size > b.limit {
		return "", nil, fmt.Errorf("without any detail the prompt has %d characters already, and the budget is %d: raise --budget, or insert less", size, b.limit)
	}
	level := 0
	sort.Search(b.longest, func(i int) bool {
		text, failed := b.at(i + 1)
		if failed != nil {
			err = failed
		}
		over := failed != nil || utf8.RuneCountInString(text) > b.limit
		if !over && i+1 > level {
			best, level = text, i+1
		}
		return over
	})
	return best, b.cuts(level), err
}

// at renders with every detail cut to a length in characters.
func (b *budget) at(length int) (string, error) {
	return b.template.run(b.dependencies, b.details(length))
}

func (b *budget) details(length int) []string {
	details := make([]string, len(b.dependencies))
	for i, d := range b.dependencies {
		if details[i] = d.detail(); b.used[i] {
			details[i] = shorten(details[i], length)
		}
	}
	return details
}

func (b *budget) cuts(length int) []Cut {
	var cuts []Cut
	for i, kept := range b.details(length) {
		whole := b.dependencies[i].detail()
		if kept == whole {
			continue
		}
		total := utf8.RuneCountInString(whole)
		kept = strings.TrimSuffix(kept, ellipsis)
		cuts = append(cuts, Cut{b.dependencies[i].Name, total - min(utf8.RuneCountInString(kept), total), total})
	}
	return cuts
}

// ellipsis ends a detail that was cut, so that its reader knows.
const ellipsis = " […]"

// backtrack is how many bytes a cut goes back at most to end with a word.
const backtrack = 64

// shorten cuts a text to a number of characters, the ellipsis included, between
// two graphemes and if there is one near between two words. It does not cut in a
// code fence or a comment, which would go on in the rest of the prompt, but before
// it. What would be nothing but an ellipsis is nothing.
func shorten(s string, length int) string {
	if utf8.RuneCountInString(s) <= length {
		return s
	}
	room := length - utf8.RuneCountInString(ellipsis)
	end := 0
	for g := graphemes.FromString(s); room > 0 && g.Next(); {
		if room -= utf8.RuneCountInString(g.Value()); room >= 0 {
			end += len(g.Value())
		}
	}
	kept := s[:end]
	if space := strings.LastIndexFunc(kept, unicode.IsSpace); space > end-backtrack && space > 0 {
		kept = kept[:space]
	}
	kept = document.SelfContainedStart(kept)
	if kept = strings.TrimRightFunc(kept, unicode.IsSpace); kept == "" {
		return ""
	}
	return kept + ellipsis
}
