package document

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/handofflint/handofflint/internal/protocol"
	"github.com/handofflint/handofflint/internal/text"
)

// blockScan holds the fenced JSON objects of a Markdown file.
type blockScan struct {
	src    *text.Source
	limits Limits
	// metadata are the metadata blocks, in order. An open block counts only if it is the last: one with
	// another block after it was abandoned, not cut off.
	metadata []block
	// unfenced is the offset of an object under a metadata heading that is in no fence, or in a fence of
	// another language; 0 if there is none. It counts only if there is no block.
	unfenced int
}

// block is a fenced JSON object.
type block struct {
	fence fence
	// text is the text between the fences, trimmed.
	text text.Span
	// end is the offset after the closing fence, or the end of the text if the fence is open.
	end    int
	closed bool
	// frame is the line of the heading about metadata (headed is set for it) or of the line of dashes above a
	// block that ends an agent's output. It is 0 for a block that may be an example.
	frame  int
	headed bool
	kind   blockKind
	data   *Node
	faults []Fault
}

// blockKind is the kind of a fenced JSON object.
type blockKind int

const (
	// otherBlock is not a metadata block.
	otherBlock blockKind = iota
	// metadataBlock has a metadata object, or the remains of one.
	metadataBlock
	// weakBlock has an object with only an agent and a status: it counts only in a file that was named and
	// has no better block.
	weakBlock
)

// scanBlocks finds the fenced JSON objects of a Markdown file.
//
// It reads lines instead of parsing CommonMark. Agents nest fences of the same length, and pairing such
// fences in order would swap code and text from there on. So each line that may open a JSON block is tried. A
// block ends at the next fence of any kind, since no line of a JSON object can look like a fence; that keeps
// the blocks apart, and the time linear.
func scanBlocks(src *text.Source, limits Limits) *blockScan {
	scan := &blockScan{src: src, limits: limits}
	fences := findFences(src)
	above := src.FirstLine() // end of the previous block
	markQuoted(fences)
	isShown := false // a metadata block is shown as code
	for i, f := range fences {
		b, ok := scan.block(f, fences[i+1:], above)
		if !ok {
			continue
		}
		if f.quoted {
			isShown = isShown || hasMetadataKey(src.Bytes()[b.text.Start:b.text.End])
			continue
		}
		scan.add(b)
		above = src.Pos(b.end).Line
	}
	if slices.ContainsFunc(scan.metadata, func(b block) bool { return b.kind == metadataBlock }) {
		scan.metadata = slices.DeleteFunc(scan.metadata, func(b block) bool { return b.kind == weakBlock })
	}
	if hasMetadataKey(src.Bytes()) && !isShown { // a file that shows a block as code is documentation
		scan.unfenced = scan.findUnfenced()
	}
	return scan
}

// objectOrHeading matches the start of a line that begins with an object, up to its brace, or that is a heading.
var objectOrHeading = text.MustCompile(`(?m)^(?:[ \t\r\f\v]*\{| {0,3}#{1,6}(?:[ \t\x{a0}]|\r?$))`)

// findUnfenced returns the offset of the object under the last heading about metadata, or 0 if there is none
// or it does not end the text.
func (scan *blockScan) findUnfenced() int {
	data := scan.src.Bytes()
	headings := metadataHeading.FindAllIndex(data, -1)
	if len(headings) == 0 {
		return 0
	}
	below := headings[len(headings)-1][1]
	found := objectOrHeading.FindIndex(data[below:])
	if found == nil || data[below+found[1]-1] != '{' {
		return 0 // another heading comes first
	}
	start := below + found[1] - 1
	introduction := 0
	for line := range bytes.Lines(data[below:start]) {
		introduction += utf8.RuneCount(bytes.Trim(line, blank))
	}
	b := block{} // not closed: what follows its object is after it
	b.data, b.faults = parseJSON(scan.src, text.Span{Start: start, End: len(data)}, scan.limits)
	rest := data[start:]
	isMetadata := mentionsKey(rest, "agent") && hasMetadataKey(rest)
	endsText := b.charactersAfter(scan.src) < scan.limits.Trailing
	if introduction > mostIntroduction || !isMetadata || !endsText {
		return 0
	}
	return start
}

