package document

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/adrg/frontmatter"

	"github.com/handofflint/handofflint/internal/text"
)

// delimiter is the line that opens front matter, and the line that closes it.
const delimiter = "---"

// frontMatter is parsed front matter. body is the text after it.
type frontMatter struct {
	data   *Node
	body   text.Span
	faults []Fault
}

// parseFrontMatter parses the YAML front matter at the start of a Markdown file. Blank lines may precede it.
// A delimiter is a line that starts with three hyphens, with only white space after them: an indented one, as
// in a block scalar, is text.
func parseFrontMatter(src *text.Source, limits Limits) frontMatter {
	inside, body, found := splitFrontMatter(src)
	if !found {
		return frontMatter{faults: []Fault{missingFrontMatter(src)}}
	}
	data, faults := parseYAML(src, inside, limits)
	if data == nil && faults == nil {
		whole := text.Span{Start: firstLine(src).Start, End: body.Start}
		faults = []Fault{{Rule: ruleFrontMatter, Variant: "empty", Span: strip(src, whole)}}
	}
	return frontMatter{data, body, faults}
}

// splitFrontMatter splits a text into the part between its delimiters and the part after them.
func splitFrontMatter(src *text.Source) (inside, body text.Span, found bool) {
	opening := firstLine(src)
	data := src.Bytes()
	length := 0
	format := &frontmatter.Format{Start: delimiter, End: delimiter, Unmarshal: func(matter []byte, _ any) error {
		found, length = true, len(matter)
		return nil
	}}
	// The library trims lines at both ends, so indented delimiters are hidden from it.
	masked := bytes.ReplaceAll(data[opening.Start:], []byte(" ---"), []byte(" ###"))
	masked = bytes.ReplaceAll(masked, []byte("\t---"), []byte("\t###"))
	rest, _ := frontmatter.Parse(bytes.NewReader(masked), nil, format) // nothing is found with an error
	if !found || !isDelimiter(src.Slice(opening)) {
		return inside, body, false
	}
	inside = text.Span{Start: opening.End, End: opening.End + length}
	body = text.Span{Start: len(data) - len(rest), End: len(data)}
	return inside, body, isDelimiter(src.Slice(text.Span{Start: inside.End, End: body.Start}))
}

func isDelimiter(line string) bool { return strings.TrimRight(line, jsonSpace) == delimiter }

// firstLine returns the first non-blank line, with its line end.
func firstLine(src *text.Source) text.Span {
	data := src.Bytes()
	at := len(data) - len(bytes.TrimLeftFunc(data[src.Start():], unicode.IsSpace))
	if at == len(data) {
		return text.At(at)
	}
	line := src.Pos(at).Line
	return text.Span{Start: src.LineSpan(line).Start, End: src.LineSpan(line + 1).Start}
}

// missingFrontMatter returns the fault of a text whose front matter is absent or not closed.
func missingFrontMatter(src *text.Source) Fault {
	fault := Fault{Rule: ruleFrontMatter, Variant: "absent", Span: text.At(src.Start())}
	opening := firstLine(src)
	switch strings.TrimRight(src.Slice(opening), jsonSpace) {
	case "":
		fault.Variant = "no-text"
	case delimiter:
		fault.Variant = "not-closed"
		fault.Span = strip(src, opening)
	}
	return fault
}
