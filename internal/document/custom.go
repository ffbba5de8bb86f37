package document

import (
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/handofflint/handofflint/internal/text"
)

// Form is how the files of a team's own format are written.
type Form string

// The forms. Front matter is a must for one and a may for the other: without
// it the data of Markdown is an empty object.
const (
	FormYAML        Form = "yaml"
	FormJSON        Form = "json"
	FormMarkdown    Form = "markdown"
	FormFrontMatter Form = "frontmatter"
)

// endings are the endings of files, in lower case, that a form is looked for
// in.
var endings = map[Form][]string{
	FormYAML:        {".yaml", ".yml"},
	FormJSON:        {".json"},
	FormMarkdown:    {".md", ".markdown", ".mdx"},
	FormFrontMatter: {".md", ".markdown", ".mdx"},
}

// May reports whether a file of this name may be of the form.
func (f Form) May(name string) bool {
	ext := strings.ToLower(path.Ext(slashed(name)))
	return ext == "" || slices.Contains(endings[f], ext)
}

// Custom is a format beyond the four.
type Custom struct {
	Name Format
	Form Form
	// Level is the level of the headings that make sections, 2 for ##.
	Level int
}

// ValidGlob reports whether a text is a glob.
func ValidGlob(glob string) bool { return doublestar.ValidatePattern(glob) }

// MatchGlob reports whether a path fits a glob that may begin at any folder of
// it: `.aiox/handoffs/*.yaml` is also /src/app/.aiox/handoffs/a.yaml.
func MatchGlob(glob, name string) bool {
	return doublestar.MatchUnvalidated("**/"+glob, strings.TrimPrefix(slashed(name), "/"))
}

// ParseCustom reads a file as one of a format beyond the four. Its faults are
// those that Parse has; what is wrong with a YAML file comes under the rule
// syntax/yaml, with the variants of syntax/front-matter, `empty` for a file of
// blank lines and comments.
//
// Markdown has a branch `body` with `sections`, all headings of the format's
// level with what is under each up to the next one of this level or above:
// title, characters, words, and number where the heading begins with one.
func ParseCustom(in Input, limits Limits, format Custom) *Document {
	src := text.NewSource(in.Data)
	start := text.At(src.Start())
	d := &Document{Input: in, Source: src, Format: format.Name, Root: NewObject(start, fileBranch(in, start))}
	if fault, bad := encodingFault(in.Data, in.Origin.Offset); bad {
		d.fail(fault)
		return d
	}
	p := newProbe(in, src, limits)
	switch format.Form {
	case FormYAML:
		d.setData(p.yaml())
	case FormJSON:
		d.setData(p.json())
	default:
		d.parseMarkdown(p, format)
	}
	return d
}

// yaml reads the whole file as YAML.
func (p *probe) yaml() (*Node, []Fault) {
	data, faults := parseYAML(p.src, p.all(), p.limits)
	if data == nil && faults == nil {
		faults = []Fault{frontMatterFault("empty", text.At(p.src.Start()), nil)}
	}
	for i := range faults {
		if faults[i].Rule == ruleFrontMatter {
			faults[i].Rule = ruleYAML
		}
	}
	return data, faults
}

// ruleYAML is the rule that faults in YAML files are filed under.
const ruleYAML = "syntax/yaml"

func (d *Document) parseMarkdown(p *probe, format Custom) {
	body := p.all()
	if format.Form == FormFrontMatter || isDelimiter([]byte(d.Source.Slice(firstLine(d.Source)))) {
		data, rest, faults := p.frontMatter()
		if d.setData(data, faults); d.Fatal {
			return
		}
		body = rest
	} else {
		d.setData(NewObject(text.At(d.Source.Start())), nil)
	}
	d.Body = parseTitledBody(d.Source, body, format.Level)
	d.Root.Items = append(d.Root.Items, reportBranch(d.Source, d.Body))
}

// parseTitledBody reads a body whose sections are its headings of a level,
// numbered or not.
func parseTitledBody(src *text.Source, span text.Span, level int) *Body {
	b := &bodyReader{src: src, body: &Body{Span: span}, pieces: splitMarkdown(src, span)}
	b.scan()
	b.body.Directives = directivesIn(src, b.visible)
	b.headings()
	b.titledSections(level)
	return b.body
}

// titledSections cuts the body at its headings of a level and above; those of
// the level open a section.
func (b *bodyReader) titledSections(level int) {
	var open *Section
	for i, p := range b.pieces {
		if p.kind != headingPiece || !p.top || p.level > level {
			continue
		}
		b.close(open, p.span.Start)
		open = nil
		if p.level == level {
			open = b.titled(i, level)
		}
	}
	b.close(open, b.body.Span.End)
}

// titled is the section that a heading among the pieces opens.
func (b *bodyReader) titled(i, level int) *Section {
	h := b.heading(b.pieces[i])
	s := &Section{Heading: h, Title: h.Text}
	if number, title, ok := sectionTitle(h.Text); ok {
		s.Number, s.Title = number, title
	}
	s.Content.Start = b.pieces[i].span.End
	end := i + 1
	for end < len(b.pieces) && !(b.pieces[end].kind == headingPiece && b.pieces[end].top && b.pieces[end].level <= level) {
		end++
	}
	for _, p := range b.pieces[i+1 : end] {
		if leaf, ok := b.leaf(p); ok {
			s.Leaves = append(s.Leaves, leaf)
		}
	}
	return s
}

// HasExtension reports whether a file's name has an ending.
func HasExtension(name string) bool { return path.Ext(slashed(name)) != "" }