// last returns the metadata block that counts, or nil.
func (scan *blockScan) last() *block {
	if len(scan.metadata) == 0 {
		return nil
	}
	return &scan.metadata[len(scan.metadata)-1]
}

// block returns the block under an opening fence. ok is false if no object begins there, not even a damaged
// one. The search for the frame stops at the line above.
func (scan *blockScan) block(f fence, later []fence, above int) (b block, ok bool) {
	data := scan.src.Bytes()
	b = block{fence: f, end: len(data)}
	inside := text.Span{Start: f.span.End, End: len(data)}
	if len(later) > 0 {
		next := later[0]
		inside.End = next.span.Start
		b.end = next.span.Start
		b.closed = next.closes(f)
		if b.closed {
			b.end = next.span.End
		}
	}
	b.text = strip(scan.src, inside)
	raw := data[b.text.Start:b.text.End]
	isObject := bytes.HasPrefix(raw, []byte("{"))
	if !f.opensJSON() || !isObject && !hasMetadataKey(raw) { // a damaged object is known by its keys
		return b, false
	}
	b.frame, b.headed = frameOf(scan.src, f, above)
	if b.closed && b.frame > 0 { // the frame may open details: see frameOf
		b.end += len(detailsEnd.Find(data[b.end:]))
	}
	isFramed := b.headed || b.frame > 0 && mentionsKey(raw, "agent") // a line of dashes alone says little
	return b, isObject || isFramed
}

// hasMetadataKey reports whether a text has a key that only a metadata object has.
func hasMetadataKey(raw []byte) bool {
	return slices.ContainsFunc(blockSpec.Block, func(key string) bool { return mentionsKey(raw, key) })
}

// add parses a block and keeps it if it is a metadata block.
func (scan *blockScan) add(b block) {
	b.kind = scan.parse(&b)
	if b.kind == otherBlock {
		return
	}
	if last := scan.last(); last != nil && !last.closed { // it was abandoned, not cut off
		scan.metadata = scan.metadata[:len(scan.metadata)-1]
	}
	scan.metadata = append(scan.metadata, b)
}

// parse parses a block that may have a metadata object, and returns its kind. A metadata object may be broken
// but have its keys, or be cut off before them. Under a heading about metadata, the agent may be missing.
func (scan *blockScan) parse(b *block) blockKind {
	raw := scan.src.Bytes()[b.text.Start:b.text.End]
	b.data, b.faults = parseJSON(scan.src, b.text, scan.limits)
	isBroken := jsonFault(b.faults) != nil
	isCutOff := isBroken && !b.closed && b.end == len(scan.src.Bytes())
	// Cut off before its first key, or after its agent.
	isBegun := len(b.data.Fields()) == 0 || b.data.Field("agent") != nil
	if isCutOff && b.frame > 0 && isBegun {
		return metadataBlock
	}
	has := func(key string) bool { return b.data.Field(key) != nil || isBroken && mentionsKey(raw, key) }
	hasKeys := blockKeys.Fit(has) || b.headed && slices.ContainsFunc(blockSpec.Block, has)
	if !hasKeys {
		return otherBlock
	}
	if hasOnlyStatus(has) {
		return weakBlock
	}
	return metadataBlock
}

// blockSpec describes the format whose JSON is in a block. blockKeys are the keys by which a block is
// detected: here a status is enough besides the agent.
var (
	blockSpec = protocol.Builtin.Formats.First(func(s *protocol.Spec) bool { return s.Block != nil })
	blockKeys = protocol.Keys{All: blockSpec.Keys.All, Any: append([]string{"status"}, blockSpec.Block...)}
)

// hasOnlyStatus reports whether a metadata object has only an agent and a status, which are common keys in
// the answers of APIs.
func hasOnlyStatus(has func(key string) bool) bool {
	return !slices.ContainsFunc(blockSpec.Fields, func(field protocol.Field) bool {
		return field.Name != "agent" && field.Name != "status" && has(field.Name)
	})
}

