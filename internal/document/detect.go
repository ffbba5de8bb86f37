package document

import (
	"bytes"
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

// The signatures of the formats whose detection looks at more than places and keys.
var (
	reportSignature   = protocol.SignatureOf(string(Report))
	metadataSignature = protocol.SignatureOf(string(Metadata))
	contextSignature  = protocol.SignatureOf(string(Context))
	taskSignature     = protocol.SignatureOf(string(Task))
)

// FormatByPath returns the format that a path alone implies, by the upstream
// projects' own conventions; Unknown if it implies none. The path may be relative or
// absolute, with slashes of either kind.
func FormatByPath(name string) Format { return FormatAt(protocol.Path{Shown: name}) }

// FormatAt is FormatByPath for a file of which more is known.
func FormatAt(at protocol.Path) Format { return Format(protocol.FormatAt(at)) }

// Place returns where the file is.
func (in Input) Place() protocol.Path { return protocol.Path{Shown: in.Path, InTree: in.InTree} }

// DetectRemains returns the format of a file that cannot be read as text, or not as
// a whole, by its path and what in.Data has of its content.
func DetectRemains(in Input, limits Limits) Format {
	if in.As == Unknown {
		in.As = FormatAt(in.Place())
	}
	in.Data = bytes.ReplaceAll(bytes.ToValidUTF8(in.Data, []byte(" ")), []byte{0}, nil)
	format := Detect(in, limits)
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
	if f := p.byContent(); f != Unknown {
		return f
	}
	return p.plainByKeys()
}

// byContent returns the format of a file by its content, if that is one of the four.
func (p *probe) byContent() Format {
	switch shape := p.shape(); {
	case shape == shapeJSON:
		return p.byKeys()
	case shape == shapeEmpty && protocol.IsCalledReport(p.in.Path):
		return Report
	case shape == shapeEmpty:
		return Unknown
	case p.isReport():
		return Report
	}
	// A metadata block counts anywhere in a file that the user named, in any other
	// only if it ends the file. Documentation shows the markers of a payload just as
	// logs have them, so a Markdown file that was merely found is not a log.
	last := p.blocks().last()
	switch {
	case last == nil && p.blocks().unfenced > 0,
		last != nil && (p.in.Named || last.kind == metadataBlock && last.frame > 0 && last.following(p.src) < p.limits.Trailing):
		return Metadata
	case p.isLog() && (p.in.Named || !slices.Contains(markdownExtensions, p.ext())):
		return Task
	}
	return Unknown
}

// plainByKeys returns the plain format whose keys the object of the file has.
func (p *probe) plainByKeys() Format {
	for _, s := range protocol.Signatures() {
		format, form := Format(s.Format), Form(s.Form)
		if slices.Contains(particular, format) || !form.May(p.in.Path) {
			continue
		}
		data := p.object(form)
		if s.HasKeys(func(key string) bool { return data.Field(key) != nil }) {
			return format
		}
	}
	return Unknown
}

// MayBePlain reports whether a file of that name may be of a built-in format: by its
// place, or by its ending if that is a plain format which is detected by keys.
func MayBePlain(name string) bool {
	if FormatByPath(name) != Unknown {
		return true
	}
	return HasExtension(name) && slices.ContainsFunc(protocol.Signatures(), func(s protocol.Signature) bool {
		byKeys := len(s.All)+len(s.Any) > 0
		return byKeys && Form(s.Form).May(name) && !slices.Contains(particular, Format(s.Format))
	})
}

// particular are the formats that byContent detects.
var particular = []Format{Report, Metadata, Context, Task}

// object returns what could be read of the object of a file in a form, or nil if there is none.
func (p *probe) object(form Form) *Node {
	switch form {
	case FormJSON:
		data, _ := p.json()
		return data
	case FormYAML:
		data, _ := p.yaml()
		return data
	}
	return p.frontMatter().data
}

// MentionsContext reports whether a text, broken or not, has something that looks
// like a context file's keys.
func MentionsContext(data []byte) bool {
	keys := slices.Concat([]string{"schema_version"}, contextSignature.All, protocol.ContextKeys())
	return slices.ContainsFunc(keys, func(key string) bool { return mentionsKey(data, key) })
}

var (
	// reportKey is a line that only a report's front matter has.
	reportKey = text.MustCompile(`(?m)^["']?(` + strings.Join(reportSignature.Any, "|") + `)["']?[ \t]*:`)
	// sectionNumber is what the heading of a report's section has before its title.
	sectionNumber = text.MustCompile(`(?m)^ {0,3}#{1,6}[ \t]+[1-5]\.[ \t]*`)
)

// isReport looks for a report's keys in the front matter. If that is absent or
// broken, it looks for what is left of a report.
func (p *probe) isReport() bool {
	if !bytes.HasPrefix(bytes.TrimLeft(p.in.Data[p.src.Start():], blank), []byte(delimiter)) {
		return p.hasReportRemains()
	}
	front := p.frontMatter()
	if reportSignature.HasKeys(func(key string) bool { return front.data.Field(key) != nil }) {
		return true
	}
	return len(front.faults) > 0 && (reportKey.Match(p.in.Data[:front.body.Start]) || p.hasReportRemains())
}

// hasReportRemains reports whether a text without front matter is a damaged
// report: its keys are above the first heading and the first code fence, or
// its first heading is one of several sections of a report. Documentation that
// shows a report begins otherwise. In a file that is called as a report is, a
// key or section counts anywhere.
func (p *probe) hasReportRemains() bool {
	data := p.in.Data[p.src.Start():]
	sections := p.reportSections(data)
	if protocol.IsCalledReport(p.in.Path) {
		return len(sections) > 0 || reportSignature.HasKeys(func(key string) bool { return bytes.Contains(data, []byte(key)) })
	}
	at := 0
	for line := range bytes.Lines(data) {
		switch _, fence := parseFence(line); {
		case fence:
			return false
		case anyHeading.Match(line):
			return len(sections) > 1 && sections[0] == at
		case reportKey.Match(line):
			return true
		}
		at += len(line)
	}
	return false
}

// reportSections returns the offsets of the headings of a report's sections, whose titles
// begin as the protocol or the limits say, ignoring case.
func (p *probe) reportSections(data []byte) (offsets []int) {
	titles := slices.Concat(protocol.ReportTitles(), p.limits.Titles)
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

// mentionsKey reports whether a text that no parser could read has something that
// looks like a JSON key of that name, in quotes of any kind, escaped or without.
func mentionsKey(data []byte, key string) bool {
	for {
		before, after, found := bytes.Cut(data, []byte(key))
		if !found {
			return false
		}
		data = after
		after = bytes.TrimLeft(bytes.TrimLeft(after, `\"'“”`), " \t\u00a0")
		if bytes.HasPrefix(after, []byte(":")) && (len(before) == 0 || keyOpening.Match(before[max(0, len(before)-3):])) {
			return true
		}
	}
}

// keyOpening is what a key begins after.
var keyOpening = text.MustCompile(`[\s\v"'{,“”]$`)
