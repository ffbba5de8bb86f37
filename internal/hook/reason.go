package hook

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// fault is a file and what is to be said about it: words is the name of the
// words that open it.
type fault struct {
	verdictOn
	words string
}

// count says how many errors and warnings there are.
func (w *watch) count(v verdictOn) string {
	blocking, warnings := 0, 0
	for _, f := range v.Findings {
		if f.Severity == rules.Error {
			blocking++
		} else {
			warnings++
		}
	}
	var parts []string
	if blocking > 0 {
		parts = append(parts, w.number("error", blocking))
	}
	if warnings > 0 {
		parts = append(parts, w.number("warning", warnings))
	}
	return strings.Join(parts, ", ")
}

// number is the words for n of something.
func (w *watch) number(noun string, n int) string {
	if n == 1 {
		return w.hook.Words[noun]
	}
	return w.hook.Say(noun+"s", rules.Values{"n": strconv.Itoa(n)})
}

// entry is a piece of a text with a shorter form, for where room is scarce.
type entry struct {
	full, short string
	// path is set for a finding: the file that it is about.
	path string
}

// reason tells of files in at most as many characters as the host takes. All
// that is wrong is named: where room is scarce, a finding shrinks to its line
// and rule, and what is left is counted.
func (w *watch) reason(faults []fault) string {
	var entries []entry
	for _, f := range faults {
		entries = append(entries, w.entries(f)...)
	}
	return w.fit(entries, w.hook.Words["data"])
}

// entries are the pieces about one file, errors first.
func (w *watch) entries(f fault) []entry {
	opening := w.hook.Say(f.words, rules.Values{
		"path": text.Quote(f.Path), "done": text.Quote(f.Path + doneSuffix),
		"argument": argument(f.Path), "count": w.count(f.verdictOn),
	})
	list := []entry{{full: opening, short: opening}}
	findings := slices.Clone(f.Findings)
	slices.SortStableFunc(findings, func(a, b rules.Finding) int { return rank(a) - rank(b) })
	quoted := 0
	for i, finding := range findings {
		if finding.Range.Start.Line == quoted {
			finding.Excerpt = rules.Excerpt{} // it stands right above
		}
		quoted = finding.Range.Start.Line
		list = append(list, w.entry(i+1, finding, f.Path))
	}
	return list
}

func rank(f rules.Finding) int {
	if f.Severity == rules.Error {
		return 0
	}
	return 1
}

// entry tells of one finding: where, what, what right looks like, the line as
// it stands, and the missing part.
func (w *watch) entry(n int, f rules.Finding, path string) entry {
	values := rules.Values{
		"n": strconv.Itoa(n), "line": strconv.Itoa(f.Range.Start.Line), "severity": string(f.Severity),
		"rule": f.Rule, "message": w.said(f, f.Message), "help": w.said(f, f.Help),
	}
	lines := []string{w.hook.Say("finding", values)}
	if f.Help != "" {
		lines = append(lines, w.hook.Say("right", values))
	}
	if text := w.quote(f); text != "" {
		lines = append(lines, w.hook.Words["quoted"], text)
	}
	if text := w.hook.Skeleton(f); text != "" {
		lines = append(lines, w.hook.Words["skeleton"], fenced(text))
	}
	return entry{full: strings.Join(lines, "\n"), short: w.hook.Say("short", values), path: path}
}

// said is a text of a finding on one line. What a team wrote is quoted: the
// checked tree holds it.
func (w *watch) said(f rules.Finding, s string) string {
	if f.Team {
		return w.hook.Say("team", rules.Values{"words": text.Quote(s)})
	}
	return text.Escape(s)
}

// argument is a path in a command that a text offers.
func argument(path string) string { return text.Escape(text.ShellQuote(path)) }

// quote is the line that a finding is about, in a fence.
func (w *watch) quote(f rules.Finding) string {
	line := strings.TrimSpace(f.Excerpt.Text)
	if line == "" || f.Range.Start == f.Range.End {
		return ""
	}
	return fenced(cut(text.Escape(line), w.hook.Quote))
}

// fenced puts a text into a code fence that it cannot close: one longer than
// any run of backticks in it.
func fenced(text string) string {
	longest, run := 0, 0
	for _, c := range text {
		if c != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	bar := strings.Repeat("`", max(3, longest+1))
	return bar + "text\n" + text + "\n" + bar
}

// cut shortens a text to a number of characters.
func cut(s string, limit int) string {
	runes := []rune(s)
	if len(runes) <= limit {
		return s
	}
	return string(runes[:limit-1]) + "…"
}

// size is a text's length as the hosts count it, in UTF-16 units.
func size(s string) int {
	n := 0
	for _, r := range s {
		n += max(1, utf16.RuneLen(r))
	}
	return n
}

// fit joins entries, with a closing line, into a text of the size that hosts
// take. Every entry keeps room for the short forms of those behind it, but no
// more than half of all: the first are the most important.
func (w *watch) fit(entries []entry, closing string) string {
	room := w.hook.Characters - size(closing) - 1
	behind := make([]int, len(entries)+1)
	for i := len(entries) - 1; i >= 0; i-- {
		behind[i] = behind[i+1] + size(entries[i].short) + 1
	}
	more := size(w.more(entries)) + 1
	var lines []string
	for i, e := range entries {
		text := e.full
		if size(text)+1+min(behind[i+1], w.hook.Characters/2) > room {
			text = e.short
		}
		if reserve := min(more, behind[i+1]); size(text)+1+reserve > room {
			lines = append(lines, w.more(entries[i:]))
			break
		}
		lines = append(lines, text)
		room -= size(text) + 1
	}
	return cut(strings.Join(append(lines, closing), "\n"), w.hook.Characters)
}

// more says how many findings did not fit in.
func (w *watch) more(entries []entry) string {
	n, path := 0, ""
	for _, e := range entries {
		if e.path != "" {
			n++
			if path == "" {
				path = e.path
			}
		}
	}
	return w.hook.Say("more", rules.Values{"n": strconv.Itoa(n), "argument": argument(path)})
}
