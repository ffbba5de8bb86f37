package hook

import (
	"cmp"
	"regexp"
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
	if len(parts) == 0 {
		return w.hook.Words["unsealed"]
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
	said := map[string]bool{}
	for _, f := range faults {
		entries = append(entries, w.entries(f, said)...)
	}
	return w.fit(entries, w.hook.Words["data"])
}

// entries are the pieces about one file, errors first. The file is named once, and
// so is each help: findings of one rule that have the same help stand below it.
// said are the helps and lines that the text has already.
func (w *watch) entries(f fault, said map[string]bool) []entry {
	opening := w.hook.Say(f.words, rules.Values{"path": text.Quote(w.relative(f.Path)), "count": w.count(f.verdictOn)})
	list := []entry{{full: opening, short: opening}}
	last, heading := "", ""
	for _, finding := range grouped(f.Findings) {
		values := rules.Values{
			"line": strconv.Itoa(finding.Range.Start.Line), "rule": finding.Rule, "message": w.message(finding), "help": "",
		}
		full := w.hook.Say("finding", values)
		for _, more := range []string{w.quote(finding), w.skeleton(finding)} {
			if more != "" && !said[more] {
				said[more] = true
				full += "\n" + more
			}
		}
		words := "heading"
		if finding.Severity != rules.Error {
			words = "noted"
		}
		if help := w.help(finding); finding.Rule+help != last {
			last = finding.Rule + help
			if !said[help] {
				said[help] = true
				values["help"] = help
			}
			if above := strings.TrimSpace(w.hook.Say(words, values)); above != heading {
				heading = above
				full = above + "\n" + full
			}
		}
		list = append(list, entry{full: full, short: w.hook.Say("short", values), path: f.Path})
	}
	return list
}

// grouped are findings with the errors first, and those of one rule with the same
// help together.
func grouped(findings []rules.Finding) []rules.Finding {
	first := map[string]int{}
	key := func(f rules.Finding) string { return f.Rule + "\x00" + f.Help }
	for i, f := range findings {
		if _, seen := first[key(f)]; !seen {
			first[key(f)] = i
		}
	}
	list := slices.Clone(findings)
	slices.SortStableFunc(list, func(a, b rules.Finding) int {
		return cmp.Or(rank(a)-rank(b), first[key(a)]-first[key(b)])
	})
	return list
}

func rank(f rules.Finding) int {
	if f.Severity == rules.Error {
		return 0
	}
	return 1
}

// help is what right looks like. That of a marker names the file, which the
// opening has named.
func (w *watch) help(f rules.Finding) string {
	switch {
	case f.Rule == w.hook.Sealed:
		return w.hook.Words["seal"]
	case f.Help == "":
		return ""
	}
	return w.said(f, f.Help)
}

// message is that of a finding. What it quotes of its line is shortened: whoever
// reads it has the file.
func (w *watch) message(f rules.Finding) string {
	return quotedText.ReplaceAllStringFunc(w.said(f, f.Message), func(quoted string) string {
		inner := []rune(strings.TrimSuffix(quoted[1:len(quoted)-1], "…"))
		if len(inner) <= maxQuoted || !strings.Contains(f.Excerpt.Text, string(inner)) {
			return quoted
		}
		return `"` + string(inner[:maxQuoted]) + `…"`
	})
}

// quotedText is a text in quotation marks, and maxQuoted how many characters of
// one are shown.
var quotedText = regexp.MustCompile(`"[^"\\]*"`)

const maxQuoted = 24

// quote is the line that a finding is about, as data; "" if the message quotes
// what is wrong with it.
func (w *watch) quote(f rules.Finding) string {
	line := strings.TrimSpace(f.Excerpt.Text)
	if line == "" || f.Range.Start == f.Range.End || strings.Contains(f.Message, `"`) {
		return ""
	}
	return w.hook.Say("quoted", rules.Values{"text": text.Quote(cut(line, w.hook.Quote))})
}

// skeleton is what a missing part looks like.
func (w *watch) skeleton(f rules.Finding) string {
	if skeleton := w.hook.Skeleton(f); skeleton != "" {
		return fenced(skeleton)
	}
	return ""
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
