package checks

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
	"github.com/handofflint/handofflint/rules"
)

type hiddenTextParams struct {
	Hidden  []hiddenKind  `json:"hidden"`
	Colours *text.Pattern `json:"colours"`
}

// hiddenKind is a kind of hidden text.
type hiddenKind struct {
	What       string     `json:"what"`
	Characters codePoints `json:"characters"`
	Least      int        `json:"least"` // characters in a row; fewer are not hidden text
}

// codePoints are ranges of code points.
type codePoints []codeRange

type codeRange struct{ first, last rune }

// UnmarshalText reads ranges in hexadecimal: "200B-200D FEFF".
func (c *codePoints) UnmarshalText(source []byte) error {
	for part := range strings.FieldsSeq(string(source)) {
		from, to, found := strings.Cut(part, "-")
		if !found {
			to = from
		}
		first, err := strconv.ParseUint(from, 16, 21)
		last, lastErr := strconv.ParseUint(to, 16, 21)
		if err != nil || lastErr != nil {
			return fmt.Errorf("%q is not a range of code points in hexadecimal, such as 200B-200D", part)
		}
		*c = append(*c, codeRange{rune(first), rune(last)})
	}
	return nil
}

func (c codePoints) has(r rune) bool {
	return slices.ContainsFunc(c, func(in codeRange) bool { return in.first <= r && r <= in.last })
}

// hiddenText reports invisible characters: in the file, the first of each kind on a line; and in values that
// have them as escapes, the first of a row of one kind. Colours in code or in a value are output of a program.
func hiddenText(p *hiddenTextParams, pass *rules.Pass) {
	source := pass.Doc.Source
	all := text.View(source, text.Span{Start: source.Start(), End: len(source.Bytes())})
	reported := map[string]int{} // line of the last report of a kind
	code := sync.OnceValue(func() []text.Span { return document.CodeIn(source) })
	inCode := func(at text.Span) bool {
		return slices.ContainsFunc(code(), func(c text.Span) bool { return c.Start <= at.Start && at.End <= c.End })
	}
	p.eachHidden(all, func(kind hiddenKind, start, end int) {
		at := text.Span{Start: source.Start() + start, End: source.Start() + end}
		if p.isColour(pass, all[start:]) && inCode(at) {
			return
		}
		if line := pass.Line(at); reported[kind.What] != line {
			reported[kind.What] = line
			pass.Report(rules.Report{At: at, Values: hiddenValues(kind, all[start:])})
		}
	})
	pass.Doc.EachString(func(n *document.Node, pointer string) {
		written := text.View(source, n.Value)
		last := "" // the kind that was reported last
		p.eachHidden(n.Text, func(kind hiddenKind, start, end int) {
			isInFile := strings.Contains(written, n.Text[start:end]) // and reported there
			if last == kind.What || isInFile || p.isColour(pass, n.Text[start:]) {
				return
			}
			last = kind.What
			pass.Report(rules.Report{At: n.Value, Pointer: pointer, Values: hiddenValues(kind, n.Text[start:])})
		})
	})
}

// longestColour bounds the search for the end of a colour sequence, in bytes.
const longestColour = 60

// isColour reports whether a text begins with a sequence that sets colours.
func (p *hiddenTextParams) isColour(pass *rules.Pass, text string) bool {
	at := p.Colours.Find(text[:min(len(text), longestColour)], pass.Steps())
	return at != nil && strings.HasSuffix(text[:at[1]], "m")
}

// regionFlag matches the flag of a region such as Scotland: tag characters that spell the region, and an end
// tag (UTS #51).
var regionFlag = text.MustCompile(`^\x{1F3F4}[\x{E0030}-\x{E007A}]{1,6}\x{E007F}`)

func hiddenValues(kind hiddenKind, text string) rules.Values {
	r, _ := utf8.DecodeRuneInString(text)
	return rules.Values{"what": kind.What, "code": fmt.Sprintf("U+%04X", r)}
}

// eachHidden calls a function for each piece of hidden text, with its bytes from start to end. The tag characters
// of a region's flag are not hidden text.
func (p *hiddenTextParams) eachHidden(s string, call func(kind hiddenKind, start, end int)) {
	for i := 0; i < len(s); {
		isCommon := ' ' <= s[i] && s[i] < 0x7f || strings.IndexByte("\n\t\r", s[i]) >= 0
		if isCommon {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == '\U0001F3F4' { // a black flag, the beginning of a region's flag
			i += max(size, len(regionFlag.FindString(s[i:])))
			continue
		}
		k := slices.IndexFunc(p.Hidden, func(k hiddenKind) bool { return k.Characters.has(r) })
		if k < 0 {
			i += size
			continue
		}
		kind := p.Hidden[k]
		end := len(s) - len(strings.TrimLeftFunc(s[i:], kind.Characters.has))
		if utf8.RuneCountInString(s[i:end]) >= kind.Least {
			call(kind, i, end)
		}
		i = end
	}
}
