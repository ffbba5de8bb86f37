package document

import (
	"cmp"
	"slices"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
)

// read reads a file by the description of its format.
//
// Its faults are those that Parse has; what is wrong with a YAML file comes under the rule
// syntax/yaml, with the variants of syntax/front-matter, `empty` for a file of blank lines
// and comments.
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

// readJSON reads a JSON file, or the JSON that is in a block of Markdown or in a log.
func (d *Document) readJSON(p *probe) {
	switch {
	case d.Spec.Block != nil && p.shape() != shapeJSON:
		d.readBlock(p.blocks())
	case d.Spec.Markers != protocol.Markers{}:
		d.setData(p.payload(Markers(d.Spec.Markers)))
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

// readMarkdown makes front matter the document's data and what follows it its body.
//
// The branch `body` has `sections`, all headings of the format's level with what is under
// each up to the next one of this level or above: title, characters, words, and number if
// the heading begins with one.
func (d *Document) readMarkdown(p *probe) {
	front := d.frontMatter(p)
	d.setData(front.data, front.faults)
	if d.Fatal {
		return
	}
	d.Body = parseBody(d.Source, front.body, &d.Spec)
	d.add(sectionsBranch(d.Source, d.Body))
	if d.Spec.IsSealed {
		d.addSeal()
	}
	if d.Spec.Titles == nil { // numbered sections are one account
		if d.Spec.Rounds != "" {
			d.setRounds()
		} else {
			d.Body.setEntries(d.Spec.IsInformal)
		}
		d.addValues()
	}
}

// frontMatter returns the front matter of Markdown, that of an empty object if it has none
// and need not have any.
func (d *Document) frontMatter(p *probe) frontMatter {
	if d.Spec.Form == protocol.FrontMatter {
		return p.frontMatter()
	}
	none := frontMatter{data: &Node{Kind: Object, Value: text.At(p.src.Start())}, body: p.all()}
	if !isDelimiter(p.src.Slice(firstLine(p.src))) {
		return none
	}
	front := p.frontMatter()
	if slices.ContainsFunc(front.faults, isFatal) { // the dashes are a line across the page
		return none
	}
	return front
}