// charactersAfter counts the characters after the block, or after its object if the fence is open, without
// surrounding white space. CR does not count, so that line ends make no difference.
func (b *block) charactersAfter(src *text.Source) int {
	end := b.end
	if !b.closed && b.data != nil {
		end = b.data.Value.End
	}
	rest := bytes.Trim(src.Bytes()[end:], blank)
	return utf8.RuneCount(rest) - bytes.Count(rest, []byte{'\r'})
}

// faultsOf returns the faults of a block that is the document's data. An object that never closes is not just
// broken JSON: the output was cut off.
func (scan *blockScan) faultsOf(b *block) []Fault {
	broken := jsonFault(b.faults)
	isCutOff := broken.Is("cut-off")
	if b.closed && !isCutOff {
		return b.faults
	}
	fault := Fault{Rule: ruleUnclosedBlock, Variant: "fence", Span: b.fence.span,
		Values: values("fence", strings.Repeat(string(b.fence.char), b.fence.length), "fence_line", strconv.Itoa(b.fence.line))}
	faults := b.faults
	if isCutOff {
		fault.Variant = "cut-off"
		fault.Related = broken.Related
		faults = nil
		maps.Copy(fault.Values, broken.Values)
		if b.closed {
			fault.Variant = "object" // the fence is there
		}
	} else if b.data != nil {
		// If the object is valid by itself, the parser failed at the text after it, which a closing fence
		// would have kept out.
		if _, alone := parseJSON(scan.src, b.data.Value, scan.limits); jsonFault(alone) == nil {
			faults = alone
		}
	}
	return append([]Fault{fault}, faults...)
}

// missing returns the fault of a file that lacks a metadata block.
func (scan *blockScan) missing() Fault {
	fault := Fault{Rule: ruleMissingBlock, Span: text.At(scan.src.Start())}
	if scan.unfenced > 0 {
		fault.Variant = "unfenced"
		fault.Span = text.Span{Start: scan.unfenced, End: scan.unfenced + 1}
	}
	return fault
}

// body returns the file's body for rules, once its last block is known to be closed.
func (scan *blockScan) body() *Body {
	body := &Body{Span: text.Span{Start: scan.src.Start(), End: len(scan.src.Bytes())}}
	for _, b := range scan.metadata { // all are closed: add drops an open one before another
		body.Blocks = append(body.Blocks, b.text)
		body.Fenced = append(body.Fenced, b.whole(scan.src))
	}
	body.Directives = findDirectives(scan.src, body.Span)
	body.Trailing = afterDirectives(scan.src, text.Span{Start: scan.last().end, End: body.Span.End}, body.Directives)
	return body
}

// whole returns the block with its frame and those of its fences that exist.
func (b *block) whole(src *text.Source) text.Span {
	return text.Span{Start: src.LineSpan(cmp.Or(b.frame, b.fence.line)).Start, End: b.end}
}

// FoundBlock is the last metadata block of an agent's output.
type FoundBlock struct {
	// Whole is the block with its fences and frame, Inside the text between the fences.
	Whole, Inside text.Span
	// At is the start of Whole, Fence the line of the opening fence.
	At    text.Pos
	Fence int
}

// LastBlock finds the last metadata block of an output, or the remains of one. The output need not be valid
// text.
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

// mentionsKey reports whether an unparsable block has something that looks like a JSON key with a name, in
// quotes of any kind, escaped quotes or none.
func mentionsKey(data []byte, key string) bool {
	for {
		before, after, found := bytes.Cut(data, []byte(key))
		if !found {
			return false
		}
		data = after
		after = bytes.TrimLeft(bytes.TrimLeft(after, `\"'“”`), " \t\u00a0")
		if bytes.HasPrefix(after, []byte(":")) && keyOpening.Match(before[max(0, len(before)-3):]) {
			return true
		}
	}
}

// keyOpening matches the text before a key.
var keyOpening = text.MustCompile(`(^|[\s\v"'{,“”])$`)
