package document

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/handofflint/handofflint/internal/text"
)

// errSecondDocument is the error of a YAML text that goes on after its first
// document.
var errSecondDocument = errors.New("a second document begins")

// decodeYAML reads a YAML text. The node is nil if there is nothing but
// comments. The library is known to panic on some input; that is an error
// like any other.
func decodeYAML(data []byte) (doc *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			doc, err = nil, fmt.Errorf("yaml: %v", r)
		}
	}()
	decoder := yaml.NewDecoder(bytes.NewReader(plainLineEnds(data)))
	var first, second yaml.Node
	if err := decoder.Decode(&first); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if err := decoder.Decode(&second); !errors.Is(err, io.EOF) {
		return nil, errSecondDocument // be it sound or not
	}
	return &first, nil
}

// plainLineEnds turns CRLF into LF, which moves no line and no column. The
// library knows both, but which of two faults it meets first depends on them.
// It would see one line break for two in CR CRLF, so a text with that is left.
func plainLineEnds(data []byte) []byte {
	if bytes.Contains(data, []byte("\r\r\n")) {
		return data
	}
	return bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
}

// The words of the YAML library that tell more than that the text is wrong.
var (
	yamlPrefix       = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)
	yamlUnknownAlias = regexp.MustCompile(`^unknown anchor '(.*)' referenced$`)
)

const yamlTooDeep = "exceeded max depth"

// yamlFault turns the library's error into a fault.
func yamlFault(places *yamlPlaces, err error, limits Limits) Fault {
	problem := yamlProblem(err)
	line := places.faultyLine(err)
	span := trimSpan(places.src, line)
	alias := yamlUnknownAlias.FindStringSubmatch(problem)
	switch {
	case errors.Is(err, errSecondDocument):
		return frontMatterFault("several-documents", span, nil)
	case strings.HasPrefix(problem, yamlTooDeep):
		values := map[string]string{"limit": strconv.Itoa(limits.Depth)}
		return frontMatterFault("too-deep", span, values)
	case alias != nil:
		values := map[string]string{"name": alias[1]}
		return frontMatterFault("unknown-alias", places.find(line, "*"+alias[1], span), values)
	}
	return frontMatterFault("yaml", span, map[string]string{"problem": problem})
}

// forbidden is the first character that YAML does not allow (YAML 1.2.2,
// section 5.1), or byte that is not an UTF-8. The library looks ahead for them by
// the block, and would report one before the faults in front of it, or not.
func (p *yamlPlaces) forbidden() (text.Span, bool) {
	for i := p.start; i < p.end; {
		r, size := rune(p.data[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(p.data[i:p.end])
		}
		control := r < ' ' && r != '\t' && r != '\n' && r != '\r' || 0x7E < r && r < 0xA0 && r != '\u0085'
		if control || r == utf8.RuneError && size == 1 || r == '\uFFFE' || r == '\uFFFF' {
			return text.Span{Start: i, End: i + size}, true
		}
		i += size
	}
	return text.Span{}, false
}

func characterFault(src *text.Source, bad text.Span) Fault {
	got := fmt.Sprintf("0x%02X", src.Bytes()[bad.Start])
	if r, size := utf8.DecodeRuneInString(src.Slice(bad)); r != utf8.RuneError || size > 1 {
		got = fmt.Sprintf("U+%04X", r)
	}
	return frontMatterFault("character", bad, map[string]string{"got": got})
}

// restOfLine is what is on a line from an offset on, white space aside.
func (p *yamlPlaces) restOfLine(at int) text.Span {
	return trimSpan(p.src, text.Span{Start: at, End: at + p.toLineBreak(at)})
}

// find is the span of some words on a line, or else.
func (p *yamlPlaces) find(line text.Span, words string, or text.Span) text.Span {
	i := strings.Index(p.src.Slice(line), words)
	if i < 0 {
		return or
	}
	return text.Span{Start: line.Start + i, End: line.Start + i + len(words)}
}

// searchBudget is how many bytes faultyLine may have parsed. Only front matter
// of hundreds of lines reaches it, and the search stays well under a second.
const searchBudget = 1 << 20

// faultyLine is the line that a YAML error is about. The line that the library
// gives is not it: it counts from 0 or from 1 depending on the error, leaves
// the first line out, and prefers the start of the mapping around the fault to
// the fault itself. So lines are taken off the end until the error is gone:
// the last one taken is the one.
func (p *yamlPlaces) faultyLine(err error) text.Span {
	line := p.lineBefore(p.end)
	for budget := searchBudget; line.Start > p.start; line = p.lineBefore(line.Start) {
		if budget -= line.Start - p.start; budget < 0 {
			return p.reportedLine(err)
		}
		if !p.failsBefore(line.Start, err) {
			break
		}
	}
	return line
}

// failsBefore reports whether the text up to an offset fails with an error of the
// same words.
func (p *yamlPlaces) failsBefore(end int, with error) bool {
	_, err := decodeYAML(p.data[p.start:end])
	return err != nil && yamlProblem(err) == yamlProblem(with)
}

// yamlProblem is what a YAML error says, without the line.
func yamlProblem(err error) string {
	return yamlPrefix.ReplaceAllString(err.Error(), "")
}

// lineBefore is the line that ends at an offset.
func (p *yamlPlaces) lineBefore(end int) text.Span {
	before := bytes.TrimSuffix(p.data[p.start:end], []byte("\n"))
	return text.Span{Start: p.start + bytes.LastIndexByte(before, '\n') + 1, End: end}
}

// reportedLine is the line that the library gives, the one after it where the
// library counted from 0, or the first.
func (p *yamlPlaces) reportedLine(err error) text.Span {
	m := yamlPrefix.FindStringSubmatch(err.Error())
	if m == nil {
		return p.restOfLine(p.start)
	}
	number, _ := strconv.Atoi(m[1])
	line := p.restOfLine(p.offset(number, 1))
	if !p.failsBefore(line.End, err) {
		line = p.restOfLine(p.offset(number+1, 1))
	}
	return line
}
