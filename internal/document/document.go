// Package document parses the bytes of a handoff file into a Document: a tree of values with positions,
// independent of the format on disk.
//
// It knows JSON, YAML front matter and Markdown, and detects formats by their descriptions; it does not know
// what a handoff must contain. Start with Parse; detect.go detects formats and read.go reads files.
package document

import (
	"bytes"
	"fmt"
	"strconv"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/receipt"
	"github.com/handofflint/handofflint/internal/text"
)

// Format is a handoff format's name.
type Format string

// Unknown is the format of a file that is not a handoff.
const Unknown Format = ""

// FormatNames are the names of the built-in formats.
var FormatNames = formatNames()

func formatNames() (names []string) {
	for _, f := range protocol.Builtin.Formats {
		names = append(names, f.Name)
	}
	return names
}

// Input is a file as it was found and read.
type Input struct {
	// Path is the file's path as findings show it, with forward slashes.
	Path string
	// InTree is the path from the root of its repository, or "" if it was not determined: see protocol.Path.
	InTree string
	// Data is the file's bytes.
	Data []byte
	// Origin is where Data begins in a longer text; the zero value is the start of the file. Positions of
	// findings refer to the whole text.
	Origin text.Pos
	// As forces the format; Unknown leaves it to detection.
	As Format
	// Named is set if the user named this file: it must be a handoff, unless it is a JSON file, and a
	// metadata block counts anywhere in it.
	Named bool
	// Info is what the file system knows about the file, nil for stdin.
	Info *Info
}

// Info is what the file system knows about a file.
type Info struct {
	ModTime time.Time
	// Done is the time of the `.done` marker next to the file, or zero.
	Done time.Time
	// Seal is the hash in the marker (see Document.SealHash), or "".
	Seal string
	// Receipt is what the marker says that the report's agent did, or nil. It is not trusted: anybody may
	// have written it.
	Receipt *receipt.Summary
	// MarkerHash is the SHA-256 of the whole marker, or "".
	MarkerHash string
	// BadMarker reports whether the marker holds anything except a hash and a receipt, or cannot be read.
	BadMarker bool
}

func (i *Info) hasEmptyMarker() bool { return i.HasValidMarker() && i.Seal == "" }

// HasValidMarker reports whether there is a marker, with what a marker may hold.
func (i *Info) HasValidMarker() bool { return i != nil && !i.Done.IsZero() && !i.BadMarker }

// Lag returns how many whole seconds the file is newer than its marker, or 0. Only an empty marker counts.
func (i *Info) Lag() int {
	if !i.hasEmptyMarker() {
		return 0
	}
	return int(max(i.ModTime.Sub(i.Done), 0) / time.Second)
}

// Limits are the settings of parsing: mostly bounds.
type Limits struct {
	// Depth is the maximum nesting of objects and lists.
	Depth int
	// Values is the maximum number of values in a document, without keys.
	Values int
	// Lines is the maximum number of lines in a document, including those in its strings.
	Lines int
	// Trailing is the number of characters that may follow a metadata block that counts in a file that was
	// found, not named.
	Trailing int
	// Formats are the known formats, nil for only the built-in ones.
	Formats protocol.Formats `json:"-"`
}

func (l Limits) formats() protocol.Formats {
	if l.Formats == nil {
		return protocol.Builtin.Formats
	}
	return l.Formats
}

// FormatAt returns the format whose places include a file's path, or Unknown.
func (l Limits) FormatAt(at protocol.Path) Format {
	spec, _ := l.formats().At(at)
	return Format(spec.Name)
}

// Fault is why a file, or a part of it, could not be parsed. Rule is its name in the catalogue, and Variant
// the rule's variant that has its words; Values fill them in.
type Fault struct {
	Rule    string
	Variant string
	Span    text.Span
	// Pointer is the JSON pointer (RFC 6901) into the handoff's own object, or "" if the fault is not about a
	// value of it.
	Pointer string
	Values  map[string]string
	Related []Related
}

// Is reports whether there is a fault, and of a variant.
func (f *Fault) Is(variant string) bool { return f != nil && f.Variant == variant }

// Related is another position that explains a fault or finding.
type Related struct {
	Span    text.Span
	Message string
}

