package schema

import (
	"slices"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// The kinds of claims, which @claims gives to a field.
const (
	// ClaimsFiles are files that are there, ClaimsRead such that were read.
	ClaimsFiles = "files"
	ClaimsRead  = "read"
	// ClaimsChanged are all files that were changed, ClaimsMade some that were made. They may
	// be gone since.
	ClaimsChanged = "changed"
	ClaimsMade    = "made"
	// ClaimsCommits are hashes of commits, ClaimsRuns commands that were run.
	ClaimsCommits = "commits"
	ClaimsRuns    = "runs"
	// ClaimsText are sentences about what was done or found, ClaimsNext such about what is
	// to be done next.
	ClaimsText = "text"
	ClaimsNext = "next"
)

// ClaimKinds are the kinds of claims.
var ClaimKinds = []string{ClaimsFiles, ClaimsRead, ClaimsChanged, ClaimsMade, ClaimsCommits, ClaimsRuns, ClaimsText, ClaimsNext}

// Claim is a field of a document that its schema marks with @claims.
type Claim struct {
	Kind string
	// Field is the value, Pointer its RFC 6901 pointer below the checked value.
	Field   *document.Node
	Pointer string
}

// Claims returns the fields of a value that the Node marks with @claims, in the order of
// the value. A field that is marked twice is returned twice. The steps of patterns are
// counted; steps may be nil.
func (n *Node) Claims(value *document.Node, steps *text.Steps) []Claim {
	if value == nil {
		return nil
	}
	var found []Claim
	for i, item := range value.Items {
		pointer := value.ItemPointer("", i)
		for _, part := range n.partsFor(value, i, steps) {
			if part.Attr != nil && part.Attr.Claims != "" {
				found = append(found, Claim{part.Attr.Claims, item, pointer})
				continue
			}
			for _, inner := range part.Claims(item, steps) {
				inner.Pointer = pointer + inner.Pointer
				found = append(found, inner)
			}
		}
	}
	return found
}

// partsFor returns what the Node and its branches ask of an item of a list or object.
func (n *Node) partsFor(value *document.Node, i int, steps *text.Steps) []*Node {
	var parts []*Node
	for _, branch := range n.AnyOf {
		parts = append(parts, branch.partsFor(value, i, steps)...)
	}
	name := value.Items[i].Name
	switch {
	case n.Kinds != Only(value.Kind):
	case value.Kind == document.List:
		if item := n.item(i); item != nil {
			parts = append(parts, item)
		}
	case n.Field(name) != nil:
		parts = append(parts, n.Field(name))
	default:
		for _, p := range n.Patterns {
			if p.matches(name, steps) {
				parts = append(parts, p.Node)
			}
		}
	}
	return parts
}

// MayHoldTexts reports whether a value that the Node accepts may be a string or a list of
// strings.
func (n *Node) MayHoldTexts() bool {
	if n.AnyOf != nil {
		return slices.ContainsFunc(n.AnyOf, (*Node).MayHoldTexts)
	}
	items := append(slices.Clone(n.Prefix), n.Items)
	isText := func(item *Node) bool { return item != nil && item.Allows(document.String) }
	return n.Kinds.Has(document.String) || n.Kinds == Only(document.List) && slices.ContainsFunc(items, isText)
}
