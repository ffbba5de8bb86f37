package document

import (
	"bytes"
	"path"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
)

// add appends a field to an object of facts about the file.
func (n *Node) add(kind Kind, name, literal string, at text.Span) {
	n.Items = append(n.Items, &Node{Kind: kind, Name: name, Text: literal, Value: at})
}

// fileBranch returns the facts about a file from its path and the file system:
//
//	name, path        string
//	size              int, in bytes without a byte order mark and with LF for line
//	                  ends: these change no verdict on its size
//	configured        bool: was its format named by an option or the configuration?
//	sequence, role    int and string, if the name is {seq}-{role}-report.md
//	session           string, the folder, in agent-handoffs/{session}/
//	done              bool, if the file system was asked: is there a marker?
//	done_valid        bool, if there is a marker: is it empty, or does it hold a hash?
//	done_matches      bool, if the marker of a report holds a hash: is it that of
//	                  the report?
//	done_lag          int, if there is a marker without a hash: by how many whole
//	                  seconds the file is newer than it, 0 if it is not
func fileBranch(in Input, at text.Span) *Node {
	name := path.Base(protocol.Slashed(in.Path))
	data := bytes.TrimPrefix(in.Data, []byte(text.BOM))
	file := &Node{Kind: Object, Name: "file", Value: at, Items: make([]*Node, 0, 10)}
	file.add(String, "name", name, at)
	file.add(String, "path", in.Path, at)
	file.add(Int, "size", strconv.Itoa(len(data)-bytes.Count(data, []byte("\r\n"))), at)
	file.add(Bool, "configured", strconv.FormatBool(in.As != Unknown), at)
	if report, ok := protocol.ReportName(name); ok {
		file.add(Int, "sequence", strconv.Itoa(report.Sequence), at)
		file.add(String, "role", report.Role, at)
	}
	if session, ok := protocol.Session(in.Path); ok {
		file.add(String, "session", session, at)
	}
	if in.Info != nil {
		in.Info.addFacts(file, at)
	}
	return file
}

// addFacts adds what the file system knows about a file.
func (i *Info) addFacts(file *Node, at text.Span) {
	file.add(Bool, "done", strconv.FormatBool(!i.Done.IsZero()), at)
	if i.Done.IsZero() {
		return
	}
	file.add(Bool, "done_valid", strconv.FormatBool(!i.BadMarker), at)
	if i.hasEmptyMarker() {
		file.add(Int, "done_lag", strconv.Itoa(i.Lag()), at)
	}
}

// sectionsBranch returns a report's body for rules. A finding about a section points at its heading, one
// about trailing text at that text, one about the whole body at its first line.
func sectionsBranch(src *text.Source, body *Body) *Node {
	sections := &Node{Kind: List, Name: "sections", Value: text.At(body.Span.Start), Items: make([]*Node, 0, len(body.Sections))}
	for i, s := range body.Sections {
		section := &Node{Kind: Object, Value: s.Span, Items: make([]*Node, 0, 6)}
		section.add(Int, "number", strconv.Itoa(s.Number), s.Span)
		section.add(String, "title", s.Title, s.Span)
		section.add(Int, "characters", strconv.Itoa(s.Characters), s.Span)
		section.add(Int, "words", strconv.Itoa(s.Words), s.Span)
		section.addText(src, s.Content, s.Span)
		sections.Items = append(sections.Items, section)
		sections.Value = text.Span{Start: body.Sections[0].Span.Start, End: body.Sections[i].Span.End}
	}
	return bodyBranch(src, body, sections)
}

// blocksBranch returns the body of a Markdown file with metadata blocks. The list's position is its first
// block.
func blocksBranch(src *text.Source, body *Body) *Node {
	blocks := &Node{Kind: List, Name: "blocks", Value: body.Blocks[0]}
	for _, span := range body.Blocks {
		blocks.Items = append(blocks.Items, &Node{Kind: Object, Value: span})
	}
	return bodyBranch(src, body, blocks)
}

func bodyBranch(src *text.Source, body *Body, parts *Node) *Node {
	branch := &Node{Kind: Object, Name: "body", Value: body.Span, Items: append(make([]*Node, 0, 5), parts)}
	if n := len(body.EndMarkers); n > 0 {
		branch.add(String, "end_marker", src.Slice(body.EndMarkers[n-1]), body.EndMarkers[n-1])
	}
	if body.Trailing.Len() > 0 {
		branch.add(String, "trailing", src.Slice(body.Trailing), body.Trailing)
	}
	first := strip(src, body.Span)
	first.End = min(first.End, src.LineSpan(src.Pos(first.Start).Line).End)
	branch.addText(src, body.Span, first)
	return branch
}

// addText adds the trimmed text of a part of a body, and its number of lines. The text has LF for line ends
// and is otherwise a view of the source.
func (n *Node) addText(src *text.Source, span, at text.Span) {
	s := text.View(src, strip(src, span))
	lines := 0
	if s != "" {
		lines = strings.Count(s, "\n") + 1
	}
	n.add(String, "text", strings.ReplaceAll(s, "\r\n", "\n"), at)
	n.add(Int, "lines", strconv.Itoa(lines), at)
}

// blank is the white space that may surround a block of text.
const blank = " \t\r\n\f\v"

// strip trims white space from both ends of a span.
func strip(src *text.Source, span text.Span) text.Span { return trim(src, span, blank) }

// trim trims the characters of a set from both ends of a span. If nothing else is left, the span is empty at
// its start.
func trim(src *text.Source, span text.Span, set string) text.Span {
	trimmed := bytes.TrimLeft(src.Bytes()[span.Start:span.End], set)
	start := span.End - len(trimmed)
	trimmed = bytes.TrimRight(trimmed, set)
	if len(trimmed) == 0 {
		return text.At(span.Start)
	}
	return text.Span{Start: start, End: start + len(trimmed)}
}