// Document is a parsed handoff.
type Document struct {
	Input  Input
	Format Format
	// Spec describes the format.
	Spec   protocol.Spec
	Source *text.Source
	// Root is an object with the branches `file` (facts from path and file system), `data` (the handoff's own
	// object) and, for Markdown, `body`. Branches that could not be parsed are absent.
	Root *Node
	// Body is the Markdown that the `body` branch is made from, nil for a JSON file.
	Body *Body
	// Unfilled maps fields that the format reads from the Markdown to their labels without a value.
	Unfilled map[string]text.Span
	// Faults are the parse faults; after a Fatal one there is nothing more to check.
	Faults []Fault
	Fatal  bool

	memo sync.Map // see Memo
}

// Memo returns the value for a key, the same for all callers. It is for values that several packages need, and
// safe for concurrent use: several first calls may each compute it, and one result is kept.
func (d *Document) Memo(key string, compute func() any) any {
	value, known := d.memo.Load(key)
	if !known {
		value, _ = d.memo.LoadOrStore(key, compute())
	}
	return value
}

// Data returns the handoff's own object, or nil if it could not be parsed.
func (d *Document) Data() *Node { return d.Root.Field("data") }

// EachString calls a function for each string in the handoff's own object, with its pointer.
func (d *Document) EachString(call func(n *Node, pointer string)) {
	if data := d.Data(); data != nil {
		data.eachString("", call)
	}
}

// eachString calls a function for each string in a value. Parsers bound the depth.
func (n *Node) eachString(pointer string, call func(n *Node, pointer string)) {
	if n.Kind == String {
		call(n, pointer)
	}
	for i, item := range n.Items {
		item.eachString(n.ItemPointer(pointer, i), call)
	}
}

// HasMarker reports whether a document that is sealed has its marker.
func (d *Document) HasMarker() bool {
	return d.Spec.IsSealed && d.Input.Info != nil && !d.Input.Info.Done.IsZero()
}

// The rules of faults; their variants and values are in the catalogue, rules/*.cue. Offsets are bytes from 0,
// lines count from 1, a byte is two hexadecimal digits.
const (
	ruleNotUTF8       = "file/not-utf8"
	ruleUnknownFormat = "file/unknown-format"
	ruleMissingBlock  = "metadata/missing-block"
	ruleUnclosedBlock = "metadata/unclosed-block"
	ruleJSON          = "syntax/json"
	ruleFrontMatter   = "syntax/front-matter"
	ruleYAML          = "syntax/yaml"
	ruleDuplicateKey  = "syntax/duplicate-key"
	// RuleTooManySteps is the rule for patterns or globs that took too many steps.
	RuleTooManySteps = "file/too-many-steps"
)

// Parse parses a file that may be a handoff. It never fails: what could not be parsed is in the document's
// faults. A document of Unknown format without faults is not a handoff and was not named as one.
func Parse(in Input, limits Limits) *Document {
	d, p := open(in, limits)
	if fault, bad := textFault(in, limits); bad {
		// A file that was found needs a sign that it is a handoff.
		d.Format = FormatUnread(in, limits)
		d.Spec = *limits.formats().Named(string(d.Format))
		if d.Format != Unknown || in.MustBeHandoff() {
			d.fail(fault)
		}
		return d
	}
	spec, isOver := p.spec()
	switch {
	case isOver:
		d.fail(TooManySteps("the globs of the formats", protocol.MaxGlobSteps))
		return d
	case spec.Name == "" && in.MustBeHandoff():
		d.failUnknown(p)
	case spec.IsOwn:
		// If the file is damaged, the built-in format that is expected at the path takes precedence;
		// otherwise it would pass as a format that nobody reads there.
		if damaged := damagedAtPlace(in, limits); damaged != nil {
			return damaged
		}
	}
	d.Spec = *spec
	d.read(p)
	return d
}

// damagedAtPlace parses a file as the built-in format that is expected at its path. It returns nil if there
// is none or the file has no fault.
func damagedAtPlace(in Input, limits Limits) *Document {
	in.As = FormatAt(in.Place())
	if in.As == Unknown {
		return nil
	}
	d := Parse(in, limits)
	if len(d.Faults) == 0 {
		return nil
	}
	return d
}

// ParseAs parses a file as a given format.
func ParseAs(in Input, limits Limits, spec *protocol.Spec) *Document {
	d, p := open(in, limits)
	d.Spec, d.Format = *spec, Format(spec.Name)
	if fault, bad := textFault(in, limits); bad {
		d.fail(fault)
		return d
	}
	d.read(p)
	return d
}

