// Package document turns the bytes of a handoff file into a Document: a tree
// of values that know where they are, whatever the format on disk.
//
// It knows what JSON, YAML front matter and Markdown are, and tells the formats apart by
// their descriptions; what a handoff must say is none of its business. Parse is where to begin,
// detect.go has the formats told apart, and read.go the reading.
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

// Unknown is the format of a file that is no handoff.
const Unknown Format = ""

// FormatNames are the names of the formats that there are without a team's own.
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
	// InTree is the path from the root of its repository, "" if nobody has looked: see
	// protocol.Path.
	InTree string
	// Data is the file's bytes.
	Data []byte
	// Origin is where Data begins, for a part of a longer text; the zero value
	// is the start of the file. Findings have their positions in all of it.
	Origin text.Pos
	// As forces the format; Unknown leaves it to detection.
	As Format
	// Named says that the user named this very file: it must be a handoff, unless it is a JSON
	// file, and a metadata block counts anywhere in it.
	Named bool
	// Info is what the file system says, nil if nothing is known (stdin).
	Info *Info
}

// Info is what the file system says of a file.
type Info struct {
	ModTime time.Time
	// Done is the time of the `.done` marker beside the file, zero if there is
	// none.
	Done time.Time
	// Seal is the hash that the marker holds (see Document.SealHash), "" if it holds
	// none.
	Seal string
	// Receipt is what the marker says that the report's agent did, nil if it says nothing.
	// Anybody may have written it.
	Receipt *receipt.Summary
	// MarkerHash is the SHA-256 of the whole marker, or "" if there is none.
	MarkerHash string
	// BadMarker reports whether the marker holds anything but a hash and a receipt, or
	// cannot be read.
	BadMarker bool
}

// Lag returns by how many whole seconds the file is newer than its marker, 0 if it is not.
// Only an empty marker is compared so.
func (i *Info) Lag() int {
	if i.Done.IsZero() || i.Seal != "" || i.BadMarker {
		return 0
	}
	return int(max(i.ModTime.Sub(i.Done), 0) / time.Second)
}

// Limits are what catalogue and options say of parsing: mostly bounds.
type Limits struct {
	// Depth is how many levels of objects and lists may nest.
	Depth int
	// Values is how many values a document may have, keys left out.
	Values int
	// Lines is how many lines a document may have, those in the texts of its values
	// included.
	Lines int
	// Trailing is how many characters may follow a metadata block that counts
	// in a file that was found rather than named.
	Trailing int
	// Titles are what the titles of numbered sections begin with beside those of the
	// formats: a damaged report is detected by its headings.
	Titles []string
	// Formats are those that there are, nil for the built-in ones alone.
	Formats protocol.Formats `json:"-"`
}

func (l Limits) formats() protocol.Formats {
	if l.Formats == nil {
		return protocol.Builtin.Formats
	}
	return l.Formats
}

// FormatAt returns the format at one of whose places a file is, Unknown if there is none.
func (l Limits) FormatAt(at protocol.Path) Format {
	spec, _ := l.formats().At(at)
	return Format(spec.Name)
}

// Fault is why a file, or a part of it, could not be parsed. Rule is the
// catalogue's name for it and Variant the entry of the rule's variants that
// has its words; Values fill them in.
type Fault struct {
	Rule    string
	Variant string
	Span    text.Span
	// Pointer is the JSON pointer (RFC 6901) into the handoff's own object, ""
	// if the fault is not about a value of it.
	Pointer string
	Values  map[string]string
	Related []Related
}

// Related is another place that a fault or finding has to do with.
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
	// Root is an object with the branches `file` (what path and file system
	// say), `data` (the handoff's own object) and, for Markdown, `body`.
	// Branches that could not be parsed are absent.
	Root *Node
	// Body is the Markdown after the `body` branch, nil for a JSON file.
	Body *Body
	// Unfilled has, by the name of a field that the format reads from the Markdown, the label
	// after which that says nothing.
	Unfilled map[string]text.Span
	// Faults is what could not be parsed; with a Fatal one there is nothing more
	// to check.
	Faults []Fault
	Fatal  bool

	memo sync.Map // see Memo
}

// Memo returns what was computed of the document for a key, before or now. It is for what
// several packages need of one document, and safe for concurrent use.
func (d *Document) Memo(key string, compute func() any) any {
	value, known := d.memo.Load(key)
	if !known {
		value, _ = d.memo.LoadOrStore(key, compute())
	}
	return value
}

// Data returns the handoff's own object, nil if it could not be parsed.
func (d *Document) Data() *Node { return d.Root.Field("data") }

// located is a value with its JSON pointer.
type located struct {
	node    *Node
	pointer string
}

