package document

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/text"
)

// blockScan is what a Markdown file has of fenced JSON objects.
type blockScan struct {
	// metadata are the metadata blocks, in order. An open one counts only as
	// the last: one that is followed by another was not cut off, it was left.
	metadata []block
	// unfenced is the offset of an object under a heading about metadata that is
	// in no fence, or in one of another language; 0 if there is none. It counts
	// only if there is no block.
	unfenced int
	// other is the last fenced JSON object that is not a metadata block, nil
	// if there is none.
	other *block
}

// block is a fenced JSON object.
type block struct {
	fence fence
	// text is what is between the fences, white space trimmed off.
	text text.Span
	// end is the offset after the closing fence, or of the end of what there
	// is if the fence is open.
	end    int
	closed bool
	// frame is the line of what the block is under if it ends an agent's
	// output: a heading about metadata, for which headed is set, or a line of
	// dashes. It is 0 for a block that may be an example.
	frame  int
	headed bool
	data   *Node
	faults []Fault
}

// scanBlocks finds the fenced JSON objects of a Markdown file.
//
// It goes by lines rather than by CommonMark. Agents put fences into fences of
// the same length, and whoever pairs such fences up in order takes code for
// text and text for code from there on. So each line that may open a JSON
// block is tried as one. A block ends at the next fence of any kind, since no
// line of a JSON object can look like a fence; that keeps the blocks apart,
// and the time linear.
func scanBlocks(src *text.Source, limits Limits) *blockScan {
	scan, fences := &blockScan{}, findFences(src)
	above := src.FirstLine() // where another block ends
	for i, f := range fences {
		if !f.opensJSON() {
			continue
		}
		if b, ok := newBlock(src, f, fences[i+1:], above); ok {
			scan.add(src, b, limits)
			above = src.Pos(b.end).Line
		}
	}
	if scan.last() == nil && hasShape(src.Bytes()) {
		scan.unfenced = findUnfenced(src, limits)
	}
	return scan
}

// findUnfenced is the offset of the object under the last heading about
// metadata, 0 if there is none or it does not end the text.
func findUnfenced(src *text.Source, limits Limits) int {
	line := src.Lines()
	for line >= src.FirstLine() && !metadataHeading.Match(lineOf(src, line)) {
		line--
	}
	introduction := 0
	for line++; line <= src.Lines() && line > src.FirstLine() && introduction <= mostIntroduction; line++ {
		span := strip(src, src.LineSpan(line))
		if rest := src.Bytes()[span.Start:]; bytes.HasPrefix(rest, []byte("{")) {
			b := block{}
			b.data, b.faults = parseJSON(src, text.Span{Start: span.Start, End: len(src.Bytes())}, limits)
			if mentionsKey(rest, "agent") && hasShape(rest) && b.following(src) < limits.Trailing {
				return span.Start
			}
			return 0
		}
		if anyHeading.Match(lineOf(src, line)) {
			return 0
		}
		introduction += utf8.RuneCount(src.Bytes()[span.Start:span.End])
	}
	return 0
}

// last is the metadata block that counts, nil if there is none.
func (scan *blockScan) last() *block {
	if len(scan.metadata) == 0 {
		return nil
	}
	return &scan.metadata[len(scan.metadata)-1]
}

// newBlock cuts out the block under an opening fence. It is none if no object
// begins there, nor what is left of one that is damaged at its beginning. What it
// is under is looked for down from the line above.
func newBlock(src *text.Source, f fence, later []fence, above int) (block, bool) {
	b := block{fence: f, end: len(src.Bytes())}
	stop := b.end
	if len(later) > 0 {
		stop = later[0].span.Start
		if b.end, b.closed = stop, later[0].closes(f); b.closed {
			b.end = later[0].span.End
		}
	}
	b.text = strip(src, text.Span{Start: min(f.span.End, stop), End: stop})
	raw := src.Bytes()[b.text.Start:b.text.End]
	if len(raw) == 0 || raw[0] != '{' && !hasShape(raw) {
		return b, false
	}
	b.frame, b.headed = frameOf(src, f, above)
	if b.closed && b.frame > 0 {
		b.end += len(detailsEnd.Find(src.Bytes()[b.end:]))
	}
	return b, raw[0] == '{' || b.headed || b.frame > 0 && mentionsKey(raw, "agent")
}

// hasShape reports whether a text has a key that only a metadata object has.
func hasShape(raw []byte) bool {
	return mentionsKey(raw, "output_type") || mentionsKey(raw, "skills_invoked")
}

