package rules

import (
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// The types of a document are defined in internal packages that all of
// handofflint shares. These are their names for programs outside. A
// documentation site shows no fields of an alias, so the comments list them; a
// test checks that none is missing.

// Input is a file to check. Only Data is required.
//
//   - Path string: the file as findings show it, with forward slashes
//   - Data []byte: its bytes, not to be changed afterwards
//   - Origin [Pos]: where Data begins, for a part of a longer text
//   - As [Format]: its format; with [UnknownFormat], the zero value, it is
//     detected by path and content
//   - Named bool: the user named this file, so it must be a handoff; otherwise a
//     file that is not a handoff is skipped
//   - Info *[Info]: its data in the file system, nil if unknown
type Input = document.Input

// Info is a file's data in the file system.
//
//   - ModTime time.Time: when it was last changed
//   - Done time.Time: when its `.done` marker was last changed, zero without one
type Info = document.Info

// Format is the name of a format. It is a string.
type Format = document.Format

// The four formats, and UnknownFormat for a file of none of them.
const (
	UnknownFormat  Format = document.Unknown
	ReportFormat   Format = document.Report
	MetadataFormat Format = document.Metadata
	ContextFormat  Format = document.Context
	TaskFormat     Format = document.Task
)

// Document is a parsed handoff, see [Engine.Parse].
//
//   - Input [Input]: the file
//   - Format [Format]: its format
//   - Source *[SourceText]: its text, for lines and columns; nil if it was not read
//   - Root *[Node]: an object with the branches "file" (from its path and the
//     file system), "data" (the handoff's own object) and, for Markdown, "body";
//     a branch that could not be parsed is absent
//   - Body *[Body]: the Markdown, nil for a JSON file
//   - Faults [][Fault]: what could not be parsed
//   - Fatal bool: nothing more can be checked because of a fault
//   - Data() *[Node]: the branch "data", nil if it could not be parsed
type Document = document.Document

// Node is a value of a document with its position. A nil *Node means that there is
// no such value: all methods may be called on it, but its fields may not be read.
//
//   - Kind [Kind]: its kind
//   - Name string: its key in an object, "" for none
//   - Text string: a string's value, a number's or boolean's literal
//   - Key, Value [Span]: the spans of both, with quotes and brackets
//   - Items []*[Node]: a list's elements or an object's fields, in their order;
//     of equal keys only the last is kept
//   - Field(name string) *[Node]: the object's field of that name
//   - Lookup(path ...string) *[Node]: the value at a path of names and indexes:
//     Lookup("handoff", "blockers", "0")
//   - Str() string: a string's value, "" for any other node
//   - Blank() bool: it is a string without a visible character
//   - Opening() [Span]: the span to report for something missing in it
type Node = document.Node

// Kind is the kind of a value, as in JSON. Its String() is its name.
type Kind = document.Kind

// The kinds. A number with a fraction or an exponent is a [FloatKind], even if
// its value is whole.
const (
	NullKind   Kind = document.Null
	BoolKind   Kind = document.Bool
	IntKind    Kind = document.Int
	FloatKind  Kind = document.Float
	StringKind Kind = document.String
	ListKind   Kind = document.List
	ObjectKind Kind = document.Object
)

// Body is the Markdown of a document.
//
//   - Span [Span]: the whole, for a report all after the front matter
//   - Headings [][Heading]: all of them, outside code and comments
//   - Sections [][Section]: the numbered ones, "## N. Title"
//   - Almost [][Heading]: lines that were meant to be headings
//   - Hidden [][Hidden]: headings of sections inside code or a comment
//   - EndMarkers [][Span]: the end markers outside code
//   - HiddenMarkers [][HiddenMarker]: the end markers in code fences
//   - Directives [][Directive]: the comments for handofflint
//   - Blocks [][Span]: the closed metadata blocks; the last one counts
//   - Fenced [][Span]: the same with their fences and the headings above them
//   - Framed [Span]: that one with its fences and the heading above it, empty
//     if it cannot be separated from the text above
//   - Trailing [Span]: the text after the end marker or that block
type Body = document.Body

// Heading is a heading of Markdown.
//
//   - Level int: 1 to 6
//   - Text string: its text
//   - Span [Span]: the whole line or lines
type Heading = document.Heading

// Section is a numbered section of a [Body].
//
//   - Heading [Heading]: its heading, embedded
//   - Number int, Title string: of "## 3. Decisions", 3 and "Decisions"
//   - Content [Span]: from the end of the heading to the next of level 1 or 2
//   - Characters, Words int: the length of the content without headings,
//     comments and the end marker; words are Unicode's (UAX #29)
//   - Leaves [][Leaf]: its paragraphs, list items, cells and headings
type Section = document.Section

// HiddenMarker is an end marker in a code fence, which does not count.
//
//   - Span [Span]: the marker
//   - Opening [Span]: the fence
type HiddenMarker = document.HiddenMarker

// Hidden is a line in code or a comment that would be a section's heading.
//
//   - Number int, Title string: as a [Section] has them
//   - Span [Span]: the line
//   - Opening [Span]: the fence or comment around it
type Hidden = document.Hidden

// Leaf is a paragraph, a list item's text, a table's cell or a heading. Code,
// comments and quotations are not leaves.
//
//   - Kind [LeafKind]: its kind
//   - Text string: its source with normalized white space
//   - Span [Span]: its position
type Leaf = document.Leaf

// LeafKind is the kind of a [Leaf].
type LeafKind = document.LeafKind

// The kinds of leaves.
const (
	ParagraphLeaf LeafKind = document.Paragraph
	ListItemLeaf  LeafKind = document.ListItem
	TableCellLeaf LeafKind = document.TableCell
	HeadingLeaf   LeafKind = document.HeadingText
)

// Directive is a comment for handofflint.
//
//   - Span, Text [Span]: the comment, and its content
//   - Closed bool: it ends before the file does
//   - Next int: the next line, from 1, that has more than directives,
//     0 for none
type Directive = document.Directive

// Fault is why a file could not be read or parsed, reported under a rule of the
// catalogue. [Engine.CheckFault] makes a result of it.
//
//   - Rule, Variant string: the rule, and its variant
//   - Span [Span]: the position, the zero span for the file as a whole
//   - Pointer string: the JSON pointer (RFC 6901) of the value, "" if there is
//     none
//   - Values map[string]string: the values of the message
//   - Related [][Place]: other places that explain it
type Fault = document.Fault

// Place is another place in the file that explains a [Fault] or [Report].
//
//   - Span [Span]: its position
//   - Message string: the message there, "" for the rule's
type Place = document.Related

// ParseLimits are the bounds of parsing among the [Limits].
//
//   - Depth int: how many levels of objects and lists may nest
//   - Values int: how many values a document may have
//   - Trailing int: how many characters may follow a metadata block in a
//     file that is not Named
type ParseLimits = document.Limits

// Span is a half-open range of bytes in a file. [SourceText] and [Pass.Line]
// convert it to lines and columns.
//
//   - Start, End int: the offsets of its first byte and after its last; an
//     empty span is a position
//   - Len() int: its length in bytes
type Span = text.Span

// Pos is a position in a file, as in findings.
//
//   - Offset int: bytes from 0
//   - Line, Column int: from 1, columns in code points
type Pos = text.Pos

// Range is a half-open range of text.
//
//   - Start, End [Pos]: its first code point, and the position after its last
type Range = text.Range

// Pattern is a regular expression in a rule's parameters, with bounded work.
//
//   - Match(s string, steps *[Steps]) bool: whether it matches
//   - Find(s string, steps *[Steps]) []int: the first match, nil for none
//   - Split(s string, steps *[Steps]) []string: the strings between the matches
//   - String() string: its source
//   - UnmarshalText(source []byte) error: compiles it, as a field of [Params]
type Pattern = text.Pattern

// Steps counts the steps that patterns take on a file; see [Pass.Steps].
//
//   - Used() int64: how many have been requested
//   - Exceeded() bool: whether those are too many
type Steps = text.Steps

// CompilePattern compiles a regular expression (RE2) of at most 1,000
// instructions.
func CompilePattern(source string) (*Pattern, error) { return text.CompilePattern(source) }

// SourceText is a file's text with an index of its lines. It is read-only and
// safe for concurrent use.
//
//   - Bytes() []byte: all of it, not to be changed
//   - Start() int: the offset of the first byte of text, after any BOM
//   - Slice([Span]) string: the text of a span
//   - Pos(offset int) [Pos], Range([Span]) [Range]: lines and columns
//   - UTF16Column(offset int) int: the column as language servers count it
//   - Line(line int) string, LineSpan(line int) [Span]: a line, without its end
//   - FirstLine(), Lines() int: the numbers of the first and the last line
//   - Origin() [Pos]: where it begins, if it is part of a longer text
type SourceText = text.Source

// Unknown is a field of the handoff's own object that its schema does not have.
//
//   - Node *[Node]: its value, with name and key
//   - Pointer string: the JSON pointer to it
//   - Known []string: the names of the schema that the data does not use;
//     not to be changed
type Unknown = schema.Unknown

// PointerStep appends a name or an index to a JSON pointer (RFC 6901), escaped:
// PointerStep("/artifacts", "0") is "/artifacts/0".
func PointerStep(pointer, step string) string { return document.PointerStep(pointer, step) }