// EachString calls a function for the strings in the handoff's own object, with their
// pointers.
func (d *Document) EachString(call func(n *Node, pointer string)) {
	found := d.Memo("strings", func() any { return stringsIn(nil, d.Data(), "") }).([]located)
	for _, s := range found {
		call(s.node, s.pointer)
	}
}

// stringsIn appends the strings in a value. Parsers bound how deep they are.
func stringsIn(found []located, n *Node, pointer string) []located {
	if n == nil {
		return found
	}
	if n.Kind == String {
		found = append(found, located{n, pointer})
	}
	for i, item := range n.Items {
		if item.Kind == String || item.Kind.IsContainer() {
			found = stringsIn(found, item, n.ItemPointer(pointer, i))
		}
	}
	return found
}

// HasMarker reports whether a document that is sealed has its marker.
func (d *Document) HasMarker() bool {
	return d.Spec.IsSealed && d.Input.Info != nil && !d.Input.Info.Done.IsZero()
}

// The rules under which faults are reported; their variants and the values that
// fill them in are in the catalogue, rules/*.cue. An offset counts bytes from 0, a
// line from 1, a byte is two hexadecimal digits.
const (
	ruleNotUTF8       = "file/not-utf8"
	ruleUnknownFormat = "file/unknown-format"
	ruleMissingBlock  = "metadata/missing-block"
	ruleUnclosedBlock = "metadata/unclosed-block"
	ruleJSON          = "syntax/json"
	ruleFrontMatter   = "syntax/front-matter"
	ruleYAML          = "syntax/yaml"
	ruleDuplicateKey  = "syntax/duplicate-key"
	// RuleTooManySteps says that patterns or globs took too many steps.
	RuleTooManySteps = "file/too-many-steps"
)

// Parse reads a file that may be a handoff. It never fails: what could not be
// parsed is among the document's faults, and a document of Unknown format
// without faults is not a handoff and was not named as one.
func Parse(in Input, limits Limits) *Document {
	d, p := open(in, limits)
	if fault, bad := textFault(in, limits); bad {
		// Of a file that was found, something must say that it is a handoff.
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
		// A built-in format that is expected at the path comes first if the file is
		// damaged: it would pass as something that nobody reads there.
		if damaged := damagedAtPlace(in, limits); damaged != nil {
			return damaged
		}
	}
	d.Spec = *spec
	d.read(p)
	return d
}

// damagedAtPlace returns a file as the built-in format that is expected at its path, nil if
// there is none or nothing is wrong with it.
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

// ParseAs reads a file as one of a format.
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

// failUnknown adds the faults of a file that was named and is of no format.
func (d *Document) failUnknown(p *probe) {
	d.fail(Fault{Rule: ruleUnknownFormat, Variant: p.shape(), Span: text.At(d.Source.Start())})
	if p.shape() == shapeJSON {
		_, faults := p.json() // which may be why
		d.fail(faults...)
	}
}

// open makes a document that has its branch `file`, and the probe that reads on.
func open(in Input, limits Limits) (*Document, *probe) {
	src := text.NewSourceAt(in.Data, in.Origin)
	start := text.At(src.Start())
	return &Document{Input: in, Source: src, Root: &Node{Kind: Object, Value: start, Items: []*Node{fileBranch(in, start)}}}, newProbe(in, src, limits)
}

// setData makes the parsed object the document's data, unless its faults leave
// nothing to check.
func (d *Document) setData(data *Node, faults []Fault) {
	d.fail(faults...)
	if !d.Fatal && data != nil {
		data.Name = "data"
		d.add(data)
	}
}

func (d *Document) add(branch *Node) { d.Root.Items = append(d.Root.Items, branch) }

// fail adds faults. After a repeated key the checks go on: readers agree that the
// last value counts.
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

// textFault returns what keeps a file from being parsed: it is not text, or has too many
// lines.
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

// escapedBreaks are the ways to write a line feed in a string of JSON or YAML.
var escapedBreaks = [][]byte{
	[]byte(`\n`), []byte(`\u000a`), []byte(`\u000A`), []byte(`\x0a`), []byte(`\x0A`), []byte(`\U0000000a`), []byte(`\U0000000A`),
}

// countLines returns how many lines a file has, and how many more its strings have when
// they are read. Of those it may count too many: it does not know what is a string.
func countLines(data []byte) (lines, inValues int) {
	lines = bytes.Count(data, []byte("\n")) + 1
	for _, written := range escapedBreaks {
		inValues += bytes.Count(data, written)
	}
	return lines, inValues
}

// encodingFault finds the first byte that keeps data from being UTF-8 text. A
// NUL is valid UTF-8 but is in no text: it means UTF-16 or a binary file.
// The offset in the fault's values counts from origin.
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

// notText returns the offset, from one on, of the first byte that is NUL or not part
// of valid UTF-8; len(data) if there is none.
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
