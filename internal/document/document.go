// Package document turns the bytes of a handoff file into a Document: a tree
// of values that know where they are, whatever the format on disk.
//
// It knows what JSON, YAML front matter and Markdown are, and how to tell the
// four formats apart; what a handoff must say is none of its business.
package document

import (
	"time"

	"github.com/handofflint/handofflint/internal/text"
)

// Format is a handoff format's name.
type Format string

// The four formats.
const (
	Unknown  Format = ""
	Report   Format = "report"
	Metadata Format = "metadata"
	Context  Format = "context"
	Task     Format = "task"
)

// FormatNames are the names of the formats that there are without a team's own.
var FormatNames = []string{string(Report), string(Metadata), string(Context), string(Task)}

// Input is a file as it was found and read.
type Input struct {
	// Path is the file's path as findings show it, with forward slashes.
	Path string
	// Data is the file's bytes.
	Data []byte
	// Origin is where Data begins, for a part of a longer text; the zero value
	// is the start of the file. Findings stand where they are in all of it.
	Origin text.Pos
	// As forces the format; Unknown leaves it to detection.
	As Format
	// Named says that the user named this very file: it must be a handoff, and
	// a metadata block counts wherever it stands.
	Named bool
	// Info is what the file system says, nil if nothing is known (stdin).
	Info *Info
}

// Info is what the file system says of a file.
type Info struct {
	ModTime time.Time
	// Done is the time of the `.done` marker beside the file, zero where there
	// is none.
	Done time.Time
}

// Limits bounds what a parser takes. The catalogue sets them.
type Limits struct {
	// Depth is how many levels of objects and lists may nest.
	Depth int
	// Values is how many values a JSON document may have, and a YAML one with
	// aliases once these are expanded.
	Values int
	// Trailing is how many characters may follow a metadata block that counts
	// in a file that was found rather than named.
	Trailing int
}

// Fault is why a file, or a part of it, could not be parsed. Rule is the
// catalogue's name for it and Variant the entry of the rule's variants that
// has its words; Values fill them in.
type Fault struct {
	Rule    string
	Variant string
	Span    text.Span
	// Pointer is the JSON pointer (RFC 6901) into the handoff's own object, ""
	// where the fault is about no value of it.
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
	Source *text.Source
	// Root is an object with the branches `file` (what path and file system
	// say), `data` (the handoff's own object) and, for Markdown, `body`.
	// Branches that could not be parsed are absent.
	Root *Node
	// Body is the Markdown after the `body` branch, nil for a JSON file.
	Body *Body
	// Faults is what could not be parsed; with a Fatal one nothing more is to
	// be judged.
	Faults []Fault
	Fatal  bool
}

// Data is the handoff's own object, nil if it could not be parsed.
func (d *Document) Data() *Node { return d.Root.Field("data") }
