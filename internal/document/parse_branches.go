package document

import (
	"bytes"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/handofflint/handofflint/internal/text"
)

// reportName is how upstream names a report: 02-reviewer-report.md.
var reportName = regexp.MustCompile(`^(\d{1,9})-(.+)-report\.md$`)

// fileBranch is what path and file system say of a file:
//
//	name, path        string
//	size              int, in bytes of text: see textSize
//	sequence, role    int and string, if the name is {seq}-{role}-report.md
//	session           string, the folder, where the place is agent-handoffs/{session}/
//	done              bool, where the file system was asked: is there a marker?
//	done_lag          int, if there is: by how many whole seconds the
//	                  file is newer than its marker, 0 if it is not
func fileBranch(in Input, at text.Span) *Node {
	slashed := slashed(in.Path)
	name := path.Base(slashed)
	fields := []*Node{
		NewString("name", name, at),
		NewString("path", in.Path, at),
		NewInt("size", textSize(in.Data), at),
	}
	if m := reportName.FindStringSubmatch(name); m != nil {
		seq, _ := strconv.Atoi(m[1]) // nine digits always fit
		fields = append(fields, NewInt("sequence", seq, at), NewString("role", m[2], at))
	}
	if folder := path.Dir(slashed); path.Base(path.Dir(folder)) == reportsFolder {
		fields = append(fields, NewString("session", path.Base(folder), at))
	}
	file := NewObject(at, append(fields, doneFields(in.Info, at)...)...)
	file.Name = "file"
	return file
}

// textSize is a file's size in bytes as it would be without a byte order mark
// and with LF for line ends: these change no verdict on its size.
func textSize(data []byte) int {
	data = bytes.TrimPrefix(data, []byte(text.BOM))
	return len(data) - bytes.Count(data, []byte("\r\n"))
}

func doneFields(info *Info, at text.Span) []*Node {
	if info == nil {
		return nil
	}
	if info.Done.IsZero() {
		return []*Node{NewBool("done", false, at)}
	}
	lag := max(info.ModTime.Sub(info.Done), 0)
	return []*Node{NewBool("done", true, at), NewInt("done_lag", int(lag/time.Second), at)}
}

// slashed is a path with forward slashes and without detours. A backslash is
// taken for a separator on every platform, so that one path has one verdict.
func slashed(p string) string {
	return path.Clean(strings.ReplaceAll(p, `\`, "/"))
}

// reportBranch is a report's body as rules see it. A finding about a section
// points at its heading, one about trailing text at that text, one about all of
// the body at its first line.
func reportBranch(src *text.Source, body *Body) *Node {
	sections := &Node{Kind: List, Name: "sections", Value: text.At(body.Span.Start)}
	for _, s := range body.Sections {
		section := NewObject(s.Span,
			NewInt("number", s.Number, s.Span),
			NewString("title", s.Title, s.Span),
			NewInt("characters", s.Characters, s.Span),
			NewInt("words", s.Words, s.Span),
		)
		addText(section, src, s.Content, s.Span)
		sections.Items = append(sections.Items, section)
	}
	if n := len(sections.Items); n > 0 {
		sections.Value = text.Span{Start: sections.Items[0].Value.Start, End: sections.Items[n-1].Value.End}
	}
	fields := []*Node{sections}
	if n := len(body.EndMarkers); n > 0 {
		last := body.EndMarkers[n-1]
		fields = append(fields, NewString("end_marker", src.Slice(last), last))
	}
	return bodyBranch(src, body, fields)
}

// blocksBranch is the body of a Markdown file with metadata blocks. The list
// stands where its first block stands.
func blocksBranch(src *text.Source, body *Body) *Node {
	blocks := &Node{Kind: List, Name: "blocks", Value: body.Blocks[0]}
	for _, span := range body.Blocks {
		blocks.Items = append(blocks.Items, NewObject(span))
	}
	return bodyBranch(src, body, []*Node{blocks})
}

func bodyBranch(src *text.Source, body *Body, fields []*Node) *Node {
	if body.Trailing.Len() > 0 {
		fields = append(fields, NewString("trailing", src.Slice(body.Trailing), body.Trailing))
	}
	branch := NewObject(body.Span, fields...)
	branch.Name = "body"
	first := strip(src, body.Span)
	if line := src.LineSpan(src.Pos(first.Start).Line); line.End < first.End {
		first.End = line.End
	}
	addText(branch, src, body.Span, first)
	return branch
}

// addText adds to a part of a body its text, without white space around it, and
// how many lines that has. The text has LF for line ends, and else is a view of
// the source.
func addText(part *Node, src *text.Source, span, at text.Span) {
	s, lines := text.View(src, strip(src, span)), 0
	if s != "" {
		lines = strings.Count(s, "\n") + 1
	}
	if strings.Contains(s, "\r\n") {
		s = strings.ReplaceAll(s, "\r\n", "\n")
	}
	part.Items = append(part.Items, NewString("text", s, at), NewInt("lines", lines, at))
}

// strip takes the white space off both ends of a span; one that is all
// white space becomes empty at its start.
func strip(src *text.Source, span text.Span) text.Span {
	s := text.View(src, span)
	trimmed := strings.TrimLeft(s, blank)
	start := span.Start + len(s) - len(trimmed)
	trimmed = strings.TrimRight(trimmed, blank)
	if trimmed == "" {
		return text.At(span.Start)
	}
	return text.Span{Start: start, End: start + len(trimmed)}
}

// blank is the white space that may be around a block of text.
const blank = " \t\r\n\f\v"
