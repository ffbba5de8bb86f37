// Package constrainttest holds compiled constraints to CUE's own verdict: it
// makes documents that are nearly right, and compares what a Checker says of
// them with what CUE and a JSON Schema validator say. It is for tests only.
package constrainttest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

// Node reads JSON into a node without spans. Of equal keys the last is kept,
// as package document does it.
func Node(src string) (*document.Node, error) {
	dec := json.NewDecoder(strings.NewReader(src))
	dec.UseNumber()
	n, err := value(dec)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", src, err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%q: more than one value", src)
	}
	return n, nil
}

// MustNode is Node for constants in tests; it panics where they are no JSON.
func MustNode(src string) *document.Node {
	n, err := Node(src)
	if err != nil {
		panic(err)
	}
	return n
}

func value(dec *json.Decoder) (*document.Node, error) {
	token, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch t := token.(type) {
	case nil:
		return &document.Node{Kind: document.Null}, nil
	case bool:
		return &document.Node{Kind: document.Bool, Text: fmt.Sprint(t)}, nil
	case string:
		return &document.Node{Kind: document.String, Text: t}, nil
	case json.Number:
		return number(t.String()), nil
	case json.Delim:
		return composite(dec, t)
	}
	return nil, fmt.Errorf("unexpected token %v", token)
}

func number(text string) *document.Node {
	if strings.ContainsAny(text, ".eE") {
		return &document.Node{Kind: document.Float, Text: text}
	}
	return &document.Node{Kind: document.Int, Text: text}
}

func composite(dec *json.Decoder, opening json.Delim) (*document.Node, error) {
	n := &document.Node{Kind: document.List}
	if opening == '{' {
		n.Kind = document.Object
	}
	for dec.More() {
		name := ""
		if n.Kind == document.Object {
			key, err := dec.Token()
			if err != nil {
				return nil, err
			}
			name = key.(string)
		}
		item, err := value(dec)
		if err != nil {
			return nil, err
		}
		item.Name = name
		put(n, item)
	}
	_, err := dec.Token()
	return n, err
}

// put appends an item, in place of a field of the same name.
func put(n, item *document.Node) {
	for i, old := range n.Items {
		if n.Kind == document.Object && old.Name == item.Name {
			n.Items[i] = item
			return
		}
	}
	n.Items = append(n.Items, item)
}

// JSON writes a node as JSON.
func JSON(n *document.Node) string {
	var b strings.Builder
	write(&b, n)
	return b.String()
}

func write(b *strings.Builder, n *document.Node) {
	switch n.Kind {
	case document.Null:
		b.WriteString("null")
	case document.String:
		quote(b, n.Text)
	case document.List, document.Object:
		brackets := "[]"
		if n.Kind == document.Object {
			brackets = "{}"
		}
		b.WriteByte(brackets[0])
		for i, item := range n.Items {
			if i > 0 {
				b.WriteByte(',')
			}
			if n.Kind == document.Object {
				quote(b, item.Name)
				b.WriteByte(':')
			}
			write(b, item)
		}
		b.WriteByte(brackets[1])
	default:
		b.WriteString(n.Text)
	}
}

// quote cannot fail: a string always has a JSON form.
func quote(b *strings.Builder, s string) {
	text, _ := json.Marshal(s)
	b.Write(text)
}
