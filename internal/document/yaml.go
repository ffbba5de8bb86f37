package document

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/handofflint/handofflint/internal/text"
)

// ParseYAML parses data as exactly one YAML mapping, for files that are not handoffs: a configuration. Spans
// are byte offsets in data; a leading byte order mark is skipped. The tree is nil if there are only comments.
// With a fault, of the rules syntax/front-matter, syntax/duplicate-key and file/not-utf8, it is unreliable
// and may be nil.
func ParseYAML(data []byte, limits Limits) (*Node, *text.Source, []Fault) {
	return parseAll(data, limits, parseYAML)
}

// parseYAML parses a YAML document that fills a span and must be a mapping. Both results are nil if there is
// nothing to read.
//
// Only the JSON subset of YAML is accepted: aliases, anchors, merge keys, tags and keys that are lists or
// objects are faults, each at its position.
func parseYAML(src *text.Source, span text.Span, limits Limits) (*Node, []Fault) {
	y := &yamlReader{src: src, data: src.Bytes()[:span.End], start: span.Start, limits: limits}
	if bytes.HasPrefix(y.data[y.start:], []byte(text.BOM)) {
		y.start += len(text.BOM) // the library does not count it as a column
	}
	for i, size := y.start, 0; i < len(y.data); i += size {
		var r rune
		r, size = utf8.DecodeRune(y.data[i:])
		isLoneCR := r == '\r' && y.byte(i+1) != '\n'
		if forbiddenInYAML(r) || isLoneCR {
			y.fail("character", text.Span{Start: i, End: i + size}, values("got", fmt.Sprintf("U+%04X", r)))
			return nil, y.faults
		}
	}
	doc, err := decodeYAML(y.data[y.start:])
	if err != nil {
		y.failDecoding(err)
		return nil, y.faults
	}
	if doc == nil {
		return nil, nil
	}
	root := y.value(doc.Content[0], 1)
	if len(y.faults) == 0 && root.Kind != Object {
		y.fail("not-mapping", root.kindSpan(), values("got", root.Kind.String()))
	}
	return root, distinct(root, y.faults)
}

// forbiddenInYAML reports whether YAML does not allow a character (YAML 1.2.2, section 5.1), or some readers
// treat it as a line end. The library checks for them blockwise in advance, and would report one before the
// faults above it, or not at all.
func forbiddenInYAML(r rune) bool {
	switch r {
	case '\t', '\n', '\r':
		return false
	case '\u2028', '\u2029', '\uFFFE', '\uFFFF':
		return true
	}
	return unicode.IsControl(r)
}

// yamlReader turns the YAML library's nodes into ours.
type yamlReader struct {
	src        *text.Source
	data       []byte // the file up to the end of the YAML text
	start      int    // of the YAML text
	limits     Limits
	count      int // values so far, without keys; see longPath
	pathLength int // bytes of the keys around a node
	faults     []Fault
	failed     bool // by a fault that ends the reading

	// The position of the last node. Nodes come in the text's order, so a line with many nodes is read once.
	line, column, at int
}

// fail adds a fault, which ends the reading unless the rest can still be read.
func (y *yamlReader) fail(variant string, span text.Span, values map[string]string) {
	y.faults = append(y.faults, Fault{Rule: ruleFrontMatter, Variant: variant, Span: span, Values: values})
	if variant != unsupported {
		y.failed = true
	}
}

// unsupported is the variant for YAML features that JSON lacks.
const unsupported = "unsupported"

// value reads a node inside of depth-1 collections.
func (y *yamlReader) value(n *yaml.Node, depth int) *Node {
	at := y.offset(n.Line, n.Column)
	_, size := utf8.DecodeRune(y.data[at:])
	opening := text.Span{Start: at, End: at + size}
	v := &Node{Value: text.At(at)}
	y.count += weightOf(y.pathLength)
	if y.count > y.limits.Values {
		y.fail("too-many", opening, values("limit", strconv.Itoa(y.limits.Values)))
		return v
	}
	if isCollection(n) && depth > y.limits.Depth {
		y.fail("too-deep", opening, values("limit", strconv.Itoa(y.limits.Depth)))
		return v
	}
	isTagged := n.Style&yaml.TaggedStyle != 0 || y.byte(at) == '!' // the library drops the tag of a lone !
	if n.Kind == yaml.AliasNode || n.Anchor != "" || isTagged {
		y.refuse(at)
	}
	switch n.Kind {
	case yaml.ScalarNode:
		v.Kind, v.Text = yamlScalar(n)
		v.Value.End = y.scalarEnd(n, at)
	case yaml.SequenceNode:
		y.sequence(v, n, depth)
	case yaml.MappingNode:
		y.mapping(v, n, depth)
	}
	return v
}

