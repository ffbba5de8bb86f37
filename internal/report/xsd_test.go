package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// xsdNode is an element of an XML document.
type xsdNode struct {
	name     string
	attrs    map[string]string
	text     string
	children []*xsdNode
}

// readXML reads a document whole, and nothing but one.
func readXML(r io.Reader) (*xsdNode, error) {
	d := xml.NewDecoder(r)
	top := &xsdNode{}
	open := []*xsdNode{top}
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		last := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			node := &xsdNode{name: token.Name.Local, attrs: map[string]string{}}
			for _, a := range token.Attr {
				node.attrs[a.Name.Local] = a.Value
			}
			last.children = append(last.children, node)
			open = append(open, node)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			last.text += string(token)
		case xml.Directive:
			return nil, fmt.Errorf("there is a directive: %s", token)
		}
	}
	if len(top.children) != 1 || strings.TrimSpace(top.text) != "" {
		return nil, fmt.Errorf("%d elements and the text %q at the top", len(top.children), top.text)
	}
	return top.children[0], nil
}

// child is the only child of a name, nil without one.
func (n *xsdNode) child(names ...string) *xsdNode {
	for _, c := range n.children {
		if slices.Contains(names, c.name) {
			return c
		}
	}
	return nil
}

// xsd is a schema in the part of XML Schema 1.0 that those in testdata are
// written in. What it does not know it refuses, so no rule is passed over.
type xsd struct {
	elements, types map[string]*xsdNode
	root            string
}

// xsdKnown are the words of XML Schema that are understood, each with its
// attributes.
var xsdKnown = map[string]string{
	"schema": "xs", "element": "name ref type minOccurs maxOccurs", "complexType": "mixed", "sequence": "", "choice": "minOccurs maxOccurs",
	"attribute": "name type use", "simpleType": "name", "restriction": "base", "pattern": "value", "enumeration": "value",
}

// readXSD reads a schema whose documents start with the element root.
func readXSD(file, root string) (*xsd, error) {
	f, err := os.Open(filepath.Join("testdata", "schema", file))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	top, err := readXML(f)
	if err != nil {
		return nil, err
	}
	s := &xsd{map[string]*xsdNode{}, map[string]*xsdNode{}, root}
	for _, n := range top.children {
		switch n.name {
		case "element":
			s.elements[n.attrs["name"]] = n
		case "simpleType":
			s.types[n.attrs["name"]] = n
		}
	}
	return s, understood(top)
}

func understood(n *xsdNode) error {
	attributes, known := xsdKnown[n.name]
	for a := range n.attrs {
		known = known && slices.Contains(strings.Fields(attributes), a)
	}
	if !known {
		return fmt.Errorf("this part of XML Schema is not understood: %s %v", n.name, n.attrs)
	}
	for _, c := range n.children {
		if err := understood(c); err != nil {
			return err
		}
	}
	return nil
}

// validate holds a document to the schema.
func (s *xsd) validate(document string) error {
	n, err := readXML(strings.NewReader(document))
	if err != nil {
		return err
	}
	if n.name != s.root {
		return fmt.Errorf("the document is a %s, not a %s", n.name, s.root)
	}
	return s.element(n)
}

func (s *xsd) element(n *xsdNode) error {
	declared := s.elements[n.name]
	if declared == nil {
		return fmt.Errorf("there is no element %s", n.name)
	}
	complexType := declared.child("complexType")
	if complexType == nil {
		if len(n.children)+len(n.attrs) > 0 {
			return fmt.Errorf("%s is only text", n.name)
		}
		return s.value(declared.attrs["type"], n.text)
	}
	if complexType.attrs["mixed"] != "true" && strings.TrimSpace(n.text) != "" {
		return fmt.Errorf("%s has no text: %q", n.name, n.text)
	}
	if err := s.attributes(complexType, n); err != nil {
		return err
	}
	return s.content(complexType, n)
}

func (s *xsd) attributes(complexType, n *xsdNode) error {
	left := len(n.attrs)
	for _, a := range complexType.children {
		if a.name != "attribute" {
			continue
		}
		value, there := n.attrs[a.attrs["name"]]
		if !there {
			if a.attrs["use"] == "required" {
				return fmt.Errorf("%s has no %s", n.name, a.attrs["name"])
			}
			continue
		}
		left--
		if err := s.value(a.attrs["type"], value); err != nil {
			return fmt.Errorf("%s of %s: %w", a.attrs["name"], n.name, err)
		}
	}
	if left > 0 {
		return fmt.Errorf("%s has other attributes than declared: %v", n.name, n.attrs)
	}
	return nil
}

// content holds the children to the content model, which is a regular
// expression over their names.
func (s *xsd) content(complexType, n *xsdNode) error {
	model := "^$"
	if particle := complexType.child("sequence", "choice"); particle != nil {
		model = "^" + expressionOf(particle) + "$"
	}
	names := ""
	for _, c := range n.children {
		names += c.name + " "
		if err := s.element(c); err != nil {
			return err
		}
	}
	if !regexp.MustCompile(model).MatchString(names) {
		return fmt.Errorf("%s holds %q, which is not %s", n.name, names, model)
	}
	return nil
}

func expressionOf(particle *xsdNode) string {
	var parts []string
	for _, c := range particle.children {
		parts = append(parts, expressionOf(c))
	}
	inside := strings.Join(parts, map[string]string{"choice": "|"}[particle.name])
	if particle.name == "element" {
		inside = regexp.QuoteMeta(particle.attrs["ref"]) + " "
	}
	least, most := particle.attrs["minOccurs"], particle.attrs["maxOccurs"]
	if least == "" {
		least = "1"
	}
	if most == "" {
		most = "1"
	}
	return fmt.Sprintf("(?:%s){%s,%s}", inside, least, strings.TrimSuffix(most, "unbounded"))
}

// xsdBuiltin are the types of XML Schema itself.
var xsdBuiltin = map[string]string{"xs:string": `(?s:.*)`, "xs:nonNegativeInteger": `\+?[0-9]+`, "xs:positiveInteger": `\+?0*[1-9][0-9]*`}

func (s *xsd) value(name, value string) error {
	patterns := []string{xsdBuiltin[name]}
	if declared := s.types[name]; declared != nil {
		patterns = nil
		for _, facet := range declared.child("restriction").children {
			pattern := facet.attrs["value"]
			if facet.name == "enumeration" {
				pattern = regexp.QuoteMeta(pattern)
			}
			patterns = append(patterns, pattern)
		}
	}
	if !regexp.MustCompile("^(?:" + strings.Join(patterns, "|") + ")$").MatchString(value) {
		return fmt.Errorf("%q is no %s", value, name)
	}
	return nil
}

var (
	junitXSD      = sync.OnceValues(func() (*xsd, error) { return readXSD("junit.xsd", "testsuites") })
	checkstyleXSD = sync.OnceValues(func() (*xsd, error) { return readXSD("checkstyle.xsd", "checkstyle") })
)

// holdToXSD holds the output of an XML format to its schema.
func holdToXSD(t testing.TB, read func() (*xsd, error), out string) {
	t.Helper()
	schema, err := read()
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.validate(out); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
}
