package document

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
)

// The shapes of a file, also the variants of file/unknown-format.
const (
	shapeEmpty    = "empty"
	shapeJSON     = "json"
	shapeMarkdown = "markdown"
)

// FormatAt returns the built-in format that a path alone implies by the upstream projects' conventions, or
// Unknown.
func FormatAt(at protocol.Path) Format { return Limits{}.FormatAt(at) }

// Place returns the location of the file.
func (in Input) Place() protocol.Path { return protocol.Path{Shown: in.Path, InTree: in.InTree} }

// MustBeHandoff reports whether an input of unknown format is a fault, since the user named it. Projects are
// full of JSON files that are not handoffs, and a user who runs the program on all of them names them, too.
func (in Input) MustBeHandoff() bool {
	return in.Named && strings.ToLower(path.Ext(protocol.Slashed(in.Path))) != ".json"
}

// FormatUnread returns the format of a file that was not read, or not as text: Input.As, or else the format
// that its path or name implies. Its content is not used.
func FormatUnread(in Input, limits Limits) Format {
	return cmp.Or(in.As, limits.FormatAt(in.Place()), Format(limits.formats().Called(in.Path).Name))
}

// Detect returns a file's format: Input.As, or else by its path, or else by its content. It is Unknown for a
// file that is not a handoff.
func Detect(in Input, limits Limits) Format {
	spec, _ := newProbe(in, text.NewSource(in.Data), limits).spec()
	return Format(spec.Name)
}

// probe reads a file for its format. It parses each part at most once, on demand.
type probe struct {
	in     Input
	src    *text.Source
	limits Limits

	json, yaml  func() (*Node, []Fault)
	frontMatter func() frontMatter
	blocks      func() *blockScan
}

func newProbe(in Input, src *text.Source, limits Limits) *probe {
	p := &probe{in: in, src: src, limits: limits}
	p.json = sync.OnceValues(func() (*Node, []Fault) { return parseJSON(src, p.all(), limits) })
	p.yaml = sync.OnceValues(func() (*Node, []Fault) { return parseYAML(src, p.all(), limits) })
	p.frontMatter = sync.OnceValue(func() frontMatter { return parseFrontMatter(src, limits) })
	p.blocks = sync.OnceValue(func() *blockScan { return scanBlocks(src, limits) })
	return p
}

// all returns the span of the whole text.
func (p *probe) all() text.Span { return text.Span{Start: p.src.Start(), End: len(p.in.Data)} }

// firstByte returns the first byte that is not white space, or 0.
func (p *probe) firstByte() byte {
	trimmed := bytes.TrimLeft(p.in.Data[p.src.Start():], blank)
	if len(trimmed) == 0 {
		return 0
	}
	return trimmed[0]
}

// shape returns the shape of a file by its name's extension, or else by its first character. An empty file has a shape
// of its own unless the user gave its format, whose faults then say what it lacks.
func (p *probe) shape() string {
	first := p.firstByte()
	switch {
	case first == 0 && p.in.As == Unknown:
		return shapeEmpty
	case protocol.JSON.Has(p.in.Path):
		return shapeJSON
	case first == '{' && !protocol.Markdown.Has(p.in.Path):
		return shapeJSON
	}
	return shapeMarkdown
}

// spec returns the format of the file: first by the user's choice, then by its place, by the keys of its
// object, and last by its other content. isOver reports whether matching the places took too many steps.
func (p *probe) spec() (spec *protocol.Spec, isOver bool) {
	formats := p.limits.formats()
	if p.in.As != Unknown {
		return formats.Named(string(p.in.As)), false
	}
	spec, isOver = formats.At(p.in.Place())
	for _, detects := range []func(*protocol.Spec) bool{p.hasKeys, p.hasTrace} {
		if spec.Name == "" {
			spec = formats.First(detects)
		}
	}
	return spec, isOver
}

