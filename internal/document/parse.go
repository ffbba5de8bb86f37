package document

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
)

// The rules under which this package reports faults of its own. The parsers of
// JSON and front matter list theirs beside their code.
//
//	rule                     variant          values            where
//	file/not-utf8            invalid-utf8     offset, byte      the first bad byte
//	                         nul              offset            the first NUL
//	file/unknown-format      empty                              the start of the text
//	                         json                               the start of the text
//	                         markdown                           the start of the text
//	                         no-payload       marker            the start of the text
//	metadata/missing-block   absent                             the start of the text
//	                         no-agent                           the last JSON block's opening
//	                         no-fields                          the last JSON block's opening
//	                         unfenced                           the object's opening
//	metadata/unclosed-block  fence            fence, fence_line the opening fence
//	                         object           the same, and the opening fence
//	                                          those of
//	                                          syntax/json's
//	                                          cut-off
//	                         cut-off          as object         the opening fence
//	syntax/json              payload-cut-off  marker, want      the START marker
//	                         payload-empty    marker, want      the START marker
//	                         payload-no-start marker, want      the END marker
//
// An offset counts bytes from 0, a byte is two hexadecimal digits, a line
// counts from 1; fence is the fence's characters as they are and fence_line
// its line, marker the marker that is there and want the one that is missing
// (for an empty payload the one that follows at once).
//
// In metadata/unclosed-block the variant says what is open: the fence alone,
// the object alone (its fence is closed), or both, where the output was cut
// off. The related place, if there is one, is what was never closed.
const (
	ruleNotUTF8       = "file/not-utf8"
	ruleUnknownFormat = "file/unknown-format"
	ruleMissingBlock  = "metadata/missing-block"
	ruleUnclosedBlock = "metadata/unclosed-block"
	ruleJSON          = "syntax/json"
	ruleDuplicateKey  = "syntax/duplicate-key"
)

// Parse reads a file that may be a handoff. It never fails: what could not be
// parsed is among the document's faults, and a document of Unknown format
// without faults is not a handoff and was not named as one.
func Parse(in Input, limits Limits) *Document {
	src := text.NewSourceAt(in.Data, in.Origin)
	d := &Document{Input: in, Source: src}
	d.Root = NewObject(text.At(src.Start()), fileBranch(in, text.At(src.Start())))
	if fault, bad := encodingFault(in.Data, in.Origin.Offset); bad {
		d.refuse(fault, limits)
		return d
	}
	p := newProbe(in, src, limits)
	d.Format = p.format()
	switch d.Format {
	case Report:
		d.parseReport(p)
	case Metadata:
		d.parseMetadata(p)
	case Context:
		d.setData(p.json())
	case Task:
		d.setData(p.taskData())
	default:
		d.unknown(p)
	}
	return d
}

// refuse reports a file that is not an UTF-8 text, unless it was merely found and
// nothing in it says that it is a handoff.
func (d *Document) refuse(fault Fault, limits Limits) {
	in := d.Input
	d.Format = DetectRemains(in, limits)
	if d.Format != Unknown || in.Named {
		d.fail(fault)
	}
}

// unknown reports a file that the user named and that is none of the formats.
// Where its JSON is broken that may be why, so it is said as well.
func (d *Document) unknown(p *probe) {
	if !d.Input.Named {
		return
	}
	d.fail(Fault{Rule: ruleUnknownFormat, Variant: p.shape(), Span: text.At(d.Source.Start())})
	if p.shape() == shapeJSON {
		_, faults := p.json()
		d.fail(faults...)
	}
}

func (d *Document) parseReport(p *probe) {
	data, body, faults := p.frontMatter()
	if d.setData(data, faults); d.Fatal {
		return
	}
	d.Body = parseBody(d.Source, body)
	d.Root.Items = append(d.Root.Items, reportBranch(d.Source, d.Body))
}

func (d *Document) parseMetadata(p *probe) {
	if p.shape() == shapeJSON {
		d.setData(p.json())
		return
	}
	blocks := p.blocks()
	last := blocks.last()
	if last == nil {
		d.fail(blocks.missing(d.Source))
		return
	}
	if d.setData(last.data, last.verdict(d.Source, p.limits)); d.Fatal {
		return
	}
	d.Body = blocks.body(d.Source)
	d.Root.Items = append(d.Root.Items, blocksBranch(d.Source, d.Body))
}

// setData makes the parsed object the document's data, unless its faults leave
// nothing to judge.
func (d *Document) setData(data *Node, faults []Fault) {
	d.fail(faults...)
	if d.Fatal || data == nil {
		return
	}
	data.Name = "data"
	d.Root.Items = append(d.Root.Items, data)
}

// fail adds faults. A repeated key is one that judging goes on after: readers
// agree that the last value counts.
func (d *Document) fail(faults ...Fault) {
	for _, f := range faults {
		d.Faults = append(d.Faults, f)
		d.Fatal = d.Fatal || f.Rule != ruleDuplicateKey
	}
}

// encodingFault finds the first byte that keeps data from being UTF-8 text. A
// NUL is valid UTF-8 but is in no text: it means UTF-16 or a binary file.
// The offset that it tells counts from origin.
func encodingFault(data []byte, origin int) (Fault, bool) {
	nul := bytes.IndexByte(data, 0)
	if nul < 0 && utf8.Valid(data) {
		return Fault{}, false
	}
	if bad := firstInvalid(data); bad >= 0 && (nul < 0 || bad < nul) {
		return encodingFaultAt("invalid-utf8", bad, origin, "byte", fmt.Sprintf("%02x", data[bad])), true
	}
	return encodingFaultAt("nul", nul, origin), true
}

func encodingFaultAt(variant string, offset, origin int, more ...string) Fault {
	return Fault{
		Rule:    ruleNotUTF8,
		Variant: variant,
		Span:    text.Span{Start: offset, End: offset + 1},
		Values:  values(append(more, "offset", strconv.Itoa(origin+offset))...),
	}
}

// firstInvalid is the offset of the first byte that is not a part of valid UTF-8,
// -1 if there is none.
func firstInvalid(data []byte) int {
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// legible is data with what is not text replaced, good enough to tell what the
// file was meant to be. Offsets into it mean nothing.
func legible(data []byte) []byte {
	data = bytes.ToValidUTF8(data, []byte(" "))
	return bytes.ReplaceAll(data, []byte{0}, nil)
}

// values makes a fault's values from names and values by turns.
func values(pairs ...string) map[string]string {
	m := make(map[string]string, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		m[pairs[i]] = pairs[i+1]
	}
	return m
}
