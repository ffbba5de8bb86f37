package prose

import (
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/ledger"
	"github.com/handofflint/handofflint/internal/text"
)

// What is what a claim counts.
type What string

// What is counted.
const (
	AddedTests What = "tests"      // tests that were added
	AllTests   What = "all-tests"  // the tests of a file
	Files      What = "files"      // files that were changed
	TestFiles  What = "test-files" // files of tests that were changed
	Committed  What = "committed"  // files of a commit
	Commits    What = "commits"    // commits that were made
)

// Counts returns what some sentences say of how many tests, files and commits were made.
func Counts(all []Statement) []Claim {
	var claims []Claim
	for _, s := range all {
		if len(claims) >= maxClaims {
			break
		}
		if c, ok := s.counted(); ok {
			claims = append(claims, c)
		}
	}
	return claims
}

// counted returns what a sentence counts. The first form that it has decides.
func (s Statement) counted() (c Claim, ok bool) {
	lower := strings.ToLower(s.Text)
	if len(s.Text) > maxSentence || !hasNumber(lower) {
		return c, false
	}
	for _, form := range builtin().Counted {
		if !form.Words.in(lower) {
			continue
		}
		at := form.Pattern.FindStringSubmatchIndex(s.Plain)
		if at == nil {
			continue
		}
		number := groupIn(at)
		c = Claim{Statement: s, Act: Counted, What: form.What, Count: numberOf(s.Plain[number.Start:number.End])}
		clause := text.Span{Start: s.clauseStart(0, number.Start), End: at[1]}
		c.Text = s.textOf(text.Span{Start: clause.Start, End: max(clause.End, s.clauseEnd(at[1]))})
		if c.What == AddedTests || c.What == AllTests {
			c.Path = s.container(at[0], at[1])
		}
		if c.What == AllTests && builtin().AddedTests.MatchString(Masked(s.Label)) {
			c.What = AddedTests
		}
		isOfFile := c.What != AllTests || c.Path != ""
		return c, isOfFile && c.Count > 0 && !s.isHedged(clause) && !s.isApart()
	}
	return c, false
}

// hasNumber reports whether a text in lower case has a number, in digits or in a word.
func hasNumber(lower string) bool {
	return strings.ContainsAny(lower, "0123456789") || builtin().Numbers.in(lower)
}

// groupIn returns where the first group of a match is that has something.
func groupIn(at []int) text.Span {
	for i := 2; i+1 < len(at); i += 2 {
		if at[i] >= 0 {
			return text.Span{Start: at[i], End: at[i+1]}
		}
	}
	return text.Span{}
}

// numberOf returns a number in digits or in a word; 0 for none.
func numberOf(word string) int {
	n, err := strconv.Atoi(word)
	if err != nil {
		return slices.Index(builtin().Numbers, strings.ToLower(word)) + 1
	}
	return n
}

// container returns the file that what is counted from one offset to another one is in: the
// only one before it, or the one that it was added to, else that of the label; "" for none.
func (s Statement) container(from, to int) string {
	before := s.filesIn(text.Span{End: to})
	if len(before) == 0 {
		after := s.filesIn(text.Span{Start: to, End: len(s.Text)})
		if len(after) > 0 && builtin().Into.MatchString(s.Text[to:after[0].Start]) {
			return after[0].path
		}
		label := Statement{Text: s.Label, Plain: Masked(s.Label)}
		before = label.filesIn(text.Span{End: len(label.Text)})
	}
	if len(before) != 1 {
		return ""
	}
	return before[0].path
}

// namedFile is a file that a sentence names.
type namedFile struct {
	text.Span
	path string
}

// filesIn returns the files that a part of a sentence names, in code or not.
func (s Statement) filesIn(in text.Span) (files []namedFile) {
	words := append(text.CodeSpan.FindAllStringIndex(s.Text[in.Start:in.End], -1), builtin().Names.FindAllStringIndex(s.Plain[in.Start:in.End], -1)...)
	for _, at := range words {
		span := text.Span{Start: in.Start + at[0], End: in.Start + at[1]}
		ref, isPath := ledger.ParseReference(strings.Trim(s.Text[span.Start:span.End], "` "))
		if isPath && builtin().File.MatchString(ref.Path) {
			files = append(files, namedFile{span, ref.Path})
		}
	}
	return files
}
