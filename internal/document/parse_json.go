package document

import "github.com/handofflint/handofflint/internal/text"

// ParseJSON reads data as one JSON object and nothing else, for files that are
// no handoffs: settings that the program edits in place. The tree's spans are
// bytes of data; a byte order mark at its start is skipped. With a fault, of
// the rules syntax/json, syntax/duplicate-key and file/not-utf8, the tree is
// not to be relied upon and may be nil.
func ParseJSON(data []byte, limits Limits) (*Node, *text.Source, []Fault) {
	src := text.NewSource(data)
	if fault, bad := encodingFault(data, 0); bad {
		return nil, src, []Fault{fault}
	}
	root, faults := parseJSON(src, text.Span{Start: src.Start(), End: len(data)}, limits)
	return root, src, faults
}
