package document

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/adrg/frontmatter"

	"github.com/handofflint/handofflint/internal/text"
)

// ruleFrontMatter is the rule that faults in front matter are filed under.
const ruleFrontMatter = "syntax/front-matter"

// delimiter is the line that opens front matter, and the line that closes it.
const delimiter = "---"

// parseFrontMatter reads the YAML front matter at the start of a Markdown file.
// Blank lines may precede it. A delimiter is a line of three hyphens at its
// very start, with nothing but white space after them: an indented one, as in
// a block scalar, is text.
//
// The tree is as readYAML makes it, nil if there is none. body is all that
// follows the front matter: the whole text where front matter is absent, and
// where it is not closed, what follows the lines that look like its fields.
//
// The variants of rule syntax/front-matter, with their values. got is the text
// found, cut short where it is long.
//
//	no-text       all lines are blank. The span is the start of the text
//	absent        got: the first line that is not blank. The span is the start
//	              of the text
//	preceded      got: the first line that is not blank. Related: the opening
//	              line of a report's front matter, further down
//	not-closed    Related: the opening line. The span is the place where the
//	              closing line belongs, at the start of the body
//	empty         nothing but blank lines and comments. The span reaches from
//	              the opening line to the closing one
//	not-mapping   got: the kind of the value (list, string, …)
//	yaml          problem: what the YAML library says. The span is the line
//	character     got: the code point, U+0007, of a character that YAML does
//	              not allow, or the byte, 0xF2, that is not an UTF-8
//	unknown-alias name: an alias, as in *name, for which there is no anchor
//	alias-loop    name: an alias that is in its own anchor's value
//	alias-bomb    name, limit: an alias that takes the document over the number
//	              of values allowed
//	too-deep      limit: the number of levels allowed
//	too-many      limit: the number of values allowed, keys left out
//	several-documents  a second YAML document begins at the span
//	merge         got: the kind of a value of the merge key << that is neither
//	              a mapping nor a list of mappings
//
// A repeated key is a fault of its own, as in JSON.
func parseFrontMatter(src *text.Source, limits Limits) (data *Node, body text.Span, faults []Fault) {
	end := len(src.Bytes())
	matter, found := findFrontMatter(src)
	if !found {
		return missingFrontMatter(src, limits)
	}
	body = text.Span{Start: matter.End, End: end}
	data, faults = parseYAML(src, insideDelimiters(src, matter), limits)
	if data == nil && faults == nil {
		faults = []Fault{frontMatterFault("empty", trimSpan(src, matter), nil)}
	}
	return data, body, faults
}

func frontMatterFault(variant string, span text.Span, values map[string]string, related ...Related) Fault {
	return Fault{Rule: ruleFrontMatter, Variant: variant, Span: span, Values: values, Related: related}
}

// findFrontMatter is the span of the front matter with its delimiter lines.
func findFrontMatter(src *text.Source) (text.Span, bool) {
	length := -1
	format := &frontmatter.Format{
		Start:           delimiter,
		End:             delimiter,
		UnmarshalDelims: true,
		Unmarshal: func(matter []byte, _ any) error {
			length = len(matter)
			return nil
		},
	}
	data := maskDelimiters(src.Bytes()[src.Start():])
	rest, err := frontmatter.Parse(bytes.NewReader(data), nil, format)
	if err != nil || length < 0 {
		return text.Span{}, false
	}
	end := len(src.Bytes()) - len(rest)
	return text.Span{Start: end - length, End: end}, true
}

// maskDelimiters hides the lines that the frontmatter library would take for
// delimiters and that are none: it trims lines on both sides. The text keeps
// its length, so that places in it stay right.
func maskDelimiters(data []byte) []byte {
	masked := data
	for at, seen := 0, 0; at < len(data) && seen < 2; {
		i := bytes.Index(data[at:], []byte(delimiter))
		if i < 0 {
			break
		}
		i += at
		line := lineAround(data, i)
		at = line.End
		if string(bytes.TrimSpace(data[line.Start:line.End])) != delimiter {
			continue
		}
		if isDelimiter(data[line.Start:line.End]) {
			seen++
			continue
		}
		if &masked[0] == &data[0] {
			masked = bytes.Clone(data)
		}
		copy(masked[i:], "###")
	}
	return masked
}