func isCollection(n *yaml.Node) bool {
	return n.Kind == yaml.SequenceNode || n.Kind == yaml.MappingNode
}

func (y *yamlReader) sequence(v *Node, n *yaml.Node, depth int) {
	v.Kind, v.Value.End = List, min(v.Value.Start+1, len(y.data))
	for _, part := range n.Content {
		if y.failed {
			return
		}
		item := y.value(part, depth+1)
		v.Items = append(v.Items, item)
		v.Value.End = max(v.Value.End, item.Value.End)
	}
	v.Value.End = y.closing(v.Value.End)
}

// mapping reads an object. Its keys make the paths of its values longer, which costs more of the bound on values: see
// longPath.
func (y *yamlReader) mapping(v *Node, n *yaml.Node, depth int) {
	v.Kind = Object
	v.Value.End = min(v.Value.Start+1, len(y.data))
	for i := 0; i+1 < len(n.Content) && !y.failed; i += 2 {
		name, value := n.Content[i], n.Content[i+1]
		y.count -= weightOf(y.pathLength) // keys are not counted
		key := y.value(name, depth+1)
		if isCollection(name) {
			y.fail(unsupported, key.Opening(), values("got", "a key that is not a text"))
		} else if name.ShortTag() == "!!merge" {
			y.refuse(key.Value.Start)
		}
		y.pathLength += len(name.Value)
		field := y.value(value, depth+1)
		y.pathLength -= len(name.Value)
		isLeftOut := value.Kind == yaml.ScalarNode && value.Value == "" && value.Style == 0
		if isLeftOut && value.Line != name.Line {
			field.Value = text.At(key.Value.End) // the library uses the next token's position
		}
		field.Name = name.Value
		field.Key = key.Value
		v.Items = append(v.Items, field)
		v.Value.End = max(v.Value.End, key.Value.End, field.Value.End)
	}
	if y.byte(v.Value.Start) == '{' { // [a: b] has a mapping without braces
		v.Value.End = y.closing(v.Value.End)
	}
}

// refuse reports an alias, anchor, tag or merge key at an offset.
func (y *yamlReader) refuse(at int) {
	word := yamlWord.Find(y.data[at:])
	kind := map[byte]string{'*': "alias ", '&': "anchor ", '!': "tag ", '<': "merge key "}[y.byte(at)]
	y.fail(unsupported, text.Span{Start: at, End: at + len(word)}, values("got", kind+excerpt(string(word))))
}

var yamlWord = text.MustCompile(`^[^\s,\[\]{}:]*`)

// yamlScalar returns a scalar's kind and text by the YAML 1.2 core schema (chapter 10.3 of its
// specification), so the values are those of JSON. yes, on and dates are strings. 01 is the Int 1, for a
// report's sequence; a Float's Text is a JSON number. Values that JSON has no number for, such as .inf, .nan
// and 0x1F, are Strings.
func yamlScalar(n *yaml.Node) (Kind, string) {
	if n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		return String, n.Value
	}
	switch s := n.Value; s {
	case "", "~", "null", "Null", "NULL":
		return Null, ""
	case "true", "True", "TRUE", "false", "False", "FALSE":
		return Bool, strings.ToLower(s)
	}
	if number, ok := ParseNumber(n.Value); ok {
		literal := number.String()
		if literal == "-0" { // as an integer it has no sign
			literal = "0"
		}
		return number.kind(), literal
	}
	return String, n.Value
}

var errSecondDocument = errors.New("a second document begins")

// decodeYAML parses a YAML text. The node is nil if there are only comments. The library panics on some
// input; that is returned as an error.
func decodeYAML(data []byte) (doc *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			doc, err = nil, fmt.Errorf("yaml: %v", r)
		}
	}()
	// The library accepts CRLF, but which of two faults it reports first depends on it.
	decoder := yaml.NewDecoder(bytes.NewReader(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))))
	var first, second yaml.Node
	if err := decoder.Decode(&first); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if err := decoder.Decode(&second); !errors.Is(err, io.EOF) {
		return nil, errSecondDocument // whether it is valid or not
	}
	return &first, nil
}

// The messages of the YAML library that say more than that the text is wrong.
var (
	yamlPrefix       = text.MustCompile(`^yaml: (?:line \d+: )?`)
	yamlUnknownAlias = text.MustCompile(`^unknown anchor '(.*)' referenced$`)
)

// yamlProblem returns the message of a YAML error, without the line.
func yamlProblem(err error) string { return yamlPrefix.ReplaceAllString(err.Error(), "") }