// add parses a block and files it under what it is: a metadata object, or the
// remains of one, with broken JSON and the keys in it, or cut off before they can
// be there. Under a heading about metadata the agent may be what is missing.
func (scan *blockScan) add(src *text.Source, b block, limits Limits) {
	raw := src.Bytes()[b.text.Start:b.text.End]
	cut := !b.closed && b.end == len(src.Bytes()) && b.frame > 0
	if !bytes.Contains(raw, []byte("agent")) && !(b.headed && hasShape(raw)) && !cut {
		scan.other = &b
		return
	}
	b.data, b.faults = parseJSON(src, b.text, limits)
	broken := jsonFault(b.faults) != nil
	has := func(key string) bool { return b.data.Field(key) != nil || broken && mentionsKey(raw, key) }
	begun := b.data == nil || len(b.data.Items) == 0 || b.data.Field("agent") != nil
	if !isMetadata(has) && !(b.headed && (has("output_type") || has("skills_invoked"))) && !(broken && cut && begun) {
		scan.other = &b
		return
	}
	if last := scan.last(); last != nil && !last.closed {
		scan.metadata = scan.metadata[:len(scan.metadata)-1]
	}
	scan.metadata = append(scan.metadata, b)
}

// following counts the characters after the block, or after its object if the
// fence is open, white space at the ends aside. CR does not count, so that
// line ends make no difference.
func (b *block) following(src *text.Source) int {
	end := b.end
	if !b.closed && b.data != nil {
		end = b.data.Value.End
	}
	rest := bytes.Trim(src.Bytes()[end:], blank)
	return utf8.RuneCount(rest) - bytes.Count(rest, []byte{'\r'})
}

// verdict is what is wrong with the block as the document's data. An object
// that never closes is not just broken JSON: the output was cut off.
func (b *block) verdict(src *text.Source, limits Limits) []Fault {
	fault := Fault{Rule: ruleUnclosedBlock, Variant: "fence", Span: b.fence.span, Values: map[string]string{}}
	broken := jsonFault(b.faults)
	cut := broken != nil && broken.Variant == "cut-off"
	if cut {
		fault.Variant, fault.Values, fault.Related = "cut-off", broken.Values, broken.Related
	}
	fault.Values["fence"] = strings.Repeat(string(b.fence.char), b.fence.length)
	fault.Values["fence_line"] = strconv.Itoa(b.fence.line)
	switch {
	case cut && b.closed:
		fault.Variant = "object"
		return []Fault{fault}
	case cut:
		return []Fault{fault}
	case b.closed:
		return b.faults
	}
	faults := b.faults
	if b.data != nil {
		// If the object is sound by itself, what the parser tripped over is the
		// text after it, which a closing fence would have kept out.
		if _, alone := parseJSON(src, b.data.Value, limits); jsonFault(alone) == nil {
			faults = alone
		}
	}
	return append([]Fault{fault}, faults...)
}

// missing is the fault of a file that should have a metadata block and has
// none; if there is a JSON block, it says what that lacks.
func (scan *blockScan) missing(src *text.Source) Fault {
	fault := Fault{Rule: ruleMissingBlock, Variant: "absent", Span: text.At(src.Start())}
	switch {
	case scan.unfenced > 0:
		fault.Variant, fault.Span = "unfenced", text.Span{Start: scan.unfenced, End: scan.unfenced + 1}
	case scan.other != nil:
		fault.Variant, fault.Span = "no-agent", text.Span{Start: scan.other.text.Start, End: scan.other.text.Start + 1}
		if scan.other.data.Field("agent") != nil {
			fault.Variant = "no-fields"
		}
	}
	return fault
}

// body is the file as rules see it, once its last block is known to be closed.
func (scan *blockScan) body(src *text.Source) *Body {
	body := &Body{Span: text.Span{Start: src.Start(), End: len(src.Bytes())}}
	for _, b := range scan.metadata {
		if b.closed {
			body.Blocks = append(body.Blocks, b.text)
			body.Fenced = append(body.Fenced, b.whole(src))
		}
	}
	body.Directives = findDirectives(src, body.Span)
	body.Trailing = afterDirectives(src, text.Span{Start: scan.last().end, End: body.Span.End}, body.Directives)
	return body
}

// whole is the block with its fences, as far as it has them, and what it is under.
func (b *block) whole(src *text.Source) text.Span {
	return text.Span{Start: src.LineSpan(cmp.Or(b.frame, b.fence.line)).Start, End: b.end}
}

// FoundBlock is the last metadata block of an agent's output.
type FoundBlock struct {
	// Whole is the block with its fences and what it is under, Inside the text
	// between the fences.
	Whole, Inside text.Span
	// At is where Whole begins, Fence the line of the opening fence.
	At    text.Pos
	Fence int
}

// LastBlock finds the last metadata block of an output that need not be text,
// or what is left of one.
func LastBlock(output []byte, limits Limits) (found FoundBlock, ok bool) {
	output = bytes.Clone(output)
	for at := notText(output, 0); at < len(output); at = notText(output, at) {
		output[at] = ' '
	}
	src := text.NewSource(output)
	b := scanBlocks(src, limits).last()
	if b == nil {
		return found, false
	}
	whole := b.whole(src)
	return FoundBlock{Whole: whole, Inside: b.text, At: src.Pos(whole.Start), Fence: b.fence.line}, true
}
