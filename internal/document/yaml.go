package document

import (
	"strconv"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/handofflint/handofflint/internal/text"
)

// parseYAML reads a YAML document that is all of a span and must be a mapping.
// Both results are nil if there is nothing to read. Where the YAML library
// refuses the text, the tree is that of the lines above the fault, if they can
// be read.
func parseYAML(src *text.Source, span text.Span, limits Limits) (*Node, []Fault) {
	places := newYAMLPlaces(src, span)
	if bad, found := places.forbidden(); found {
		return parseAbove(places, bad.Start, limits), []Fault{characterFault(src, bad)}
	}
	doc, err := decodeYAML(places.text())
	if err != nil {
		fault := yamlFault(places, err, limits)
		return parseAbove(places, fault.Span.Start, limits), []Fault{fault}
	}
	return readYAML(places, doc, limits)
}

// parseAbove is the tree of the lines above the one that an offset is on, nil
// where they cannot be read for themselves.
func parseAbove(places *yamlPlaces, at int, limits Limits) *Node {
	line := max(lineAround(places.data, at).Start, places.start)
	above, _ := decodeYAML(places.data[places.start:line])
	root, _ := readYAML(places, above, limits)
	return root
}

// readYAML makes a tree of what the YAML library read; doc may be nil.
//
// Kinds are those of the YAML 1.2 core schema (chapter 10.3 of its
// specification), so the values are what JSON has: null, ~ and nothing are
// Null; true and false, also in capitals, are Bool; yes, on and dates are
// strings. An Int's Text is decimal whatever its notation, and 01 is 1, for a
// report's sequence; a Float's Text is a JSON number. What JSON has no number
// for, as .inf and .nan, is a String, as is a scalar with any other tag.
// Beyond the core schema the YAML library knows 0b11, 1_000 and a leading 0 for
// octal: these are strings, and a decimal number, as the specification has it.
//
// A key that is not a string has its text as its name. An alias is a copy of what
// it stands for: its own span is the alias, and what is inside stands where it
// was written. The merge key << is expanded: an object's own fields go first,
// and those merged follow.
//
// The first fault other than a repeated key ends the reading, and the tree
// holds what was read before it.
func readYAML(places *yamlPlaces, doc *yaml.Node, limits Limits) (*Node, []Fault) {
	if doc == nil || len(doc.Content) == 0 {
		return nil, nil
	}
	y := &yamlReader{places: places, limits: limits, anchored: map[*yaml.Node]yamlValue{}}
	root := y.value(doc.Content[0], 1).node
	if !y.failed && root.Kind != Object {
		span := root.Value
		if root.Kind == List {
			span = root.Opening()
		}
		y.fail("not-mapping", span, map[string]string{"got": root.Kind.String()})
	}
	return root, y.faults
}

// yamlReader turns the YAML library's nodes into ours.
type yamlReader struct {
	places   *yamlPlaces
	limits   Limits
	way      way
	anchored map[*yaml.Node]yamlValue // what aliases may stand for
	count    int                      // values so far, those after aliases included and keys left out
	faults   []Fault
	failed   bool
}

// yamlValue is a node with its measures once all aliases are expanded: how
// many values it is, itself included, and how many levels it nests.
type yamlValue struct {
	node         *Node
	size, height int
}

// hold counts a value in that is part of v.
func (v *yamlValue) hold(part yamlValue) {
	v.size += part.size
	v.height = max(v.height, part.height+1)
	v.node.Value.End = max(v.node.Value.End, part.node.Value.End)
}

// fail files a fault that ends the reading.
func (y *yamlReader) fail(variant string, span text.Span, values map[string]string) {
	y.failed = true
	y.faults = append(y.faults, frontMatterFault(variant, span, values))
}

// value reads a node that is inside depth-1 collections.
func (y *yamlReader) value(n *yaml.Node, depth int) yamlValue {
	if n.Kind == yaml.AliasNode {
		return y.alias(n, depth)
	}
	y.count++
	start := y.places.content(n)
	v := yamlValue{node: &Node{Value: text.At(start)}, size: 1}
	switch {
	case y.count > y.limits.Values:
		y.fail("too-many", y.opening(start), map[string]string{"limit": strconv.Itoa(y.limits.Values)})
	case n.Kind == yaml.ScalarNode:
		v.node.Kind, v.node.Text = yamlScalar(n)
		v.node.Value = y.places.scalar(n, start)
	case depth > y.limits.Depth:
		y.failDepth(y.opening(start))
	case n.Kind == yaml.SequenceNode:
		y.sequence(&v, n, depth)
	default:
		y.mapping(&v, n, depth)
	}
	if n.Anchor != "" {
		y.anchored[n] = v
	}
	return v
}

// opening is the first character of a value, as a place to point at.
func (y *yamlReader) opening(start int) text.Span {
	_, size := utf8.DecodeRune(y.places.data[start:y.places.end])
	return text.Span{Start: start, End: start + size}
}

func (y *yamlReader) failDepth(span text.Span) {
	y.fail("too-deep", span, map[string]string{"limit": strconv.Itoa(y.limits.Depth)})
}

// alias copies the node that an alias stands for. The nodes inside are shared,
// so that the cost does not depend on their number; it is counted all the same,
// for those who walk the tree.
func (y *yamlReader) alias(n *yaml.Node, depth int) yamlValue {
	start := y.places.offset(n.Line, n.Column)
	span := text.Span{Start: start, End: min(start+len("*")+len(n.Value), y.places.end)}
	v, known := y.anchored[n.Alias]
	target := v.node
	v.node = &Node{Value: span}
	y.count += v.size
	values := map[string]string{"name": n.Value}
	switch {
	case !known:
		y.fail("alias-loop", span, values)
	case y.count > y.limits.Values:
		values["limit"] = strconv.Itoa(y.limits.Values)
		y.fail("alias-bomb", span, values)
	case depth-1+v.height > y.limits.Depth:
		y.failDepth(span)
	default:
		v.node.Kind, v.node.Text, v.node.Items = target.Kind, target.Text, target.Items
	}
	return v
}

func (y *yamlReader) sequence(v *yamlValue, n *yaml.Node, depth int) {
	v.node.Kind, v.height = List, 1
	v.node.Value.End = min(v.node.Value.Start+1, y.places.end)
	for _, item := range n.Content {
		if y.failed {
			return
		}
		part := y.item(item, len(v.node.Items), depth+1)
		v.hold(part)
		v.node.Items = append(v.node.Items, part.node)
	}
	if n.Style&yaml.FlowStyle != 0 {
		v.node.Value.End = y.places.closing(v.node.Value.End, ']')
	}
}

func (y *yamlReader) item(n *yaml.Node, index, depth int) yamlValue {
	y.way.item(index)
	defer y.way.back()
	return y.value(n, depth)
}

func (y *yamlReader) mapping(v *yamlValue, n *yaml.Node, depth int) {
	v.node.Kind, v.height = Object, 1
	m := yamlMapping{yamlReader: y, whole: v}
	braces := y.places.inBraces(n, v.node.Value.Start)
	if braces {
		v.node.Value.End++
	}
	for i := 0; i+1 < len(n.Content) && !y.failed; i += 2 {
		m.pair(n.Content[i], n.Content[i+1], depth+1)
	}
	v.node.Items = m.items()
	if braces {
		v.node.Value.End = y.places.closing(v.node.Value.End, '}')
	}
}
