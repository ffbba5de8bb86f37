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
	"github.com/handofflint/handofflint/internal/text"
)

// Node reads JSON into a node with the spans that it has in src. Of equal keys
// the last is kept, as package document does it.
func Node(src string) (*document.Node, error) {
	r := &reader{dec: json.NewDecoder(strings.NewReader(src)), src: src}
	r.dec.UseNumber()
	n, err := r.value()
	if err != nil {
		return nil, fmt.Errorf("%q: %w", src, err)
	}
	if _, err := r.dec.Token(); !errors.Is(err, io.EOF) {
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

type reader struct {
	dec *json.Decoder
	src string
}

// token is the next token and its span.
func (r *reader) token() (json.Token, text.Span, error) {
	start := int(r.dec.InputOffset())
	start += len(r.src[start:]) - len(strings.TrimLeft(r.src[start:], " \t\r\n,:"))
	token, err := r.dec.Token()
	return token, text.Span{Start: start, End: int(r.dec.InputOffset())}, err
}

func (r *reader) value() (*document.Node, error) {
	token, span, err := r.token()
	if err != nil {
		return nil, err
	}
	n := &document.Node{Value: span}
	switch t := token.(type) {
	case nil:
	case bool:
		n.Kind, n.Text = document.Bool, fmt.Sprint(t)
	case string:
		n.Kind, n.Text = document.String, t
	case json.Number:
		n.Kind, n.Text = numberKind(t.String()), t.String()
	default:
		return n, r.items(n, t == json.Delim('{'))
	}
	return n, nil
}

// numberKind tells integers and floats apart by the literal.
func numberKind(text string) document.Kind {
	if strings.ContainsAny(text, ".eE") {
		return document.Float
	}
	return document.Int
}

func (r *reader) items(n *document.Node, object bool) error {
	n.Kind = document.List
	if object {
		n.Kind = document.Object
	}
	for r.dec.More() {
		var name json.Token = ""
		var key text.Span
		var err error
		if object {
			if name, key, err = r.token(); err != nil {
				return err
			}
		}
		item, err := r.value()
		if err != nil {
			return err
		}
		item.Name, item.Key = name.(string), key
		put(n, item)
	}
	_, closing, err := r.token()
	n.Value.End = closing.End
	return err
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
