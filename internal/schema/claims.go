package schema

import (
	"slices"

	"github.com/handofflint/handofflint/internal/document"
	"github.com/handofflint/handofflint/internal/text"
)

// The kinds of claims in @claims.
const (
	// ClaimsFiles are files that exist, ClaimsRead files that were read.
	ClaimsFiles = "files"
	ClaimsRead  = "read"
	// ClaimsChanged are all files that were changed, ClaimsMade some files that were made. They may have been
	// deleted since.
	ClaimsChanged = "changed"
	ClaimsMade    = "made"
	// ClaimsPending are files and folders that are not committed yet.
	ClaimsPending = "pending"
	// ClaimsCommits are hashes of commits, ClaimsRuns commands that were run.
	ClaimsCommits = "commits"
	ClaimsRuns    = "runs"
	// ClaimsText are sentences.
	ClaimsText = "text"
)

// ClaimKinds are the kinds of claims.
var ClaimKinds = []string{ClaimsFiles, ClaimsRead, ClaimsChanged, ClaimsMade, ClaimsPending, ClaimsCommits, ClaimsRuns, ClaimsText}

// Claim is a field of a document that its schema marks with @claims.
type Claim struct {
	Kind string
	// Field is the value, Pointer its RFC 6901 pointer below the checked value.
	Field   *document.Node
	Pointer string
}

// Claims returns the fields of a value that the Node marks with @claims, in the order of
// the value. A field that several branches mark is there several times. The steps of patterns are counted; steps may be nil.
func (n *Node) Claims(value *document.Node, steps *text.Steps) []Claim {
	if value == nil {
		return nil
	}
	return claimsIn(value, "", []*Node{n}, steps)
}

// claimsIn returns the fields of the value at a pointer that one of the Nodes marks. The Nodes are distinct:
// branches of a recursive union lead to the same ones again and again.
func claimsIn(value *document.Node, pointer string, nodes []*Node, steps *text.Steps) []Claim {
	var found []Claim
	for i, item := range value.Items {
		at := value.ItemPointer(pointer, i)
		var parts []*Node
		for _, n := range nodes {
			parts = n.addParts(parts, value, i, steps)
		}
		var inner []*Node
		for _, part := range parts {
			if kind := part.attributes().Claims; kind != "" {
				found = append(found, Claim{kind, item, at})
			} else {
				inner = append(inner, part)
			}
		}
		found = append(found, claimsIn(item, at, inner, steps)...)
	}
	return found
}

// addParts adds the distinct Nodes that the Node and its branches have for an item of a list or object to
// parts.
func (n *Node) addParts(parts []*Node, value *document.Node, i int, steps *text.Steps) []*Node {
	for _, branch := range n.AnyOf {
		parts = branch.addParts(parts, value, i, steps)
	}
	if value.Kind == document.List {
		if part := n.item(i); part != nil {
			parts = text.AppendNew(parts, part)
		}
		return parts
	}
	for part := range n.named(value.Items[i].Name, steps) {
		parts = text.AppendNew(parts, part)
	}
	return parts
}

// MayHoldTexts reports whether a value that the Node accepts may be a string or a list of
// strings.
func (n *Node) MayHoldTexts() bool {
	if n.AnyOf != nil {
		return slices.ContainsFunc(n.AnyOf, (*Node).MayHoldTexts)
	}
	isText := func(part *Node) bool { return part.Kinds.Has(document.String) }
	return isText(n) || slices.ContainsFunc(n.itemNodes(), isText)
}
