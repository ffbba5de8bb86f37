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

// The shapes of a file, which are also the variants of file/unknown-format.
const (
	shapeEmpty    = "empty"
	shapeJSON     = "json"
	shapeMarkdown = "markdown"
)

// reportSignature and metadataSignature have the keys that are left of damaged files.
var (
	reportSignature   = protocol.SignatureOf(string(Report))
	metadataSignature = protocol.SignatureOf(string(Metadata))
)

// FormatByPath returns the format that a path alone implies, by the upstream
// projects' own conventions; Unknown if it implies none. The path may be relative or
// absolute, with slashes of either kind.
func FormatByPath(name string) Format { return FormatAt(protocol.Path{Shown: name}) }

// FormatAt is FormatByPath for a file of which more is known.
func FormatAt(at protocol.Path) Format { return Format(protocol.FormatAt(at)) }

// Place returns where the file is.
func (in Input) Place() protocol.Path { return protocol.Path{Shown: in.Path, InTree: in.InTree} }

// MustBeHandoff reports whether the input is at fault if it is of no format, since somebody named
// it. Projects are full of JSON files that are no handoffs, and who runs a program on all of them
// names them, too.
func (in Input) MustBeHandoff() bool {
	return in.Named && strings.ToLower(path.Ext(protocol.Slashed(in.Path))) != ".json"
}

// FormatUnread returns the format of a file that was not read, or not as text: Input.As, or
// else what its path or name implies. The words in it say nothing.
func FormatUnread(in Input) Format {
	format := cmp.Or(in.As, FormatAt(in.Place()))
	if format == Unknown && protocol.IsCalledReport(in.Path) {
		return Report
	}
	return format
}

// Detect returns a file's format: Input.As, or else what its path implies, or else
// its content. It is Unknown for a file that is not a handoff.
func Detect(in Input, limits Limits) Format {
	return newProbe(in, text.NewSource(in.Data), limits).format()
}

// probe reads a file for its format. It parses a part at most once, and only when
// asked.
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

// ext returns the extension of the file's name, in lower case.
func (p *probe) ext() string { return strings.ToLower(path.Ext(protocol.Slashed(p.in.Path))) }

// first returns the first byte that is not white space, or 0 if there is none.
func (p *probe) first() byte {
	trimmed := bytes.TrimLeft(p.in.Data[p.src.Start():], blank)
	if len(trimmed) == 0 {
		return 0
	}
	return trimmed[0]
}

var markdownExtensions = []string{".md", ".markdown", ".mdx"}

// shape returns what a file looks like by its name's extension, or else by its first
// character.
func (p *probe) shape() string {
	first := p.first()
	switch {
	case first == 0 && p.in.As == Unknown:
		return shapeEmpty
	case p.ext() == ".json":
		return shapeJSON
	case slices.Contains(markdownExtensions, p.ext()):
		return shapeMarkdown
	case first == '{' || first == '[':
		return shapeJSON
	}
	return shapeMarkdown
}

func (p *probe) format() Format {
	if p.in.As != Unknown {
		return p.in.As
	}
	if f := FormatAt(p.in.Place()); f != Unknown {
		return f
	}
	if f := p.byKeys(); f != Unknown {
		return f
	}
	// Documentation shows the markers of a payload just as logs have them, so a Markdown
	// file that was merely found is not a log.
	mayBeLog := p.in.Named || !slices.Contains(markdownExtensions, p.ext())
	shape := p.shape()
	switch {
	case shape == shapeEmpty && protocol.IsCalledReport(p.in.Path), shape == shapeMarkdown && p.isDamagedReport():
		return Report
	case shape == shapeMarkdown && p.endsInMetadata():
		return Metadata
	case mayBeLog && p.isLog():
		return Task
	}
	return Unknown
}

// byKeys returns the format whose keys the object of the file has, Unknown if there is none.
// What is wrong in an object that cannot be parsed says nothing of its format.
func (p *probe) byKeys() Format {
	for _, s := range protocol.Builtin.Signatures {
		if data := p.object(Form(s.Form)); fits(data, s) {
			return Format(s.Format)
		}
	}
	return Unknown
}