// hasKeys reports whether the object of the file has the keys of a format. If the keys are closed, it may
// have no other fields, and values only of their kinds.
func (p *probe) hasKeys(s *protocol.Spec) bool {
	data := p.object(s.Form)
	if !s.Keys.Fit(func(key string) bool { return data.Field(key) != nil }) {
		return false
	}
	return !s.Keys.Closed || !slices.ContainsFunc(data.Items, func(field *Node) bool {
		known, _ := s.Field(field.Name)
		isOther := func(held *Node) bool { return len(known.Of) > 0 && !slices.Contains(known.Of, held.Kind.String()) }
		return !slices.Contains(known.Kinds, field.Kind.String()) || slices.ContainsFunc(field.Items, isOther)
	})
}

// hasTrace reports whether the file holds the JSON of a format in Markdown or in a log, or the remains of its sections.
// An empty file counts by its name.
func (p *probe) hasTrace(s *protocol.Spec) bool {
	shape := p.shape()
	switch {
	case s.Titles != nil && shape == shapeEmpty:
		return s.IsCalled(p.in.Path)
	case s.Titles != nil:
		return shape == shapeMarkdown && p.isDamaged(s)
	case s.Block != nil:
		return shape == shapeMarkdown && p.endsInBlock()
	case protocol.Markdown.Has(p.in.Path) && !p.in.Named:
		return false // documentation shows the markers of a payload just as logs have them
	}
	return s.Markers != protocol.Markers{} && p.isLog(s.Markers)
}

// object returns the object of a file in a form, or nil. Broken JSON does not count. YAML and front matter count as far
// as they could be read.
func (p *probe) object(form protocol.Form) *Node {
	isJSON := p.shape() == shapeJSON
	switch {
	case form == protocol.JSON && isJSON:
		if data, faults := p.json(); jsonFault(faults) == nil {
			return data
		}
	case form == protocol.YAML && form.May(p.in.Path):
		data, _ := p.yaml()
		return data
	case form == protocol.FrontMatter && !isJSON:
		return p.frontMatter().data
	}
	return nil
}

// endsInBlock reports whether a Markdown file has a block that counts: anywhere in a file that the user
// named, in any other only in a frame at the end, and not a weak one. Without a block, an object in no fence counts.
func (p *probe) endsInBlock() bool {
	last := p.blocks().last()
	if last == nil {
		return p.blocks().unfenced > 0
	}
	if p.in.Named {
		return true
	}
	return last.kind == metadataBlock && last.frame > 0 && last.charactersAfter(p.src) < p.limits.Trailing
}

// sectionNumber matches the part of a numbered section's heading before its title.
var sectionNumber = text.MustCompile(`(?m)^ {0,3}#{1,6}[ \t]+[1-9]\.[ \t]*`)

// isDamaged reports whether a text with absent or broken front matter begins with one of several sections of
// a format. A heading or a code fence before it means that the text is documentation that shows a report. In
// a file that is named like a report, a section counts anywhere.
func (p *probe) isDamaged(s *protocol.Spec) bool {
	if len(p.frontMatter().faults) == 0 {
		return false
	}
	data := p.in.Data[p.src.Start():]
	sections := p.sectionsOf(s, data)
	if s.IsCalled(p.in.Path) {
		return len(sections) > 0
	}
	at := 0
	for line := range bytes.Lines(data) {
		if _, fence := parseFence(line); fence || anyHeading.Match(line) { // the first decides
			return len(sections) > 1 && sections[0] == at
		}
		at += len(line)
	}
	return false
}

// sectionsOf returns the offsets of the headings of a format's numbered sections. Their titles begin like
// those of its description, ignoring case.
func (p *probe) sectionsOf(s *protocol.Spec, data []byte) (offsets []int) {
	for _, number := range sectionNumber.FindAllIndex(data, -1) {
		heading := data[number[1]:]
		begins := func(title string) bool {
			return len(heading) >= len(title) && bytes.EqualFold(heading[:len(title)], []byte(title))
		}
		if slices.ContainsFunc(s.Titles, begins) {
			offsets = append(offsets, number[0])
		}
	}
	return offsets
}