func isDelimiter(line []byte) bool {
	return string(bytes.TrimRight(line, " \t\r\n")) == delimiter
}

// lineAround is the line that a place is on, with its line end.
func lineAround(data []byte, at int) text.Span {
	start := bytes.LastIndexByte(data[:at], '\n') + 1
	if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
		return text.Span{Start: start, End: at + i + 1}
	}
	return text.Span{Start: start, End: len(data)}
}

// insideDelimiters is front matter without its first and last line.
func insideDelimiters(src *text.Source, matter text.Span) text.Span {
	trimmed := trimSpan(src, matter)
	opening := lineAround(src.Bytes(), matter.Start)
	closing := lineAround(src.Bytes(), trimmed.End-1)
	return text.Span{Start: opening.End, End: closing.Start}
}

// trimSpan takes the white space off both ends of a span.
func trimSpan(src *text.Source, span text.Span) text.Span {
	s := src.Slice(span)
	start := span.Start + len(s) - len(strings.TrimLeft(s, jsonSpace))
	end := span.End - len(s) + len(strings.TrimRight(s, jsonSpace))
	return text.Span{Start: start, End: max(start, end)}
}

// missingFrontMatter reports that there is no front matter, or none that is
// closed.
func missingFrontMatter(src *text.Source, limits Limits) (*Node, text.Span, []Fault) {
	end := len(src.Bytes())
	opening := firstLine(src)
	if line := src.Slice(opening); !isDelimiter([]byte(line)) {
		return nil, text.Span{Start: src.Start(), End: end}, []Fault{noFrontMatter(src, line)}
	}
	fields := likelyFields(src, opening.End)
	data, _ := parseYAML(src, fields, limits)
	fault := frontMatterFault("not-closed", text.At(fields.End), nil, Related{Span: trimSpan(src, opening)})
	return data, text.Span{Start: fields.End, End: end}, []Fault{fault}
}

// noFrontMatter is the fault of a text whose first line that is not blank is no
// delimiter.
func noFrontMatter(src *text.Source, line string) Fault {
	if strings.TrimSpace(line) == "" {
		return frontMatterFault("no-text", text.At(src.Start()), nil)
	}
	values := map[string]string{"got": excerpt(strings.TrimRight(line, jsonSpace))}
	for _, opening := range openingLine.FindAllIndex(src.Bytes(), 10) {
		if reportKey.MatchString(src.Slice(likelyFields(src, opening[1]))) {
			return frontMatterFault("preceded", text.At(src.Start()), values, Related{Span: text.Span{Start: opening[0], End: opening[0] + len(delimiter)}})
		}
	}
	return frontMatterFault("absent", text.At(src.Start()), values)
}

// openingLine is a line that may open front matter.
var openingLine = regexp.MustCompile(`(?m)^---[ \t]*\r?\n`)

// firstLine is the first line that is not blank, with its line end.
func firstLine(src *text.Source) text.Span {
	data := src.Bytes()
	rest := bytes.TrimSpace(data[src.Start():])
	if len(rest) == 0 {
		return text.At(len(data))
	}
	at := src.Start() + bytes.Index(data[src.Start():], rest[:1])
	line := lineAround(data, at)
	return text.Span{Start: max(line.Start, src.Start()), End: line.End}
}

// fieldLine is what a line of front matter looks like: a key with its colon,
// a list's item, or something indented.
var fieldLine = regexp.MustCompile(`^(["']?[\w.$-]+["']?[ \t]*:([ \t]|$)|-([ \t]|$)|[ \t]+\S)`)

// likelyFields is the lines from start on that look like front matter, up to
// the first blank line after them. Markdown seldom looks like it: its first
// line is a heading, or a blank line precedes it.
func likelyFields(src *text.Source, start int) text.Span {
	span := text.At(start)
	for line := src.Pos(start).Line; line <= src.Lines(); line++ {
		s := src.Line(line)
		blank := strings.TrimSpace(s) == ""
		if blank && span.Len() == 0 {
			continue
		}
		if blank || strings.TrimSpace(s) == delimiter || !fieldLine.MatchString(s) {
			break
		}
		span.End = lineAround(src.Bytes(), src.LineSpan(line).Start).End
	}
	return span
}
