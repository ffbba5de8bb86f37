package config

import (
	"regexp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// Who comes from YAML makes three mistakes in CUE, for which CUE itself has only
// general words: a key with - or / and no quotes, a text without quotes, and one
// in single quotes. The last one is told by checkIncomplete.

// cueKinds are the mistakes after which nothing is known of what a file in CUE
// holds.
var cueKinds = []string{"cue", "cue-key", "cue-text", "cue-import", "cue-attribute", "cue-taken"}

// bareKey is a key that CUE takes only in quotes, where a key can stand.
var bareKey = regexp.MustCompile(`(?:^|[{,:])[ \t]*([A-Za-z_][\w.]*(?:[-/][\w.*-]+)+|\*)[ \t]*:`)

// missingReference is what CUE says of a name that nothing has.
var missingReference = regexp.MustCompile(`reference "([^"#_][^"]*)" not found$`)

// nameMistakes gives the mistakes of who is new to CUE words of their own.
func (s *source) nameMistakes() {
	for i, p := range s.problems {
		if p.kind != "cue" {
			continue
		}
		if name := missingReference.FindStringSubmatch(p.values["problem"]); name != nil {
			s.problems[i].kind, s.problems[i].values = "cue-text", rules.Values{"name": name[1], "quoted": rules.Quote(name[1])}
		}
		if _, bare := s.bareKeyAt(p.at.Start); bare {
			// What else CUE says follows from it.
			s.problems = slices.DeleteFunc(s.problems, func(p problem) bool { return p.kind == "cue" || p.kind == "cue-text" })
			s.bareKeys()
			return
		}
	}
}

// bareKeyAt is the key without quotes whose colon an error stands at.
func (s *source) bareKeyAt(offset int) (key text.Span, found bool) {
	if offset < s.text.Start() || s.text.Lines() == 0 {
		return key, false
	}
	line := s.text.LineSpan(s.text.Pos(offset).Line)
	for _, m := range bareKey.FindAllStringSubmatchIndex(s.text.Slice(line), -1) {
		if line.Start+m[1]-1 == offset {
			return text.Span{Start: line.Start + m[2], End: line.Start + m[3]}, true
		}
	}
	return key, false
}

// bareKeys tells of all keys without quotes, for CUE stops at the first one.
func (s *source) bareKeys() {
	inText := false // in one of several lines
	for line := 1; line <= s.text.Lines(); line++ {
		span := s.text.LineSpan(line)
		whole := s.text.Slice(span)
		code, _, _ := strings.Cut(whole, "//")
		for _, m := range bareKey.FindAllStringSubmatchIndex(code, -1) {
			if inText || strings.Count(code[:m[2]], `"`)%2 == 1 {
				continue
			}
			at := text.Span{Start: span.Start + m[2], End: span.Start + m[3]}
			s.add("cue-key", at, "name", s.text.Slice(at), "quoted", rules.Quote(s.text.Slice(at)))
		}
		if strings.Count(whole, `"""`)%2 == 1 {
			inText = !inText
		}
	}
}