// fits reports whether an object has the keys of a signature: if that is closed, none besides
// those of the schema, and values of their kinds.
func fits(data *Node, s protocol.Signature) bool {
	if !s.HasKeys(func(key string) bool { return data.Field(key) != nil }) {
		return false
	}
	return !s.Closed || !slices.ContainsFunc(data.Items, func(field *Node) bool {
		key, known := s.Key(field.Name)
		isOther := func(held *Node) bool { return len(key.Of) > 0 && !slices.Contains(key.Of, held.Kind.String()) }
		return !known || !slices.Contains(key.Kinds, field.Kind.String()) || slices.ContainsFunc(field.Items, isOther)
	})
}

// object returns the object of a file in a form, or nil if there is none.
func (p *probe) object(form Form) *Node {
	isJSON := p.shape() == shapeJSON
	switch {
	case form == FormJSON && isJSON:
		if data, faults := p.json(); jsonFault(faults) == nil {
			return data
		}
	case form == FormYAML && form.May(p.in.Path):
		data, _ := p.yaml()
		return data
	case form == FormFrontMatter && !isJSON:
		return p.frontMatter().data
	}
	return nil
}

// MayBePlain reports whether a file of that name may be of a built-in format: by its
// place, or by its ending if that is a format which is detected by keys.
func MayBePlain(name string) bool {
	if FormatByPath(name) != Unknown {
		return true
	}
	return HasExtension(name) && slices.ContainsFunc(protocol.Builtin.Signatures, func(s protocol.Signature) bool {
		return len(s.All)+len(s.Any) > 0 && Form(s.Form).May(name)
	})
}

// endsInMetadata reports whether a Markdown file has a metadata block that counts: anywhere
// in a file that the user named, in any other only if it ends the file.
func (p *probe) endsInMetadata() bool {
	last := p.blocks().last()
	switch {
	case last == nil:
		return p.blocks().unfenced > 0
	case p.in.Named:
		return true
	}
	return last.kind == metadataBlock && last.frame > 0 && last.following(p.src) < p.limits.Trailing
}

var (
	// reportKey is a line that only a report's front matter has.
	reportKey = text.MustCompile(`(?m)^["']?(` + strings.Join(reportSignature.Any, "|") + `)["']?[ \t]*:`)
	// sectionNumber is what the heading of a report's section has before its title.
	sectionNumber = text.MustCompile(`(?m)^ {0,3}#{1,6}[ \t]+[1-5]\.[ \t]*`)
)

// isDamagedReport reports whether a text, whose front matter is absent or broken, begins with
// one of several sections of a report: before it is no heading and no code fence, as in
// documentation that shows a report. In a file that is called as a report is, a section
// counts anywhere.
func (p *probe) isDamagedReport() bool {
	if len(p.frontMatter().faults) == 0 {
		return false
	}
	data := p.in.Data[p.src.Start():]
	sections := p.reportSections(data)
	if protocol.IsCalledReport(p.in.Path) {
		return len(sections) > 0
	}
	at := 0
	for line := range bytes.Lines(data) {
		if _, fence := parseFence(line); fence || anyHeading.Match(line) {
			return len(sections) > 1 && sections[0] == at
		}
		at += len(line)
	}
	return false
}

// reportSections returns the offsets of the headings of a report's sections, whose titles
// begin as the protocol or the limits say, ignoring case.
func (p *probe) reportSections(data []byte) (offsets []int) {
	titles := slices.Concat(protocol.Builtin.Reports.Titles, p.limits.Titles)
	for _, number := range sectionNumber.FindAllIndex(data, -1) {
		heading := data[number[1]:]
		begins := func(title string) bool {
			return len(heading) >= len(title) && bytes.EqualFold(heading[:len(title)], []byte(title))
		}
		if slices.ContainsFunc(titles, begins) {
			offsets = append(offsets, number[0])
		}
	}
	return offsets
}
