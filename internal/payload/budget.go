package payload

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
)

// Cut is a detail that is not in the prompt as a whole.
type Cut struct {
	// Dependency is the name of the task that it is of.
	Dependency string
	// Left is how many of its Total characters were left out.
	Left, Total int
}

// Render fills the template in with what the dependencies handed over, in at most
// limit characters (code points), 0 for any number.
// Whatever is short comes whole: summaries, data, results, outputs. If there is
// not enough room the details are cut, all to the same length, so that a
// short one stays whole and no task takes the room of another. An error says
// what even the prompt without details comes to; one of the template is a
// *TemplateError.
func (t *Template) Render(dependencies []Dependency, limit int) (prompt string, cuts []Cut, err error) {
	whole := make([]string, len(dependencies))
	longest := 0
	for i, d := range dependencies {
		if d.Handoff != nil {
			whole[i] = d.Handoff.Detail
			longest = max(longest, utf8.RuneCountInString(whole[i]))
		}
	}
	prompt, used, err := t.run(dependencies, whole)
	if err != nil || limit == 0 || utf8.RuneCountInString(prompt) <= limit {
		return prompt, nil, err
	}
	var details []string
	fits := func(length int) bool {
		details = slices.Clone(whole)
		for i := range details {
			if used[i] {
				details[i] = shorten(details[i], length)
			}
		}
		if prompt, _, err = t.run(dependencies, details); err != nil {
			return false
		}
		return utf8.RuneCountInString(prompt) <= limit
	}
	if !fits(0) && err == nil {
		err = fmt.Errorf("without any detail the prompt has %d characters already, and the budget is %d: raise --budget, or insert less", utf8.RuneCountInString(prompt), limit)
	}
	if err == nil {
		fits(sort.Search(longest, func(n int) bool { return !fits(n + 1) }))
	}
	if err != nil {
		return "", nil, err
	}
	for i, kept := range details {
		if kept != whole[i] {
			total := utf8.RuneCountInString(whole[i])
			left := total - utf8.RuneCountInString(strings.TrimSuffix(kept, ellipsis))
			cuts = append(cuts, Cut{dependencies[i].Name, left, total})
		}
	}
	return prompt, cuts, nil
}

// ellipsis ends a detail that was cut, so that its reader knows.
const ellipsis = " […]"

// backtrack is how many bytes a cut goes back at most to end with a word.
const backtrack = 64

// shorten cuts a text to a number of characters, the ellipsis included, and if there is
// one near between two words. It does not cut in a code fence or a comment, which would
// go on in the rest of the prompt, but before it. What would be nothing but an ellipsis
// is nothing.
func shorten(s string, length int) string {
	runes := []rune(s)
	if len(runes) <= length {
		return s
	}
	kept := string(runes[:max(length-utf8.RuneCountInString(ellipsis), 0)])
	if space := strings.LastIndexFunc(kept, unicode.IsSpace); space > len(kept)-backtrack && space > 0 {
		kept = kept[:space]
	}
	kept = strings.TrimRightFunc(selfContained(kept), unicode.IsSpace)
	if kept == "" {
		return ""
	}
	return kept + ellipsis
}

// selfContained is the part of a text that ends before a code fence or a comment that
// nothing closes.
func selfContained(markdown string) string {
	open, at := -1, 0
	var char byte
	var length int
	for line := range strings.Lines(markdown) {
		if c, n, info, ok := text.Fence([]byte(line)); ok && open < 0 {
			open, char, length = at, c, n
		} else if ok && len(info) == 0 && c == char && n >= length {
			open = -1
		}
		at += len(line)
	}
	if open >= 0 {
		markdown = markdown[:open]
	}
	if comment := strings.LastIndex(markdown, "<!--"); comment > strings.LastIndex(markdown, "-->") {
		markdown = markdown[:comment]
	}
	return markdown
}
