package document

import (
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/handofflint/handofflint/internal/files"
	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
)

// Form is how the files of a format are written.
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
	FormMarkdown:    markdownExtensions,
	FormFrontMatter: markdownExtensions,
}

// May reports whether a file of this name may be of the form.
func (f Form) May(name string) bool {
	ext := strings.ToLower(path.Ext(protocol.Slashed(name)))
	return ext == "" || slices.Contains(endings[f], ext)
}

// Plain is a format whose files are read by their form alone: a team's own, or a built-in
// one without anything particular.
type Plain struct {
	Name Format
	Form Form
	// Level is the level of the headings that make sections, 2 for ##, 0 for any.
	Level int
	// Values are fields of the data that Markdown says, Rounds is the pattern of the
	// headings that begin another round of the work, or "" for none.
	Values []protocol.Value
	Rounds string
}

// plainOf returns how files of a built-in format are read by their form, and false if
// there is no such format.
func plainOf(name Format) (Plain, bool) {
	s := protocol.SignatureOf(string(name))
	return Plain{name, Form(s.Form), s.Level, s.Values, s.Rounds}, s.Format != ""
}

// ValidGlob reports whether a text is a glob.
func ValidGlob(glob string) bool { return doublestar.ValidatePattern(glob) }

// MatchGlob reports whether a file is at a place: `/HANDOFF.md` is at the root of its
// repository, and any other glob may begin at any folder of the path:
// `.aiox/handoffs/*.yaml` is also /src/app/.aiox/handoffs/a.yaml. The work is counted in
// steps; once they are exceeded nothing fits.
func MatchGlob(glob string, at protocol.Path, steps *text.Steps) bool {
	switch {
	case steps.Exceeded():
		return false
	case protocol.IsAnchored(glob):
		return protocol.MatchAnchored(glob, at, steps)
	}
	return files.MatchGlob("**/"+glob, strings.TrimPrefix(protocol.Slashed(at.Shown), "/"), steps)
}

// ParsePlain reads a file as one of a plain format. Its faults are those that Parse
// has; what is wrong with a YAML file comes under the rule syntax/yaml, with the
// variants of syntax/front-matter, `empty` for a file of blank lines and comments.
//
// Markdown has a branch `body` with `sections`, all headings of the format's
// level with what is under each up to the next one of this level or above:
// title, characters, words, and number if the heading begins with one.
func ParsePlain(in Input, limits Limits, format Plain) *Document {
	d, p := open(in, limits)
	d.Format = format.Name
	if fault, bad := textFault(in, limits); bad {
		d.fail(fault)
		return d
	}
	d.setPlain(p, format)
	return d
}

// setPlain makes of a file's text what its format's form says.
func (d *Document) setPlain(p *probe, format Plain) {
	switch format.Form {
	case FormYAML:
		data, faults := p.yaml()
		if data == nil && faults == nil {
			faults = []Fault{{Rule: ruleFrontMatter, Variant: "empty", Span: text.At(p.src.Start())}}
		}
		d.setData(data, faults)
		for i := range d.Faults {
			if d.Faults[i].Rule == ruleFrontMatter {
				d.Faults[i].Rule = ruleYAML
			}
		}
	case FormJSON:
		d.setData(p.json())
	default:
		noFrontMatter := frontMatter{data: &Node{Kind: Object, Value: text.At(p.src.Start())}, body: p.all()}
		front := noFrontMatter
		if format.Form == FormFrontMatter {
			front = p.frontMatter()
		} else if isDelimiter(p.src.Slice(firstLine(p.src))) {
			front = p.frontMatter()
			if slices.ContainsFunc(front.faults, isFatal) { // the dashes are a line across the page
				front = noFrontMatter
			}
		}
		d.setMarkdown(front, format.Level, false)
		if !d.Fatal {
			if format.Rounds == "" {
				d.Body.setPast(protocol.IsInformal(string(format.Name)))
			}
			d.setRounds(format.Rounds)
			d.addValues(format.Values)
		}
	}
}

// HasExtension reports whether a file's name has an ending.
func HasExtension(name string) bool { return path.Ext(protocol.Slashed(name)) != "" }