// failDecoding turns the library's error into a fault.
func (y *yamlReader) failDecoding(err error) {
	problem := yamlProblem(err)
	line := y.faultyLine(err)
	span := strip(y.src, line)
	alias := yamlUnknownAlias.FindStringSubmatch(problem)
	switch {
	case errors.Is(err, errSecondDocument):
		y.fail("several-documents", span, nil)
	case strings.HasPrefix(problem, "exceeded max depth"):
		y.fail("too-deep", span, values("limit", strconv.Itoa(y.limits.Depth)))
	case alias != nil && strings.Contains(y.src.Slice(line), "*"+alias[1]):
		y.refuse(line.Start + strings.Index(y.src.Slice(line), "*"+alias[1]))
	default:
		y.fail("yaml", span, values("problem", problem))
	}
}

// maxSearched is the maximum size in bytes of a text that faultyLine searches by parsing parts of it.
const maxSearched = 64 << 10

// faultyLine returns the line of a YAML error: the last line of the shortest prefix with the same error, or the
// first line of a longer text. The library's line is unreliable: it counts from 0 or from 1 depending on the
// error, skips the first line, and prefers the start of the mapping around the fault.
func (y *yamlReader) faultyLine(err error) text.Span {
	first := y.src.Pos(y.start).Line
	last := y.src.Pos(len(y.data)).Line
	fails := func(n int) bool {
		_, other := decodeYAML(y.data[y.start:min(y.src.LineSpan(first+n+1).Start, len(y.data))])
		return other != nil && yamlProblem(other) == yamlProblem(err)
	}
	faulty := first
	if len(y.data)-y.start <= maxSearched {
		faulty += sort.Search(last-first, fails)
	}
	line := y.src.LineSpan(faulty)
	return text.Span{Start: max(line.Start, y.start), End: min(line.End, len(y.data))}
}

// The YAML library gives only the start of a node, by line and code point. Offsets are clamped to the YAML
// text.

// byte returns the byte at an offset, or 0 after the end.
func (y *yamlReader) byte(at int) byte {
	if at >= len(y.data) {
		return 0
	}
	return y.data[at]
}

// offset returns the offset of a line and column of the YAML text, both from 1, columns in code points.
func (y *yamlReader) offset(line, column int) int {
	if line != y.line {
		start := y.src.LineSpan(y.src.Pos(y.start).Line + line - 1).Start
		y.line, y.column, y.at = line, 1, min(max(start, y.start), len(y.data))
	}
	for y.column < column {
		_, size := utf8.DecodeRune(y.data[y.at:])
		y.at += size
		y.column++
	}
	return y.at
}

var (
	// flowEnd matches the text between the last part of a flow collection and its bracket: white space,
	// comments and commas, and the punctuation of a pair without a key or value.
	flowEnd = text.MustCompile(`^(?:[ \t\r\n,:?]|#[^\n]*)*[\]}]`)
	// blockHeader matches the header of a block scalar.
	blockHeader = text.MustCompile(`^[|>+\-0-9]*`)
	// quotedScalar matches a scalar in quotes, which end with the text at the latest.
	quotedScalar = text.MustCompile(`^(?:"(?:[^"\\]|\\(?s:.))*"?|'(?:[^']|'')*'?)`)
)

// closing returns the offset after the closing bracket of a flow collection whose last part ends at an
// offset.
func (y *yamlReader) closing(at int) int { return at + len(flowEnd.Find(y.data[at:])) }

// scalarEnd returns the offset after a scalar that starts at an offset.
func (y *yamlReader) scalarEnd(n *yaml.Node, start int) int {
	if n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 {
		return start + len(quotedScalar.Find(y.data[start:]))
	}
	if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
		return y.wordsEnd(start, n.Value)
	}
	// A block scalar ends after its last character that is not white space, or after its header if it has
	// none.
	header := start + len(blockHeader.Find(y.data[start:]))
	body := header + max(bytes.IndexByte(y.data[header:], '\n'), 0)
	if end := y.wordsEnd(body, n.Value); end > body {
		return end
	}
	return header
}

// wordsEnd returns the offset after the last word of a scalar without escapes. Value and source differ only in
// white space, since YAML folds it.
func (y *yamlReader) wordsEnd(start int, value string) int {
	end := start
	for word := range strings.FieldsSeq(value) {
		rest := bytes.TrimLeftFunc(y.data[end:], unicode.IsSpace)
		if !bytes.HasPrefix(rest, []byte(word)) {
			break
		}
		end = len(y.data) - len(rest) + len(word)
	}
	return end
}
