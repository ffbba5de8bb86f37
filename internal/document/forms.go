package document

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
)

// read parses a file as its format describes.
//
// Faults are as in Parse; faults of a YAML file have the rule syntax/yaml, with the variants of
// syntax/front-matter, and `empty` for a file of only blank lines and comments.
func (d *Document) read(p *probe) {
	d.Format = cmp.Or(d.Input.As, Format(d.Spec.Name))
	switch d.Spec.Form {
	case protocol.YAML:
		d.readYAML(p)
	case protocol.JSON:
		d.readJSON(p)
	case protocol.Markdown, protocol.FrontMatter:
		d.readMarkdown(p)
	}
}

// readYAML reads a YAML file. Its faults are those of front matter, under another rule.
func (d *Document) readYAML(p *probe) {
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
}

// readJSON reads a JSON file, or the JSON in a Markdown block or in a log.
func (d *Document) readJSON(p *probe) {
	switch {
	case d.Spec.Block != nil && p.shape() != shapeJSON:
		d.readBlock(p.blocks())
	case d.Spec.Markers != protocol.Markers{}:
		d.setData(p.payload(d.Spec.Markers))
	default:
		d.setData(p.json())
	}
}

// readBlock reads the last block of a Markdown file.
func (d *Document) readBlock(blocks *blockScan) {
	last := blocks.last()
	if last == nil {
		d.fail(blocks.missing())
		return
	}
	d.setData(last.data, blocks.faultsOf(last))
	if !d.Fatal {
		d.Body = blocks.body()
		d.add(blocksBranch(d.Source, d.Body))
	}
}

// readMarkdown makes front matter the document's data and the rest its body.
//
// The branch `body` has `sections`: all headings of the format's level with their content up to the next
// heading of this or a higher level, as title, characters, words, and the number if the heading begins with
// one. For a report whose marker has a hash, the branch `file` gets `done_matches`. In a body without numbered
// sections, the parts that later parts replace are recorded, and values in its text become data.
func (d *Document) readMarkdown(p *probe) {
	front := d.frontMatter(p)
	d.setData(front.data, front.faults)
	if d.Fatal {
		return
	}
	d.Body = parseBody(d.Source, front.body, &d.Spec)
	d.add(sectionsBranch(d.Source, d.Body))
	if info := d.Input.Info; d.Spec.IsSealed && info != nil && info.Seal != "" {
		d.Root.Field("file").add(Bool, "done_matches", strconv.FormatBool(!d.IsSealBroken()), text.At(d.Source.Start()))
	}
	if d.Spec.Titles == nil { // numbered sections are one account: nothing in it replaces another part
		if d.Spec.Rounds != "" {
			d.setRounds()
		} else {
			d.Body.setEntries(d.Spec.IsInformal)
		}
		d.addValues()
	}
}

// frontMatter returns the front matter of Markdown, or an empty object if it has none and needs none.
func (d *Document) frontMatter(p *probe) frontMatter {
	if d.Spec.Form == protocol.FrontMatter {
		return p.frontMatter()
	}
	none := frontMatter{data: &Node{Kind: Object, Value: text.At(p.src.Start())}, body: p.all()}
	front := p.frontMatter()
	if slices.ContainsFunc(front.faults, isFatal) { // dashes may be a thematic break
		return none
	}
	return front
}
