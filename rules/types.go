package rules

import (
	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/schema"
	"github.com/handofflint/handofflint/internal/text"
)

// These are the names, for programs outside, of the types of a document, which
// internal packages define: their pages list the fields.

type (
	// Input is a file to check. Only Data is required.
	Input = document.Input
	// Info is a file's data in the file system.
	Info = document.Info
	// Format is the name of a format. It is a string.
	Format = document.Format
	// Document is a parsed handoff, see [Engine.Parse].
	Document = document.Document
	// Node is a value of a document with its position. A nil *Node means that there
	// is no such value: all methods may be called on it, but its fields may not be
	// read.
	Node = document.Node
	// Kind is the kind of a value, as in JSON. Its String() is its name.
	Kind = document.Kind
	// Body is the Markdown of a document.
	Body = document.Body
	// Heading is a heading of Markdown.
	Heading = document.Heading
	// Section is a section of a Body, numbered or not.
	Section = document.Section
	// Hidden is a line in code or a comment that would be a section's heading.
	Hidden = document.Hidden
	// Directive is a comment for handofflint.
	Directive = document.Directive
	// Leaf is a paragraph, a list item's text, a table's cell or a heading. Code,
	// comments and quotations are not leaves.
	Leaf = document.Leaf
	// LeafKind is the kind of a [Leaf].
	LeafKind = document.LeafKind
	// Fault is why a file could not be read or parsed, reported under a rule of the
	// catalogue. [Engine.CheckFault] makes a result of it.
	Fault = document.Fault
	// Place is another place in the file that explains a [Fault] or [Report].
	Place = document.Related
	// ParseLimits are the bounds of parsing among the [Limits].
	ParseLimits = document.Limits
	// Words are a rule's texts: what is wrong, what a valid value looks like, and the
	// message at a related place. {name} is a value of the finding.
	Words = schema.Words
	// Severity is the weight of a finding.
	Severity = schema.Severity
	// Unknown is a field of the handoff's own object that its schema does not have.
	Unknown = schema.Unknown
	// Span is a half-open range of bytes in a file. [SourceText] and [Pass.Line]
	// convert it to lines and columns.
	Span = text.Span
	// Pos is a position in a file, as in findings.
	Pos = text.Pos
	// Range is a half-open range of text.
	Range = text.Range
	// SourceText is a file's text with an index of its lines. It is read-only and
	// safe for concurrent use.
	SourceText = text.Source
	// Pattern is a regular expression in a rule's parameters, with bounded work.
	Pattern = text.Pattern
	// Steps counts the steps that patterns take on a file; see [Pass.Steps].
	Steps = text.Steps
)

// The four formats, and UnknownFormat for a file of none of them.
const (
	UnknownFormat  = document.Unknown
	ReportFormat   = document.Report
	MetadataFormat = document.Metadata
	ContextFormat  = document.Context
	TaskFormat     = document.Task
)

// The kinds. A number is an [IntKind] if its value is whole, however it is written:
// 1.0 is one.
const (
	NullKind   = document.Null
	BoolKind   = document.Bool
	IntKind    = document.Int
	FloatKind  = document.Float
	StringKind = document.String
	ListKind   = document.List
	ObjectKind = document.Object
)

// Cell is the place of a table cell.
type Cell = document.Cell

// The kinds of leaves.
const (
	ParagraphLeaf = document.Paragraph
	ListItemLeaf  = document.ListItem
	TableCellLeaf = document.TableCell
	HeadingLeaf   = document.HeadingText
)

// PointerStep appends a name or an index to a JSON pointer (RFC 6901), escaped:
// PointerStep("/artifacts", "0") is "/artifacts/0".
func PointerStep(pointer, step string) string { return document.PointerStep(pointer, step) }