// failUnknown adds the faults of a file that was named but has no format.
func (d *Document) failUnknown(p *probe) {
	d.fail(Fault{Rule: ruleUnknownFormat, Variant: p.shape(), Span: text.At(d.Source.Start())})
	if p.shape() == shapeJSON {
		_, faults := p.json() // which may be why
		d.fail(faults...)
	}
}

// open returns a document with the branch `file`, and a probe for the rest.
func open(in Input, limits Limits) (*Document, *probe) {
	src := text.NewSourceAt(in.Data, in.Origin)
	start := text.At(src.Start())
	return &Document{Input: in, Source: src, Root: &Node{Kind: Object, Value: start, Items: []*Node{fileBranch(in, start)}}}, newProbe(in, src, limits)
}

// setData makes the parsed object the document's data, unless its faults leave nothing to check.
func (d *Document) setData(data *Node, faults []Fault) {
	d.fail(faults...)
	if !d.Fatal {
		data.Name = "data"
		d.add(data)
	}
}

func (d *Document) add(branch *Node) { d.Root.Items = append(d.Root.Items, branch) }

// fail adds faults. Checks continue after a repeated key: readers agree that the last value counts.
func (d *Document) fail(faults ...Fault) {
	for _, f := range faults {
		d.Faults = append(d.Faults, f)
		d.Fatal = d.Fatal || isFatal(f)
	}
}

// TooManySteps returns the fault for a file on which something took too many steps.
func TooManySteps(costly string, limit int) Fault {
	return Fault{Rule: RuleTooManySteps, Values: values("name", costly, "limit", strconv.Itoa(limit))}
}

// isFatal reports whether nothing can be checked after a fault.
func isFatal(f Fault) bool { return f.Rule != ruleDuplicateKey }

// textFault returns the fault that keeps a file from being parsed: it is not text, or has too many lines.
func textFault(in Input, limits Limits) (Fault, bool) {
	if fault, bad := encodingFault(in.Data, in.Origin.Offset); bad {
		return fault, true
	}
	lines, inValues := countLines(in.Data)
	if lines+inValues <= limits.Lines {
		return Fault{}, false
	}
	fault := Fault{Rule: RuleTooLarge, Variant: "lines", Values: values("lines", strconv.Itoa(lines+inValues), "limit", strconv.Itoa(limits.Lines))}
	if inValues > 0 {
		fault.Variant = "lines-in-values"
	}
	return fault, true
}

// escapedBreaks are the escapes for a line feed in a string of JSON or YAML.
var escapedBreaks = [][]byte{
	[]byte(`\n`), []byte(`\u000a`), []byte(`\u000A`), []byte(`\x0a`), []byte(`\x0A`), []byte(`\U0000000a`), []byte(`\U0000000A`),
}

// countLines returns the number of lines of a file, and how many more its decoded strings have. The second
// may be too high, since it counts escapes outside of strings, too.
func countLines(data []byte) (lines, inValues int) {
	lines = bytes.Count(data, []byte("\n")) + 1
	for _, written := range escapedBreaks {
		inValues += bytes.Count(data, written)
	}
	return lines, inValues
}

// encodingFault finds the first byte that is not UTF-8 text. NUL is valid UTF-8 but never part of text: it
// means UTF-16 or a binary file. The offset in the fault's values counts from origin.
func encodingFault(data []byte, origin int) (Fault, bool) {
	if utf8.Valid(data) && bytes.IndexByte(data, 0) < 0 {
		return Fault{}, false
	}
	at := notText(data, 0)
	fault := Fault{Rule: ruleNotUTF8, Variant: "nul", Span: text.Span{Start: at, End: at + 1}, Values: values("offset", strconv.Itoa(origin+at))}
	if data[at] != 0 {
		fault.Variant = "invalid-utf8"
		fault.Values["byte"] = fmt.Sprintf("%02x", data[at])
	}
	return fault, true
}

// notText returns the offset, starting at from, of the first byte that is NUL or invalid UTF-8, or len(data).
func notText(data []byte, from int) int {
	for from < len(data) {
		r, size := utf8.DecodeRune(data[from:])
		if r == 0 || r == utf8.RuneError && size == 1 {
			break
		}
		from += size
	}
	return from
}
