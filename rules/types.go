package rules

import (
	"github.com/handofflint/handofflint/internal/constraint"
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// The types of a document live in internal packages, which all of handofflint
// shares. Here are the names for them that a program outside can write. A
// documentation site shows no fields of an alias, so the comments list them; a
// test holds that none is missing.

// Input is a file to judge. Only Data has to be there.
//
//   - Path string: the file as findings show it, with forward slashes
//   - Data []byte: its bytes, not to be changed afterwards
//   - Origin [Pos]: where Data begins, for a part of a longer text
//   - As [Format]: the format that it has; [UnknownFormat], the zero value,
//     leaves that to detection by path and content
//   - Named bool: somebody named this very file, so it must be a handoff; a
//     file that is none is passed over otherwise
//   - Info *[Info]: what the file system says, nil where nothing is known
type Input = document.Input

// Info is what the file system says of a file.
//
//   - ModTime time.Time: when it was last changed
//   - Done time.Time: when the `.done` marker beside it was, zero without one
type Info = document.Info

// Format is the name of a format. It is a string.
type Format = document.Format

// The four formats, and what stands for a file of none of them.
const (
	UnknownFormat  Format = document.Unknown
	ReportFormat   Format = document.Report
	MetadataFormat Format = document.Metadata
	ContextFormat  Format = document.Context
	TaskFormat     Format = document.Task
)

// Document is a parsed handoff. It is made by [Engine.Parse].
//
//   - Input [Input]: the file
//   - Format [Format]: what it was taken for
//   - Source *[SourceText]: its text, for lines and columns; nil where it was not read
//   - Root *[Node]: an object with the branches "file" (what path and file
//     system say), "data" (the handoff's own object) and, for Markdown, "body";
//     a branch that could not be parsed is absent
//   - Body *[Body]: the Markdown, nil for a JSON file
//   - Faults [][Fault]: what could not be parsed
//   - Fatal bool: nothing more can be judged because of a fault
//   - Data() *[Node]: the branch "data", nil where it could not be parsed
type Document = document.Document

// Node is a value of a document that knows where it stands. All methods may be
// called on a nil *Node, which is how they say that there is no such value.
// Its fields may not: look first whether it is nil.
//
//   - Kind [Kind]: what it is
//   - Name string: the key that an object holds it under, "" for none
//   - Text string: a string's value, a number's or boolean's literal
//   - Key, Value [Span]: where the two stand, quotes and brackets included
//   - Items []*[Node]: a list's elements or an object's fields, in their order;
//     of equal keys only the last is kept
//   - Field(name string) *[Node]: the object's field of that name
//   - Lookup(path ...string) *[Node]: what names and indexes lead to:
//     Lookup("handoff", "blockers", "0")
//   - Str() string: a string's value, "" of any other node
//   - Blank() bool: it is a string in which nothing can be seen
//   - Opening() [Span]: where to point for something that is missing in it
type Node = document.Node

// Kind is what a value is, in JSON's terms. Its String() names it.
type Kind = document.Kind

// The kinds. A number with a fraction or an exponent is a [FloatKind], even
// where its value is whole.
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
//   - Span [Span]: the whole, for a report all behind the front matter
//   - Headings [][Heading]: all of them, outside code and comments
//   - Sections [][Section]: the numbered ones, "## N. Title"
//   - Almost [][Heading]: lines that were meant for headings and are none
//   - Hidden [][Hidden]: what would be a section, but for the code or comment
//     that it stands in
//   - EndMarkers [][Span]: the end markers outside code
//   - HiddenMarkers [][HiddenMarker]: the end markers in code fences
//   - Directives [][Directive]: the comments that are meant for handofflint
//   - Blocks [][Span]: the metadata blocks that are closed; the last one is judged
//   - Framed [Span]: that one with its fences and the heading above it, empty
//     where it cannot be told apart from the text above
//   - Trailing [Span]: the text behind the end marker or the judged block
type Body = document.Body

// Heading is a heading of Markdown.
//
//   - Level int: 1 to 6
//   - Text string: what it says
//   - Span [Span]: the whole line or lines
type Heading = document.Heading

// Section is a numbered section of a [Body].
//
//   - Heading [Heading]: its heading, embedded
//   - Number int, Title string: of "## 3. Decisions", 3 and "Decisions"
//   - Content [Span]: from behind the heading to the next of level 1 or 2
//   - Characters, Words int: how long the content is, headings, comments and
//     the end marker left out; words are Unicode's (UAX #29)
//   - Leaves [][Leaf]: the pieces of text in it that stand alone
type Section = document.Section

// HiddenMarker is an end marker in a code fence, where it ends nothing.
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
// comments and quotations are none.
//
//   - Kind [LeafKind]: which of these
//   - Text string: its source, white space folded
//   - Span [Span]: where it stands
type Leaf = document.Leaf

// LeafKind says what a [Leaf] is.
type LeafKind = document.LeafKind

// The kinds of leaves.
const (
	ParagraphLeaf LeafKind = document.Paragraph
	ListItemLeaf  LeafKind = document.ListItem
	TableCellLeaf LeafKind = document.TableCell
	HeadingLeaf   LeafKind = document.HeadingText
)

// Directive is a comment that is meant for handofflint.
//
//   - Span, Text [Span]: the comment, and what stands in it
//   - Closed bool: it ends before the file does
//   - Next int: the first line below, from 1, with more than directives on it,
//     0 for none
type Directive = document.Directive

// Fault is why a file could not be read or parsed, told under a rule of the
// catalogue. [Engine.CheckFault] makes a result of one.
//
//   - Rule, Variant string: the rule and the case of it that has the words
//   - Span [Span]: where, the zero span for the file as a whole
//   - Pointer string: the JSON pointer (RFC 6901) of the value that it is about,
//     "" where it is about none
//   - Values map[string]string: what fills the words in
//   - Related [][Place]: other places that have to do with it
type Fault = document.Fault

// Place is another place in the file that a [Fault] or [Report] has to do with.
//
//   - Span [Span]: where it is
//   - Message string: what is to be said there, "" for the rule's own words
type Place = document.Related

// ParseLimits are the bounds of parsing among the [Limits].
//
//   - Depth int: how many levels of objects and lists may nest
//   - Values int: how many values a document may have
//   - Trailing int: how many characters may follow a metadata block that counts
//     in a file that nobody named
type ParseLimits = document.Limits

// Span is a half-open range of bytes in a file, as documents have them. A
// [SourceText] or [Pass.Line] tells the lines and columns.
//
//   - Start, End int: the offsets of its first byte and behind its last; an
//     empty span is a place
//   - Len() int: how many bytes it has
type Span = text.Span

// Pos is a place in a file, as findings have them.
//
//   - Offset int: bytes from 0
//   - Line, Column int: from 1, columns in code points
type Pos = text.Pos

// Range is a half-open stretch of text.
//
//   - Start, End [Pos]: its first code point, and the place behind its last
type Range = text.Range

// Pattern is a regular expression in a rule's parameters, whose work is bounded.
//
//   - Match(s string, steps *[Steps]) bool: does it match
//   - Find(s string, steps *[Steps]) []int: the first match, nil for none
//   - Split(s string, steps *[Steps]) []string: what is between the matches
//   - String() string: its source
//   - UnmarshalText(source []byte) error: compiles it, as a field of [Params]
type Pattern = text.Pattern

// Steps counts what patterns take over a file; see [Pass.Steps].
//
//   - Used() int64: how many have been asked for
//   - Exceeded() bool: are those too many
type Steps = text.Steps

// CompilePattern compiles a regular expression (RE2) of at most 1,000
// instructions.
func CompilePattern(source string) (*Pattern, error) { return text.CompilePattern(source) }

// SourceText is a file's text with an index of its lines. It is read-only and may
// be used by many goroutines.
//
//   - Bytes() []byte: all of it, not to be changed
//   - Start() int: the offset of the first byte of text, behind any BOM
//   - Slice([Span]) string: the text of a span
//   - Pos(offset int) [Pos], Range([Span]) [Range]: lines and columns
//   - UTF16Column(offset int) int: the column as language servers count
//   - Line(line int) string, LineSpan(line int) [Span]: a line, without its end
//   - FirstLine(), Lines() int: the numbers of the first and the last line
//   - Origin() [Pos]: where it begins, if it is part of a longer text
type SourceText = text.Source

// Unknown is a field of the handoff's own object that its schema does not have.
//
//   - Node *[Node]: its value, with name and key
//   - Pointer string: the JSON pointer to it
//   - Known []string: the names that the schema has there and the data does
//     not use; not to be changed
type Unknown = constraint.Unknown

// PointerStep appends a name or an index to a JSON pointer (RFC 6901), escaped:
// PointerStep("/artifacts", "0") is "/artifacts/0".
func PointerStep(pointer, step string) string { return document.PointerStep(pointer, step) }
