package config

import (
	"regexp"
	"slices"
	"strings"

	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

// People who know YAML make three mistakes in CUE for which CUE has only
// general words: a key with - or / without quotes, text without quotes, and
// text in single quotes. checkIncomplete reports the last one.

// cueKinds are the mistakes after which the content of a CUE file is unknown.
var cueKinds = []string{"cue", "cue-key", "cue-text", "cue-import", "cue-attribute", "cue-taken"}

// bareKey matches a key that needs quotes in CUE, where a key can be.
var bareKey = regexp.MustCompile(`(?:^|[{,:])[ \t]*([A-Za-z_][\w.]*(?:[-/][\w.*-]+)+|\*)[ \t]*:`)

// missingReference matches CUE's error for an undefined name.
var missingReference = regexp.MustCompile(`reference "([^"#_][^"]*)" not found$`)

// nameMistakes replaces CUE's words for beginners' mistakes.
func (s *source) nameMistakes() {
	for i, p := range s.problems {
		if p.kind != "cue" {
			continue
		}
		if name := missingReference.FindStringSubmatch(p.values["problem"]); name != nil {
			s.problems[i].kind, s.problems[i].values = "cue-text", rules.Values{"name": name[1], "quoted": rules.Quote(name[1])}
		}
		if _, bare := s.bareKeyAt(p.at.Start); bare {
			// CUE's other errors follow from it.
			s.problems = slices.DeleteFunc(s.problems, func(p problem) bool { return p.kind == "cue" || p.kind == "cue-text" })
			s.bareKeys()
			return
		}
	}
}

// bareKeyAt returns the key without quotes whose colon is at an error's offset.
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

// bareKeys reports all keys without quotes; CUE stops at the first one.
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
