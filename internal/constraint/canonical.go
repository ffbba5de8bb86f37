package constraint

import (
	"slices"
	"strconv"
	"strings"

	"github.com/handofflint/handofflint/internal/document"
)

// repeated returns the index of the first item that equals an earlier one, or
// -1. It compares canonical forms, in linear time.
func repeated(n *document.Node) int {
	seen := make(map[string]bool, len(n.Items))
	var b strings.Builder
	for i, item := range n.Items {
		b.Reset()
		canonical(&b, item)
		if seen[b.String()] {
			return i
		}
		seen[b.String()] = true
	}
	return -1
}

// canonical writes a value so that two values are equal to CUE if and only if
// they are written alike: numbers by kind and value, objects in any order.
func canonical(b *strings.Builder, n *document.Node) {
	b.WriteByte("nbifslo"[n.Kind])
	switch n.Kind {
	case document.Int, document.Float:
		num, _ := parseNumber(n.Text)
		b.WriteString(strconv.FormatBool(num.negative) + num.digits + "e" + strconv.FormatInt(num.exp, 10) + ";")
	case document.Object:
		canonicalObject(b, n)
	case document.List:
		b.WriteString(strconv.Itoa(len(n.Items)) + ":")
		for _, item := range n.Items {
			canonical(b, item)
		}
	default:
		b.WriteString(strconv.Itoa(len(n.Text)) + ":" + n.Text)
	}
}

// canonicalObject writes an object's fields sorted by name, each with its
// length so that different objects never give the same text.
func canonicalObject(b *strings.Builder, n *document.Node) {
	fields := slices.Clone(n.Items)
	slices.SortStableFunc(fields, func(x, y *document.Node) int { return strings.Compare(x.Name, y.Name) })
	b.WriteString(strconv.Itoa(len(fields)) + ":")
	for _, f := range fields {
		b.WriteString(strconv.Itoa(len(f.Name)) + ":" + f.Name)
		canonical(b, f)
	}
}
